"""W3C Web Annotations: out, in again, and those of others."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import pincite
from pincite import InputError, Library
from pincite.audit.annotated_places import AnnotatedPlaces
from pincite.audit.annotation_file import Selected, read_annotations
from pincite.audit.web_annotations import source_id, web_annotations
from pincite.records.evidence import Proof
from pincite.records.span import Span
from pincite.verify.boundary import may_begin, may_end
from pincite.verify.recover import recover
from tests.audit.papers import paper
from tests.audit.typeset import as_pdf
from tests.factories import document, held, write

FEE = "How much is the monthly fee?"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Nothing that is tested with it changes it: annotations are not stored."""
    folder = tmp_path_factory.mktemp("annotated")
    with pincite.open(folder / "library") as library:
        library.add(write(folder))
        library.ask(FEE)
        yield library


def quote(exact: object, **more: object) -> dict[str, object]:
    return {"type": "TextQuoteSelector", "exact": exact, **more}


def annotation(*selectors: object, **more: object) -> dict[str, object]:
    return {"id": "a", "type": "Annotation", "target": {"source": "x", "selector": list(selectors)}, **more}


def find(text: str, *selectors: object, source: str = "x"):
    (selected,) = read_annotations(json.dumps(annotation(*selectors)).encode(), "a.json")
    return AnnotatedPlaces(document(text), source).place_of(selected)


def test_exported_evidence_is_located_at_the_same_place(library):
    exported = library.annotations.export()
    located = library.annotations.locate(json.dumps(exported).encode(), "agreement.txt")

    (item,) = pincite.Answer.model_validate_json(library.why().answer).items
    assert located.exit_code == 0
    assert [each.evidence for each in located.annotations] == item.evidence
    assert located.annotations[0].body[0] == FEE
    assert "EUR 4,500.00" in located.annotations[0].body[1]


def test_collection_has_the_form_of_the_w3c(library):
    exported = library.annotations.export()
    first = exported["first"]["items"][0]
    kinds = [selector["type"] for selector in first["target"]["selector"]]

    assert exported["@context"] == "http://www.w3.org/ns/anno.jsonld"
    assert (exported["type"], exported["total"]) == ("AnnotationCollection", len(exported["first"]["items"]))
    assert (first["type"], first["motivation"]) == ("Annotation", "describing")
    assert [body["purpose"] for body in first["body"]] == ["questioning", "describing"]
    assert first["target"]["source"]["id"].startswith("ni:///sha-256;")
    assert kinds == ["TextQuoteSelector", "TextPositionSelector"]


def test_answer_without_items_makes_an_empty_collection(library, tmp_path):
    with pincite.open(tmp_path / "library") as other:
        other.add(write(tmp_path))
        other.ask("What is the governing law?")
        exported = other.annotations.export()
    assert exported["total"] == 0
    assert library.annotations.locate(json.dumps(exported).encode(), "agreement.txt").annotations == []


def test_nothing_of_where_the_file_was_is_exported(library):
    assert str(library.settings.library.parent) not in json.dumps(library.annotations.export())


def test_page_of_a_pdf_is_a_fragment_with_a_rectangle_around_the_words():
    from pincite.records.library import identify
    from tests.audit.edited_pairs import cited

    made = paper(random.Random(5))
    printed = as_pdf(made)
    sentence, _ = cited(made.fact, printed.text)
    evidence = recover(Proof(identify("default", "a.pdf", b"", printed.parse), printed, sentence, "exact"))
    answer = _answer(evidence)

    selectors = web_annotations(answer, "2026-01-01", lambda each: printed)["first"]["items"][0]["target"][
        "selector"
    ]
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


_WORDS = st.sampled_from(
    ["fee", "the", "EUR 5", "😀", "term", "𝔸lpha", "non-exclusive", "1,000", "not", "é", "of"]
)
_TEXTS = st.lists(_WORDS, min_size=3, max_size=60).map(" ".join)


