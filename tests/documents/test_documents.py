"""Documents whose truth is known, read through the public surface: nothing lost, everything in its place."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

import pincite
from pincite.ask.reading_list import ReadingList
from pincite.records.document import Block, Document
from pincite.records.run import Run
from tests.documents.conftest import PAPERS
from tests.documents.truth import (
    About,
    Asked,
    Fact,
    Grid,
    Heading,
    InCell,
    InOrder,
    Kept,
    NotShown,
    Unit,
)
from tests.gold_shapes.test_conflicts import UNMET
from tests.gold_shapes.told import told
from tests.stages import pipeline


def title_of(fact: Fact) -> str:
    for key in ("question", "title", "text", "caption", "type"):
        if value := getattr(fact, key, None):
            return str(value)
    return " ".join(str(value) for value in vars(fact).values())


def facts_of(*kinds: type[Fact]) -> list[object]:
    """One case for each fact of these kinds, expected to fail where it is known to be broken."""
    return [
        pytest.param(
            paper.name,
            fact,
            id=f"{paper.name}:{re.sub(r'[^A-Za-z0-9]+', '-', title_of(fact))[:50]}",
            marks=[pytest.mark.xfail(strict=True, reason=fact.broken)] if fact.broken else [],
        )
        for paper in PAPERS
        for fact in paper.facts
        if isinstance(fact, kinds)
    ]


@pytest.mark.parametrize(("name", "heading"), facts_of(Heading))
def test_a_heading_opens_a_section_of_its_level(
    library: pincite.Library, name: str, heading: Heading
) -> None:
    document = library.read(name).document
    found = [section for section in document.sections if squeeze(section.title) == heading.title]
    assert [(section.level, section.start_page) for section in found] == [(heading.level, heading.page)]


@pytest.mark.parametrize(("name", "unit"), facts_of(Unit))
def test_what_was_set_as_one_piece_is_one_block(library: pincite.Library, name: str, unit: Unit) -> None:
    document = library.read(name).document
    blocks = [
        block
        for block in document.blocks
        if squeeze(block.span.of(document.text)) == unit.text and block.page == unit.page
    ]
    assert len(blocks) == 1, near(document, unit.text)
    (block,) = blocks
    assert block.kind == unit.kind
    if unit.label is not None:
        page = document.page_of(block.span.start)
        assert page is not None
        assert page.label == unit.label
    if unit.anchor is not None:
        assert block.anchor == unit.anchor
    if unit.section is not None:
        assert path_of(document, block)[-1:] == [unit.section]


@pytest.mark.parametrize(("name", "grid"), facts_of(Grid))
def test_a_table_has_its_size_and_caption(library: pincite.Library, name: str, grid: Grid) -> None:
    document = library.read(name).document
    assert len(document.tables) >= grid.table, "no such table"
    table = document.tables[grid.table - 1]
    assert (table.rows, table.columns, table.header_rows) == (grid.rows, grid.columns, grid.header_rows)
    if grid.caption is not None:
        assert table.caption is not None
        assert squeeze(table.caption.of(document.text)) == grid.caption


@pytest.mark.parametrize(("name", "expected"), facts_of(InCell))
def test_a_cell_stands_in_its_row_and_column(library: pincite.Library, name: str, expected: InCell) -> None:
    document = library.read(name).document
    assert len(document.tables) >= expected.table, "no such table"
    table = document.tables[expected.table - 1]
    cells = [cell for cell in table.cells if (cell.row, cell.column) == (expected.row, expected.column)]
    assert [squeeze(cell.span.of(document.text)) for cell in cells] == [expected.text]
    (cell,) = cells
    assert (cell.rows, cell.columns) == (expected.rows, expected.columns)
    if expected.anchor is not None:
        assert cell.anchor == expected.anchor
    if expected.headers:
        named = tuple(squeeze(header.span.of(document.text)) for header in table.headers_of(cell))
        assert named == expected.headers


@pytest.mark.parametrize(("name", "order"), facts_of(InOrder))
def test_phrases_are_read_in_order(library: pincite.Library, name: str, order: InOrder) -> None:
    text = squeeze(library.read(name).document.text)
    places = [text.find(phrase) for phrase in order.phrases]
    assert -1 not in places, order.phrases[places.index(-1)]
    assert places == sorted(places)


@pytest.mark.parametrize(("name", "kept"), facts_of(Kept))
def test_no_word_is_lost(library: pincite.Library, name: str, kept: Kept) -> None:
    assert kept.text in squeeze(library.read(name).document.text)


@pytest.mark.parametrize(("name", "hidden"), facts_of(NotShown))
def test_what_nobody_sees_is_not_read(library: pincite.Library, name: str, hidden: NotShown) -> None:
    assert hidden.text not in squeeze(library.read(name).document.seen_text)


@pytest.mark.parametrize(("name", "about"), facts_of(About))
def test_the_profile_says_what_it_is(library: pincite.Library, name: str, about: About) -> None:
    profile = library.read(name).document.profile
    assert (profile.type, profile.language) == (about.type, about.language)
    parties = [subject.name for subject in profile.subjects if subject.kind == "party"]
    assert sorted(parties) == sorted(about.parties)


@pytest.mark.parametrize(("name", "asked"), facts_of(Asked))
def test_a_question_is_answered_from_its_place(library: pincite.Library, name: str, asked: Asked) -> None:
    held, said = library.read(name), asked.value.get("value")
    judged = told(asked.quote, yes=said if isinstance(said, bool) else None)
    reading_list = ReadingList((held.identity,), (held.identity,), lambda identity: held)
    answer = json.loads(pipeline(judged=judged).ask(asked.question, reading_list, Run("run")).to_json())
    assert answer["outcome"] == "answered", answer["clarification"] or answer["coverage"]["nearest"]
    values = [item["value"] for item in answer["items"]]
    assert [{key: value.get(key) for key in asked.value} for value in values] == [asked.value]
    proof = answer["items"][0]["evidence"][0]
    assert asked.quote in squeeze(proof["snippet"])
    assert proof["page"] == asked.page
    for key, expected in (("page_label", asked.label), ("anchor", asked.anchor)):
        if expected is not None:
            assert proof[key] == expected
    if asked.section is not None:
        assert asked.section in str(proof["section"])


@pytest.mark.parametrize("name", [paper.name for paper in PAPERS])
def test_every_line_lies_in_a_block_and_every_word_in_a_line(library: pincite.Library, name: str) -> None:
    document = library.read(name).document
    covered = bytearray(len(document.text))
    for held in (*document.blocks, *document.unseen):
        covered[held.span.start : held.span.end] = b"\1" * (held.span.end - held.span.start)
    lost = [
        word[0] for word in re.finditer(r"\w+", document.text) if not all(covered[word.start() : word.end()])
    ]
    assert lost == []


def test_what_is_known_to_be_broken_is_counted_in_the_docs() -> None:
    kinds = Counter(fact.broken.split(":")[0] for paper in PAPERS for fact in paper.facts if fact.broken)
    kinds["conflict"] = len(UNMET)
    page = (Path(__file__).parents[2] / "docs" / "quality.md").read_text("utf-8")
    section = page.split("### Known wrong answers")[1].split("\n## ")[0]
    told = {kind: int(count) for kind, count in re.findall(r"^\| (.+?): .*? \| (\d+) \|", section, re.M)}
    assert told == kinds
    assert section.split()[0] == str(kinds.total())


def squeeze(text: str) -> str:
    """The text on one line, with the words that were divided at a line end made whole."""
    whole = re.sub(r"(?<=[a-z])-\n(?=[a-z])", "", text)
    return " ".join(whole.split())


def near(document: Document, text: str) -> str:
    """The blocks that share the first words of `text`, for whoever reads the failure."""
    start = " ".join(text.split()[:3])
    return "\n".join(
        f"{block.kind} {block.page} {block.anchor}: {squeeze(block.span.of(document.text))!r}"
        for block in document.blocks
        if start in squeeze(block.span.of(document.text))
    )


def path_of(document: Document, block: Block) -> list[str]:
    return [squeeze(section.title) for section in document.section_path(block.section)]
