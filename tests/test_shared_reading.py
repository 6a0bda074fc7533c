"""Fields of a table and operands of a formula: one document, one view, one call for all of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

import pincite
from pincite.answer.view_and_form import AskedQuestion, Reading, ReadItem, View
from pincite.ask.reading_list import ReadingList
from pincite.errors import ProviderError, UnreadableReply
from pincite.records.run import Run
from tests.factories import held
from tests.stages import pipeline

TEXT = (
    "1. Fees\n\nThe setup fee is EUR 490.10.\n\nThe support fee is EUR 50.25.\n\n"
    "2. Law\n\nThis contract is governed by the law of Norway.\n\n3. Term\n\nIt runs for two years.\n"
)
ANSWERS = {"setup": "EUR 490.10", "support": "EUR 50.25", "law": "the law of Norway", "run": "two years"}
FIELDS = [
    "What is the setup fee?",
    "What is the support fee?",
    "Which law governs it?",
    "How many days of holiday are there?",
]


@dataclass
class Knows:
    """A reader that knows where each thing stands; keeps the questions of every call with their view."""

    calls: list[tuple[list[str], View]] = field(default_factory=list)
    most_chars: int = 24_000
    fails: list[Exception] = field(default_factory=list)
    name: str = "knows"
    version: str = "1"

    def read(self, asked: Sequence[AskedQuestion], view: View) -> list[Reading]:
        self.calls.append(([each.text for each in asked], view))
        if self.fails:
            raise self.fails.pop(0)
        return [self._reading(each, view) for each in asked]

    def _reading(self, asked: AskedQuestion, view: View) -> Reading:
        words = next((said for word, said in ANSWERS.items() if word in asked.text), "no such words")
        line = next((each.number for each in view.lines if words in each.text), None)
        if line is None:
            return Reading(by=self.name)
        return Reading("words", (ReadItem((line,), words),), found=True, confidence="sure", by=self.name)


@pytest.fixture
def library(tmp_path):
    file = tmp_path / "contract.txt"
    file.write_text(TEXT)
    with pincite.open(
        tmp_path / "library", settings={"reader": None, "decision": None, "isolated": False}
    ) as library:
        library.add(file)
        yield library


def table_by(library: pincite.Library, reader: Knows) -> dict[str, str]:
    library.reader = reader
    (row,) = library.table(None, FIELDS).rows
    return {name: cell.items[0].original if cell.items else cell.state for name, cell in row.cells.items()}


def test_fields_of_a_table_are_read_in_one_call(library):
    reader = Knows()
    cells = list(table_by(library, reader).values())
    assert cells == ["EUR 490.10", "EUR 50.25", "the law of Norway", "not_stated"]
    assert [asked for asked, _ in reader.calls] == [FIELDS, FIELDS[3:]], "and what it lacks once more"


def test_what_the_first_view_lacks_is_looked_for_in_one_more_for_all(library, tmp_path):
    filler = "".join(
        f"{n}. Matter {n}\n\n" + "The parties meet in good faith. " * 40 + "\n\n" for n in range(4, 9)
    )
    (tmp_path / "contract.txt").write_text(TEXT + filler)
    library.add(tmp_path / "contract.txt")
    reader = Knows(most_chars=2_000)
    cells = list(table_by(library, reader).values())
    assert cells[:3] == ["EUR 490.10", "EUR 50.25", "the law of Norway"]
    assert len(reader.calls) == 2
    assert "How many days of holiday are there?" in reader.calls[1][0]
    assert "What is the setup fee?" not in reader.calls[1][0]


def test_reply_that_is_useless_for_several_has_them_asked_one_by_one(library):
    reader = Knows(fails=[UnreadableReply("It has no q2.", hint="Ask again.")])
    assert list(table_by(library, reader).values())[:2] == ["EUR 490.10", "EUR 50.25"]
    assert [len(asked) for asked, _ in reader.calls[:3]] == [4, 1, 1]


def test_outage_fails_one_cell_and_the_others_are_read_together(library):
    reader = Knows(fails=[ProviderError("It is down.", hint="Wait.", retryable=True)])
    cells = list(table_by(library, reader).values())
    assert cells == ["failed", "EUR 50.25", "the law of Norway", "not_stated"]
    assert [len(asked) for asked, _ in reader.calls] == [4, 4, 1]


def test_operands_are_read_in_one_call_and_the_reader_is_not_asked_to_compute():
    source, run, reader = held(TEXT), Run("run"), Knows()
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    asked = "What do the setup fee and the support fee add up to?"
    answer = pipeline(by=reader).ask(asked, reading_list, run)
    (item,) = answer.items
    assert (answer.method, item.value.value) == (
        "computed",
        pincite.Amount(value="540.35", currency="EUR", unit=None).value,
    )
    assert len(reader.calls) == 1
    assert len(reader.calls[0][0]) >= 2
    assert not any("add up" in each for each in reader.calls[0][0])


def test_record_of_a_question_tells_only_of_a_view_that_it_shared(library):
    reader = Knows(fails=[UnreadableReply("It has no q2.", hint="Ask again.")])
    table_by(library, reader)
    runs = library.store.runs("default", "", limit=9)
    told = [line for run in runs for line in json.loads(library.why(run.id).trace)["decisions"]]
    assert any("asked one by one" in line for line in told)
    assert not any("read in one view" in line for line in told)
