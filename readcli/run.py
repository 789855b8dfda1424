"""The loop over the targets: each is read and printed, an error of one never stops the others; then the exit status."""

from __future__ import annotations

import os

from readcli import pipeline
from readcli.errors import ReadError, SystemFailed, of_system
from readcli.render.out import Out, OutputFailed, PipeClosed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.model import Options
    from readcli.page import Page


def run(arguments: list[str], options: Options) -> int:
    """Read and print all targets; the answer is the exit status."""
    out = Out()
    status = 0
    try:
        for index, argument in enumerate(arguments):
            try:
                _print(argument, options, out, has_header=_has_header(options, len(arguments)), is_first=index == 0)
            except ReadError as error:
                status = max(status, error.status)
                _tell(argument, error, options, out)
            except OSError as error:
                status = max(status, 1)
                _tell(argument, of_system(error), options, out)
            except MemoryError:
                status = max(status, 1)
                _tell(argument, SystemFailed("there is not enough memory"), options, out)
        out.flush()
    except PipeClosed:
        return status
    except OutputFailed as failed:
        complain(failed.error.message)
        return max(status, 1)
    return status


def _has_header(options: Options, count: int) -> bool:
    if options.header is not None:
        return options.header
    return count > 1 and options.gutter != "none" and not options.json


def _print(argument: str, options: Options, out: Out, *, has_header: bool, is_first: bool) -> None:
    page = pipeline.read(argument, options)
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
    if has_header:
        if not is_first and not out.ends_line:
            out.write(b"\n")
        out.write((b"" if is_first else b"\n") + f"==> {show_name(page.document.source.path)} <==\n".encode())
    if page.is_agent and page.selector.view != "raw":
        out.write("".join(f"[{text}]\n" for text in page.document.preface).encode("utf-8", "replace"))
    try:
        _renderer(page, options)(page, out)
    finally:
        _say_notices(page, options, out)


class _AlreadyTold(ReadError):
    """An error that stands in the JSON already."""

    def __init__(self, error: ReadError) -> None:
        super().__init__(error.message, error.hint)
        self.status = error.status


def _renderer(page: Page, options: Options):  # type: ignore[no-untyped-def]  # noqa: ANN202  # one of several functions of one shape
    from readcli.render import plain

    del page, options
    return plain.render


def _say_notices(page: Page, options: Options, out: Out) -> None:
    """Say what stands beside the text: for agents behind it, for people on standard error."""
    page.document.settle()
    if page.selector.view != "raw" and page.is_agent:
        from readcli.render.footer import footer

        out.write(footer(page, is_after_text=page.last is not None).encode("utf-8", "replace"))
        return
    if options.quiet:
        return
    from_limit = page.truncated_by
    texts = page.document.preface + page.document.notices
    if from_limit or texts:
        out.flush()
        for text in texts:
            complain(f"{show_name(page.document.source.path)}: {text}")
        if from_limit and page.next:
            from readcli.render.footer import continuation

            complain(f"{show_name(page.document.source.path)}: {continuation(page)}")


def _tell(argument: str, error: ReadError, options: Options, out: Out) -> None:
    """Print an error, where it belongs."""
    if isinstance(error, _AlreadyTold):
        return
    if options.json:
        from readcli.render import jsonl

        jsonl.render_error(argument, error, out, is_lines=options.json == "lines")
        return
    out.flush()
    name = argument
    message = error.message.removeprefix(f"{name}: ")
    start = "" if message.startswith(("standard output", name.partition(":")[0] + ":")) and message == error.message else f"{name}: "
    complain(f"{start}{message}" + (f"; {error.hint}" if error.hint else ""))


def complain(text: str) -> None:
    """Write one line to standard error, without any control character."""
    try:
        os.write(2, f"readcli: {show_name(text)}\n".encode("utf-8", "backslashreplace"))
    except OSError:
        pass  # nobody listens


def show_name(text: str) -> str:
    r"""Make a name or a message fit for one line: control characters in visible form, bad bytes as `\xNN`."""
    if text.isascii() and text.isprintable():
        return text
    from readcli.control import show

    plain = "".join(letter if not "\udc80" <= letter <= "\udcff" else f"\\x{ord(letter) - 0xDC00:02x}" for letter in text)
    return show(plain.replace("\n", "^J").replace("\t", "^I"))
