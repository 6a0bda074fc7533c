"""Lies whose quote is not what the document says: words put together, changed, cut or made up."""

import re
from collections.abc import Iterator
from decimal import Decimal
from random import Random

from .claims import Lie, Truth, Value
from .honest import another_wording, answered_yes_or_no, bent, requoted, stated, truth
from .numerals import folded, lookalikes, with_number
from .template import Edition, squeeze
from .wordings import Worded

Pairs = Iterator[tuple[Lie, Truth | None]]

_JOINTS = ("", "… ", "[...] ", "... ")
_NUMERIC = {"amount", "percentage", "number", "duration"}


def stitched_quote(edition: Edition, rng: Random) -> Pairs:
    """The beginning of one sentence joined to the end of another."""
    for asked in edition.paper.asked:
        honest = truth(edition, "stitched_quote", asked)
        own = edition.sentences[asked.sentence]
        begin = own.text[: own.places[asked.slot][0]]
        others = [
            a
            for a in edition.paper.asked
            if a.sentence != asked.sentence and edition.values[a.slot].answer_type == honest.answer_type
        ]
        if not others or len(begin.split()) < 3:
            continue
        other = rng.choice(others)
        donor = edition.sentences[other.sentence]
        quote = begin + rng.choice(_JOINTS) + donor.text[donor.places[other.slot][0] :]
        worded = edition.values[other.slot]
        lines = [edition.cite(own.text)[:2], edition.cite(donor.text)[:2]]
        first, last = min(a for a, _ in lines), max(b for _, b in lines)
        yield (
            bent(
                honest,
                "false",
                f"No sentence reads so: the {asked.topic} was joined to words about the {other.topic}.",
                value=dict(worded.value),
                original=worded.text,
                citations=[(first, last, quote)],
                qualifiers=[],
            ),
            honest,
        )


def limiting_word_left_out(edition: Edition, rng: Random) -> Pairs:
    """ "not", "up to", "at least" and their like missing from the quote."""
    for asked in edition.paper.asked:
        if asked.dropped:
            honest = truth(edition, "limiting_word_left_out", asked)
            quote = _without(honest.citations[0][2], asked.dropped)
            yield (
                bent(
                    honest,
                    "false",
                    f"The document says {asked.dropped!r}; without it the value means something else.",
                    citations=requoted(honest, quote),
                    qualifiers=[q for q in honest.qualifiers if asked.dropped not in q],
                ),
                honest,
            )
    for asked in edition.paper.yes_no:
        if asked.dropped:
            honest = answered_yes_or_no(edition, "limiting_word_left_out", asked)
            quote = _without(honest.original, asked.dropped)
            yield (
                bent(
                    honest,
                    "false",
                    f"The document says {asked.dropped!r}: the answer is the opposite.",
                    value={"value": not asked.answer},
                    original=quote,
                    citations=requoted(honest, quote),
                ),
                honest,
            )


def number_changed_in_quote(edition: Edition, rng: Random) -> Pairs:
    """A quote whose number, date or name was exchanged; the value agrees with the forgery."""
    for asked in edition.paper.asked:
        worded = another_wording(edition, asked.slot, rng)
        if worded is None:
            continue
        honest = truth(edition, "number_changed_in_quote", asked)
        quote = honest.citations[0][2].replace(honest.original, worded.text)
        yield (
            bent(
                honest,
                "false",
                f"The document says {honest.original}, not {worded.text}.",
                value=dict(worded.value),
                original=worded.text,
                citations=requoted(honest, quote),
            ),
            honest,
        )


def word_changed_in_quote(edition: Edition, rng: Random) -> Pairs:
    """One word exchanged: a party, a modal verb, before for after."""
    honest_ones = [truth(edition, "word_changed_in_quote", asked) for asked in edition.paper.asked]
    for mirror in edition.paper.mirrors:
        for question, *place in (mirror.one, mirror.other):
            honest_ones.append(stated(edition, "word_changed_in_quote", question, (place[0], place[1])))
    for honest in honest_ones:
        sentence = honest.citations[0][2]
        for old, new in edition.paper.swaps:
            quote = re.sub(rf"\b{re.escape(old)}\b", new, sentence, count=1)
            if quote != sentence and squeeze(quote) not in squeeze(edition.text):
                yield (
                    bent(
                        honest,
                        "false",
                        f"The document says {old!r} where the quote says {new!r}.",
                        citations=requoted(honest, quote),
                    ),
                    honest,
                )


