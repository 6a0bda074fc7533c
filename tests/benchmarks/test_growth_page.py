"""The measurement of growth: what the library is filled with, and the page that is made of the figures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from pincite.jobs.one_file import Job, read

_FOLDER = str(Path(__file__).parents[2] / "benchmarks")
_NAMES = ("figures", "publish", "contract", "growth_contracts", "growth_page")


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
