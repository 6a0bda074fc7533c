"""What is logged, or shown with a fault, holds no word of a document."""

from __future__ import annotations

import gc
from pathlib import Path

import pincite
from pincite.answer.claims import Citation, Claim
from pincite.jobs.one_file import Job, read
from pincite.records.candidate import Candidate
from pincite.records.completion import Completion, Earlier, Prompt
from pincite.records.evidence import Excerpt
from pincite.records.library import Entry, identify
from pincite.records.reading import Raster, ReadWord, Subject
from pincite.records.span import Span
from pincite.values.types import Address, Clause, Iban, Organisation, PersonName, TableValue, Text

MARK = "Zebrafish"
TEXT = f"""\
AGREEMENT with {MARK} Aquatics GmbH

1. Fees of {MARK}

The Customer shall pay {MARK} a monthly fee of EUR 4,500.00, plus tax.
The fee may be raised once a year if {MARK} gives notice.

2. Term of {MARK}

This agreement ends on 31 December 2027 unless {MARK} extends it.
"""


def test_records_of_a_document_hold_none_of_its_words():
    job = Job(TEXT.encode(), "agreement.txt", "text", "text")
    reading = read(job)
    identity = identify("default", "agreement.txt", TEXT.encode(), reading.document.parse)
    entry = Entry(
        identity, TEXT.encode(), reading.document, reading.passages, reading.chunks, reading.postings
    )

    silent(job, reading, reading.document, *reading.document.sections, reading.document.profile, entry)


def test_values_and_claims_hold_none_of_its_words():
    silent(
        Text(text=MARK),
        Clause(text=MARK),
        Organisation(name=MARK),
        PersonName(first=MARK, middle=MARK, last=MARK),
        Address(street=MARK, postal_code=MARK, city=MARK, country=MARK),
        TableValue(headers=(MARK,), rows=((MARK,),)),
        Claim(
            answer_type="text",
            value=Text(text=MARK),
            original=MARK,
            qualifiers=(MARK,),
            citations=(Citation(version="1", lines=(1, 1), quote=MARK),),
        ),
        Candidate("a.txt", "1", (1, 1), None, MARK, MARK, "text", MARK, 0.5, "answers", MARK),
        Subject("party", MARK, (MARK,), Span(0, 3)),
        Excerpt(MARK, MARK),
        Prompt("Read.", MARK, "What?", {}, earlier=Earlier(MARK, MARK)),
        Completion(MARK),
        ReadWord(MARK, (0, 0, 1, 1), 90),
    )
    assert "DE89" not in repr(Iban(iban="DE89370400440532013000"))
    assert "122" not in repr(Raster(1, 1, b"zzz"))


def test_whatever_is_left_of_a_question_holds_none_of_its_words(tmp_path: Path):
    (tmp_path / "agreement.txt").write_text(TEXT, "utf-8")
    with pincite.open(tmp_path / "library", strictness="lenient") as library:
        library.add(tmp_path / "agreement.txt", isolated=False)
        answers = [library.ask(question) for question in ("What is the monthly fee?", "Who insures it?")]

        assert MARK in answers[0].to_json()
        silent(library.read("agreement.txt"), *answers, library.why(), *library.rejections())
        silent(*library.store.covers("default"), *alive())


def alive() -> list[object]:
    """Every object of a class of ours that Python still holds."""
    return [each for each in gc.get_objects() if str(type(each).__module__).startswith("pincite.")]


def silent(*held: object) -> None:
    for each in held:
        assert MARK not in repr(each), type(each)
        assert MARK not in str(each), type(each)
