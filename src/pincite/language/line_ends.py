"""Words of a document as one line: no line breaks, and words that they divided whole again."""

from __future__ import annotations

import re

_LINE_END_HYPHEN = re.compile(r"(\w+)-[ \t]*\n\s*(?=[a-z])")
# After these a hyphen at the line's end belongs to the word: "self-insured", "long-term".
_KEEP_HYPHEN = re.compile(
    "self|non|co|ex|pre|post|anti|semi|multi|cross|inter|sub|mid|all|half|quasi|long|short|first|second|third"
    "|high|low|full|part|well|year|month|day|week|hour|cost|risk|tax|time|arms|good|so|sign|set|follow|built",
    re.IGNORECASE,
)


def on_one_line(text: str) -> str:
    """The words with single spaces between them, for reading only: quotes stay as they are."""
    return " ".join(_LINE_END_HYPHEN.sub(_mended, text).split())


def _mended(divided: re.Match[str]) -> str:
    start = divided[1]
    keeps = _KEEP_HYPHEN.fullmatch(start) is not None or not start[-1].islower()
    return f"{start}-" if keeps else start
