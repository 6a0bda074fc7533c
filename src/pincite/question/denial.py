"""What a question denies, and what it says is not wanted: that must never be searched for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from pincite.language.vocabulary import stems, telling
from pincite.patterns import pattern
from pincite.records.question import Term

_DENIES = pattern(
    r"\b(?:prohibit\w*|forbid\w*|forbidden|exclude[ds]?|barred|banned|contraindicated|disallowed"
    r"|not (?:allowed|permitted|covered|insured))\b",
    re.IGNORECASE,
)
_THAT = pattern(r"is it (?:so|true|correct|the case|right) that (?P<said>.+)", re.IGNORECASE)
_AUXILIARY = (
    r"(?:is|are|was|were|be|does|do|did|will|would|shall|should|may|might|can|could|must|has|have|had|need)"
)
_NOT = pattern(
    rf"\b{_AUXILIARY}(?:\s+\w+)?\s+not\b(?!\s+only\b)|\b{_AUXILIARY}n['’]t\b|\bcannot\b|\bnever\b"
    rf"|\bno longer\b"
    r"|\bno\b(?!\s+(?:later|less|more|fewer|earlier|greater|longer|doubt|matter)\b)(?!\.?\s*\d)"
    r"|\b(?:neither|nothing|nobody|none)\b|\b(?:required|obliged|bound) not to\b",
    re.IGNORECASE,
)
# What follows says when or of whom, and not whether.
_SUBORDINATE = pattern(
    r"\b(?:if|unless|when|where|which|who|that|because|although|while|until|as long as|except|in case)\b",
    re.IGNORECASE,
)
# "Does the policy not cover hail?" denies; "Doesn't it cover hail?" only expects a yes.
_DOES_NOT = pattern(
    rf"{_AUXILIARY}\s+(?:(?!(?:to|than|as|not|and|or|but|{_AUXILIARY})\b)[\w'’.-]+\s+){{1,6}}?"
    r"(?:not\s+(?!only\b|later\b|more\b|less\b|yet\b|to\b)|(?<=required )not to\b|(?<=obliged )not to\b)",
    re.IGNORECASE,
)


def denies(asked: str) -> bool:
    """Whether a sentence that denies affirms what is asked; two denials cancel each other."""
    if said := _THAT.match(asked):
        main = _SUBORDINATE.split(said["said"])[0]
        return (len(_NOT.findall(main)) + len(_forbidding(main))) % 2 == 1
    if _DOES_NOT.match(_SUBORDINATE.split(asked)[0]):
        return not re.search(r"\bnot (?:prohibit|forbid|exclud|barred|banned)", asked, re.IGNORECASE)
    return bool(_DENIES.search(asked))


def _forbidding(said: str) -> list[str]:
    """What forbids by itself; "not allowed" is counted by its "not"."""
    return [found for found in _DENIES.findall(said) if not found.lower().startswith("not")]


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
    for wording in (_SENTENCE, _SET_APART, _WITHIN, _WITHOUT):
        excluded += [
            found["left_out"].strip(" .") for found in wording.finditer(asked) if not _is_basis(found)
        ]
        asked = wording.sub(lambda found: found[0] if _is_basis(found) else " ", asked)
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
