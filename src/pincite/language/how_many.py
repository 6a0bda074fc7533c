"""Say how many of something there are: 1 page, 1,200 pages."""

from __future__ import annotations


def how_many(number: int, noun: str) -> str:
    """The number and the noun, which takes an s in the plural."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
