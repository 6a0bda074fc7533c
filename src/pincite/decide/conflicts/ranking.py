"""Read a clause that ranks the parts of a contract, and find which of two places ranks first."""

from __future__ import annotations

import re

from pincite.decide.conflicts.places import Place, blocks_saying, is_attached, part_of, same_part, title_of
from pincite.decide.conflicts.references import aims_at, is_part, references_in
from pincite.language.vocabulary import stems, telling
from pincite.patterns import pattern

_CONFLICT = pattern(
    r"\b(?:conflict|inconsisten|contradict|discrepan|ambigu|diverg|deviat|differ)\w*", re.IGNORECASE
)
_PREVAIL = (
    r"(?:(?:shall|will|must|is to|are to)\s+)?(?:always\s+|in all cases\s+)?"
    r"(?:prevails?|controls?|governs?|overrides?|takes?\s+(?:precedence|priority)|(?:has|have)\s+(?:precedence|priority)"
    r"|ranks?\s+(?:before|above|ahead\s+of))"
)
_WINS = pattern(rf"\s+(?P<verb>{_PREVAIL})\b(?:\s*(?:over|before|above)\s+(?P<loser>[^.;]+))?", re.IGNORECASE)
_ORDER = pattern(
    r"\border\s+of\s+(?:precedence|priority|prevalence)\b|\bthe\s+following\s+order\b|\bin\s+(?:descending|ascending)\s+order\b",
    re.IGNORECASE,
)
_OVER = pattern(r"\b(?:prevails?|takes? precedence|has priority) over\b", re.IGNORECASE)
_KEYWORD = pattern(
    r"\b(?:prevail|control|govern|override|precedence|priority|rank|descending|ascending)", re.IGNORECASE
)
_ASCENDING = pattern(r"\bascending\b|\blowest\s+(?:ranking\s+|priority\s+)?first\b", re.IGNORECASE)
_MARK = pattern(
    r"\(?\b(?:[a-h]|[ivx]{1,4}|\d)\)\s*|;\s*(?:(?:and|then)\b\s*)?|,\s*(?:and\s+)?(?:then|followed\s+by|thereafter)\s+"
)
_LISTED = pattern(r"\s*(?:[-•*–]|\(?(?:[a-z]|\d+|[ivx]+)[.)])\s*")
_COMMAS = pattern(r",\s*(?:and\s+)?|\s+and\s+then\s+")
_SUBJECT = pattern(r"(?:[^,;:.]|(?<=no)\.)+$", re.IGNORECASE)
_BETWEEN = pattern(r"\bbetween\s+(?P<one>[^,;]+?)\s+and\s+(?P<other>[^,;]+)", re.IGNORECASE)
_DIFFER = pattern(
    r"\b(?:where|if|when|should|in case)\s+(?P<one>[^,;]+?)\s+and\s+(?P<other>[^,;]+?)\s+"
    r"(?:differ|conflict|contradict|diverge|deviate|are\s+(?:inconsistent|contradictory|in\s+conflict))",
    re.IGNORECASE,
)
_LEAD = pattern(
    r"^\s*in\s+(?:the\s+)?(?:case|event)\s+of\s+(?:an?\s+|any\s+)?\w+(?:\s+or\s+\w+)?\s+", re.IGNORECASE
)
_POINTED = pattern(r"\b(?:former|latter)\b", re.IGNORECASE)
_ARTICLES = pattern(
    r"^\s*(?:then|that|and|the|any|an?|all|each|its|such|(?:provisions?|terms?|contents?|wording|text|conditions?|figures?)"
    r"\s+(?:of|in|set out in|contained in|stated in))\s+",
    re.IGNORECASE,
)
_THIS = pattern(r"^(?:this|these)\s+(?P<kind>.+)", re.IGNORECASE)
_BODY = pattern(
    r"\b(?:(?:main\s+)?body|agreement|contract|lease|clauses|articles|sections|main\s+(?:part|text|terms)"
    r"|terms\s+and\s+conditions|master\s+terms)\b",
    re.IGNORECASE,
)
_REST = "everything else"
# These do not tell one contract from another.
_PLAIN = telling(
    stems("agreement contract main body clause article section term condition part text provision lease")
)


