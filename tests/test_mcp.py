"""`--mcp`, tried with the SDK's own client: one tool, the JSON of the command, confined as the server was started."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

anyio = pytest.importorskip("anyio", reason="the extra mcp is not installed")
mcp = pytest.importorskip("mcp", reason="the extra mcp is not installed")

from mcp.client.stdio import StdioServerParameters  # noqa: E402

from readcli.mcp_server import INPUT, words  # noqa: E402

COMMAND = str(Path(sys.executable).with_name("readcli"))


def asked(folder: Path, calls: list[dict[str, Any]], *options: str) -> tuple[Any, list[Any]]:
    """Start a server, list its tools, make calls; give both answers."""

    async def run() -> tuple[Any, list[Any]]:
        async with mcp.Client(StdioServerParameters(command=COMMAND, args=["--mcp", *options], cwd=str(folder))) as client:
            tools = await client.list_tools()
            return tools, [await client.call_tool("read", arguments) for arguments in calls]

    return anyio.run(run)  # type: ignore[no-any-return]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder inside another."""
    (tmp_path / "secret.txt").write_text("secret\n")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "a.txt").write_text("one\ntwo\nthree\n")
    (inside / "-n").write_text("odd name\n")
    return inside


def test_the_tool(folder: Path) -> None:
    """There is one tool, and what it gives is what the command prints."""
    tools, (whole, part, odd) = asked(
        folder, [{"target": "a.txt"}, {"target": "a.txt", "select": "2-3", "limit": 1}, {"target": "./-n", "literal": True}]
    )
    assert [tool.name for tool in tools.tools] == ["read"]
    assert tools.tools[0].input_schema == INPUT
    for result, arguments in ((whole, ["a.txt"]), (part, ["-r", "2-3", "--limit", "1", "a.txt"]), (odd, ["--literal", "./-n"])):
        done = subprocess.run([COMMAND, "--json", *arguments], cwd=folder, capture_output=True, text=True, check=True)
        assert result.content[0].text == done.stdout.rstrip("\n")
        assert result.structured_content == json.loads(done.stdout)
        assert not result.is_error
    assert part.structured_content["next"] == ":3-3"


def test_errors_and_root(folder: Path) -> None:
    """Errors are results that say so; `--root` of the server holds for every call, whatever the client asks."""
    calls = [
        {"target": "nope"}, {"target": "../secret.txt"}, {"target": str(folder.parent / "secret.txt")}, {"target": "http://127.0.0.1:1/"}, {"target": "-"}, {}, {"target": "a.txt", "root": "/"},
        {"target": "a.txt", "limit": "many"}, {"target": "--root=/"}, {"target": "a.txt", "select": "--root=/"},
    ]  # fmt: skip
    _, results = asked(folder, calls, "--root", ".")
    assert all(result.is_error for result in results)
    assert not any("secret\n" in result.content[0].text for result in results)
    codes = [json.loads(result.content[0].text)["error"]["code"] for result in results[:4]]
    assert codes == ["not-found", "outside-root", "outside-root", "outside-root"]


def test_profile(folder: Path) -> None:
    """The options that the server is started with are those of each call."""
    (folder / "long.txt").write_text("line\n" * 1000)
    _, (result,) = asked(folder, [{"target": "long.txt"}], "--profile", "agent")
    assert len(result.structured_content["lines"]) == 300
    assert result.structured_content["next"] == ":301-"


def test_command_lines() -> None:
    """Arguments become options of the same names; nothing else gets through."""
    assert words("read", {"target": "x", "as": "csv", "hidden": True, "literal": False, "context": "1,2"}, ["--root", "."])[4:] == [
        "--root",
        ".",
        "--json",
        "--as=csv",
        "--hidden",
        "--context=1,2",
        "--",
        "x",
    ]
    for bad in (
        {"target": ""},
        {"target": "a\0b"},
        {"target": 5},
        {"target": "x", "hidden": "yes"},
        {"target": "x", "password": "y"},
        {"target": "-:5"},
    ):
        with pytest.raises(ValueError, match=":"):
            words("read", bad, [])


def test_the_command_line(folder: Path) -> None:
    """Targets and bad options are told before anybody is served; without input it ends."""
    for arguments in (["--mcp", "a.txt"], ["--mcp", "--limit", "-3"]):
        assert subprocess.run([COMMAND, *arguments], cwd=folder, capture_output=True, check=False, stdin=subprocess.DEVNULL).returncode == 2
    assert subprocess.run([COMMAND, "--mcp"], cwd=folder, capture_output=True, check=False, stdin=subprocess.DEVNULL).returncode == 0
