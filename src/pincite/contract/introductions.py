"""Whether a text says of a name that it is the one who was asked for: the Supplier, the managing director.

"Acme GmbH delivers to the Supplier" names a company and the Supplier, and not who the Supplier is. A
text says so by a definition behind the name (Beta Ltd, “Supplier”), by a label before it ("Supplier:
Beta Ltd"), or by what the name is said to be ("Anna Keller, Managing Director").
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.contract.values.reading import Reading

_WHO_IS = re.compile(
    r"\s*(?:and\s+)?(?:who\s+(?:is|was)|(?:which|what)\s+(?:\w+\s+){1,2}?(?:is|was|acts\s+as))\s+(?:the\s+"
    r"|its\s+|an?\s+)?"
    r"(?P<role>[^?]{2,60}?)\s*(?:\s(?:of|in|under|for|at)\s[^?]*)?\??\s*$",
    re.IGNORECASE,
)
_QUOTE = "\"“”„‟'‘’«»"
# Between a name and what it is called: a bracket that stays open, or a comma, or a verb.
_DEFINED = re.compile(
    rf"[^()\[\]]{{0,240}}[(\[][^()\[\]]{{0,80}}?[{_QUOTE}]?\s*(?:the\s+|an?\s+)?[{_QUOTE}]?\Z", re.IGNORECASE
)
_APPOSITION = re.compile(
    rf"\s*(?:,\s*|\s(?:is|was|acts|serves|shall\s+be|shall\s+act|will\s+be)\s+|\s+[–—-]\s+|\s*\(\s*)"
    rf"(?:(?:acting|as|its|the|our|a|an|in|their|his|her|capacity|called|hereinafter|referred|to"
    rf"|appointed)\s+){{0,7}}[{_QUOTE}]?\Z",
    re.IGNORECASE,
)
_LABEL = re.compile(
    rf"[{_QUOTE})\]]*(?:\s+of\s+[^.;:,]{{1,60}}?(?=\s(?:is|was|shall\s+be)\s))?\s*(?:[:=|–—-]|,|(?:is|are|was|means|name|named|called|shall\s+(?:be|mean)"
    rf"|will\s+be)\s*:?)?\s*"
    rf"(?:the\s+(?:company\s+)?|(?:mr|ms|mrs|dr)\.?\s+)?[{_QUOTE}]?\Z",
    re.IGNORECASE,
)
_WHO = re.compile(r"\s*who\s+(?:is|are)\s+(?:the\s+)?(?P<name>\w+(?:\s+\w+)?)\s*\??\s*$", re.IGNORECASE)


def says_who(asked: str, text: str) -> bool:
    """Whether a text says who somebody is, where just that is asked: "Insured: Beta Ltd", (the “Insured”).

    "The address of the Insured" names the Insured, too, and does not say who that is.
    """
    wanted = _WHO.match(asked)
    if wanted is None:
        return True
    name = r"\s+".join(re.escape(word) for word in wanted["name"].split())
    defined = rf"[{_QUOTE}]{name}[{_QUOTE}]"
    labelled = rf"^\W*(?:\w+\s+)?{name}\b(?!\s+(?:shall|may|must|will|has|have|can)\b)"
    said = (
        rf"\b{name}\s*(?:[:=–—]|\b(?:is|are|means)\b)|,\s+(?:the|as|its|our)\s+{name}\b"
        rf"|\b(?:is|are|as|appointed|named|elected)\s+(?:\w+\s+){{0,2}}?{name}\b"
    )
    return re.search(f"{defined}|{labelled}|{said}", text, re.IGNORECASE) is not None


def introduction_misfit(
    asked: str, text: str, readings: Sequence[Reading[BaseModel]], reading: Reading[BaseModel]
) -> str:
    """Why a name is not that of the one asked for; empty where it is, or where no role is asked for."""
    wanted = _WHO_IS.match(asked)
    if wanted is None:
        return ""
    role = r"\s+".join(re.escape(word) for word in wanted["role"].split())
    for place in re.finditer(rf"(?<!\w){role}(?!\w)", text, re.IGNORECASE):
        if _introduces(text, readings, reading, place):
            return ""
    return f"the text does not say that this is the {wanted['role']}"


def _introduces(
    text: str, readings: Sequence[Reading[BaseModel]], reading: Reading[BaseModel], role: re.Match[str]
) -> bool:
    if role.start() >= reading.end:
        # Another name in between is the one that is defined.
        if any(reading.end <= other.start < role.start() for other in readings):
            return False
        between = text[reading.end : role.start()]
        return bool(_APPOSITION.fullmatch(between) or _DEFINED.fullmatch(between))
    if role.end() <= reading.start:
        # "(the “Customer”) and Beta": what is defined before does not go on to the next name.
        closed = re.match(rf"[{_QUOTE}]\s*[)\]]", text[role.end() :])
        return not closed and bool(_LABEL.fullmatch(text, role.end(), reading.start))
    return False
