"""Tell what kind of document words speak of: a lease, a merger agreement, an insurance policy, a 10-K."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pincite.patterns import pattern
from pincite.records.reading import DocumentType

# From a kind to what people call it. The wider kinds come last: an NDA is a contract, too.
_WORDINGS = {
    "non-disclosure agreement": r"n\.?d\.?a\.?s?|c\.?d\.?a|(?:confidentiality|secrecy"
    r"|(?:mutual )?non-?\s?disclosure|confidential disclosure)"
    r"(?:,? (?:and |& )?(?:confidentiality|non-?\s?disclosure|non-?use))*"
    r"(?: (?:agreement|undertaking|form))?",
    "merger agreement": r"(?:merger|acquisition) agreement|(?:agreement and )?plan of merger",
    "lease": r"(?:sub)?leases?|tenancy agreement|rental (?:agreement|contract)",
    "loan agreement": r"(?:loan|credit|facility) (?:agreement|contract)",
    "licence agreement": r"licen[cs]e agreement",
    "employment contract": r"employment (?:agreement|contract)",
    "services agreement": r"services? (?:agreement|contract)",
    "supply agreement": r"supply (?:agreement|contract)",
    "distribution agreement": r"distribution (?:agreement|contract)",
    "amendment": r"amendment|addendum",
    "privacy policy": r"(?:privacy|cookie) (?:policy|notice|statement)",
    "insurance policy": r"insurance polic(?:y|ies)|policy (?:wording|schedule)|certificate of insurance",
    "label": r"(?:drug |product )?label(?:l?ing)?s?|prescribing information"
    r"|(?:(?:package|patient) )?leaflet|(?:package|patient) insert|monograph",
    "annual report": r"(?:form )?10-?\s?k|annual report",
    "quarterly report": r"(?:form )?10-?\s?q|quarterly report",
    "current report": r"(?:form )?8-?\s?k",
    "invoice": r"invoices?",
    "letter": r"letters?",
    "email": r"e-?mails?",
    "spreadsheet": r"spreadsheets?|workbooks?",
    "presentation": r"presentations?|slide decks?",
    "paper": r"papers?",
    "guideline": r"guidelines?",
    "handbook": r"handbooks?|manuals?",
    "minutes": r"minutes",
    "filing": r"filings?",
    "policy": r"polic(?:y|ies)",
    "contract": r"agreements?|contracts?|deeds?|undertaking",
}  # fmt: skip
_WIDER = {
    **dict.fromkeys(
        (
            *("non-disclosure agreement", "merger agreement", "lease", "loan agreement", "licence agreement"),
            *("employment contract", "services agreement", "supply agreement", "distribution agreement"),
        ),
        "contract",
    ),
    **dict.fromkeys(("privacy policy", "insurance policy"), "policy"),
    **dict.fromkeys(("annual report", "quarterly report", "current report"), "filing"),
}
_OF_TYPE: dict[DocumentType, tuple[str, ...]] = {
    "contract": ("contract",),
    "policy": ("insurance policy", "policy"),
    "other": (),
}
GENERIC = frozenset({"contract", "filing"})
"""Kinds that nearly every document of a library may be: "the agreement" does not say which one."""
_EACH = "|".join(rf"(?P<k{number}>(?:{wording})\b)" for number, wording in enumerate(_WORDINGS.values()))
_PATTERN = pattern(rf"\b(?:{_EACH})", re.IGNORECASE)
_NAMES = tuple(_WORDINGS)
SPOKEN_OF = frozenset({"letter", "email", "paper", "minutes", "presentation", "spreadsheet", "invoice"})
"""Kinds that a text or a question often speaks of without meaning a document that is held."""
_TITLE_CHARACTERS = 600
_SPACES = pattern(r"[\s_]+")


@dataclass(frozen=True, slots=True)
class KindMention:
    """A kind of document that a text speaks of, and where."""

    kind: str
    start: int
    end: int


def kinds_in(text: str) -> list[KindMention]:
    """Every kind that the text speaks of, in order; "insurance policy" is one, and not also a policy."""
    return [_mention(found) for found in _PATTERN.finditer(text)]


def kinds_of_document(type: DocumentType, titles: str, head: str) -> frozenset[str]:
    """What a document is: by its profile, by what its file and title are called, by how its text begins."""
    kinds = set(_OF_TYPE.get(type, (type,)))
    kinds |= {mention.kind for mention in kinds_in(_SPACES.sub(" ", titles))}
    # The first that the text names is its own; after that it may speak of others.
    called = map(_mention, _PATTERN.finditer(_SPACES.sub(" ", head[:_TITLE_CHARACTERS])))
    kinds |= {next((mention.kind for mention in called if mention.kind not in SPOKEN_OF), type)} - {"other"}
    return widened(kinds)


def widened(kinds: Iterable[str]) -> frozenset[str]:
    """The kinds with those that they are among: a lease is a contract."""
    given = frozenset(kinds)
    return given | {_WIDER[kind] for kind in given if kind in _WIDER}


def _mention(found: re.Match[str]) -> KindMention:
    assert found.lastgroup
    return KindMention(_NAMES[int(found.lastgroup[1:])], found.start(), found.end())
