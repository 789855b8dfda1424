"""`--mcp`: the same reading as one tool, `read`, of the Model Context Protocol over standard input and output, by the official SDK.

Each call runs readcli itself as `--json` does, with the options that the server was started with (`--root`, `--profile` ...), so
that what comes back is the JSON of readcli-json(5) to the letter, and a call can neither crash the server nor hang it.
"""

from __future__ import annotations

import json
import sys

from readcli.actions import VERSION
from readcli.errors import MissingExtra, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ABOUT = (
    "Reads anything as lines: text, code, logs, PDF, Office documents, archives, SQLite, mail, notebooks, folders, URLs, man pages. "
    "A target is PATH[:MEMBER][:SELECTOR]; a selector is N, N-M, -K, /RE/, pN, #Heading, @symbol, .key, outline, summary, errors, info. "
    "Lines carry a hash to edit by. If `next` is not null, append it to the path to read on."
)
_TEXT, _NUMBER, _YES = {"type": "string"}, {"type": "integer", "minimum": 0}, {"type": "boolean"}
INPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "target": {**_TEXT, "description": "PATH[:MEMBER][:SELECTOR], a URL, or man:PAGE"},
        "select": {**_TEXT, "description": "the selector apart from the target"},
        "limit": {**_NUMBER, "description": "at most so many lines"},
        "skip": {**_NUMBER, "description": "leave out so many lines or rows"},
        "context": {**_TEXT, "description": "lines around a range or a hit: N or N,M"},
        "as": {"enum": ["text", "markdown", "values", "formulas", "csv", "json"], "description": "the form of the text"},
        "sql": {**_TEXT, "description": "one SELECT on a SQLite file"},
        "hidden": {**_YES, "description": "what nobody would see too"},
        "literal": {**_YES, "description": "take the target as one path"},
    },
    "required": ["target"],
    "additionalProperties": False,
}


def serve(targets: list[str], given: list[str]) -> int:
    """Serve until standard input ends; `given` are the options for every call. Raises UsageError, MissingExtra."""
    if targets:
        raise UsageError("--mcp takes no target", "the client names them")
    try:
        import anyio
        import mcp_types as types
        from mcp.server.lowlevel import Server
        from mcp.server.stdio import stdio_server
    except ImportError as error:
        raise MissingExtra.of("mcp", "--mcp") from error

    tool = types.Tool(name="read", description=_ABOUT, input_schema=INPUT)

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool])

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            command = words(params.name, params.arguments or {}, given)
        except ValueError as error:
            return types.CallToolResult(content=[types.TextContent(type="text", text=str(error))], is_error=True)
        done = await anyio.run_process(command, stdin=None, input=b"", check=False)
        text = done.stdout.decode("utf-8", "replace").rstrip("\n") or done.stderr.decode("utf-8", "replace").strip()
        value = json.loads(text) if text.startswith("{") else None
        is_error = value is None or "error" in value
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)], structured_content=value, is_error=is_error)

    async def run() -> None:
        server: Any = Server("readcli", version=VERSION, on_list_tools=list_tools, on_call_tool=call_tool)
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    try:
        anyio.run(run)
    except KeyboardInterrupt:
        return 130
    return 0


def words(tool: str, arguments: dict[str, Any], given: list[str]) -> list[str]:
    """Give the command of a call. Raises ValueError for another tool, and for arguments that the schema does not allow."""
    if tool != "read":
        raise ValueError(f"{tool}: there is no such tool; there is read")
    made = [sys.executable, "-P", "-m", "readcli", *given, "--json"]
    kinds = {"string": str, "integer": int, "boolean": bool}
    for name, value in arguments.items():
        known = INPUT["properties"].get(name)
        if known is None:
            raise ValueError(f"{name}: there is no such argument; there are {', '.join(INPUT['properties'])}")
        kind = kinds.get(known.get("type", "string"), str)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise ValueError(f"{name}: it must be of the type {known.get('type', 'string')}")
        if name == "target":
            continue
        if kind is bool:
            made += [f"--{name}"] if value else []
        else:
            made.append(f"--{name}={value}")
    target = arguments.get("target")
    if not isinstance(target, str) or not target or "\0" in target:
        raise ValueError("target: a path, a URL or man:PAGE is needed")
    if target == "-" or target.startswith("-:"):
        raise ValueError("target: standard input is the protocol's own; name a file")
    return [*made, "--", target]
