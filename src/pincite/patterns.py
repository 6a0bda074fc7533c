"""Regular expressions that are compiled when they are first used.

There are hundreds, and some take Python ten milliseconds: compiled as its module is loaded, each would delay
every question, and few questions use most of them.
"""

from __future__ import annotations

import re

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn")


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Used as what `re.compile` gives; only a fault in it shows later, and `re` of a match is another object.

    So a match is traced to its pattern by `match.re.pattern`, not by `is`.
    """
    return _CompiledOnUse(source, flags)  # type: ignore[return-value]  # it has all methods of one


class _CompiledOnUse:
    """Has no method of a pattern until one is asked for, and those of the compiled pattern from then on."""

    def __init__(self, source: str, flags: int) -> None:
        self.pattern = source
        self.flags = flags

    def __repr__(self) -> str:
        return f"pattern({self.pattern!r})"

    def __getattr__(self, name: str) -> object:
        """Python calls this only for what the object does not have, so from the second use on not at all."""
        if name not in _METHODS:
            raise AttributeError(f"a pattern has no {name!r}")
        compiled = re.compile(self.pattern, self.flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)