@st.composite
def _spans(draw):
    """A text, and a stretch of whole words in it that holds letters or digits."""
    words = draw(st.lists(_WORDS, min_size=3, max_size=60))
    first = draw(st.integers(0, len(words) - 1))
    last = draw(st.integers(first, len(words) - 1))
    start = len(" ".join([*words[:first], ""])) if first else 0
    return " ".join(words), start, start + len(" ".join(words[first : last + 1]))


@given(drawn=_spans())
def test_whatever_is_exported_is_located_at_the_same_characters(drawn):
    text, start, end = drawn
    assume(any(character.isalnum() for character in text[start:end]))
    assume(may_begin(text, start))
    assume(may_end(text, end))
    given_held = held(text)
    evidence = recover(Proof(given_held.identity, given_held.document, Span(start, end), "exact"))
    exported = web_annotations(_answer(evidence), "2026-01-01", lambda each: given_held.document)

    (selected,) = read_annotations(json.dumps(exported).encode(), "a.json")
    placed = AnnotatedPlaces(given_held.document, source_id(given_held.identity.source)).place_of(selected)
    assert [(match.start, match.end) for match in placed.places] == [(start, end)]


@given(text=_TEXTS, exact=_TEXTS, prefix=_TEXTS, suffix=_TEXTS, at=st.integers(0, 500))
def test_whatever_is_located_reads_as_the_quote(text, exact, prefix, suffix, at):
    from pincite.verify.quote import locate

    selected = Selected("a", exact=exact, prefix=prefix, suffix=suffix, start=at, end=at + len(exact))
    for match in AnnotatedPlaces(document(text), "x").place_of(selected).places:
        assert any((each.start, each.end) == (match.start, match.end) for each in locate(exact, text))


def test_equal_quotes_are_told_apart_by_what_stands_around_them():
    text = "The fee is EUR 5. The pump costs EUR 5. The valve costs EUR 5."
    placed = find(text, quote("EUR 5", prefix="mp costs ", suffix=". The val"))
    assert [match.start for match in placed.places] == [text.index("pump costs EUR 5") + len("pump costs ")]


def test_position_chooses_among_equal_places_and_counts_code_points():
    text = "😀😀 EUR 5, then EUR 5."
    second = text.rindex("EUR 5")
    placed = find(text, quote("EUR 5"), {"type": "TextPositionSelector", "start": second, "end": second + 5})
    assert [match.start for match in placed.places] == [second]


def test_wrong_position_is_only_a_hint():
    placed = find(
        "The fee is EUR 5.", {"type": "TextPositionSelector", "start": 900, "end": 905}, quote("EUR 5")
    )
    assert [match.start for match in placed.places] == [11]


def test_page_chooses_among_equal_places():
    text = "The fee is EUR 5.\n\fThe fee is EUR 5.\n"
    fragment = {"type": "FragmentSelector", "value": "page=2&highlight=1,2,3,4"}
    placed = find(text, quote("The fee is EUR 5."), fragment)
    assert [match.start for match in placed.places] == [text.rindex("The")]


def test_equal_places_that_nothing_tells_apart_are_ambiguous():
    placed = find("The fee is EUR 5. The cost is EUR 5.", quote("EUR 5"))
    assert len(placed.places) == 2
    assert "2 places" in placed.note


def test_quote_that_cuts_a_word_or_a_number_is_not_found():
    for text, exact in (("It is non-exclusive.", "exclusive"), ("It costs EUR 5,000.", "EUR 5")):
        at = text.index(exact)
        position = {"type": "TextPositionSelector", "start": at, "end": at + len(exact)}
        assert find(text, quote(exact), position).places == ()


def test_position_alone_is_believed_only_of_the_same_file():
    position = {"type": "TextPositionSelector", "start": 4, "end": 7}
    assert find("The fee is EUR 5.", position).note == (
        "Found by its position alone: it has no quote to compare."
    )
    assert find("The fee is EUR 5.", position, source="other").places == ()


