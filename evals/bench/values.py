"""Whether the typed value is right, given the passage of a real contract that holds it.

Run: PYTHONPATH=src python evals/bench/values.py --data DIR [--split dev] [--each]
DIR holds `cuad` (labels, with the spans that people marked) and `kleister_nda` (labels and texts).

A case is a label that is one date or one length of time. Its passage is the span that people marked (CUAD),
or the sentence that holds the value (Kleister, which marks none). Whether a passage holds the value is
decided here, by looking for its day, month and year, or its number and unit, near each other: never by the
parsers that are measured. A label that no passage holds is counted as `elsewhere` and not scored: it was
worked out ("five years from the Effective Date"), or is left blank in the contract.

`right`: of the values in the passage Pincite chooses this one, and has no doubt about it. `read`: it is among
the values read without doubt, chosen or not. `ambiguous` is not right. 12 months and 1 year are equal here,
because the labels write them so.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.answer.claims import Claim
from pincite.generate.verbatim import Verbatim
from pincite.ingest.text import TextParser
from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.records.document import Document
from pincite.records.evidence import Found
from pincite.records.library import identify
from pincite.retrieve.index import build, load
from pincite.retrieve.query import weigh
from pincite.values.registered import find
from pincite.values.types import same

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_DAYS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third "
    "twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
).split()
_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
).split()
_TENS = {24: "twenty-four", 30: "thirty", 36: "thirty-six", 45: "forty-five", 48: "forty-eight", 60: "sixty",
         65: "sixty-five", 90: "ninety", 120: "one hundred twenty", 180: "one hundred eighty"}  # fmt: skip
_CUAD_DATES = {
    "Agreement Date": "What is the date of the agreement?",
    "Effective Date": "When does the agreement become effective?",
    "Expiration Date": "When does the agreement expire?",
}
_CUAD_DURATIONS = {
    "Renewal Term": "How long is the renewal term?",
    "Notice Period To Terminate Renewal": "What is the notice period?",
}
_KLEISTER = {
    "effective_date": "What is the effective date of the agreement?",
    "term": "How long is the term of the agreement?",
}
_LABEL_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{2}|\d{4})")
_LABEL_DURATION = re.compile(
    r"(?:succ\w+\s+)?(?:\w+\s+)?\(?(\d+)\)?\s+(year|month|week|day)s?", re.IGNORECASE
)
# Of several sentences with the value the one that speaks of the field is its passage.
_SPEAKS_OF = {
    "effective_date": re.compile(r"effective|dated|made|entered|as of|date", re.IGNORECASE),
    "term": re.compile(
        r"\bterm\b|terminat|expir|period|effect|surviv|continue|obligation|confiden", re.IGNORECASE
    ),
}
_IN_MONTHS = {"Y": 12, "M": 1}
_IN_DAYS = {"W": 7, "D": 1}


@dataclass(frozen=True, slots=True)
class Case:
    """A label with the passages that may hold it; `value` in the form of the typed value."""

    field: str
    source: str
    answer_type: str
    value: str
    question: str
    passages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a case."""

    case: Case
    verdict: str
    passage: str
    said: str
    read: bool


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--split", default="dev")
    arguments.add_argument("--each", action="store_true", help="list every case that is not right")
    options = arguments.parse_args()
    print(
        f"{'set and field':<44}{'n':>5}{'right':>7}{'ambig.':>8}{'wrong':>7}{'none':>6}{'read':>7}"
        f"{'elsewhere':>11}"
    )
    for name, cases in (
        ("CUAD", list(_cuad(options.data / "cuad", options.split))),
        ("Kleister", list(_kleister(options.data / "kleister_nda", options.split))),
    ):
        results = [_judged(case) for case in cases]
        for kind in ("date", "duration"):
            of_kind = [result for result in results if result.case.answer_type == kind]
            for field in dict.fromkeys(result.case.field for result in of_kind):
                _print(f"{name} {field}", [result for result in of_kind if result.case.field == field])
            _print(f"{name}, every {kind}", of_kind)
        if options.each:
            _list([result for result in results if result.verdict not in {"right", "elsewhere"}])


def _cuad(folder: Path, split: str) -> Iterator[Case]:
    for label in _labels(folder, split):
        field, written = label["clause_type"], (label["normalized_answer"] or "").strip()
        passages = tuple(answer["text"] for answer in label["answers"])
        if field in _CUAD_DATES and (date := _LABEL_DATE.fullmatch(written)):
            month, day, year = (int(part) for part in date.groups())
            year += (2000 if year < 70 else 1900) if year < 100 else 0
            if month > 12:  # the label itself is wrong: "13/1/04" names no month
                continue
            iso = f"{year}-{month:02}-{day:02}"
            yield Case(field, label["contract_id"], "date", iso, _CUAD_DATES[field], passages)
        elif field in _CUAD_DURATIONS and (length := _LABEL_DURATION.fullmatch(written)):
            value = f"P{length[1]}{length[2][0].upper()}"
            yield Case(field, label["contract_id"], "duration", value, _CUAD_DURATIONS[field], passages)


def _kleister(folder: Path, split: str) -> Iterator[Case]:
    for label in _labels(folder, split):
        document = TextParser().read(label["text"].encode(), label["doc_id"])
        sentences = [block.span.of(document.text) for block in document.blocks]
        for field, question in _KLEISTER.items():
            for written in label["answers"].get(field, []):
                speaking = sorted(sentences, key=lambda text: not _SPEAKS_OF[field].search(text))
                if field == "effective_date":
                    yield Case(field, label["doc_id"], "date", written, question, tuple(speaking))
                elif length := _LABEL_DURATION.fullmatch(written):
                    value = f"P{length[1]}{length[2][0].upper()}"
                    yield Case(field, label["doc_id"], "duration", value, question, tuple(speaking))


