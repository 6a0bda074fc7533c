"""Lies about a sentence or table slipped into a document: signs, ranges, names, cells, footnote marks."""

from dataclasses import dataclass
from decimal import Decimal
from random import Random

from .claims import Lie, Nature, Truth, Value
from .false_quotes import Pairs
from .honest import pick, truth
from .identities import identities
from .insertions import FOOTNOTED, NEGATIVE, RANGES, TABLES
from .numerals import number_of
from .template import Edition
from .wordings import Worded, amount_words, money, percent, plain, span


@dataclass(frozen=True, slots=True)
class Stated:
    """One value stated in a sentence of an edition, and the question it answers."""

    edition: Edition
    kind: str
    question: str
    sentence: str
    worded: Worded

    def truth(self) -> Truth:
        """The value with its sentence."""
        return Truth(
            kind=self.kind,
            document=self.edition.text,
            question=self.question,
            answer_type=self.worded.answer_type,
            value=dict(self.worded.value),
            original=self.worded.text,
            citations=[self.edition.cite(self.sentence)],
            why="The sentence is quoted from its lines and states exactly this value.",
        )

    def lie(self, nature: Nature, why: str, value: Value, original: str, quote: str) -> Lie:
        """Another value or another quote for the same question, from the sentence's lines."""
        first, last, _ = self.edition.cite(self.sentence)
        return Lie(
            kind=self.kind,
            document=self.edition.text,
            question=self.question,
            answer_type=self.worded.answer_type,
            value=value,
            original=original,
            citations=[(first, last, quote)],
            why=why,
            nature=nature,
        )


def sign_lost(edition: Edition, rng: Random) -> Pairs:
    """The document writes a minus or an accountant's brackets; the claim is positive."""
    for pattern, question in rng.sample(NEGATIVE, 2):
        number = Decimal(rng.randrange(1100, 98000, 100))
        written = f"{number:,}"
        sentence = pattern.format(currency=edition.paper.currency, number=written)
        start = sentence.index(edition.paper.currency)
        digits = sentence.index(written)
        end = digits + len(written) + (sentence[digits - 1] == "(")
        start = sentence.rindex("minus", 0, start) if f"minus {edition.paper.currency}" in sentence else start
        negative = {"value": plain(-number), "currency": edition.paper.currency, "unit": None}
        worded = Worded(sentence[start:end], "amount", negative)
        stated = Stated(edition.with_paragraph(sentence, rng), "sign_lost", question, sentence, worded)
        positive = {**negative, "value": plain(number)}
        cut = rng.random() < 0.5
        quote = sentence[digits:] if cut else sentence
        yield (
            stated.lie(
                "false",
                "The amount is negative: its sign was lost.",
                positive,
                written if cut else worded.text,
                quote,
            ),
            stated.truth(),
        )


def range_given_as_one_value(edition: Edition, rng: Random) -> Pairs:
    """The document gives a range; the claim names one end of it as the value."""
    for pattern, question, kind in rng.sample(RANGES, 2):
        slot = {
            "amount": money(edition.paper.currency, 110, 990, 10),
            "percentage": percent(11, 89),
            "duration": span("week", 3, 5, 7, 9, 11),
        }[kind]
        ends = sorted((slot(rng), slot(rng)), key=number_of)
        if ends[0].text == ends[1].text:
            continue
        sentence = pattern.format(ends[0].text, ends[1].text)
        chosen = rng.choice(ends)
        widened = edition.with_paragraph(sentence, rng)
        stated = Stated(widened, "range_given_as_one_value", question, sentence, chosen)
        yield (
            stated.lie(
                "wrong_fact",
                "The document gives a range, and this is only one end of it.",
                dict(chosen.value),
                chosen.text,
                sentence,
            ),
            _some_truth(widened, stated.kind, rng),
        )