def cut_inside_number(edition: Edition, rng: Random) -> Pairs:
    """A quote that begins or ends inside a number, or parts it from its currency or scale."""
    for asked in edition.paper.asked:
        worded = edition.values[asked.slot]
        sentence = edition.sentences[asked.sentence]
        start, _ = sentence.places[asked.slot]
        for first, last, value in _cuts(worded):
            # A cut at the front keeps the words after it, a cut at the back those before it.
            quote = sentence.text[start + first :] if first else sentence.text[: start + last]
            standing_free = rf"(?<![\w.,]){re.escape(squeeze(quote))}(?![\w]|[.,]\d)"
            if (not first and len(quote.split()) < 3) or re.search(standing_free, squeeze(edition.text)):
                continue
            honest = truth(edition, "cut_inside_number", asked)
            yield (
                bent(
                    honest,
                    "false",
                    f"The quote cuts {worded.text!r} apart.",
                    value=value,
                    original=worded.text[first:last],
                    citations=requoted(honest, quote),
                    qualifiers=[],
                ),
                honest,
            )


def lookalike_characters(edition: Edition, rng: Random) -> Pairs:
    """Characters that look like the document's and change the number."""
    for asked in edition.paper.asked:
        worded = edition.values[asked.slot]
        if worded.answer_type not in _NUMERIC or "(" in worded.text:
            continue
        honest = truth(edition, "lookalike_characters", asked)
        text, value, trick = rng.choice(list(lookalikes(worded)))
        quote = honest.citations[0][2].replace(worded.text, text)
        if folded(quote) not in folded(edition.text):
            yield (
                bent(
                    honest,
                    "false",
                    f"The document says {worded.text}; the quote has {trick}.",
                    value=value,
                    original=text,
                    citations=requoted(honest, quote),
                ),
                honest,
            )


def invented_quote(edition: Edition, rng: Random) -> Pairs:
    """A plausible sentence that the document does not contain."""
    for absent in edition.paper.absent:
        worded = another_wording(edition, absent.slot, rng)
        if worded is None:
            continue
        near = edition.cite(edition.sentences[absent.sentence].text)
        yield (
            Lie(
                kind="invented_quote",
                document=edition.text,
                question=absent.question,
                answer_type=worded.answer_type,
                value=dict(worded.value),
                original=worded.text,
                citations=[(near[0], near[1], absent.invented.format(worded.text))],
                nature="false",
                why="The document does not contain this sentence and does not answer the question.",
            ),
            None,
        )
    for asked in rng.sample(edition.paper.asked, 3):
        yield _made_up_answer(edition, asked.slot, truth(edition, "invented_quote", asked), asked.topic, rng)


def _made_up_answer(
    edition: Edition, slot: str, honest: Truth, topic: str, rng: Random
) -> tuple[Lie, Truth | None]:
    worded = another_wording(edition, slot, rng) or edition.values[slot]
    quote = rng.choice(
        (
            "For the avoidance of doubt, the {} is {}.",
            "It is agreed that the {} shall be {}.",
            "The {} amounts to {}.",
            "As regards the {}, the figure is {}.",
        )
    ).format(topic, worded.text)
    return bent(
        honest,
        "false",
        "The sentence was made up from the words of the question.",
        value=dict(worded.value),
        original=worded.text,
        citations=requoted(honest, quote),
        qualifiers=[],
    ), honest


def _without(sentence: str, words: str) -> str:
    quote = re.sub(rf"\s*\b{re.escape(words)}\b", "", sentence, count=1).strip()
    return quote[0].upper() + quote[1:]


def _cuts(worded: Worded) -> Iterator[tuple[int, int, Value]]:
    """(first kept character, end of what is kept, the value that then seems to be there)."""
    text = worded.text
    if worded.answer_type == "date":
        yield from _date_cuts(worded)
        return
    if worded.answer_type not in _NUMERIC or "(" in text:
        return
    digits = re.search(r"\d[\d,.]*\d|\d", text)
    if digits is None:
        return
    comma, point = text.rfind(",", *digits.span()), text.rfind(".", *digits.span())
    if comma > 0:
        yield comma + 1, len(text), with_number(worded, Decimal(text[comma + 1 : digits.end()]))
        yield 0, comma, _unscaled(worded, text[digits.start() : comma])
    if point > 0 and int(text[point + 1 : digits.end()]):
        yield point + 1, len(text), with_number(worded, Decimal(text[point + 1 : digits.end()]))
    if comma < 0 and point < 0 and digits.end() - digits.start() > 1:
        inside = digits.start() + 1
        yield inside, len(text), with_number(worded, Decimal(text[inside : digits.end()]))
    if text.endswith(("million", "billion", "thousand")):
        yield 0, digits.end(), _unscaled(worded, digits.group())


def _unscaled(worded: Worded, number: str) -> Value:
    return {**worded.value, "value": number.replace(",", "")}


def _date_cuts(worded: Worded) -> Iterator[tuple[int, int, Value]]:
    text, iso = worded.text, str(worded.value["iso"])
    if text == iso:
        yield 0, len(text) - 1, {"iso": iso[:-2] + "0" + iso[-2], "precision": "day"}
    elif text[:2].isdigit() and text[1] != "0":
        yield 1, len(text), {"iso": iso[:-2] + "0" + text[1], "precision": "day"}
    else:
        yield 0, len(text) - 2, {"iso": "2020" + iso[4:], "precision": "day"}
