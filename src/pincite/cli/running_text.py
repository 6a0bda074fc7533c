"""Words of a document as running text on a terminal."""

from __future__ import annotations

from pincite.cli.screen import printable


def one_line(text: str) -> str:
    """Words of a document as running text: line breaks gone, and words divided by them whole again.

    This is for reading only; the JSON form holds the document's text as it is.
    """
    from pincite.language.line_ends import on_one_line  # here, because help must be quick

    return printable(on_one_line(text))
