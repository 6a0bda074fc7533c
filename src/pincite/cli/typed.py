"""Read what is typed, line by line: with a prompt on a terminal, and from a pipe or file without."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress

_PROMPT = "> "


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
