"""Lies whose quote is true but whose place is wrong, empty, or does not give the value."""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from random import Random

from .claims import Cited, Lie, Truth, Value
from .false_quotes import Pairs
from .honest import answered_yes_or_no, bent, truth
from .insertions import AMBIGUOUS_DATES, POWERS
from .numerals import misread, number_of
from .template import Computed, Edition, locate_lines
from .wordings import amount_words, date_words, plain

_OTHER_KINDS = {"percentage": "a percentage", "duration": "a period of time", "number": "a quantity"}
_BLANKS = ("", " ", "\n", "...", "…", "—", "\u200b", "\u00a0", "“”", ".", "\t", "\u2060")


def value_differs_from_quote(edition: Edition, rng: Random) -> Pairs:
    """The sentence is quoted faithfully; the value's sign, scale, unit or digits differ."""
    for asked in edition.paper.asked:
        honest = truth(edition, "value_differs_from_quote", asked)
        wrong = list(misread(edition.values[asked.slot]))
        for value, fault in rng.sample(wrong, min(2, len(wrong))):
            yield (
                bent(
                    honest, "false", f"The quote says {honest.original}: the value has {fault}.", value=value
                ),
                honest,
            )
    for asked in edition.paper.yes_no:
        honest = answered_yes_or_no(edition, "value_differs_from_quote", asked)
        if asked.dropped:
            yield (
                bent(
                    honest,
                    "false",
                    "The quoted sentence says the opposite.",
                    value={"value": not asked.answer},
                ),
                honest,
            )
    yield from _thousands(edition)


def wrong_lines(edition: Edition, rng: Random) -> Pairs:
    """The quote stands in the document, but not in the lines that are cited."""
    total = edition.text.count("\n")
    for asked in edition.paper.asked:
        honest = truth(edition, "wrong_lines", asked)
        first, last, quote = honest.citations[0]
        starts = [n for n in range(1, total - 2) if n + 2 < first - 2 or n > last + 3]
        start = rng.choice(starts)
        length = rng.randrange(1, 4)
        yield (
            bent(
                honest,
                "false",
                f"The quote stands in lines {first} to {last}, not in those cited.",
                citations=[(start, start + length - 1, quote)],
            ),
            honest,
        )


def lines_outside_document(edition: Edition, rng: Random) -> Pairs:
    """Lines that do not exist, or that end before they begin."""
    beyond = len(edition.text.split("\n")) + 1
    for asked in edition.paper.asked:
        honest = truth(edition, "lines_outside_document", asked)
        first, last, quote = honest.citations[0]
        lines = rng.choice(
            (
                (0, 0),
                (-3, -1),
                (beyond, beyond),
                (beyond + 40, beyond + 42),
                (0, last),
                (last + 2, first - 2),
                (first, beyond + 5),
                (10**9, 10**9),
                (-first, -last),
            )
        )
        yield bent(honest, "false", "The document has no such lines.", citations=[(*lines, quote)]), honest


def blank_evidence(edition: Edition, rng: Random) -> Pairs:
    """A right value with nothing quoted for it."""
    for asked in edition.paper.asked:
        honest = truth(edition, "blank_evidence", asked)
        first, last, _ = honest.citations[0]
        blank = rng.choice(_BLANKS)
        empty: list[Cited] = [] if rng.random() < 0.2 else [(first, last, blank)]
        yield bent(honest, "false", "Nothing is quoted, so nothing is proved.", citations=empty), honest


def number_of_another_kind(edition: Edition, rng: Random) -> Pairs:
    """A year, a percentage, a section number or a telephone number given as an amount."""
    for asked in edition.paper.asked:
        honest = truth(edition, "number_of_another_kind", asked)
        if honest.answer_type != "amount":
            continue
        quote, digits, source = rng.choice(list(_numbers_that_are_no_amounts(edition)))
        value = {"value": digits, "currency": edition.paper.currency, "unit": None}
        yield (
            bent(
                honest,
                "false",
                f"The number quoted is {source}, not an amount.",
                value=value,
                original=digits,
                citations=[edition.cite(quote)],
                qualifiers=[],
            ),
            honest,
        )


def inferred_as_verbatim(edition: Edition, rng: Random) -> Pairs:
    """A sum, a difference or a date worked out by the model and passed off as standing there."""
    for computed in edition.paper.computed:
        worded = _result(edition, computed)
        if worded is None or worded[0] in edition.text:
            continue
        sentences = dict.fromkeys(sentence for sentence, _ in computed.operands)
        asked = [a for a in edition.paper.asked if (a.sentence, a.slot) == computed.operands[0]]
        yield (
            Lie(
                kind="inferred_as_verbatim",
                document=edition.text,
                question=computed.question,
                answer_type=edition.values[computed.operands[0][1]].answer_type,
                value=worded[1],
                original=worded[0],
                citations=[edition.cite(edition.sentences[s].text) for s in sentences],
                nature="false",
                why=f"{worded[0]} stands nowhere: it was worked out ({computed.operation}).",
            ),
            truth(edition, "inferred_as_verbatim", asked[0]) if asked else None,
        )


