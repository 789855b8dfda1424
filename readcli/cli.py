"""The command: its signature is the one table of options. Help, man pages, completions and the express lane come from it.

Typer parses only what the express lane does not know for certain: help, errors, bundles, rare options.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

Flag = Annotated[bool | None, typer.Option()]


def _option(group: str, words: str, *names: str, value: str | None = None, hidden: bool = False) -> Any:
    """Describe an option: its group, its line of help, its names, the name of its value (`a|b` are the words allowed)."""
    return typer.Option(*names, help=words, rich_help_panel=group, metavar=value, hidden=hidden, show_default=False)


WHAT, FORM, MUCH, PART, TAKEN = "What is read", "Form of the output", "How much", "What of it", "What it is taken for"
LIST, TERM, CAT, SET, LIMIT, BETWEEN, ABOUT = (
    "Listings", "On a terminal", "As cat", "Settings", "Limits and access", "Between programs", "About",
)  # fmt: skip
WHEN = "auto|always|never"


def main(
    targets: Annotated[list[str] | None, typer.Argument(metavar="TARGET...", show_default=False)] = None,
    select: Annotated[str | None, _option(WHAT, "the selector apart from the target", "-r", "--select", value="SEL")] = None,
    literal: Annotated[bool | None, _option(WHAT, "take each target as one path", "--literal")] = None,
    find: Annotated[bool | None, _option(WHAT, "search for a path that is not there by its end", "--find")] = None,
    follow: Annotated[bool | None, _option(WHAT, "go on with what is added to a file", "-f", "--follow")] = None,
    n: Annotated[bool | None, _option(FORM, "number the lines", "-n")] = None,
    anchors: Annotated[bool | None, _option(FORM, "number and hash the lines, to edit by", "-H", "--hashlines")] = None,
    plain: Annotated[bool | None, _option(FORM, "the text and nothing else", "-p", "--plain")] = None,
    gutter: Annotated[
        str | None, _option(FORM, "what stands left of the lines", "--gutter", value="auto|text|numbers|anchors|none")
    ] = None,
    json: Annotated[bool | None, _option(FORM, "one JSON object a target", "--json")] = None,
    json_lines: Annotated[bool | None, _option(FORM, "one JSON object a line (written --json=lines)", "--json-lines", hidden=True)] = None,
    header: Annotated[bool | None, _option(FORM, "a header for each target", "--header/--no-header")] = None,
    quiet: Annotated[bool | None, _option(FORM, "no notices", "-q", "--quiet")] = None,
    context: Annotated[str | None, _option(MUCH, "lines around a range or a hit", "-C", "--context", value="N[,M]")] = None,
    limit: Annotated[int | None, _option(MUCH, "at most N lines", "--limit", value="N")] = None,
    skip: Annotated[int | None, _option(MUCH, "leave out the first N lines or rows", "--skip", value="N")] = None,
    max_bytes: Annotated[int | None, _option(MUCH, "at most N bytes", "--max-bytes", value="N")] = None,
    max_columns: Annotated[int | None, _option(MUCH, "at most N characters of a line", "--max-columns", value="N")] = None,
    start_index: Annotated[int | None, _option(MUCH, "read by characters, from I on", "--start-index", value="I")] = None,
    max_chars: Annotated[int | None, _option(MUCH, "read by characters, C of them", "--max-chars", value="C")] = None,
    summary: Annotated[str | None, _option(PART, "when code is summarised", "--summary", value="fit|always|never")] = None,
    as_: Annotated[str | None, _option(PART, "form of the text", "--as", value="text|markdown|values|formulas|csv|json")] = None,
    changes: Annotated[bool | None, _option(PART, "show tracked changes", "--changes")] = None,
    hidden: Annotated[bool | None, _option(PART, "show what nobody would see", "--hidden")] = None,
    no_notes: Annotated[bool | None, _option(PART, "no footnotes, endnotes and comments", "--no-notes")] = None,
    outputs: Annotated[bool | None, _option(PART, "outputs of notebook cells", "--outputs")] = None,
    whole_page: Annotated[bool | None, _option(PART, "all of a web page, not only its main content", "--whole-page")] = None,
    tables: Annotated[bool | None, _option(PART, "tables on all pages of a PDF, or on none", "--tables/--no-tables")] = None,
    render: Annotated[bool | None, _option(PART, "Markdown as it is meant to look", "--render")] = None,
    image: Annotated[bool | None, _option(PART, "the picture itself, in JSON", "--image")] = None,
    no_timestamps: Annotated[bool | None, _option(PART, "no time stamps of CI logs", "--no-timestamps")] = None,
    count: Annotated[bool | None, _option(PART, "the number of hits only", "--count")] = None,
    max_count: Annotated[int | None, _option(PART, "at most N hits", "--max-count", value="N")] = None,
    format: Annotated[str | None, _option(TAKEN, "the format, whatever the content says", "--format", value="F")] = None,  # noqa: A002
    formats: Annotated[bool | None, _option(TAKEN, "list the formats", "--formats")] = None,
    text: Annotated[bool | None, _option(TAKEN, "text, whatever the content says", "--text")] = None,
    encoding: Annotated[str | None, _option(TAKEN, "the encoding of text and of names", "--encoding", value="E")] = None,
    file_name: Annotated[str | None, _option(TAKEN, "the name of standard input", "--file-name", value="NAME")] = None,
    language: Annotated[str | None, _option(TAKEN, "the language for colours and outlines", "-l", "--language", value="L")] = None,
    sql: Annotated[str | None, _option(TAKEN, "one SELECT on a SQLite file", "--sql", value="Q")] = None,
    all: Annotated[bool | None, _option(LIST, "ignored and hidden entries too", "-a", "--all")] = None,  # noqa: A002
    depth: Annotated[int | None, _option(LIST, "levels of a tree", "--depth", value="N")] = None,
    sort: Annotated[str | None, _option(LIST, "order of a listing", "--sort", value="name|time|size")] = None,
    ansi: Annotated[str | None, _option(TERM, "what becomes of control sequences", "--ansi", value="auto|keep|strip|show")] = None,
    color: Annotated[str | None, _option(TERM, "colours", "--color", value=WHEN)] = None,
    paging: Annotated[str | None, _option(TERM, "the pager", "--paging", value=WHEN)] = None,
    no_pager: Annotated[bool | None, _option(TERM, "no pager", "-P")] = None,
    tabs: Annotated[int | None, _option(TERM, "width of tabs, 0: as they are", "--tabs", value="N")] = None,
    wrap: Annotated[str | None, _option(TERM, "wrap long lines", "--wrap", value=WHEN)] = None,
    theme: Annotated[str | None, _option(TERM, "colours by this theme; auto: as suits the background", "--theme", value="T")] = None,
    list_themes: Annotated[bool | None, _option(TERM, "list the themes", "--list-themes")] = None,
    style: Annotated[
        str | None, _option(TERM, "what stands around the text: full, plain, or header, numbers, anchors", "--style", value="PARTS")
    ] = None,
    hyperlinks: Annotated[str | None, _option(TERM, "links on the paths of headers and trees", "--hyperlinks", value=WHEN)] = None,
    show_all: Annotated[bool | None, _option(CAT, "-vET", "-A", "--show-all")] = None,
    number_nonblank: Annotated[bool | None, _option(CAT, "number lines that are not blank", "-b", "--number-nonblank")] = None,
    show_ends: Annotated[bool | None, _option(CAT, "$ at the ends of lines", "-E", "--show-ends")] = None,
    squeeze_blank: Annotated[bool | None, _option(CAT, "one blank line for several", "-s", "--squeeze-blank")] = None,
    show_tabs: Annotated[bool | None, _option(CAT, "tabs as ^I", "-T", "--show-tabs")] = None,
    unbuffered: Annotated[bool | None, _option(CAT, "each piece at once", "-u")] = None,
    show_nonprinting: Annotated[bool | None, _option(CAT, "control characters as ^X", "-v", "--show-nonprinting")] = None,
    e: Annotated[bool | None, _option(CAT, "-vE", "-e")] = None,
    t: Annotated[bool | None, _option(CAT, "-vT", "-t")] = None,
    profile: Annotated[str | None, _option(SET, "a bundle of defaults", "--profile", value="human|agent")] = None,
    config_file: Annotated[str | None, _option(SET, "the settings of this file", "--config-file", value="F")] = None,
    show_config: Annotated[bool | None, _option(SET, "what holds, and from where", "--show-config")] = None,
    root: Annotated[str | None, _option(LIMIT, "read nothing outside this directory", "--root", value="DIR")] = None,
    timeout: Annotated[float | None, _option(LIMIT, "seconds without progress, 0: for ever", "--timeout", value="S")] = None,
    max_file_size: Annotated[int | None, _option(LIMIT, "refuse larger files", "--max-file-size", value="N")] = None,
    password: Annotated[bool | None, _option(LIMIT, "ask for the password", "--password")] = None,
    password_file: Annotated[str | None, _option(LIMIT, "the password is the first line of F", "--password-file", value="F")] = None,
    no_cache: Annotated[bool | None, _option(LIMIT, "keep nothing for the next run, and use nothing that is kept", "--no-cache")] = None,
    clear_cache: Annotated[bool | None, _option(LIMIT, "drop all that is kept", "--clear-cache")] = None,
    http_header: Annotated[
        list[str] | None, _option(LIMIT, "send a header field along, or those in @FILE", "--http-header", value="H")
    ] = None,
    check_anchors: Annotated[bool | None, _option(BETWEEN, "say which PATH:ANCHOR of standard input hold", "--check-anchors")] = None,
    lessopen: Annotated[
        bool | None, _option(BETWEEN, "print what less should show of a file, if that is more than its bytes", "--lessopen")
    ] = None,
    mcp: Annotated[bool | None, _option(BETWEEN, "serve as a tool of the Model Context Protocol, on standard input", "--mcp")] = None,
    files_from: Annotated[
        str | None, _option(BETWEEN, "the targets in F, one a line or ended by NUL; - is standard input", "--files-from", value="F")
    ] = None,
    jobs: Annotated[int | None, _option(BETWEEN, "read in N processes", "--jobs", value="N")] = None,
    show_completion: Annotated[
        str | None, _option(ABOUT, "print the completion of a shell", "--show-completion", value="bash|zsh|fish|powershell")
    ] = None,
    install_completion: Annotated[
        str | None, _option(ABOUT, "install it for you", "--install-completion", value="bash|zsh|fish|powershell")
    ] = None,
    help: Annotated[bool | None, _option(ABOUT, "this help", "-h", "--help")] = None,  # noqa: A002
    version: Annotated[bool | None, _option(ABOUT, "the version", "-V", "--version")] = None,
    licences: Annotated[bool | None, _option(ABOUT, "the licences of all that is used", "--licences")] = None,
) -> None:
    """Print anything that can be read, as lines, exactly the part that was asked for."""


def command() -> Any:
    """Give the parsed form of the signature, of the click that Typer carries."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(context_settings={"help_option_names": []})(main)
    return typer.main.get_command(app)


def parse(arguments: list[str]) -> tuple[list[str], dict[str, Any]]:
    """Parse arguments into targets and the options that were given. Raises UsageError."""
    from readcli.errors import UsageError

    parsed = command()
    try:
        with parsed.make_context("readcli", list(arguments)) as context:
            values = {key: value for key, value in context.params.items() if value is not None and value not in ((), [])}
            typed = [item.name for item in parsed.make_parser(context).parse_args(list(arguments))[2]]
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        text = error.format_message().replace("\n", " ").rstrip(".")
        raise UsageError(text[:1].lower() + text[1:], "readcli --help") from error
    targets = list(values.pop("targets", []))
    return targets, {key: values[key] for key in _last_of_each(typed) if key in values}


def _last_of_each(names: list[str]) -> list[str]:
    """Give each name once, in the order of its last place: of `-n -H -p --gutter` the last typed wins."""
    return list(reversed(dict.fromkeys(reversed(names))))
