"""The entry point: `readcli`, `python -m readcli`. The express lane first, Typer for what it does not know."""

from __future__ import annotations

import _signal as signal  # what `signal` wraps in enums, at 5 ms
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


def main() -> NoReturn:
    """Run the command line, flush, and leave without Python's tear-down (7 ms)."""
    status = 1
    sys.excepthook = _confess
    ended_by = 0
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:  # not under `nohup`
            signal.signal(number, _end)
    try:
        _hold_standard_descriptors()
        status = start(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    except Ended as ended:
        ended_by = ended.number
    finally:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, AttributeError, ValueError):  # closed, or gone
                pass
    if ended_by:
        signal.signal(ended_by, signal.SIG_DFL)
        os.kill(os.getpid(), ended_by)
    os._exit(status)


class Ended(BaseException):
    """Somebody ends this process by a signal; what it has started must be ended first."""

    def __init__(self, number: int) -> None:
        """Take the signal."""
        super().__init__(number)
        self.number = number


def _end(number: int, _frame: object) -> NoReturn:
    signal.signal(number, signal.SIG_DFL)  # a second one ends it at once
    raise Ended(number)


def _confess(kind: type[BaseException], error: BaseException, _trace: object) -> None:
    """Say a fault of readcli itself in one line; `python -X dev -m readcli` shows where it is."""
    if issubclass(kind, KeyboardInterrupt):  # a second one, while the first was being answered
        os._exit(130)
    if sys.flags.dev_mode:
        sys.__excepthook__(kind, error, None)
    text = f"a fault of readcli itself: {kind.__name__}: {' '.join(str(error).split())[:300]}"
    if isinstance(error, MemoryError):
        text = "there is not enough memory"
    os.write(2, f"readcli: {text}\n".encode("utf-8", "backslashreplace"))
    os._exit(1)


def _hold_standard_descriptors() -> None:
    """Put /dev/null where standard input or error is closed, so that no file opened later takes their numbers."""
    try:
        os.fstat(1)
    except OSError:
        try:
            os.write(2, b"readcli: standard output: bad file descriptor\n")
        except OSError:
            pass  # nobody listens either
        os._exit(1)
    for number in (0, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def start(arguments: list[str]) -> int:
    """Parse, make the options, read the targets; the answer is the exit status."""
    from readcli.errors import ReadError

    if "_READCLI_COMPLETE" in os.environ:
        from readcli.complete import answer

        return answer()
    try:
        arguments, aside = prepare(arguments)
        targets, given = parse(arguments)
        targets = [aside.get(word, word) for word in targets]
        if given.get("check_anchors"):
            from readcli.rebase import check_anchors

            return check_anchors()
        if given.pop("mcp", False):
            from readcli import config, mcp_server

            config.options_of(given)  # checked before anybody asks
            return mcp_server.serve(targets, [word for word in arguments if word != "--mcp"])
        if given.pop("lessopen", False):
            from readcli import config, lessopen

            return lessopen.show(targets, config.options_of(given))
        if any(key in ACTIONS for key in given) or (not targets and "files_from" not in given and os.isatty(0)):
            from readcli.actions import act

            return act(given)
        from readcli import config, run

        return run.run(targets if targets or "files_from" in given else ["-"], config.options_of(given))
    except ReadError as error:
        from readcli.run import complain

        complain(error.message + (f"; {error.hint}" if error.hint else ""))
        return error.status


ACTIONS = ("version", "help", "formats", "show_config", "show_completion", "install_completion", "clear_cache", "licences", "list_themes")


def prepare(arguments: list[str]) -> tuple[list[str], dict[str, str]]:
    """Set aside what Typer would misread: `--json=lines`, targets that begin `-:`; refuse `-5`, `+50` with their hint."""
    from readcli.errors import UsageError

    if "--show-completion" in arguments or "--install-completion" in arguments:
        arguments = _join_shell(arguments)
    kept: list[str] = []
    aside: dict[str, str] = {}
    for at, word in enumerate(arguments):
        if word == "--":
            return kept + arguments[at:], aside
        if word.startswith("--json=") and word != "--json=object":
            if word != "--json=lines":
                raise UsageError(f"{word}: only --json and --json=lines", "readcli --help")
            word = "--json-lines"
        elif word.startswith("-:") and not _is_value(arguments, at):
            aside["\0" + word] = word
            word = "\0" + word
        elif word[:1] == "-" and word[1:].isascii() and word[1:].isdigit() and not _is_value(arguments, at):
            raise UsageError(f"{word} is no option", f"write FILE:{word} for the last {word[1:]} lines")
        elif word[:1] == "+" and word[1:].isascii() and word[1:].isdigit() and not os.path.lexists(word) and not _is_value(arguments, at):
            raise UsageError(f"{word} is no file", f"write FILE:{word[1:]} to start at line {word[1:]}")
        kept.append("--json" if word == "--json=object" else word)
    return kept, aside


def _join_shell(arguments: list[str]) -> list[str]:
    """Join `--show-completion` with the shell behind it, or with `auto`: Typer knows no optional values."""
    from readcli.actions import SHELLS

    joined: list[str] = []
    for word in arguments:
        if joined and joined[-1] in ("--show-completion=auto", "--install-completion=auto") and word in (*SHELLS, "pwsh"):
            joined[-1] = joined[-1].removesuffix("auto") + word
        else:
            joined.append(f"{word}=auto" if word in ("--show-completion", "--install-completion") else word)
    return joined


def _is_value(arguments: list[str], at: int) -> bool:
    """Say whether an argument is the value of the option before it."""
    from readcli.express import TABLE

    return at > 0 and TABLE.get(arguments[at - 1], ("", "yes"))[1] not in ("yes", "no")


def parse(arguments: list[str]) -> tuple[list[str], dict[str, Any]]:
    """Parse by the express lane, else by Typer."""
    from readcli import express

    found = express.parse(arguments)
    if found is not None:
        return found
    from readcli import cli

    return cli.parse(arguments)


if __name__ == "__main__":
    main()
