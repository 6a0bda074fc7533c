"""The measurement of growth: what the library is filled with, and the page that is made of the figures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from pincite.jobs.one_file import Job, read

_FOLDER = str(Path(__file__).parents[2] / "bench")
_NAMES = ("figures", "publish", "contract", "growth_contracts", "growth_page", "many_documents", "one_more")


@pytest.fixture(scope="module")
def scripts() -> Iterator[dict[str, ModuleType]]:
    """The scripts under the names by which they import each other, kept from other tests."""
    before = {name: sys.modules.pop(name, None) for name in _NAMES}
    sys.path.insert(0, _FOLDER)
    yield {name: __import__(name) for name in _NAMES}
    sys.path.remove(_FOLDER)
    for name, module in before.items():
        sys.modules.pop(name, None)
        if module is not None:
            sys.modules[name] = module


def sizes(page: ModuleType) -> list[object]:
    def latency(milliseconds: float) -> object:
        return page.Latency(9, milliseconds, milliseconds, milliseconds, milliseconds)

    return [
        page.Size(
            page.Added(spans, spans // 300, 60.0, 250.0, 900.0, 1.5, spans * 380, spans * 31, 120.0),
            page.Asked(
                *(latency(spans / 30_000), latency(spans / 20_000), latency(1.0), latency(1_900.0), 9),
                *(latency(spans / 20), 9, spans, 80.0, 110.0),
                *(latency(17_000.0), latency(19_000.0)),
            ),
        )
        for spans in (10_000, 100_000, 1_000_000)
    ]


def test_copied_contract_is_what_reading_it_would_give(scripts: dict[str, ModuleType]):
    contracts = scripts["growth_contracts"]
    number = contracts.WRITTEN + 7

    entry = contracts.entry(number)

    reading = read(Job(contracts.text(number).encode(), contracts.name(number), "text", "text"))
    assert entry.document == reading.document
    assert (entry.passages, entry.chunks) == (reading.passages, reading.chunks)
    assert entry.postings == reading.postings


def test_no_two_contracts_are_about_the_same_site(scripts: dict[str, ModuleType]):
    assert len({scripts["growth_contracts"].site(number) for number in range(20_000)}) == 20_000


def test_page_says_that_a_budget_is_missed(scripts: dict[str, ModuleType]):
    page = scripts["growth_page"]

    written = page.page(sizes(page), "Written today.")

    assert "33.3 ms [≤ 30] **missed**" in written
    assert "3.33 ms [≤ 30] |" in written
    assert "**1,000,000 spans, 3,333 documents**" in written


def test_plot_has_a_line_for_each_kind_of_request_within_its_frame(scripts: dict[str, ModuleType]):
    page = scripts["growth_page"]

    drawing = ElementTree.fromstring(page.plot(sizes(page)))

    lines = drawing.findall("{*}polyline")
    assert len(lines) == 4
    _, _, width, height = (float(edge) for edge in drawing.attrib["viewBox"].split())
    points = [tuple(map(float, pair.split(","))) for line in lines for pair in line.attrib["points"].split()]
    assert len(points) == 12
    assert all(0 <= x <= width and 0 <= y <= height for x, y in points)


def test_section_on_one_more_document_is_replaced_and_stays_before_what_bounds_it(
    scripts: dict[str, ModuleType],
):
    one_more, growth_page = scripts["one_more"], scripts["growth_page"]
    costs = [one_more.Cost(10, 20.0, 20.0), one_more.Cost(10_000, 23.0, 20.0)]
    page = growth_page.page(sizes(growth_page), "Written today.")
    section = growth_page.table_text(one_more.table(costs))

    once = one_more.with_section(page, section)
    twice = one_more.with_section(once, section)

    assert once == twice
    assert once.count("## One more document") == once.count("## What bounds it") == 1
    assert once.index("## One more document") < once.index("## What bounds it")
    assert "1.15 times" in once
    ElementTree.fromstring(one_more.plot(costs))


def test_one_more_document_is_added_to_libraries_of_each_size(scripts: dict[str, ModuleType], tmp_path: Path):
    cost = scripts["one_more"].measured(tmp_path, 12)

    assert cost.documents == 12
    assert cost.added > 0 < cost.to_ten
