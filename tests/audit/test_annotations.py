"""The evidence of a run as W3C Web Annotations."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import pincite
from pincite import InputError, Library
from pincite.audit.places import Sources
from pincite.audit.report_files import web_annotations
from pincite.prove.place import recover
from pincite.records.evidence import Proof
from pincite.records.library import Held, identify
from tests.audit.edited_pairs import cited
from tests.audit.papers import paper
from tests.audit.typeset import as_pdf
from tests.factories import write

FEE = "How much is the monthly fee?"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Nothing that is tested with it changes it: annotations are not stored."""
    folder = tmp_path_factory.mktemp("annotated")
    with pincite.open(folder / "library") as library:
        library.add(write(folder))
        library.ask(FEE)
        yield library


def test_collection_has_the_form_of_the_w3c_and_the_places_of_the_answer(library):
    exported = json.loads(library.report(form="annotations"))
    first = exported["first"]["items"][0]
    (item,) = pincite.Answer.model_validate_json(library.why().answer).items
    quote, position = first["target"]["selector"]
    text = library.read("agreement.txt").document.seen_text

    assert exported["@context"] == "http://www.w3.org/ns/anno.jsonld"
    assert (exported["type"], exported["total"]) == ("AnnotationCollection", len(exported["first"]["items"]))
    assert (first["type"], first["motivation"]) == ("Annotation", "describing")
    assert [body["purpose"] for body in first["body"]] == ["questioning", "describing"]
    assert first["body"][0]["value"] == FEE
    assert "EUR 4,500.00" in first["body"][1]["value"]
    assert first["target"]["source"]["id"].startswith("ni:///sha-256;")
    assert (quote["type"], quote["exact"]) == ("TextQuoteSelector", item.evidence[0].snippet)
    assert quote["prefix"] + quote["exact"] + quote["suffix"] in text
    assert position["type"] == "TextPositionSelector"
    assert text[position["start"] : position["end"]] == quote["exact"]


def test_answer_without_items_makes_an_empty_collection(tmp_path):
    with pincite.open(tmp_path / "library") as other:
        other.add(write(tmp_path))
        other.ask("What is the governing law?")
        assert json.loads(other.report(form="annotations"))["total"] == 0


def test_nothing_of_where_the_file_was_is_exported(library):
    assert str(library.settings.library.parent).encode() not in library.report(form="annotations")


def test_table_has_no_annotations(library):
    with pytest.raises(InputError, match="Only a run has annotations"):
        library.report(library.table(fields=["monthly fee"]), form="annotations")


def test_page_of_a_pdf_is_a_fragment_with_a_rectangle_around_the_words():
    made = paper(random.Random(5))
    printed = as_pdf(made)
    sentence, _ = cited(made.fact, printed.text)
    identity = identify("default", "a.pdf", b"", printed.parse)
    evidence = recover(Proof(identity, printed, sentence, "exact"))
    sources = Sources("default", lambda each: Held(each, printed, b""), lambda each: b"")

    exported = json.loads(web_annotations(_answer(evidence), "2026-01-01", sources))
    selectors = exported["first"]["items"][0]["target"]["selector"]
    (fragment,) = [each for each in selectors if each["type"] == "FragmentSelector"]
    page, rectangle = fragment["value"].split("&")
    left, right, top, bottom = map(int, rectangle.removeprefix("highlight=").split(","))

    assert page == f"page={evidence.page}"
    assert fragment["refinedBy"]["exact"] == evidence.snippet
    for box in evidence.boxes:
        assert left <= box.x0 < box.x1 <= right
        assert top <= box.y0 < box.y1 <= bottom


def _answer(evidence):
    """An answer that cites one place."""
    with_item = json.loads((Path(__file__).parent / "answer.json").read_text("utf-8"))
    with_item["items"][0]["evidence"] = [evidence.model_dump()]
    return pincite.Answer.model_validate(with_item)
