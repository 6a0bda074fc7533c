"""A question to several documents is answered for each of them, and never for all by one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.form_filling import Reads

import pincite
from pincite.answer.view_and_form import Reading, ReadItem
from pincite.errors import ProviderError

RENT = "What is the monthly rent?"


def lease(rent: str) -> str:
    return (
        f"LEASE\n\n1. Rent\n\nThe monthly rent is {rent}.\n\n2. Garden\n\nThe garden is kept by the tenant.\n"
    )


def library(folder: Path, settings: dict | None = None, **texts: str) -> pincite.Library:
    files = folder / "files"
    files.mkdir()
    for name, text in texts.items():
        (files / f"{name}.txt").write_text(text, "utf-8")
    opened = pincite.open(folder / "library", settings=settings)
    opened.add(files, isolated=False)
    return opened


def said(answer) -> dict[str, str]:
    return {item.evidence[0].name: item.original for item in answer.items}


def outcomes(answer) -> dict[str, str]:
    return {each.name: each.outcome for each in answer.coverage.by_document}


def test_each_document_answers_for_itself_and_other_values_are_no_conflict(tmp_path):
    with library(tmp_path, a=lease("EUR 500"), b=lease("EUR 700"), c=lease("EUR 500")) as held:
        answer = held.ask(RENT)

    assert answer.outcome == "answered"
    assert said(answer) == {"a.txt": "EUR 500", "b.txt": "EUR 700", "c.txt": "EUR 500"}
    assert len({item.id for item in answer.items}) == 3
    assert outcomes(answer) == dict.fromkeys(("a.txt", "b.txt", "c.txt"), "answered")


def test_document_that_is_silent_leaves_the_others_answered(tmp_path):
    with library(tmp_path, a=lease("EUR 500"), b="A recipe for soup: boil water and add salt.\n") as held:
        answer = held.ask(RENT)

    assert answer.outcome == "answered"
    assert said(answer) == {"a.txt": "EUR 500"}
    assert outcomes(answer) == {"a.txt": "answered", "b.txt": "not_found"}


def test_document_with_leads_alone_makes_the_answer_incomplete(tmp_path):
    clear = "The monthly rent of the north ground floor is EUR 500.\n"
    vague = "A monthly rent is due for each floor.\n"
    with library(tmp_path, a=clear, b=vague) as held:
        answer = held.ask("What is the monthly rent of the north ground floor?")

    assert answer.outcome == "incomplete"
    assert said(answer) == {"a.txt": "EUR 500"}
    assert outcomes(answer) == {"a.txt": "answered", "b.txt": "unverified"}
    assert any("b.txt" in caveat for caveat in answer.caveats)
    assert [lead.evidence[0].name for lead in answer.leads] == ["b.txt"]


def test_all_silent_documents_are_not_found(tmp_path):
    soup = "A recipe for soup: boil water and add salt.\n"
    with library(tmp_path, a=soup, b=soup.replace("soup", "stew")) as held:
        answer = held.ask(RENT)

    assert answer.outcome == "not_found"
    assert outcomes(answer) == {"a.txt": "not_found", "b.txt": "not_found"}
    assert answer.coverage.spans_read == answer.coverage.spans_total


def test_amendment_in_a_document_of_its_own_is_still_a_conflict_that_is_settled(tmp_path):
    original = (
        "SERVICE AGREEMENT No. 77/2024\n\nbetween Acme Ltd. and Bolt GmbH\n\n3. Fees\n\n"
        "The monthly fee is EUR 500.\n"
    )
    amendment = (
        "AMENDMENT No. 1 to SERVICE AGREEMENT No. 77/2024\n\nbetween Acme Ltd. and Bolt GmbH\n\n"
        "Section 3 is amended: the monthly fee is EUR 700 instead of EUR 500.\n"
    )
    with library(tmp_path, agreement=original, amendment=amendment) as held:
        answer = held.ask("What is the monthly fee?")

    assert answer.outcome == "conflict"
    said = " ".join(item.original for item in answer.items)
    assert "EUR 500" in said
    assert "EUR 700" in said


def test_items_of_lists_are_numbered_through(tmp_path):
    listed = "Deliverables\n\nThe deliverables are:\n\n- {} report\n- {} slides\n"
    with library(tmp_path, a=listed.format("first", "first"), b=listed.format("second", "second")) as held:
        answer = held.ask("List the deliverables.")

    assert len({item.id for item in answer.items}) == len(answer.items) == 4


@dataclass
class FindsRent(Reads):
    """Points at the rent of whatever it is shown; cannot be reached while it is asked of some document."""

    down: str = ""

    def read(self, asked, view):
        names = [identity.name for identity in view.documents]
        self.views.append(view)
        if self.down in names:
            raise ProviderError("No answer from the service.", hint="Try again.", retryable=True)
        lines = [line.number for line in view.lines if "rent is" in line.text]
        words = [re.search(r"EUR \d+", view.line(number).text) for number in lines]
        items = tuple(ReadItem((n,), found[0]) for n, found in zip(lines, words, strict=True) if found)
        return [Reading(kind="words" if items else "none", items=items[:1]) for _ in asked]


def test_outage_for_one_document_is_open_and_no_silence(tmp_path):
    with library(tmp_path, a=lease("EUR 500"), b=lease("EUR 700")) as held:
        held.reader = FindsRent(down="b.txt")
        answer = held.ask(RENT)

    assert answer.outcome == "incomplete"
    assert outcomes(answer) == {"a.txt": "answered", "b.txt": "failed"}
    assert said(answer) == {"a.txt": "EUR 500"}


@pytest.mark.parametrize("down", ["a.txt", "b.txt"])
def test_outage_where_no_document_answers_is_a_failure(tmp_path, down):
    soup = "A recipe for soup: boil water and add salt.\n"
    with library(tmp_path, a=soup, b=soup.replace("soup", "stew")) as held:
        held.reader = FindsRent(down=down)
        answer = held.ask(RENT)

    assert answer.outcome == "failed"


def test_documents_beyond_what_a_model_may_be_asked_about_are_named_as_not_asked(tmp_path):
    texts = {name: lease("EUR 500") for name in "abc"}
    with library(tmp_path, **texts) as held:
        held.settings = held.settings.model_copy(update={"most_documents": 2})
        held.reader = FindsRent()
        answer = held.ask(RENT)

    assert answer.outcome == "incomplete"
    assert set(said(answer)) == {"a.txt", "b.txt"}
    assert "No clear answer from: c.txt (not asked)." in answer.caveats


def test_model_is_asked_about_no_more_documents_than_it_may_and_the_others_are_not_called_silent(tmp_path):
    texts = {name: f"A recipe for soup number {name}.\n" for name in "abcde"}
    with library(tmp_path, {"most_documents": 2, "shortlist": 1}, **texts) as held:
        held.reader = FindsRent()
        answer = held.ask(RENT)

    assert len({identity.name for view in held.reader.views for identity in view.documents}) <= 2
    assert answer.outcome != "not_found"


def test_document_without_the_section_that_is_named_leaves_the_others_answered(tmp_path):
    with library(tmp_path, a=lease("EUR 500"), b="A note without sections. Nothing else.\n") as held:
        answer = held.ask("What is the monthly rent in Section 1?")

    assert answer.outcome == "answered"
    assert said(answer) == {"a.txt": "EUR 500"}


def test_section_that_no_document_has_is_asked_back(tmp_path):
    with library(tmp_path, a=lease("EUR 500"), b=lease("EUR 700")) as held:
        answer = held.ask("What is the monthly rent in Section 9?")

    assert answer.outcome == "needs_clarification"
    assert answer.clarification


def test_documents_that_differ_are_no_operand_of_a_computation(tmp_path):
    with library(tmp_path, a=lease("EUR 500"), b=lease("EUR 700")) as held:
        answer = held.ask("Is the monthly rent above EUR 600?")

    assert answer.outcome == "needs_clarification"
    assert "EUR 500 (a.txt)" in (answer.clarification or "")


def test_document_beyond_the_shortlist_is_read_before_it_is_silent(tmp_path):
    texts = dict.fromkeys(("a", "b"), "A recipe for soup.\n") | {"c": lease("EUR 700")}
    with library(tmp_path, {"shortlist": 1}, **texts) as held:
        answer = held.ask(RENT)

    assert "EUR 700" in said(answer).values()
