"""Lies that quote the document faithfully and still do not answer the question."""

from random import Random

from .claims import Lie, Truth
from .false_quotes import Pairs
from .honest import another_wording, answered_yes_or_no, bent, requoted, stated, truth
from .insertions import FORMER, PLANTED
from .template import Edition


def neighbour_value(edition: Edition, rng: Random) -> Pairs:
    """The other value of the same type in the very same sentence."""
    for asked in edition.paper.asked:
        honest = truth(edition, "neighbour_value", asked)
        for slot in edition.sentences[asked.sentence].places:
            worded = edition.values[slot]
            if slot != asked.slot and worded.answer_type == honest.answer_type:
                yield (
                    bent(
                        honest,
                        "wrong_fact",
                        f"In this sentence the {asked.topic} is {honest.original}; "
                        f"{worded.text} is something else.",
                        value=dict(worded.value),
                        original=worded.text,
                        qualifiers=[],
                    ),
                    honest,
                )


def swapped_parties(edition: Edition, rng: Random) -> Pairs:
    """What holds for one side given for the other."""
    yield from _mirrored(
        edition, "swapped_parties", "That holds for the other side, not for the one asked about."
    )


def other_time_frame(edition: Edition, rng: Random) -> Pairs:
    """A monthly figure for a yearly one, last year's for this year's."""
    yield from _mirrored(
        edition, "other_time_frame", "That figure is for another period than the one asked about."
    )


def heading_or_contents(edition: Edition, rng: Random) -> Pairs:
    """A heading or a line of the contents given as what the section says."""
    for headed in edition.paper.headed:
        sentence = edition.sentences[headed.sentence].text
        heading = " ".join(headed.heading.split())
        place = edition.cite(heading)
        lie = Lie(
            kind="heading_or_contents",
            document=edition.text,
            question=headed.question,
            answer_type="text",
            value={"text": heading},
            original=heading,
            citations=[place],
            nature="wrong_fact",
            why="A heading names the subject and says nothing about it.",
        )
        honest = bent(
            lie,
            "wrong_fact",
            "",
            value={"text": sentence},
            original=sentence,
            citations=[edition.cite(sentence)],
        )
        yield lie, _as_truth(honest, "The sentence is part of what the section says on the subject.")


def planted_instruction(edition: Edition, rng: Random) -> Pairs:
    """An order to the reader, planted in the document and quoted as fact."""
    yield from _slipped_in(
        edition,
        rng,
        "planted_instruction",
        PLANTED,
        "The sentence is an order planted for the reader, not a statement of the document.",
    )


def superseded_value(edition: Edition, rng: Random) -> Pairs:
    """A former, drafted, rejected or example value."""
    yield from _slipped_in(
        edition, rng, "superseded_value", FORMER, "The sentence itself says that this value does not hold."
    )


def condition_dropped(edition: Edition, rng: Random) -> Pairs:
    """The main clause without the condition that limits it."""
    for asked in edition.paper.asked:
        if asked.condition:
            honest = truth(edition, "condition_dropped", asked)
            quote = _main_clause(honest.citations[0][2], asked.condition)
            if honest.original in quote:
                yield (
                    bent(
                        honest,
                        "wrong_fact",
                        f"It holds only under a condition: {honest.qualifiers[-1]}.",
                        citations=requoted(honest, quote),
                        qualifiers=[],
                    ),
                    honest,
                )
    for asked in edition.paper.yes_no:
        if asked.condition:
            honest = answered_yes_or_no(edition, "condition_dropped", asked)
            quote = _main_clause(honest.original, asked.condition)
            yield (
                bent(
                    honest,
                    "wrong_fact",
                    f"It holds only under a condition: {honest.qualifiers[-1]}.",
                    original=quote,
                    citations=requoted(honest, quote),
                    qualifiers=[],
                ),
                honest,
            )


def absent_similar(edition: Edition, rng: Random) -> Pairs:
    """The document does not say; a similar value is quoted instead."""
    for absent in edition.paper.absent:
        wrong = stated(edition, "absent_similar", absent.question, (absent.sentence, absent.slot))
        asked = [a for a in edition.paper.asked if (a.sentence, a.slot) == (absent.sentence, absent.slot)]
        yield (
            bent(
                wrong,
                "wrong_fact",
                "The document does not answer the question; the value is for something else.",
            ),
            truth(edition, "absent_similar", asked[0]) if asked else None,
        )


def _mirrored(edition: Edition, kind: str, why: str) -> Pairs:
    for mirror in edition.paper.mirrors:
        if mirror.kind != kind:
            continue
        for here, there in ((mirror.one, mirror.other), (mirror.other, mirror.one)):
            wrong = stated(edition, kind, here[0], there[1:])
            yield bent(wrong, "wrong_fact", why), stated(edition, kind, here[0], here[1:])


def _slipped_in(edition: Edition, rng: Random, kind: str, patterns: tuple[str, ...], why: str) -> Pairs:
    for asked in rng.sample(edition.paper.asked, 3):
        worded = another_wording(edition, asked.slot, rng)
        if worded is None:
            continue
        sentence = rng.choice(patterns).format(topic=asked.topic, value=worded.text)
        widened = edition.with_paragraph(sentence, rng)
        honest = truth(widened, kind, asked)
        yield (
            bent(
                honest,
                "wrong_fact",
                why,
                value=dict(worded.value),
                original=worded.text,
                citations=[widened.cite(sentence)],
                qualifiers=[],
            ),
            honest,
        )


def _main_clause(sentence: str, condition: str) -> str:
    if sentence.startswith(condition):
        return sentence[len(condition) :].lstrip(", ")
    return sentence[: sentence.index(condition)].rstrip(", ")


def _as_truth(lie: Lie, why: str) -> Truth:
    return Truth(
        kind=lie.kind,
        document=lie.document,
        question=lie.question,
        answer_type=lie.answer_type,
        value=lie.value,
        original=lie.original,
        citations=lie.citations,
        qualifiers=lie.qualifiers,
        why=why,
    )
