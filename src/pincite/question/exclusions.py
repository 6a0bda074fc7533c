"""Tell what the user says is not wanted apart from what is; it must never be searched for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from pincite.language.vocabulary import stems, telling
from pincite.records.question import Term

_ARTICLE = r"(?:the\s+|an?\s+|any\s+)?"
# After a comma or in brackets even a bare "not" rules something out.
_SET_APART = re.compile(
    r"(?:,|\(|;|\bbut)\s*(?:not(?: including| counting)?|excluding|other than|rather than|except(?: for)?"
    r"|without counting|leaving aside|never mind|ignoring|disregarding|as opposed to|apart from|besides"
    rf"|aside from)\s+{_ARTICLE}(?P<left_out>[^?,;()]+)",
    re.IGNORECASE,
)
# "Amended other than in writing" says how, and "a clause excluding liability" is what is looked for.
_WITHIN = re.compile(
    r"(?<!clause )(?<!provision )(?<!endorsement )(?<!wording )(?<!language )(?<!rider )(?<!section )"
    r"\b(?:excluding|other than|except(?: for)?|apart from|aside from|besides|rather than|as opposed to"
    r"|not (?:including|counting)|disregarding|ignoring|leaving aside|with the exception of|never mind)\s+"
    r"(?!(?:as|in|by|for|with|to|when|if|where|which|what|that|through|on|at|during|under|upon|after"
    r"|because)\b)"
    rf"{_ARTICLE}(?P<left_out>[^?,;()]+?)"
    r"(?=\s+(?:is|are|was|were|be|does|do|did|may|must|can|shall|will|has|have|had|applies|apply|in"
    r"|during|under"
    r"|on page|as of)\b|[?,;()]|\.?$)",
    re.IGNORECASE,
)
_WITHOUT = re.compile(
    r"\bwithout\s+(?:the\s+|any\s+)?(?P<left_out>(?:[\w-]+\s+)?(?:costs?|fees?|charges?|tax(?:es)?|vat"
    r"|bonus(?:es)?"
    r"|interest|discounts?|surcharges?))(?=\s*[?.,;]|\s*$)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"(?:^|(?<=[.?!;])|(?<=,))\s*(?:please\s+)?(?:i\s+(?:do not|don['’]t)\s+(?:mean|want|need)"
    r"|(?<=[.?!]\s)not|ignore"
    r"|disregard|forget(?: about)?"
    r"|leave out|leave aside|(?:do not|don['’]t)\s+(?:tell me about|include|count|give me|mention"
    r"|consider))\s+"
    rf"{_ARTICLE}(?P<left_out>[^?.;!]+)[.;!]?",
    re.IGNORECASE,
)
_TAX = re.compile(
    r"(?:all |any |sales |value added |applicable |statutory )*(?:tax(?:es)?|vat|gst|duties)", re.IGNORECASE
)
# Who asks what was first agreed does not want what an amendment says.
_BEFORE_AMENDMENT = re.compile(
    r"\bbefore (?:(?:the |any )?amendments?(?: no\.? ?\d+)?|(?:it|they) (?:was|were) (?:amended|changed"
    r"|extended|increased|reduced|raised))\b|\boriginal(?:ly)?(?: (?:agreed|stated|fixed))?\b"
    r"|\b(?:previous|former)(?:ly)?\b",
    re.IGNORECASE,
)


def without_exclusions(asked: str) -> tuple[str, tuple[str, ...]]:
    """The question without what is not wanted, and that."""
    excluded: list[str] = []
    for pattern in (_SENTENCE, _SET_APART, _WITHIN, _WITHOUT):
        excluded += [
            found["left_out"].strip(" .") for found in pattern.finditer(asked) if not _is_basis(found)
        ]
        asked = pattern.sub(lambda found: found[0] if _is_basis(found) else " ", asked)
    if _BEFORE_AMENDMENT.search(asked):
        excluded.append("amendment")
    return _BEFORE_AMENDMENT.sub(" ", asked).strip(), tuple(excluded)


def _is_basis(found: re.Match[str]) -> bool:
    """Whether it says how a sum is reckoned: the net price stands where the document speaks of VAT."""
    return bool(_TAX.fullmatch(found["left_out"].strip(" .")))


def never_searched(terms: Iterable[Term], wanted: str, excluded: Iterable[str]) -> tuple[Term, ...]:
    """The terms without the wordings of the dictionary that say what is not wanted."""
    unwanted = telling(stem for each in excluded for stem in stems(each)) - set(stems(wanted))
    return tuple(
        replace(
            term,
            wordings={
                w: worth for w, worth in term.wordings.items() if w == term.own or unwanted.isdisjoint(w)
            },
        )
        for term in terms
    )
