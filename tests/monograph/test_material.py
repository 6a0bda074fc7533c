"""The questions about the monograph name the pages and words that are there.

Each line of questions.jsonl has the form that examples/README.md describes. Of a single answer any
entry of `answers` is right; of a list every entry is one item of it.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from make_monograph import build

QUESTIONS = Path(__file__).with_name("questions.jsonl")

# Where a line ends in a hyphen, pdfium leaves this sign and no line break.
BROKEN_WORD = "\ufffe"


@dataclass(frozen=True, slots=True)
class Proof:
    """One quote of one question, on the page it is said to be on."""

    question_id: str
    page: int
    text: str
    quote: str


def read_questions() -> list[dict[str, Any]]:
    return [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]


def answered() -> list[dict[str, Any]]:
    return [question for question in read_questions() if not question["absent"]]


def proofs() -> list[Proof]:
    return [
        Proof(question["id"], answer["page"], answer["text"], answer["quote"])
        for question in answered()
        for answer in question["answers"]
    ]


@cache
def built_pdf() -> bytes:
    return build().pdf


@cache
def read_printed_pages() -> tuple[str, ...]:
    return tuple(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(built_pdf()))


@cache
def read_pages() -> tuple[str, ...]:
    return tuple(fold(page) for page in read_printed_pages())


def fold(text: str) -> str:
    """The text without spacing and without hyphens inside words; a number keeps its sign."""
    unbroken = re.sub(rf"[\s{BROKEN_WORD}]+", "", text)
    return re.sub(r"(?<=[^\W\d])-(?=[^\W\d])", "", unbroken)


def test_monograph_has_about_forty_pages():
    assert 38 <= len(read_pages()) <= 42


def test_monograph_is_the_same_byte_for_byte_on_every_run():
    assert build().pdf == built_pdf()


def test_footer_of_every_page_says_which_of_how_many_it_is():
    count = len(read_pages())
    for number, page in enumerate(read_printed_pages(), 1):
        assert f"Page {number} of {count}" in page


def test_contents_page_names_the_page_each_section_starts_on():
    contents = "".join(read_printed_pages()[1:4])
    entries = re.findall(r"^(\d.*?)(?: \.){3,} (\d+)\s*$", contents, re.MULTILINE)
    assert len(entries) > 90
    for heading, page in entries:
        assert fold(heading) in read_pages()[int(page) - 1]


@pytest.mark.parametrize("proof", proofs(), ids=lambda proof: f"{proof.question_id} page {proof.page}")
def test_quote_stands_on_the_page_it_names_and_on_no_other(proof):
    found = [number for number, page in enumerate(read_pages(), 1) if fold(proof.quote) in page]
    assert found == [proof.page]


def test_answer_stands_in_its_quote():
    assert [proof for proof in proofs() if fold(proof.text) not in fold(proof.quote)] == []


def test_third_of_the_document_is_that_of_the_first_proof():
    thirds = ("front", "middle", "back")
    for question in answered():
        place = (question["answers"][0]["page"] - 1) * 3 // len(read_pages())
        assert question["strata"]["position"] == thirds[place], question["id"]


def test_sixty_questions_are_answered_half_of_them_lay_and_half_expert():
    assert Counter(question["note"] for question in answered()) == {"lay": 30, "expert": 30}


def test_twelve_questions_are_not_answered():
    absent = [question for question in read_questions() if question["absent"]]
    assert len(absent) == 12
    assert all(question["answers"] == [] for question in absent)


def test_no_two_questions_share_an_id_a_wording_or_a_field():
    for key in ("id", "question"):
        assert max(Counter(question[key] for question in read_questions()).values()) == 1
    assert max(Counter(question["strata"]["field"] for question in read_questions()).values()) == 1


def test_number_of_an_answer_stands_in_its_words():
    for question in answered():
        if question["answer_type"] in ("number", "percentage"):
            assert all(answer["value"]["value"] in answer["text"] for answer in question["answers"])