def ranked_first(a: Place, b: Place) -> tuple[Place, Place] | None:
    """Of two places the one whose part ranks first, and the clause that ranks them; None without one."""
    for clause in blocks_saying(_KEYWORD, a, b):
        if not _ranks(clause.text):
            continue
        order = [name for name in _order(clause) if name]
        first, second = _rank(order, a, clause), _rank(order, b, clause)
        if first is not None and second is not None and first != second:
            return (a if first < second else b), clause
    return None


def _ranks(text: str) -> bool:
    says_so = _CONFLICT.search(text) and _WINS.search(text)
    return bool(says_so or _ORDER.search(text) or _OVER.search(text))


def _order(clause: Place) -> list[str]:
    """The names of parts, the one that prevails first."""
    text = " ".join(clause.text.split())
    if order := _ORDER.search(text):
        names = _listed(clause, text[order.end() :])
        if len(names) > 1:
            return names[::-1] if _ASCENDING.search(text) else names
    wins = _WINS.search(text)
    if wins is None:
        return []
    subject = _SUBJECT.search(text[: wins.start()])
    winner = _LEAD.sub("", subject[0]) if subject else ""
    if wins["loser"]:
        return [winner, wins["loser"]]
    between = _BETWEEN.search(text) or _DIFFER.search(text)
    if between is None:
        return [winner, _REST]
    if pointed := _POINTED.search(winner):
        names = [between["one"], between["other"]]
        return names if pointed[0].lower() == "former" else names[::-1]
    return [winner, *(name for name in between.groups() if _stem(name) != _stem(winner))]


def _listed(clause: Place, rest: str) -> list[str]:
    """The parts of an order of precedence: in the sentence itself, or in the list that follows it."""
    named = rest.split(":", 1)[-1]
    names = [name.strip(" .,") for name in _MARK.split(named) if name and name.strip(" .,:;")]
    if len(names) > 1:
        return names
    found = []
    for block in clause.document.blocks[clause.block.number :]:
        text = block.span.of(clause.document.text)
        if block.kind != "bullet" and not _LISTED.match(text):
            break
        found.append(_LISTED.sub("", text).strip(" .,;"))
    if found:
        return found
    return [name for name in _COMMAS.split(named) if name.strip(" .")] if ":" in rest else []


def _rank(order: list[str], place: Place, clause: Place) -> int | None:
    for rank, name in enumerate(order):
        if name is not _REST and _stands_in(name, place, clause):
            return rank
    return order.index(_REST) if _REST in order else None


def _stands_in(name: str, place: Place, clause: Place) -> bool:
    """Whether a place stands in the part that a clause calls by this name."""
    name = name.strip()
    while (shorter := _ARTICLES.sub("", name)) != name:
        name = shorter
    if this := _THIS.match(name):
        own = part_of(clause)
        attached = own is not None and is_attached(own.text)
        if attached or not _BODY.search(this["kind"]):
            return same_part(place, clause)
        return place.identity == clause.identity and not _attached(place)
    references = references_in(name)
    if references.parts:
        return any(is_part(kind, number, place) for kind, number in references.parts)
    if references.clauses:
        return aims_at(references, place, clause) == "named"
    particular = telling(stems(name)) - _PLAIN
    titles = [*place.titles, title_of(place), *_opening(place)]
    if particular:
        return any(particular <= set(stems(title)) for title in titles)
    return bool(_BODY.search(name)) and not _attached(place)


def _attached(place: Place) -> bool:
    return is_attached(title_of(place))


def _opening(place: Place) -> list[str]:
    """What heads the document: its first block, where that is short."""
    first = place.document.blocks[0].span.of(place.document.text)
    return [first] if len(first) <= 120 else []


def _stem(name: str) -> set[str]:
    return telling(stems(name))
