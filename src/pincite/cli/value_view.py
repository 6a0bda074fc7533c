"""Say on a terminal what a value is."""

from __future__ import annotations

from pydantic import BaseModel

from pincite.cli.screen import printable
from pincite.language import value_words


def in_words(value: BaseModel) -> str:
    """The value for a reader; a kind that is not known here is shown as its JSON."""
    return printable(value_words.in_words(value))