def ambiguous_date(edition: Edition, rng: Random) -> Pairs:
    """A date in digits that can be read two ways, asserted as one of them."""
    for pattern, question in rng.sample(AMBIGUOUS_DATES, 2):
        one, two = rng.sample(range(1, 13), 2)
        year = rng.randrange(2019, 2025)
        written = f"{one:02d}{(sep := rng.choice('/-'))}{two:02d}{sep}{year}"
        sentence = pattern.format(written)
        widened = edition.with_paragraph(sentence, rng)
        moment = date(year, *rng.choice(((one, two), (two, one))))
        yield (
            Lie(
                kind="ambiguous_date",
                document=widened.text,
                question=question,
                answer_type="date",
                value={"iso": moment.isoformat(), "precision": "day"},
                original=written,
                citations=[widened.cite(sentence)],
                nature="false",
                why=f"{written} has two readings and the document does not say which.",
            ),
            _clear_date(edition, rng),
        )


def flattened_power(edition: Edition, rng: Random) -> Pairs:
    """The document writes 10⁴; the quote and the value flatten it to 104."""
    sentence, question, unit = rng.choice(POWERS)
    exponent = rng.choice("²³⁴⁵⁶")
    flat = "10" + str("²³⁴⁵⁶".index(exponent) + 2)
    widened = edition.with_paragraph(sentence.format("10" + exponent), rng)
    first, last = locate_lines(widened.text, sentence.format("10" + exponent))
    honest = truth(widened, "lookalike_characters", rng.choice(edition.paper.asked))
    yield (
        Lie(
            kind="lookalike_characters",
            document=widened.text,
            question=question,
            answer_type="number",
            value={"value": flat, "unit": unit},
            original=f"{flat} {unit}",
            citations=[(first, last, sentence.format(flat))],
            nature="false",
            why=f"The document says 10{exponent}, a power of ten, not {flat}.",
        ),
        honest,
    )


def _thousands(edition: Edition) -> Pairs:
    rows = {
        "Research and development 18,460 16,905": (
            "What was spent on research and development in 2023?",
            18460,
        ),
        "Cash at year end 42,118 39,077": ("How much cash was there at the end of 2023?", 42118),
    }
    if edition.paper.name != "annual filing":
        return
    for row, (question, number) in rows.items():
        yield (
            Lie(
                kind="value_differs_from_quote",
                document=edition.text,
                question=question,
                answer_type="amount",
                value={"value": str(number), "currency": "USD", "unit": None},
                original=f"{number:,}",
                citations=[edition.cite(row)],
                nature="false",
                why="The table is in thousands of US dollars; the value leaves that out.",
            ),
            None,
        )


def _numbers_that_are_no_amounts(edition: Edition) -> Iterator[tuple[str, str, str]]:
    for sentence in edition.sentences.values():
        types = {edition.values[slot].answer_type for slot in sentence.places}
        for slot in sentence.places:
            worded = edition.values[slot]
            if "amount" in types:
                continue
            if worded.answer_type == "date":
                yield sentence.text, str(worded.value["iso"])[:4], "a year"
            if worded.answer_type in {"percentage", "duration", "number"}:
                yield sentence.text, plain(number_of(worded)), _OTHER_KINDS[worded.answer_type]
    for headed in edition.paper.headed:
        numbers = re.findall(r"\d+", headed.heading)
        if numbers:
            yield headed.heading, numbers[-1], "a section or page number"
    for telephone in re.findall(r"\+?[\d(][\d ()-]{7,}\d", edition.text):
        if edition.text.count(telephone) == 1 and "\n" not in telephone:
            yield telephone, re.sub(r"\D", "", telephone), "a telephone or file number"


def _result(edition: Edition, computed: Computed) -> tuple[str, Value] | None:
    operands = [edition.values[slot] for _, slot in computed.operands]
    if computed.operation == "date plus":
        begin = date.fromisoformat(str(operands[0].value["iso"]))
        count, letter = int(number_of(operands[1])), str(operands[1].value["iso8601"])[-1]
        months = begin.month - 1 + count * (12 if letter == "Y" else 1)
        moment = date_words(date(begin.year + months // 12, months % 12 + 1, _last_day(begin, months)))
        return moment.text, moment.value
    numbers = [Decimal(str(operand.value["value"])) for operand in operands]
    number = {
        "sum": sum(numbers, Decimal(0)),
        "difference": numbers[0] - numbers[-1],
        "times 12": numbers[0] * 12,
    }[computed.operation]
    if operands[0].answer_type == "percentage":
        return f"{plain(number)}%", {"value": plain(number)}
    worded = amount_words(number, str(operands[0].value["currency"]))
    return worded.text, worded.value


def _last_day(begin: date, months: int) -> int:
    return min(begin.day, monthrange(begin.year + months // 12, months % 12 + 1)[1])


def _clear_date(edition: Edition, rng: Random) -> Truth:
    pattern, question = rng.choice(AMBIGUOUS_DATES)
    moment = date(rng.randrange(2019, 2025), rng.randrange(1, 13), rng.randrange(13, 29))
    written = date_words(moment, rng.choice(("%d/%m/%Y", "%d %B %Y", "%Y-%m-%d", "%B %d, %Y")))
    sentence = pattern.format(written.text)
    widened = edition.with_paragraph(sentence, rng)
    return Truth(
        kind="ambiguous_date",
        document=widened.text,
        question=question,
        answer_type="date",
        value=dict(written.value),
        original=written.text,
        citations=[widened.cite(sentence)],
        why="The date has one reading only.",
    )


__all__ = [
    "ambiguous_date",
    "blank_evidence",
    "flattened_power",
    "inferred_as_verbatim",
    "lines_outside_document",
    "number_of_another_kind",
    "value_differs_from_quote",
    "wrong_lines",
]