def _labels(folder: Path, split: str) -> Iterator[dict[str, Any]]:
    with (folder / f"labels.{split}.jsonl").open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


def _judged(case: Case) -> Result:
    holds = _holds_date if case.answer_type == "date" else _holds_duration
    passage = next((text for text in case.passages if holds(case.value, text)), None)
    if passage is None:
        return Result(case, "elsewhere", "", "", read=False)
    readings = find(case.answer_type, passage)
    read = any(_equal(case, reading.value) and not reading.ambiguous for reading in readings)
    verdict, said = _chosen(case, passage)
    return Result(case, verdict, passage, said, read)


def _chosen(case: Case, passage: str) -> tuple[str, str]:
    """What Pincite takes from the passage when it is asked, and whether that is the label."""
    document = TextParser().read(passage.encode(), "passage.txt")
    identity = identify("default", "passage.txt", passage.encode(), document.parse)
    question = weigh(RuleParser(starters()).read(case.question), [load(build(document))])
    found = [Found(identity, block.number, block.span, block.span, 0.0, ()) for block in document.blocks]
    claims = list(Verbatim().propose(question, found, {identity: document}).claims)
    claims = [claim for claim in claims if claim.answer_type == case.answer_type]
    if not claims:
        return "none", ""
    best = claims[0]
    if _is_doubtful(document, best):
        return "ambiguous", best.original
    return ("right" if _equal(case, best.value) else "wrong"), best.original


def _is_doubtful(document: Document, claim: Claim) -> bool:
    """Whether no reading of the claimed words gives the value without doubt; it is then withheld."""
    texts = [block.span.of(document.text) for block in document.blocks]
    readings = [(reading, text) for text in texts for reading in find(claim.answer_type, text)]
    return all(
        reading.ambiguous
        for reading, text in readings
        if reading.original(text) == claim.original and same(reading.value, claim.value)
    )


def _equal(case: Case, value: object) -> bool:
    if case.answer_type == "date":
        return getattr(value, "iso", "") == case.value
    return _length(getattr(value, "iso8601", "")) == _length(case.value)


def _length(iso8601: str) -> tuple[str, int]:
    """The length in months or in days, whichever its unit is a whole number of."""
    parts = re.findall(r"(\d+)([YMWD])", iso8601)
    units = {unit for _, unit in parts}
    if units <= _IN_MONTHS.keys():
        return "months", sum(int(number) * _IN_MONTHS[unit] for number, unit in parts)
    if units <= _IN_DAYS.keys():
        return "days", sum(int(number) * _IN_DAYS[unit] for number, unit in parts)
    return iso8601, 0


def _holds_date(iso: str, text: str) -> bool:
    """Whether day, month and year stand near each other, in whatever form."""
    year, month, day = (int(part) for part in iso.split("-"))
    text = text.lower()
    numeric = (
        rf"(?<!\d)(?:0?{day}\D{{1,3}}0?{month}|0?{month}\D{{1,3}}0?{day})\D{{1,3}}(?:{year}"
        rf"|{year % 100:02})(?!\d)"
    )
    if re.search(numeric, text) or re.search(rf"{year}\D{{1,3}}0?{month}\D{{1,3}}0?{day}(?!\d)", text):
        return True
    named = rf"(?<![a-z]){_MONTHS[month - 1]}"
    days = rf"(?<![\d$])0?{day}(?!\d)|(?<![a-z-]){_DAYS[day - 1].replace('-', '[- ]+')}"
    for found in re.finditer(rf"{year}|(?<!\d)['’-]?{year % 100:02}(?!\d)", text):
        near = text[max(0, found.start() - 60) : found.start()]
        at = re.search(named, near)
        if at and re.search(days, near):
            return True
    return False


def _holds_duration(iso8601: str, text: str) -> bool:
    """Whether its number, in words or figures, stands just before its unit."""
    kind, count = _length(iso8601)
    units = {"months": (("month", 1), ("year", 12)), "days": (("day", 1), ("week", 7))}[kind]
    for unit, size in units:
        if count % size:
            continue
        number = count // size
        word = _NUMBERS[number] if number <= 20 else _TENS.get(number, str(number))
        written = rf"(?<![\w.]){number}|(?<![\w-])(?:{word.replace('-', '[- ]')})"
        if re.search(rf"(?:{written})(?![\d,.%])[^.;]{{0,24}}?\b{unit}s?\b", text, re.IGNORECASE):
            return True
    return False


def _print(name: str, results: Sequence[Result]) -> None:
    counts = Counter(result.verdict for result in results)
    n = len(results) - counts["elsewhere"]
    if not n:
        return
    share = f"{100 * counts['right'] / n:.1f} %"
    read = sum(result.read for result in results)
    print(
        f"{name:<44}{n:>5}{counts['right']:>7}{counts['ambiguous']:>8}{counts['wrong']:>7}{counts['none']:>6}"
        f"{read:>7}{counts['elsewhere']:>11}   {share}  (read {100 * read / n:.1f} %)"
    )


def _list(results: Sequence[Result]) -> None:
    for result in results:
        case, passage = result.case, " ".join(result.passage.split())
        print(
            f"\n{result.verdict}{'' if result.read else ', not read'}: {case.field} {case.value}, said "
            f"{result.said!r}"
            f" in {case.source}\n  {passage[:600]}"
        )


if __name__ == "__main__":
    main()
