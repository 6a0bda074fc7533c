"""The report of a run: what it says, where its links lead, and that no stranger's text acts in it."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pincite.answer.answers import Answer, Derivation, Failure, Operand
from pincite.answer.checks import Check
from pincite.errors import InputError, ProviderError
from pincite.service import Library
from tests.audit.citing import (
    FEE_VALUE,
    QUESTION,
    added,
    answer,
    cited,
    conflict,
    item,
    lead,
    near,
    read_all,
)
from tests.audit.report_papers import CAP, FEE, LONG, agreement, locked

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>"


class Page(HTMLParser):
    """What a browser would make of a report: its elements, ids, links and text."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text = ""
        self.feed(content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += f" {data}"

    @property
    def ids(self) -> list[str]:
        return [value for _, name, value in self.attributes if name == "id"]

    @property
    def links(self) -> set[str]:
        return {value for tag, name, value in self.attributes if name == "href" and tag != "image"}


def shown(library: Library, found: Answer, **options: str) -> Page:
    page = Page(library.report(found, **options))
    assert len(page.ids) == len(set(page.ids)), "every id stands once"
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids), "every link leads somewhere"
    return page


def test_answer_is_shown_with_proof_and_judgement_apart(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())

    page = shown(library, answer(items=[item(held, FEE, FEE_VALUE)]))

    words = " ".join(page.text.split())
    assert f"Question {QUESTION}" in words
    assert "Answered : EUR 4,500.00" in words
    assert re.search(r"Proved by code.*Quote found in the document, word for word.*Judged, not proved", words)
    assert "very likely (0.93) ; an answer needs 0.82" in words
    assert "scripted 0.97" in words
    assert held.identity.source in words
    assert held.identity.version in words


def test_item_and_its_words_on_the_page_link_to_each_other(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())

    page = shown(library, answer(items=[item(held, FEE, FEE_VALUE)]))

    (mark,) = [id for id in page.ids if id.startswith("on-page-item-1")]
    assert {"#item-1", f"#{mark}"} <= page.links


def test_page_that_many_items_cite_is_in_the_file_once(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())
    items = [item(held, words, id=f"item-{n}") for n, words in enumerate((FEE, LONG, CAP), start=1)]

    page = shown(library, answer(items=items))

    pictures = [value for tag, name, value in page.attributes if (tag, name) == ("image", "href")]
    assert len(pictures) == 2
    assert all(each.startswith("data:image/") for each in pictures)
    assert page.tags.count("use") == 5 - 2  # three cuts and two pages


def test_report_runs_and_loads_nothing(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())
    content = library.report(answer(items=[item(held, FEE)])).decode()

    assert "<script" not in content
    assert "default-src 'none'" in content.split("</head>")[0].replace("&#x27;", "'")
    assert not re.findall(r"https?://|@import|url\(", content)


def test_text_and_names_of_strangers_stay_text(library: Library, tmp_path: Path):
    name = "<b onload=x>'&.txt"
    text = f"Before.\n\nThe fee is EUR 5 {HOSTILE} \u202e&amp; more.\n\nAfter {HOSTILE}.\n"
    held = added(library, tmp_path, text, name)
    place = item(held, "The fee is EUR 5")
    found = answer(
        items=[place], question=f"Fee? {HOSTILE}", caveats=[HOSTILE], clarification=HOSTILE,
        leads=[lead(held, "After")], coverage=read_all(near(held, "Before.")),
    )  # fmt: skip

    page = shown(library, found)

    assert not {"script", "img", "b"} & set(page.tags)
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    assert page.text.count(HOSTILE) >= 4
    assert name in page.text
    assert "\u202e" not in page.text
    for form in ("csv", "json"):
        assert library.report(found, form=form)


def test_format_without_pages_shows_the_lines_around_the_words(library: Library, tmp_path: Path):
    text = "\n".join(["One.", "", "Two.", FEE, "Three.", "Four.", "Five.", "Six."])
    held = added(library, tmp_path, text, "agreement.md")

    page = shown(library, answer(items=[item(held, FEE, FEE_VALUE)]))

    assert "image" not in page.tags
    assert "mark" in page.tags
    assert all(each in page.text for each in ("One.", "Two.", "Three.", "Four."))
    assert "Five." not in page.text
    assert ("li", "value", "4") in page.attributes


def test_hidden_words_beside_a_quote_are_not_shown(library: Library, tmp_path: Path):
    text = f"<p>{FEE}</p><p style='display:none'>Secret margin of forty percent.</p><p>End.</p>"
    held = added(library, tmp_path, text, "agreement.html")

    page = shown(library, answer(items=[item(held, FEE)]))

    assert "End." in page.text
    assert "Secret" not in page.text


def test_not_found_says_what_was_read_and_what_came_near(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())

    page = shown(library, answer("not_found", coverage=read_all(near(held, CAP))))

    words = " ".join(page.text.split())
    assert "Not found : the chance that the document answers this is 0.04." in words
    assert "Read all 7 passages on 2 pages of 1 document." in words
    assert "1 page could be read only in part." in words
    assert "Unreadable pages 0" in words
    assert "Does not answer: Probably about something else (0.12)." in words
    assert "#near-1" in page.links