def identity_changed(edition: Edition, rng: Random) -> Pairs:
    """A person, company, account or address that differs from the one quoted."""
    for case in rng.sample(identities(rng), 3):
        stated = Stated(
            edition.with_paragraph(case.sentence, rng),
            "identity_changed",
            case.question,
            case.sentence,
            case.worded,
        )
        value, original, fault = rng.choice(case.forgeries)
        quote = case.sentence.replace(case.worded.text, original)
        yield (
            stated.lie("false", f"The document says {case.worded.text}: {fault}.", value, original, quote),
            stated.truth(),
        )


def wrong_table_cell(edition: Edition, rng: Random) -> Pairs:
    """The right table, the wrong column or row."""
    title, columns, rows, question = rng.choice(TABLES)
    cells = _distinct_cells(edition.paper.currency, len(rows), len(columns), rng)
    header = "".join(f"{name:>16}" for name in columns)
    lines = [f"  {title}", f"  {'':<26}{header}"]
    written = [
        f"  {name:<26}" + "".join(f"{cell.text:>16}" for cell in cells[i]) for i, name in enumerate(rows)
    ]
    widened = edition.with_lines("\n".join([*lines, *written]), rng)
    for _ in range(2):
        row, column = rng.randrange(len(rows)), rng.randrange(len(columns))
        stated = Stated(
            widened,
            "wrong_table_cell",
            question.format(row=_in_a_sentence(rows[row]), column=_in_a_sentence(columns[column])),
            " ".join(written[row].split()),
            cells[row][column],
        )
        other = rng.choice([c for c in range(len(columns)) if c != column])
        wrong = cells[row][other]
        yield (
            stated.lie(
                "wrong_fact",
                f"The cell is from the column {columns[other]!r}.",
                dict(wrong.value),
                wrong.text,
                stated.sentence,
            ),
            stated.truth(),
        )


def footnote_mark_in_number(edition: Edition, rng: Random) -> Pairs:
    """The mark of a footnote read as the last digit of a number."""
    for pattern, question in rng.sample(FOOTNOTED, 2):
        worded = amount_words(Decimal(rng.randrange(210, 4900, 10)), edition.paper.currency)
        mark = rng.choice("¹²³")
        digit = str("¹²³".index(mark) + 1)
        sentence = pattern.format(worded.text + mark)
        widened = edition.with_paragraph(sentence, rng).with_paragraph(f"{mark} Reviewed once a year.", rng)
        stated = Stated(widened, "footnote_mark_in_number", question, sentence, worded)
        value = {**worded.value, "value": str(worded.value["value"]) + digit}
        quote = rng.choice((sentence, pattern.format(worded.text + digit)))
        yield (
            stated.lie(
                "false",
                f"The {digit} is the mark of a footnote, not a digit of the amount.",
                value,
                worded.text + digit,
                quote,
            ),
            _some_truth(widened, stated.kind, rng),
        )


def question_as_quote(edition: Edition, rng: Random) -> Pairs:
    """The words of the question, or an answer in those words, offered as the document's."""
    for asked in rng.sample(edition.paper.asked, 4):
        honest = truth(edition, "question_as_quote", asked)
        question = pick(edition, asked.questions)
        quote = rng.choice(
            (
                question,
                f"{question} {honest.original}",
                f"{asked.topic}: {honest.original}",
                f"Q: {question} A: {honest.original}.",
            )
        )
        stated = Stated(edition, honest.kind, question, honest.citations[0][2], edition.values[asked.slot])
        yield (
            stated.lie(
                "false",
                "These are the words of the question, not of the document.",
                dict(honest.value),
                honest.original,
                quote,
            ),
            honest,
        )


def _some_truth(edition: Edition, kind: str, rng: Random) -> Truth:
    return truth(edition, kind, rng.choice(edition.paper.asked))


def _in_a_sentence(name: str) -> str:
    """The name as it stands inside a sentence; names such as Site A keep their capital."""
    return name if name[-2:-1] == " " else name.lower()


def _distinct_cells(currency: str, rows: int, columns: int, rng: Random) -> list[list[Worded]]:
    numbers = rng.sample(range(1010, 9990, 10), rows * columns)
    cells = [amount_words(Decimal(number), currency) for number in numbers]
    return [cells[row * columns : (row + 1) * columns] for row in range(rows)]
