"""Read that a question is over a field of each of several documents: which of them, how many, the most.

What the documents are said to do is put as a question about one of them: "Which contracts end in 2020?" as
"Does the contract end in 2020?". The rules for such questions then tell the field and the value that it is
compared with; what they do not know is a yes or no.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pincite.language.vocabulary import STOP_WORDS
from pincite.patterns import pattern
from pincite.question.choosing.document_kinds import SPOKEN_OF, kinds_in
from pincite.question.naming import BETWEEN, FOLLOWED
from pincite.question.quantities import constant, kinds_of_phrase, named
from pincite.question.relations import read_comparison
from pincite.records.computation import Constant, OperandQuestion, Relation
from pincite.records.question import Asks, OverDocuments

_MOST = "highest|largest|greatest|biggest|longest|latest|most expensive|newest"
_LEAST = "lowest|smallest|shortest|earliest|cheapest|least expensive|oldest"
_OPENING = pattern(
    r"(?:(?P<count>how many)|which|what|(?:list|show|name|find|give)(?: me)?)\s+(?:(?:all|of)\s+)*"
    r"(?:(?:the|our|my|these|those|all|them)\s+)*",
    re.IGNORECASE,
)
_PRONOUN = pattern(r"\bof\s+(?:these|those|them)\s+$", re.IGNORECASE)
_ANY_DOCUMENT = pattern(r"\b(?:documents?|files?)\b", re.IGNORECASE)
_EXTREME = rf"(?P<extreme>(?P<most>{_MOST}|last)|{_LEAST}|first|soonest)"
_KINDS = {"longest": "duration", "shortest": "duration", "earliest": "date", "latest": "date"}
_HAS_EXTREME = pattern(rf"\S+\s+the\s+{_EXTREME}\s+(?P<field>.+)", re.IGNORECASE)
_FIRST_TO = pattern(rf"(?:is|was|will be)\s+the\s+{_EXTREME}(?:\s+one)?\s+to\s+(?P<verb>\S+)", re.IGNORECASE)
_DOES_EXTREME = pattern(rf"(?P<verb>\S+)\s+(?:the\s+)?{_EXTREME}", re.IGNORECASE)
_THE_EXTREME = pattern(
    rf"(?:(?:what|which|when)\s+(?:is|are|was)\s+)?(?:the\s+)?{_EXTREME}\s+(?P<field>.+?)"
    r"(?P<over>\s+(?:of|across|among|in|over)\s+(?:(?:all|any|of|the|our|my|these|those)\s+)+(?P<noun>.+))?",
    re.IGNORECASE,
)
_HELD = pattern(r"\s+(?:do (?:we|you|i) (?:have|hold)|are there)\b", re.IGNORECASE)
# What is asked beside it is said of each document anyway: its value and its place.
_AND_WHEN = pattern(r",?\s+and\s+(?:when|(?:by\s+)?how\s+(?:much|long)|which\s+one\w*)$", re.IGNORECASE)
_LED_IN = pattern(r"(?P<lead>[^,]{3,80}),\s+(?P<asked>(?:which|how many)\s.+)", re.IGNORECASE)
_NAME_OR_FIGURE = pattern(r"\d|(?<=\s)[A-Z]")
_SUPERLATIVE = pattern(rf"\bthe\s+(?:{_MOST}|{_LEAST})\b", re.IGNORECASE)
_MOST_FIELD_WORDS = 4
# So a question about one document gives its field away: with a value of each kind to compare it with.
_PROBES = ("before 2020", "longer than 1 day")
_IN_TIME = pattern(r"(?P<asked>.+?)\s+(?:in|on|during)\s+(?P<date>.+)", re.IGNORECASE)
_HAVING = pattern(r"does the [\w -]+? have (?:an?|the|any)\s+(?P<what>.+)", re.IGNORECASE)
_OF_VALUE = pattern(r"(?P<field>.+?)\s+of\s+(?P<value>.+)", re.IGNORECASE)
_PAIRS = {"are": "Is", "is": "Is", "were": "Was", "was": "Was"}
_MODALS = frozenset("can may must shall will should could".split())
_THINGS = SPOKEN_OF | {"document", "file"}
_OBJECT_FIRST = frozenset("the a an we you they i our your their this that it".split())
_PARTICIPLE = pattern(r"\w+(?:(?<!e)ed|wn|ing|ound|ought)", re.IGNORECASE)
_ONE_OF_THEM = pattern(r"\b(?:this|that)\s+(?:\w+\s+)?$", re.IGNORECASE)
_MOST_BEFORE = 4


@dataclass(frozen=True, slots=True)
class _Subject:
    """The documents that a question is about, and what is said of them."""

    noun: str
    words: tuple[str, ...]
    """What the documents are called beside their kind: "Acme", "supply"."""
    plural: bool
    said: str


_ANY = _Subject("document", (), True, "")


@dataclass(frozen=True, slots=True)
class _OfOne:
    """What is said of the documents, as a question about one of them."""

    asked: str
    answer: str = "yes"


def read_over_documents(plain: str) -> OverDocuments | None:
    """What every document is to be asked; None for every other question."""
    text = _AND_WHEN.sub("", _HELD.sub("", " ".join(plain.split()).strip(" ?.!")))
    if (led := _LED_IN.fullmatch(text)) and not _limits(led["lead"]):
        text = led["asked"]
    if found := _THE_EXTREME.fullmatch(text):
        return _the_extreme(found)
    opening = _OPENING.match(text)
    subject = _subject(text, opening) if opening else None
    if not opening or not subject:
        return None
    if over := _extreme(subject):
        return over
    # Whether a document has the most of something, no document says by itself.
    if _SUPERLATIVE.search(subject.said):
        return None
    of_one = _of_one(subject) if subject.said else None
    over = _condition("count" if opening["count"] else "which", subject, of_one) if of_one else None
    if over and over.question == over.field and not _means_those_held(text, subject):
        return None
    return over


def _means_those_held(text: str, subject: _Subject) -> bool:
    """Whether a yes or no is asked of the documents: "What policy gave Britain …" asks what a text tells."""
    if text.lower().startswith("what "):
        return False
    is_passive = subject.said.split()[0].lower() in _PAIRS
    return subject.plural or (not is_passive and FOLLOWED.match(subject.said) is not None)


def _limits(lead: str) -> bool:
    """Whether what goes before the question may say which documents are meant: then it is not passed over."""
    spoken_of = kinds_in(lead) or _ANY_DOCUMENT.search(lead) or _NAME_OR_FIGURE.search(lead)
    return bool(spoken_of)


def _the_extreme(found: re.Match[str]) -> OverDocuments | None:
    """ "The earliest expiry", "What is the largest cap of all contracts?" """
    field = named(found["field"])
    nouns = list(_nouns(found["noun"])) if found["over"] else []
    if found["over"] and (not nouns or nouns[0].said):
        return None
    if len(field.split()) > _MOST_FIELD_WORDS or not _is_quantity(field):
        return None
    subject = nouns[0] if nouns else _ANY
    return OverDocuments(_end(found), subject.noun, subject.words, field, "")


def _extreme(subject: _Subject) -> OverDocuments | None:
    """ "has the largest cap", "ends first", "is the first to end" """
    first_to = _FIRST_TO.fullmatch(subject.said)
    found = None if first_to else _HAS_EXTREME.fullmatch(subject.said)
    if found:
        field, kind = named(found["field"]), _KINDS.get(found["extreme"].lower())
        if _is_quantity(field):
            return OverDocuments(_end(found), subject.noun, subject.words, field, "")
        # "The longest time to pay": the word itself says what is measured.
        asked = OverDocuments(_end(found), subject.noun, subject.words, field, "", kind)
        return asked if kind else None
    found = first_to or _DOES_EXTREME.fullmatch(subject.said)
    if not found:
        return None
    verb = found["verb"] if subject.plural or first_to else _base(found["verb"])
    for probe in _PROBES:
        computation = read_comparison(f"does the {subject.noun} {verb} {probe}")
        if computation:
            (operand,) = computation.operands
            return OverDocuments(_end(found), subject.noun, subject.words, operand.name, operand.question)
    return None


def _condition(asks: Asks, subject: _Subject, of_one: _OfOne) -> OverDocuments:
    """The field and the value that it is compared with; where no rule knows them, a yes or no."""
    compared = _compared(of_one.asked.rstrip("?"))
    if compared and of_one.answer == "yes":
        operand, relation, value = compared
        question = operand.question if operand.name.startswith(("day when", "length of", "price of")) else ""
        return OverDocuments(
            *(asks, subject.noun, subject.words, operand.name, question),
            relation=relation,
            value=value.wording,
        )
    asked = f"{of_one.asked.rstrip('?')}?"
    return OverDocuments(asks, subject.noun, subject.words, asked, asked, relation="=", value=of_one.answer)


def _compared(asked: str) -> tuple[OperandQuestion, Relation, Constant] | None:
    relation: Relation | None = None
    if found := _HAVING.fullmatch(asked):
        asked = _is_so(found["what"])
    if (found := _IN_TIME.fullmatch(asked)) and _is_date(found["date"]):
        asked, relation = f"{found['asked']} before {found['date']}", "="
    computation = read_comparison(asked)
    if computation is None or computation.relation is None or len(computation.inputs) != 2:
        return None
    operand, value_given = computation.inputs
    if not isinstance(operand, OperandQuestion) or not isinstance(value_given, Constant):
        return None
    return operand, relation or computation.relation, value_given


def _is_so(what: str) -> str:
    """ "have a cap of at least EUR 5m" as "is the cap at least EUR 5m" """
    found = _OF_VALUE.fullmatch(what)
    if found is None:
        return f"is the {what}"
    between = "exactly " if constant(found["value"]) else ""
    return f"is the {found['field']} {between}{found['value']}"


def _subject(text: str, opening: re.Match[str]) -> _Subject | None:
    rest = text[opening.end() :]
    for subject in _nouns(rest):
        if subject.plural or not opening["count"]:
            return subject
        return None
    if _PRONOUN.search(text[: opening.end()]):
        return replace(_ANY, said=rest)
    # "How many allow assignment?": the documents go without saying.
    first = rest.split()[:1]
    does = bool(first) and first[0].lower() not in STOP_WORDS and not first[0].endswith("s")
    if opening["count"] and does and FOLLOWED.match(rest):
        return replace(_ANY, said=rest)
    return None


def _nouns(rest: str) -> Iterator[_Subject]:
    """The kind of document that the words begin with, and what follows it."""
    mentions = [(each.start, each.end) for each in kinds_in(rest)]
    mentions += [(found.start(), found.end()) for found in _ANY_DOCUMENT.finditer(rest)]
    if not mentions:
        return
    start, end = min(mentions)
    before = [word.strip("\"“”'") for word in rest[:start].split()]
    # "Which party to the contracts" asks for a party.
    if len(before) > _MOST_BEFORE or any(word.lower() in STOP_WORDS for word in before):
        return
    *more, written = rest[start:end].split()
    words = [*before, *more]
    if found := BETWEEN.match(rest, end):
        words += [word for word in found["parties"].split() if word.lower() not in STOP_WORDS]
        end = found.end()
    noun = _singular(written)
    if _names_one(rest[end:]):
        return
    yield _Subject(noun.lower(), tuple(words), noun != written, rest[end:].strip(" ,"))


def _names_one(said: str) -> bool:
    """Whether the words also speak of one document: "are superseded by this agreement"."""
    return any(
        _ONE_OF_THEM.search(said[: each.start])
        and _singular(said[each.start : each.end]) == said[each.start : each.end]
        for each in kinds_in(said)
    )


def _of_one(subject: _Subject) -> _OfOne | None:
    """What is said of the documents as a question about one: "allow assignment" as "Does the … allow …"."""
    said = re.sub(r"^(?:that|which|who)\s+", "", subject.said, flags=re.IGNORECASE)
    first, _, rest = said.partition(" ")
    first = first.lower()
    one = f"the {subject.noun}"
    # "Which documents must be filed?" asks for papers that a contract speaks of, and not for the contract.
    is_thing = subject.noun in _THINGS
    if not rest and first in _PAIRS.keys() | _MODALS | {"have", "has", "do", "does", "with", "whose"}:
        return None
    if first == "whose":
        return _of_its_own(rest)
    if first == "with" and not rest[:1].isupper():
        first = "have"
    if first in ("do", "does"):
        denied = rest.lower().startswith("not ")
        rest = rest[4:] if denied else rest
        return None if _asks_for(rest) else _OfOne(f"Does {one} {rest}", "no" if denied else "yes")
    if first in _PAIRS or first in _MODALS:
        if _asks_for(rest) or is_thing:
            return None
        denied = rest.lower().startswith("not ")
        asks = _PAIRS.get(first, first.capitalize())
        return _OfOne(f"{asks} {one} {rest[4:] if denied else rest}", "no" if denied else "yes")
    if first in ("have", "has"):
        return _having(one, rest)
    if first in STOP_WORDS:
        return None
    if _PARTICIPLE.fullmatch(first):
        if is_thing:
            return None
        return _in_the_past(one, first, rest) or _OfOne(f"Is {one} {said}")
    verb = first if subject.plural else _base(first)
    return _OfOne(f"Does {one} {verb} {rest}".rstrip())


def _asks_for(rest: str) -> bool:
    """Whether somebody else does it to the documents: "Which policies must the tenant keep?" """
    return rest.split()[0].lower() in _OBJECT_FIRST or rest[:1].isupper()


def _in_the_past(one: str, verb: str, rest: str) -> _OfOne | None:
    """ "expired in 2020" as "Does … expire in 2020", where a rule knows that verb."""
    for base in (verb.removesuffix("d"), verb.removesuffix("ed")):
        asked = f"Does {one} {base} {rest}"
        if verb.endswith("ed") and _compared(asked):
            return _OfOne(asked)
    return None


def _having(one: str, rest: str) -> _OfOne:
    first, _, after = rest.partition(" ")
    if first.lower() == "no" and after:
        return _OfOne(f"Does {one} have any {after}", "no")
    denied = first.lower() in ("never", "not")
    if denied:
        rest, first = after, after.partition(" ")[0]
    done = _PARTICIPLE.fullmatch(first) and not first.lower().endswith("ing")
    asked = f"Has {one} {rest}" if done or first.lower() in ("been", "had") else f"Does {one} have {rest}"
    return _OfOne(re.sub(r"\btheir\b", "its", asked), "no" if denied else "yes")


def _of_its_own(said: str) -> _OfOne | None:
    """ "whose governing law is Irish", "whose cap exceeds EUR 5m" """
    if found := re.fullmatch(r"(?P<field>.+?)\s+(?P<be>is|are|was|were)\s+(?P<rest>.+)", said, re.IGNORECASE):
        return _OfOne(f"{_PAIRS[found['be'].lower()]} the {found['field']} {found['rest']}")
    words = said.split()
    verb = next((at for at, word in enumerate(words) if at and word.endswith("s")), None)
    if verb is None:
        return None
    return _OfOne(f"Does the {' '.join(words[:verb])} {_base(words[verb])} {' '.join(words[verb + 1 :])}")


def _end(found: re.Match[str]) -> Asks:
    return "most" if found["most"] else "least"


def _is_quantity(field: str) -> bool:
    return kinds_of_phrase(f"the {field}")[:1] not in ((), ("text",))


def _is_date(words: str) -> bool:
    value = constant(words)
    return value is not None and value.answer_type == "date"


def _singular(noun: str) -> str:
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun


def _base(verb: str) -> str:
    """The verb as it stands after "does": ends, carries, expires."""
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches")) else verb.removesuffix("s")
