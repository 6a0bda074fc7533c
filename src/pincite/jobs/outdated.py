"""Find the documents that an older parser has read: it may have taken hidden words for text."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from pincite.errors import PinciteError
from pincite.ingest.versions import VERSIONS
from pincite.records.library import ReadBy
from pincite.settings import Settings, StageChoice


def outdated(readings: Iterable[ReadBy], settings: Settings) -> list[ReadBy]:
    """Those whose current version came from another version of the parser that would read them now."""

    @functools.cache
    def now(format: str) -> tuple[str, str]:
        chosen = {str(name): choice for name, choice in settings.parsers.items()}
        choice = chosen.get(format, StageChoice(name=format))
        if choice.name in VERSIONS and not choice.options:
            return choice.name, VERSIONS[choice.name]
        from pincite.jobs.recognition import OFF, parser_of

        try:
            parse = parser_of(choice.name, choice.options, OFF).parse
        except PinciteError:  # it cannot be read again as things are: nothing to advise
            return "", ""
        return parse.parser, _own(parse.version)

    return [
        each
        for each in readings
        if now(each.format)[0] == each.parser and now(each.format)[1] != _own(each.parser_version)
    ]


def _own(version: str) -> str:
    """A parser's own version, without that of a library that it names behind it."""
    return version.partition("+")[0]
