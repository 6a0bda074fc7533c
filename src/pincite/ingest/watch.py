"""Let a parser say how far it has come, and ask how much it may read.

A parser is also called on its own, so both have an answer when nobody watches: nobody is told, and the
limits are the default ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from pincite.errors import InputError
from pincite.records.limits import Limits

PageRead = Callable[[int, int], None]
"""Told the number of a page that was read, and how many there are."""


def _nobody(page: int, pages: int) -> None:
    return None


_DEFAULT = Limits()
_limits: ContextVar[Limits] = ContextVar("limits", default=_DEFAULT)
_told: ContextVar[PageRead] = ContextVar("told", default=_nobody)


@contextmanager
def watched(limits: Limits, told: PageRead = _nobody) -> Iterator[None]:
    """Whatever is parsed inside keeps to these limits and tells of its pages."""
    before = _limits.set(limits), _told.set(told)
    try:
        yield
    finally:
        _limits.reset(before[0])
        _told.reset(before[1])


def limits() -> Limits:
    """How much a parser may read."""
    return _limits.get()


def page_read(page: int, pages: int) -> None:
    """To be called after each page: a document that gets on is given more time."""
    _told.get()(page, pages)


def check_pages(pages: int, name: str) -> None:
    """Refuse a document with more pages than may be read."""
    if pages > limits().pages:
        raise over(f"{name} has {pages:,} pages", "pages", "Split it into parts")


def check_pixels(width: int, height: int, name: str) -> None:
    """Refuse a picture that would fill the memory."""
    if width * height > limits().megapixels * 1_000_000:
        raise over(f"{name} has a picture of {width:,} × {height:,} pixels", "megapixels", "Make it smaller")


def over(found: str, setting: str, instead: str) -> InputError:
    """The error for a document that is over a limit: what was found, and which setting would allow it."""
    allowed = getattr(limits(), setting)
    return InputError(
        f"{found}; at most {allowed:,} {_UNITS.get(setting, setting)} are allowed.",
        hint=f"{instead}, or raise limits.{setting} (now {allowed}) in the settings file.",
    )


_UNITS = {
    "file_megabytes": "MB",
    "archive_members": "files in one archive",
    "archive_megabytes": "MB unpacked",
    "archive_ratio": "times its packed size",
    "attachment_depth": "e-mails inside each other",
    "memory_megabytes": "MB of memory",
}
