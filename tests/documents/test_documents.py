"""Documents whose truth is known, read through the public surface: nothing lost, everything in its place."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.ask.reading_list import ReadingList
from pincite.records.document import Block, Document
from pincite.records.library import Held
from pincite.records.run import Run
from tests.documents.conftest import papers
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


def a_heading_opens_a_section_of_its_level(held: Held, heading: Heading) -> None:
    document = held.document
    found = [section for section in document.sections if squeeze(section.title) == heading.title]
    assert [(section.level, section.start_page) for section in found] == [(heading.level, heading.page)]


def what_was_set_as_one_piece_is_one_block(held: Held, unit: Unit) -> None:
    document = held.document
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


def a_table_has_its_size_and_caption(held: Held, grid: Grid) -> None:
    document = held.document
    assert len(document.tables) >= grid.table, "no such table"
    table = document.tables[grid.table - 1]
    assert (table.rows, table.columns, table.header_rows) == (grid.rows, grid.columns, grid.header_rows)
    if grid.caption is not None:
        assert table.caption is not None
        assert squeeze(table.caption.of(document.text)) == grid.caption


def a_cell_stands_in_its_row_and_column(held: Held, expected: InCell) -> None:
    document = held.document
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


def phrases_are_read_in_order(held: Held, order: InOrder) -> None:
    text = squeeze(held.document.text)
    places = [text.find(phrase) for phrase in order.phrases]
    assert -1 not in places, order.phrases[places.index(-1)]
    assert places == sorted(places)


def no_word_is_lost(held: Held, kept: Kept) -> None:
    assert kept.text in squeeze(held.document.text)


def what_nobody_sees_is_not_read(held: Held, hidden: NotShown) -> None:
    assert hidden.text not in squeeze(held.document.seen_text)


def the_profile_says_what_it_is(held: Held, about: About) -> None:
    profile = held.document.profile
    assert (profile.type, profile.language) == (about.type, about.language)
    parties = [subject.name for subject in profile.subjects if subject.kind == "party"]
    assert sorted(parties) == sorted(about.parties)


def a_question_is_answered_from_its_place(held: Held, asked: Asked) -> None:
    said = asked.value.get("value")
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


CHECKS: dict[type[Fact], Callable[[Held, Any], None]] = {
    Heading: a_heading_opens_a_section_of_its_level,
    Unit: what_was_set_as_one_piece_is_one_block,
    Grid: a_table_has_its_size_and_caption,
    InCell: a_cell_stands_in_its_row_and_column,
    InOrder: phrases_are_read_in_order,
    Kept: no_word_is_lost,
    NotShown: what_nobody_sees_is_not_read,
    About: the_profile_says_what_it_is,
    Asked: a_question_is_answered_from_its_place,
}


@pytest.mark.parametrize("kind", CHECKS, ids=lambda kind: kind.__name__)
def test_facts_of_a_kind_hold(library: pincite.Library, kind: type[Fact]) -> None:
    """All of them but those that are known to be broken, which have to be."""
    wrong, checked = [], 0
    for paper in papers():
        held = library.read(paper.name)
        for fact in (fact for fact in paper.facts if isinstance(fact, kind)):
            checked += 1
            problem = problem_of(CHECKS[kind], held, fact)
            if bool(problem) != bool(fact.broken):
                wrong.append(f"{paper.name}: {fact}\n{problem or 'holds: strike out why it is broken'}")
    assert checked
    assert not wrong, "\n\n".join(wrong)


def problem_of(check: Callable[[Held, Any], None], held: Held, fact: Fact) -> str:
    """What is wrong about a fact, or nothing."""
    try:
        check(held, fact)
    except (AssertionError, ValueError, LookupError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def test_every_line_lies_in_a_block_and_every_word_in_a_line(library: pincite.Library) -> None:
    lost = {paper.name: lost_words(library.read(paper.name).document) for paper in papers()}
    assert {name: words for name, words in lost.items() if words} == {}


def lost_words(document: Document) -> list[str]:
    covered = bytearray(len(document.text))
    for held in (*document.blocks, *document.unseen):
        covered[held.span.start : held.span.end] = b"\1" * (held.span.end - held.span.start)
    return [
        word[0] for word in re.finditer(r"\w+", document.text) if not all(covered[word.start() : word.end()])
    ]


def test_what_is_known_to_be_broken_is_counted_in_the_docs() -> None:
    kinds = Counter(fact.broken.split(":")[0] for paper in papers() for fact in paper.facts if fact.broken)
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
