"""The loop over the targets: each is read and printed, an error of one never stops the others; then the exit status."""

from __future__ import annotations

import os

from readcli import pipeline
from readcli.errors import ReadError, SystemFailed, of_system
from readcli.render.out import Out, OutputFailed, PipeClosed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from readcli.model import Options
    from readcli.page import Page

TABLES = ("csv", "xlsx", "xls", "ods", "sqlite", "archive", "7z", "rar")  # formats that a terminal may show as tables


def run(arguments: list[str], options: Options) -> int:
    """Read and print all targets; the answer is the exit status."""
    if options.follow:
        from readcli.follow import follow
        from readcli.many import targets

        return follow(list(targets(arguments, options.files_from)), options)
    out = _output(options)
    status = 0
    if _is_terminal(2) and not options.quiet and not (options.json and _is_terminal(1)):
        from readcli import progress

        progress.Progress(out)
    try:
        status = _read_all(arguments, options, out)
        out.close()
    except PipeClosed:
        out.abandon()
        return status
    except OutputFailed as failed:
        complain(failed.error.message)
        return max(status, 1)
    except KeyboardInterrupt:
        _set_right(options)
        raise
    finally:
        if out.progress:
            out.progress.end()
    return status


def _read_all(arguments: list[str], options: Options, out: Out) -> int:
    """Read and print the targets one after the other; a list of them in a file, or several processes, are for `many`."""
    status = 0
    if options.files_from is not None or options.jobs > 1:
        from readcli import many

        words = many.targets(arguments, options.files_from)
        if options.jobs > 1:
            return many.read(words, options, out)
        for index, argument in enumerate(words):
            status = max(status, read_one(argument, options, out, (has_header(options, 2), index == 0)))
            out.flush()
        return status
    for index, argument in enumerate(arguments):
        status = max(status, read_one(argument, options, out, (has_header(options, len(arguments)), index == 0)))
    return status


def read_one(argument: str, options: Options, out: Out, place: tuple[bool, bool]) -> int:
    """Read and print one target, or tell why not; the answer is the exit status. `place`: has a header, is the first."""
    try:
        _print(argument, options, out, place)
    except ReadError as error:
        tell(argument, error, options, out)
        return error.status
    except OSError as error:
        tell(argument, of_system(error), options, out)
        return 1
    except MemoryError:
        tell(argument, SystemFailed("there is not enough memory"), options, out)
        return 1
    return 0


def _output(options: Options) -> Out:
    """Give where the text goes: a pager where standard output is a terminal."""
    if not _is_terminal(1):
        return Out()
    from readcli.render import pager

    return pager.output(options)


def _is_terminal(number: int) -> bool:
    try:
        return os.isatty(number)
    except OSError:
        return False


def _set_right(options: Options) -> None:
    """End a colour that an interruption left open on a terminal."""
    from readcli import terminal

    if terminal.is_terminal(1) and terminal.is_coloured(1, options):
        os.write(1, b"\x1b[0m")


def has_header(options: Options, count: int) -> bool:
    """Say whether each of some targets gets a header."""
    if options.header is not None:
        return options.header
    return count > 1 and options.gutter != "none" and not options.json


def _print(argument: str, options: Options, out: Out, place: tuple[bool, bool]) -> None:
    if out.progress:
        out.progress.begin(argument)
    page = pipeline.read(argument, options)
    if out.progress:
        out.progress.take(page)
    try:
        print_page(page, argument, options, out, place)
    finally:
        page.document.lines.close()


def print_page(page: Page, argument: str, options: Options, out: Out, place: tuple[bool, bool]) -> None:
    """Print a page in the form asked for; `place`: whether it has a header, and whether it is the first."""
    is_headed, is_first = place
    if page.is_by_characters:
        from readcli.render import characters

        (characters.render_json if options.json else characters.render)(page, out)
        return
    if options.json:
        from readcli.render import jsonl

        try:
            (jsonl.render_lines if options.json == "lines" else jsonl.render)(page, out, argument)
        except jsonl.Told as told:
            raise _AlreadyTold(told.error) from told
        return
    if is_headed:
        if not is_first and not out.ends_line:
            out.write(b"\n")
        out.write((b"" if is_first else b"\n") + _header(page, argument))
    if page.is_agent and page.selector.view != "raw":
        lines = [f"[{text}]" for text in page.document.preface] + page.document.header
        out.write("".join(f"{show_name(line)}\n" for line in lines).encode("utf-8", "replace"))
    out.open_at(page)
    try:
        _renderer(page, options)(page, out)
    finally:
        _say_notices(page, options, out)


