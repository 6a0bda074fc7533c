"""Honest claims, and the one place where claims of either sort are put together."""

from random import Random

from .claims import Cited, Lie, Nature, Truth, Value
from .template import Asked, Edition, YesNo
from .wordings import Worded


def truth(edition: Edition, kind: str, asked: Asked) -> Truth:
    """The asked value with the whole sentence that states it."""
    worded = edition.values[asked.slot]
    return Truth(
        kind=kind,
        document=edition.text,
        question=pick(edition, asked.questions),
        answer_type=worded.answer_type,
        value=dict(worded.value),
        original=worded.text,
        citations=[edition.cite(edition.sentences[asked.sentence].text)],
        qualifiers=qualifiers(edition, asked),
        why="The whole sentence is quoted from its lines and states the value asked for.",
    )


def answered_yes_or_no(edition: Edition, kind: str, asked: YesNo) -> Truth:
    """Yes or no with the whole sentence, and the condition as a qualifier."""
    sentence = edition.sentences[asked.sentence].text
    return Truth(
        kind=kind,
        document=edition.text,
        question=pick(edition, asked.questions),
        answer_type="boolean",
        value={"value": asked.answer},
        original=sentence,
        citations=[edition.cite(sentence)],
        qualifiers=[whole_condition(sentence, asked.condition)] if asked.condition else [],
        why="The whole sentence is quoted from its lines and settles the question.",
    )


def stated(edition: Edition, kind: str, question: str, place: tuple[str, str]) -> Truth:
    """The value of a slot with the whole sentence it stands in."""
    sentence, slot = place
    worded = edition.values[slot]
    asked = [a for a in edition.paper.asked if (a.sentence, a.slot) == place]
    return Truth(
        kind=kind,
        document=edition.text,
        question=question,
        answer_type=worded.answer_type,
        value=dict(worded.value),
        original=worded.text,
        citations=[edition.cite(edition.sentences[sentence].text)],
        qualifiers=qualifiers(edition, asked[0]) if asked else [],
        why="The whole sentence is quoted from its lines and states the value asked for.",
    )


def bent(
    honest: Truth,
    nature: Nature,
    why: str,
    *,
    value: Value | None = None,
    original: str | None = None,
    citations: list[Cited] | None = None,
    qualifiers: list[str] | None = None,
) -> Lie:
    """A lie made from an honest claim by changing only what is given."""
    return Lie(
        kind=honest.kind,
        document=honest.document,
        question=honest.question,
        answer_type=honest.answer_type,
        value=honest.value if value is None else value,
        original=honest.original if original is None else original,
        citations=honest.citations if citations is None else citations,
        qualifiers=honest.qualifiers if qualifiers is None else qualifiers,
        method="verbatim",
        why=why,
        nature=nature,
    )


def requoted(honest: Truth, quote: str) -> list[Cited]:
    """The honest claim's lines with another quote."""
    ((first, last, _),) = honest.citations
    return [(first, last, quote)]


def qualifiers(edition: Edition, asked: Asked) -> list[str]:
    """What limits the value, in the sentence's own words."""
    sentence = edition.sentences[asked.sentence].text
    own = [words for words in asked.qualifiers if words != asked.condition]
    return [*own, whole_condition(sentence, asked.condition)] if asked.condition else own


def whole_condition(sentence: str, condition: str) -> str:
    """The condition up to its end; where it opens the sentence it ends at the comma."""
    if sentence.startswith(condition):
        return condition
    return sentence[sentence.index(condition) :].rstrip(".")


def pick(edition: Edition, wordings: tuple[str, ...]) -> str:
    """One of the question's wordings, another one in the next edition."""
    return wordings[edition.number % len(wordings)]


def another_wording(edition: Edition, slot: str, rng: Random) -> Worded | None:
    """A value for the slot that stands nowhere in the document, if there is one."""
    for _ in range(50):
        worded = edition.paper.slots[slot](rng)
        if worded.text not in " ".join(edition.text.split()):
            return worded
    return None
