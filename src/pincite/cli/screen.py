"""Use the terminal: answers to standard output, all else to standard error, and read what is typed."""

from __future__ import annotations

import codecs
import functools
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Union

from pincite import logs

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

Part = Union[str, tuple[str, str], "Text"]
"""Words, by themselves or with a style."""
_WIDEST_TEXT = 100  # longer lines are hard to read
_PIPE_WIDTH = 1_000  # no name in a table is folded
_PLAIN_SIGNS = {
    "✓": "+", "✗": "x", "«": '"', "»": '"', "“": '"', "”": '"', "‘": "'", "’": "'",
    "–": "-", "—": "-", "·": "-", "›": ">", "…": "...", "\u00a0": " ", "\u2011": "-",
}  # fmt: skip
# A document may hold any character, and ESC or its one-character form would steer the terminal.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
# In a name also what would break its line, half a surrogate pair, and marks that turn the writing.
_CONTROL_IN_NAME = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
# What JSON lets through of the same, and the marks that turn the direction of writing.
_CONTROL_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_PROMPT = "> "


@functools.cache
def output() -> Console:
    """Standard output: the answer, and nothing else."""
    return _console(stderr=False)


@functools.cache
def messages() -> Console:
    """Standard error: progress, notices and errors."""
    return _console(stderr=True)


def print_text(*parts: Part, indent: int = 0, hanging: int = 0, above: int = 0) -> None:
    """Running text, wrapped for reading; lines after the first stand `hanging` further in."""
    from rich.text import Text

    console, text = output(), Text.assemble(*parts)
    console.print("\n" * above, end="")
    for number, line in enumerate(text.wrap(console, _text_width() - indent - hanging)):
        line.rstrip()
        line.pad_left(indent + (hanging if number else 0))
        console.print(line, soft_wrap=True)


def new_table() -> Table:
    """An empty table without lines, as wide as it needs."""
    from rich.table import Table

    return Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)


def printable(text: str) -> str:
    """The text with every character that would steer the terminal shown as a sign instead."""
    return _CONTROL.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n"))


def printable_name(name: str) -> str:
    """A file's name or path on one line, with what would break or steer it shown as `\\n` and the like."""
    return _CONTROL_IN_NAME.sub(lambda control: control[0].encode("unicode_escape").decode(), name)


def one_line(text: str) -> str:
    """Words of a document as running text: line breaks gone, and words divided by them whole again.

    This is for reading only; the JSON form holds the document's text as it is.
    """
    from pincite.language.line_ends import on_one_line  # here, because help must be quick

    return printable(on_one_line(text))


def say(*parts: str | tuple[str, str]) -> None:
    """One line of the answer, never broken by us."""
    from rich.text import Text

    words = (printable(part) if isinstance(part, str) else (printable(part[0]), part[1]) for part in parts)
    output().print(Text.assemble(*words), soft_wrap=True)


def notice(message: str) -> None:
    """Tell the user something that is not part of the answer."""
    if logs.as_json():
        logs.log("notice", message=printable(message))
        return
    messages().print(printable(message), style="dim", soft_wrap=True)


def once(tell: Callable[[str], None]) -> Callable[[str], None]:
    """The same, but each message only the first time: a lock may be waited for more than once."""
    said: set[str] = set()

    def tell_once(message: str) -> None:
        if message not in said:
            said.add(message)
            tell(message)

    return tell_once


def print_json(text: str) -> None:
    """JSON is UTF-8 whatever the terminal speaks.

    What would steer the terminal, and half a surrogate pair, come out as their JSON escapes.
    """
    escaped = _CONTROL_IN_JSON.sub(lambda control: f"\\u{ord(control[0]):04x}", text)
    sys.stdout.flush()
    sys.stdout.buffer.write(escaped.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def print_object(content: Mapping[str, object]) -> None:
    """An object of the command line's own as JSON."""
    print_json(json.dumps(content, ensure_ascii=False, indent=2))


def print_line(content: Mapping[str, object]) -> None:
    """The same on one line, where every line is an object."""
    print_json(json.dumps(content, ensure_ascii=False))


def accept_any_character() -> None:
    """Let every character be written, on terminals that know only some of them as well."""
    codecs.register_error("pincite_plain_signs", _plain_sign)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="pincite_plain_signs")


def _plain_sign(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unknown = error.object[error.start : error.end]
    return "".join(_PLAIN_SIGNS.get(sign, "?") for sign in unknown), error.end


def _console(stderr: bool) -> Console:
    from rich.console import Console

    class QuietConsole(Console):
        """A console that leaves a closed pipe to its caller."""

        def on_broken_pipe(self) -> None:
            raise  # rich calls this while it handles the BrokenPipeError

    console = QuietConsole(stderr=stderr, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = _PIPE_WIDTH
    return console


def _text_width() -> int:
    columns = output().width if output().is_terminal else shutil.get_terminal_size().columns
    return min(columns, _WIDEST_TEXT)


def is_typed() -> bool:
    """Whether somebody sits at a terminal, and the lines do not come from a pipe or a file."""
    return sys.stdin.isatty()


def typed_lines(*, keep_output: bool) -> Iterator[str]:
    """Each line without its end; with `keep_output` no prompt goes to standard output."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # what is no text must not end the conversation
    if not is_typed():
        yield from (line.rstrip("\n") for line in sys.stdin)
    elif keep_output or not sys.stdout.isatty():
        yield from _beside_output()
    else:
        yield from _edited()


def _edited() -> Iterator[str]:
    """Lines that can be edited and called back where the system offers that; none is written to a file."""
    with suppress(ImportError):
        import readline  # noqa: F401  to import it is to have input() edit lines
    while True:
        try:
            yield input(_PROMPT)
        except EOFError:
            print()  # the shell's own prompt would follow on the same line
            return


def _beside_output() -> Iterator[str]:
    """The prompt on standard error, for standard output is for programs."""
    while True:
        print(_PROMPT, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            print(file=sys.stderr)
            return
        yield line.rstrip("\n")
