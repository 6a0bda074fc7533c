"""Find the documents that an older parser has read: it may have taken hidden words for text."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from pincite.errors import PinciteError
from pincite.jobs.recognition import OFF, parser_of
from pincite.records.library import Listing
from pincite.settings import Settings, StageChoice


def outdated(listings: Iterable[Listing], settings: Settings) -> list[Listing]:
    """Those whose current version came from another version of the parser that would read them now."""

    @functools.cache
    def now(format: str) -> tuple[str, str]:
        chosen = {str(name): choice for name, choice in settings.parsers.items()}
        choice = chosen.get(format, StageChoice(name=format))
        try:
            parse = parser_of(choice.name, choice.options, OFF).parse
        except PinciteError:  # it cannot be read again as things are: nothing to advise
            return "", ""
        return parse.parser, _own(parse.version)

    return [
        listing
        for listing in listings
        if now(listing.format)[0] == listing.parser and now(listing.format)[1] != _own(listing.parser_version)
    ]


def _own(version: str) -> str:
    """A parser's own version, without that of a library that it names behind it."""
    return version.partition("+")[0]