def test_leads_are_called_no_answers(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())

    page = shown(library, answer("unverified", leads=[lead(held, FEE), lead(held, CAP, 0.2)]))

    words = " ".join(page.text.split())
    assert "No passage is sure enough to be the answer." in words
    assert words.count("Lead, not an answer") == 2
    assert "Chance that it answers: unlikely (0.41)" in words
    assert "may differ in: year" in words
    assert "Proved by code" not in words


def test_sides_of_a_conflict_stand_beside_each_other(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())
    items = [item(held, FEE, FEE_VALUE, "item-1"), item(held, CAP, id="item-2")]

    page = shown(library, answer("conflict", items=items, conflict=conflict(["item-1"], ["item-2"])))

    words = " ".join(page.text.split())
    assert "Conflict : 2 different values for the same thing." in words
    assert re.search(r"Side 1 .*EUR 4,500.00.* Side 2 .*2,000,000", words)
    assert "Pincite does not choose between them: read each in its place." in words


def test_computed_item_shows_its_formula_and_every_operand(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())
    operands = [Operand(name="fee", value=FEE_VALUE, evidence=cited(held, FEE))]
    derivation = Derivation(formula="12 × fee", operands=operands, rates=[])
    whole = item(held, FEE, FEE_VALUE)
    proof = [*whole.proof, Check(check="computed", state="proved")]
    computed = whole.model_copy(update={"derivation": derivation, "proof": proof})

    page = shown(library, answer(items=[computed], method="computed"))

    words = " ".join(page.text.split())
    assert "Computed: 12 × fee" in words
    assert "fee: EUR 4,500.00" in words
    assert "Computed by code, from the cited values" in words


def test_failure_is_told_as_one(library: Library):
    error = Failure.of(ProviderError("The model is down.", hint="Try later."))

    page = shown(library, answer("failed", error=error))

    assert "The model is down. Try later." in page.text
    assert "Not found" not in page.text


def test_document_that_is_gone_leaves_its_quote_and_its_hash(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())
    found = answer(items=[item(held, FEE, FEE_VALUE)])
    library.forget("agreement.pdf")

    page = shown(library, found)

    assert "no longer in the library" in page.text
    assert held.identity.source in page.text
    assert "image" not in page.tags


def test_older_version_is_shown_as_it_was_cited(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())
    found = answer(items=[item(held, FEE, FEE_VALUE)])
    added(library, tmp_path, agreement(more=("Another page.",)))

    page = shown(library, found)

    assert "image" in page.tags
    assert held.identity.source in page.text


def test_locked_document_is_drawn_only_with_its_password(library: Library, tmp_path: Path):
    path = tmp_path / "agreement.pdf"
    path.write_bytes(locked(agreement(), "open sesame"))
    library.add(path, password="open sesame")
    found = answer(items=[item(library.read("agreement.pdf"), FEE)])

    without, with_it = shown(library, found), shown(library, found, password="open sesame")

    assert "image" not in without.tags
    assert "is encrypted: its pages are drawn only with its password" in without.text
    assert "image" in with_it.tags
    assert "open sesame" not in with_it.text


def test_run_is_reported_by_the_beginning_of_its_id(library: Library, tmp_path: Path):
    added(library, tmp_path, agreement())
    found = library.ask(QUESTION)

    by_id, last = library.report(found.run[:8]), library.report()

    assert f"run {found.run[:12]}".encode() in by_id
    assert Page(by_id).text.split("Made by")[0] == Page(last).text.split("Made by")[0]
    with pytest.raises(InputError, match="no run, table or job whose id starts with 'zzz'"):
        library.report("zzz")
    with pytest.raises(InputError, match="There is no report as 'docx'"):
        library.report(form="docx")  # type: ignore[arg-type] - what a caller may write


def test_citations_of_a_run_are_a_row_each(library: Library, tmp_path: Path):
    held = added(library, tmp_path, agreement())
    found = answer(items=[item(held, FEE, FEE_VALUE), item(held, LONG, id="item-2")], leads=[lead(held, CAP)])

    header, *rows = csv.reader(io.StringIO(library.report(found, form="csv").decode()))

    told = [dict(zip(header, row, strict=True)) for row in rows]
    assert [each["kind"] for each in told] == ["answer", "answer", "lead"]
    assert told[0]["value"] == "EUR 4,500.00"
    assert told[0]["quote"] == FEE
    assert told[0]["page"] == "1"
    assert told[0]["SHA-256 of the file"] == held.identity.source
    assert (told[0]["quote check"], told[0]["chance"], told[0]["bar"]) == ("proved", "0.93", "0.82")
    assert (told[2]["quote check"], told[2]["chance"]) == ("", "0.41")


def test_run_without_any_place_has_a_row_that_says_so(library: Library):
    header, row = csv.reader(io.StringIO(library.report(answer("not_found"), form="csv").decode()))

    assert len(header) == len(row)
    assert row[:2] == [QUESTION, "not_found"]
    assert "Read all 7 passages" in " ".join(row)


def test_workbook_and_json_hold_the_same_answer(library: Library, tmp_path: Path):
    calamine = pytest.importorskip("python_calamine")
    held = added(library, tmp_path, agreement())
    found = answer(items=[item(held, FEE, FEE_VALUE)])

    book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(library.report(found, form="xlsx")))

    assert book.sheet_names == ["Answer", "Citations"]
    assert ["question", QUESTION] in book.get_sheet_by_name("Answer").to_python()
    assert FEE in book.get_sheet_by_name("Citations").to_python()[1]
    assert Answer.model_validate(json.loads(library.report(found, form="json"))) == found
