"""Report what goes wrong: a sentence and a hint on standard error, JSON if asked for, an exit code."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType

import typer

from pincite import logs
from pincite.cli.screen import messages, print_object, printable
from pincite.errors import INTERRUPTED_EXIT_CODE, PinciteError

DEBUG_VARIABLE = "PINCITE_DEBUG"
# What a shell reports of a program that wrote to a closed pipe (128 + SIGPIPE).
_CLOSED_PIPE_EXIT_CODE = 141
_UNWRITABLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


@contextmanager
def reported(
    as_json: bool,
    interrupted: str = "Interrupted.",
    write: Callable[[Mapping[str, object]], None] = print_object,
) -> Iterator[None]:
    """Whatever a verb raises inside is told to the user and becomes the exit code.

    `interrupted` says what an interruption leaves behind, where it leaves anything; `write` how the verb
    writes JSON.
    """
    try:
        yield
    except PinciteError as error:
        if as_json:
            write({"error": failure(error)})
        show_error(error.message, error.hint)
        raise typer.Exit(error.exit_code) from error
    except KeyboardInterrupt as interrupt:
        if as_json:
            write({"error": _failure("Interrupted", interrupted)})
        show_error(interrupted, lead="")
        raise typer.Exit(INTERRUPTED_EXIT_CODE) from interrupt
    except BrokenPipeError as error:
        # Whoever read the output has seen enough. Nothing may be written when Python exits either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(_CLOSED_PIPE_EXIT_CODE) from error


def failure(error: PinciteError) -> dict[str, object]:
    """An error as every JSON form of ours shows it."""
    return _failure(type(error).__name__, error.message, error.hint, error.retryable)


def show_error(message: str, hint: str = "", *, lead: str = "Error: ") -> None:
    if logs.as_json():
        logs.log("error", "error", message=printable(message), hint=printable(hint))
        return
    from rich.text import Text

    messages().print(Text.assemble((lead, "bold red"), printable(message)), soft_wrap=True)
    if hint:
        messages().print(Text(printable(hint), "dim"), soft_wrap=True)


def show_uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Python calls this for an exception that nobody caught, and then exits with 1.

    Only two kinds come so far: output that cannot be written, from wherever it is written, and bugs.
    """
    # An error of opening or making a file names the file; one of writing to a stream does not.
    if isinstance(error, OSError) and error.errno in _UNWRITABLE and error.filename is None:
        reason = os.strerror(error.errno)
        show_error(f"The output could not be written: {reason}.", "Free some space, or write it elsewhere.")
        return
    _show_bug(kind, error, trace)


def _failure(kind: str, message: str, hint: str = "", retryable: bool = False) -> dict[str, object]:
    return {"class": kind, "message": message, "hint": hint, "retryable": retryable}


def _show_bug(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    show_error("Bug in Pincite: " + (str(error) or kind.__name__))
    if os.environ.get(DEBUG_VARIABLE):
        traceback.print_exception(kind, error, trace)
        return
    show_error(f"Run it again with {DEBUG_VARIABLE}=1 for the details, and please report them.", lead="")