def _header(page: Page, argument: str) -> bytes:
    """Write the line that stands before a target."""
    if has_form(page.options):
        from readcli.render import header

        return header.write(page, argument)
    return f"==> {show_name(page.document.source.path)} <==\n".encode()


def has_form(options: Options) -> bool:
    """Say quickly whether the text may want more than plain lines: a terminal, colours, wrapping, tab stops."""
    if _is_terminal(1) or "always" in (options.color, options.wrap, options.hyperlinks) or options.tabs:
        return True
    return any(os.environ.get(name) for name in ("FORCE_COLOR", "CLICOLOR_FORCE"))


class _AlreadyTold(ReadError):
    """An error that stands in the JSON already."""

    def __init__(self, error: ReadError) -> None:
        super().__init__(error.message, error.hint)
        self.status = error.status


def _renderer(page: Page, options: Options) -> Callable[[Page, Out], None]:
    """Give the module's function that prints such a page."""
    from readcli import registry

    if options.cat and page.selector.view in ("", "summary"):
        return registry.load("render", "cat").render  # type: ignore[no-any-return]
    if options.render:
        from readcli.render import markdown

        if markdown.is_wanted(page):
            return markdown.render
    if _is_terminal(1) and page.document.format in TABLES:
        from readcli.render import table

        if table.is_wanted(page, options):
            return table.render
    if _is_terminal(1) and page.document.format == "image":
        return registry.load("render", "picture").render  # type: ignore[no-any-return]
    return registry.load("render", "color" if has_form(options) else "plain").render  # type: ignore[no-any-return]


def _say_notices(page: Page, options: Options, out: Out) -> None:
    """Say what stands beside the text: for agents behind it, for people on standard error."""
    page.document.settle()
    if page.selector.view != "raw" and page.is_agent:
        from readcli.render.footer import footer

        text = footer(page, is_after_text=page.last is not None)
        out.write("\n".join(map(show_name, text.split("\n"))).encode("utf-8", "replace"))
        return
    if options.quiet:
        return
    from_limit = page.truncated_by
    texts = page.document.preface + page.document.notices
    if from_limit or texts:
        name = show_name(page.document.source.path)
        for text in texts:
            out.say(_message(f"{name}: {text}", options))
        if from_limit and page.next:
            from readcli.render.footer import continuation

            out.say(_message(f"{name}: {continuation(page)}", options))


def tell(argument: str, error: ReadError, options: Options, out: Out) -> None:
    """Print an error, where it belongs."""
    if isinstance(error, _AlreadyTold):
        return
    if options.json:
        from readcli.render import jsonl

        jsonl.render_error(argument, error, out, is_lines=options.json == "lines")
        return
    name = argument
    message = error.message.removeprefix(f"{name}: ")
    start = "" if message.startswith(("standard output", name.partition(":")[0] + ":")) and message == error.message else f"{name}: "
    out.say(_message(f"{start}{message}" + (f"; {error.hint}" if error.hint else ""), options))


def complain(text: str) -> None:
    """Write one line to standard error, without any control character."""
    from readcli.model import Options

    try:
        os.write(2, _message(text, Options()))
    except OSError:
        pass  # nobody listens


def _message(text: str, options: Options) -> bytes:
    """Write a line for standard error: dim on a terminal that has colours."""
    line = f"readcli: {show_name(text)}"
    if _is_terminal(2):
        from readcli import terminal

        line = f"\x1b[2m{line}\x1b[0m" if terminal.is_coloured(2, options) else line
    return f"{line}\n".encode("utf-8", "backslashreplace")


def show_name(text: str) -> str:
    r"""Make a name or a message fit for one line: control characters in visible form, bad bytes as `\xNN`."""
    if text.isascii() and text.isprintable():
        return text
    from readcli.control import show

    plain = "".join(letter if not "\udc80" <= letter <= "\udcff" else f"\\x{ord(letter) - 0xDC00:02x}" for letter in text)
    return show(plain.replace("\n", "^J").replace("\t", "^I"))