def test_quote_set_in_other_lines_is_located():
    placed = find("The fee is\nEUR 5 per “month”.", quote('fee  is EUR 5 per "month"'))
    assert len(placed.places) == 1


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe\x00", b"12", b"null", b'"text"', b"{}", b'{"type": "Person"}', b"[" * 100_000],
)
def test_file_that_holds_no_annotations_is_refused_by_name(content):
    with pytest.raises(InputError, match=r"a\.json"):
        read_annotations(content, "a.json")


@pytest.mark.parametrize(
    "broken",
    [
        7,
        None,
        {"type": "Annotation"},
        {"target": 5},
        {"target": []},
        {"target": {"selector": "x"}},
        annotation(),
        annotation(quote(5)),
        annotation(quote(["EUR"])),
        annotation(quote("EUR", prefix=3)),
        annotation(quote("   ")),
        annotation(quote("x" * 20_001)),
        annotation({"type": "TextPositionSelector", "start": -1, "end": 4}),
        annotation({"type": "TextPositionSelector", "start": True, "end": 4}),
        annotation({"type": "TextPositionSelector", "start": "1", "end": 4}),
        annotation({"type": "SvgSelector", "value": "<svg/>"}),
    ],
)
def test_broken_annotation_is_unusable_and_says_why_and_the_others_are_located(library, broken):
    content = json.dumps([broken, annotation(quote("EUR 4,500.00"))]).encode()
    first, second = library.annotations.locate(content, "agreement.txt").annotations
    assert (first.state, first.evidence, second.state) == ("unusable", None, "located")
    assert first.note


@pytest.mark.parametrize("form", ["one", "list", "page", "collection", "prefixed", "targets", "link body"])
def test_every_usual_form_of_a_file_is_read(library, form):
    one = annotation(quote("EUR 4,500.00"), body={"type": "TextualBody", "value": "the fee"})
    forms = {
        "one": one,
        "list": [one],
        "page": {"type": "AnnotationPage", "items": [one]},
        "collection": {"type": "AnnotationCollection", "first": {"items": [one]}},
        "prefixed": {
            "@type": "oa:Annotation",
            "body": "the fee",
            "target": {"selector": {"type": ["oa:TextQuoteSelector"], "exact": "EUR 4,500.00"}},
        },
        "targets": one | {"target": [one["target"]]},
        "link body": one | {"body": ["the fee", {"id": "http://example.com/x"}]},
    }
    (made,) = library.annotations.locate(json.dumps(forms[form]).encode(), "agreement.txt").annotations
    assert (made.state, made.body) == ("located", ["the fee"])


def test_too_many_annotations_are_refused():
    with pytest.raises(InputError, match="more than 100,000"):
        read_annotations(json.dumps([{}] * 100_001).encode(), "a.json")


def test_hostile_prefixes_and_many_equal_places_take_no_long_time():
    text = "the fee of the pump and the valve of the pump " * 2_000
    places = AnnotatedPlaces(document(text), "x")
    start = time.process_time()
    for number in range(800):
        prefix = f"{number} " * 10 + "x" * 100_000 if number < 50 else f"pump {number} and "
        places.place_of(Selected("a", exact="the", prefix=prefix, suffix=" valve of"))
    assert time.process_time() - start < 6


@pytest.mark.long
def test_100000_annotations_are_located_within_two_minutes(tmp_path):
    made = [paper(random.Random(seed)).text() for seed in range(60)]
    text = "\n\n".join(made)
    whole = document(text)
    blocks = [block.span for block in whole.blocks if block.kind == "sentence"]
    drawn = random.Random(1)
    content = json.dumps(
        [
            annotation(quote(span.of(text), prefix=text[max(0, span.start - 32) : span.start]))
            for span in drawn.choices(blocks, k=100_000)
        ]
    ).encode()
    places = AnnotatedPlaces(whole, "x")
    start = time.process_time()
    for selected in read_annotations(content, "a.json"):
        places.place_of(selected)
    assert time.process_time() - start < 120
