"""A field with many values is asked of every part of a document, and what is done is never done again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import pincite
from pincite.answer.document_tables import Walked
from pincite.errors import StoreError
from pincite.extract.schema_file import read_schema
from pincite.extract.walking import Unit, merged, once
from pincite.ingest.chunk import chunks
from pincite.read.language_model import LanguageModelReader
from pincite.records.completion import Completion
from pincite.values.types import Amount, Text
from tests.extract.items import item, place
from tests.extract.long_documents import FindsFees, ShortOfBreath, TruncatesFirst, fees, long_text
from tests.factories import write
from tests.form_filling import numbered
from tests.scripted import Fault, Scripted

SECTIONS = 40
FEES = (
    "fields:\n  - name: fees\n    type: amount\n    question: How much are the fees?\n    cardinality: many\n"
)
SCHEMA = read_schema(FEES, "fees.yaml")
WALKED = Walked(blocks=3, of_blocks=3, parts=1, of_parts=1)


@pytest.fixture
def library(tmp_path):
    with pincite.open(tmp_path / "library", settings={"isolated": False}) as library:
        library.add(write(tmp_path, "long.txt", long_text(SECTIONS)))
        yield library


def asked_by(library, model):
    library.reader = LanguageModelReader(model)
    table = library.extract("long.txt", SCHEMA)
    return table.rows[0].cells["fees"]


def parts(library) -> int:
    return len(chunks(library.read("long.txt").document))


def kept_units(library) -> int:
    connection = library.store.database.connection
    return int(connection.execute("SELECT count(*) FROM extract_unit").fetchone()[0])


def test_model_is_shown_every_line_and_every_value_is_an_item_once(library):
    model = FindsFees()
    cell = asked_by(library, model)
    document = library.read("long.txt").document

    assert [each.original for each in cell.items] == fees(SECTIONS)
    assert cell.state == "answered"
    assert [each.id for each in cell.items] == [f"item-{n}" for n in range(1, SECTIONS + 1)]
    assert cell.walked == Walked(
        blocks=len(document.blocks),
        of_blocks=len(document.blocks),
        parts=parts(library),
        of_parts=parts(library),
    )
    shown = {line for prompt in model.prompts for line in numbered(prompt).values()}
    assert {" ".join(block.span.of(document.text).split()) for block in document.blocks} <= shown
    assert len(model.prompts) == parts(library) > 3


def test_what_was_found_so_far_is_at_the_top_of_every_prompt_exactly(library):
    model = FindsFees()
    asked_by(library, model)

    assert model.prompts[0].facts == ""
    second, last = model.prompts[1], model.prompts[-1]
    assert "exactly as the document has it" in second.facts
    known = [json.loads(line) for line in last.facts.splitlines() if line.startswith("{")]
    assert [fact["original"] for fact in known] == fees(len(known))
    assert known[0]["value"] == {"value": "100.00", "currency": "EUR", "unit": None}


def test_second_run_asks_nothing_and_another_process_goes_on_after_a_failure(library, tmp_path):
    broken = FindsFees()
    total = parts(library)

    def fail(prompt, complete=broken.complete):
        if len(broken.prompts) == 3:
            raise ConnectionError("connection refused")
        return complete(prompt)

    broken.complete = fail
    cell = asked_by(library, broken)
    assert (cell.state, kept_units(library)) == ("failed", 3)

    with pincite.open(tmp_path / "library", settings={"isolated": False}) as again:
        model = FindsFees()
        cell = asked_by(again, model)
        assert [each.original for each in cell.items] == fees(SECTIONS)
        assert len(model.prompts) == total - 3
        known = [line for line in model.prompts[0].facts.splitlines() if line.startswith("{")]
        assert known  # what the process before it had found
        assert asked_by(again, model) == cell
        assert len(model.prompts) == total - 3


def test_document_that_changes_between_two_parts_is_extracted_as_it_is_then(library, tmp_path):
    model = FindsFees()

    def change(prompt, complete=model.complete):
        if len(model.prompts) == 2:
            library.add(write(tmp_path, "long.txt", long_text(SECTIONS).replace("00.00.", "50.00.")))
        return complete(prompt)

    old = library.current("long.txt")
    model.complete = change
    cell = asked_by(library, model)

    assert [each.original for each in cell.items] == [fee.replace("00.00", "50.00") for fee in fees(SECTIONS)]
    new = library.current("long.txt")
    connection = library.store.database.connection
    for identity, changed in ((old, False), (new, True)):
        rows = connection.execute(
            "SELECT unit FROM extract_unit JOIN version ON version.id = extract_unit.version "
            "WHERE version.version = ?",
            (identity.version,),
        ).fetchall()
        assert rows
        assert all(("50.00" in unit) is changed for (unit,) in rows)


def test_reply_that_breaks_off_at_every_first_call_does_not_keep_extraction_from_its_end(library):
    model = TruncatesFirst()
    cell = asked_by(library, model)

    assert [each.original for each in cell.items] == fees(SECTIONS)
    assert cell.state == "answered"
    assert len(model.prompts) > parts(library)


def test_reply_that_always_breaks_off_after_a_few_items_is_split_until_it_does_not(library):
    cell = asked_by(library, ShortOfBreath())
    assert [each.original for each in cell.items] == fees(SECTIONS)
    assert cell.state == "answered"


def test_whole_items_of_a_reply_that_breaks_off_whatever_is_shown_are_kept(tmp_path):
    class NeverEnds(FindsFees):
        def complete(self, prompt):
            said = super().complete(prompt)
            return Completion(said.text[: said.text.index('"condition_lines"')], "length")

    with pincite.open(tmp_path / "library", settings={"isolated": False}) as library:
        library.add(write(tmp_path, "long.txt", long_text(2)))
        cell = asked_by(library, NeverEnds())
    assert [each.original for each in cell.items] == fees(2)
    assert cell.state == "to_review"
    assert "broke off" in cell.reason


def test_model_that_never_says_a_whole_item_fails_and_is_not_silent(library):
    cell = asked_by(library, Scripted((Fault.TRUNCATION,)))
    assert cell.state == "failed"
    assert cell.error
    assert cell.error.error_class == "TruncatedReply"


def test_verbatim_mode_reads_every_passage_and_goes_on_where_it_was(library, monkeypatch):
    read: list[tuple[int, int]] = []
    pipeline = type(library.pipeline())
    real = pipeline.read_part

    def counted(self, asked, held, span, after, answer_type=None):
        if len(read) == 2:
            read.append((0, 0))
            raise KeyboardInterrupt
        read.append((span.start, after))
        return real(self, asked, held, span, after, answer_type)

    monkeypatch.setattr(pipeline, "read_part", counted)
    with pytest.raises(KeyboardInterrupt):
        library.extract("long.txt", SCHEMA)
    assert kept_units(library) == 2

    cell = library.extract("long.txt", SCHEMA).rows[0].cells["fees"]
    assert len(read) == parts(library) + 1
    assert cell.walked
    assert cell.walked.blocks == cell.walked.of_blocks == len(library.read("long.txt").document.blocks)
    passages = sum(len(json.loads(unit)["passages"]) for unit in units(library))
    assert passages == len({each for unit in units(library) for each in spans(unit)})
    found = [*cell.items, *cell.leads]
    assert all("fee for service" in each.evidence[0].snippet for each in found[:3])


def units(library) -> list[str]:
    rows = library.store.database.connection.execute("SELECT unit FROM extract_unit ORDER BY chunk")
    return [unit for (unit,) in rows]


def spans(unit: str) -> list[int]:
    return [passage["span"]["start"] for passage in json.loads(unit)["passages"]]


def test_units_of_what_is_done_are_dropped_after_the_days_of_the_settings(tmp_path):
    with pincite.open(tmp_path / "library", settings={"isolated": False, "checkpoint_days": 0}) as library:
        library.add(write(tmp_path, "long.txt", long_text(4)))
        library.add(write(tmp_path, "other.txt", long_text(3)))
        asked_by(library, FindsFees())
        connection = library.store.database.connection
        connection.execute("UPDATE extract_unit SET done_at = '2020-01-01T00:00:00+00:00'")
        connection.commit()
        library.extract("other.txt", SCHEMA)
        names = connection.execute(
            "SELECT DISTINCT document.name FROM extract_unit "
            "JOIN version ON version.id = extract_unit.version "
            "JOIN document ON document.id = version.document"
        ).fetchall()
        assert names == [("other.txt",)]


def test_full_disk_stops_the_extraction_and_what_was_done_is_kept(library, monkeypatch):
    real, kept = type(library.store).keep_unit, []

    def refuse(self, identity, key, unit):
        if len(kept) == 2:
            raise StoreError("There is no space left for the library.", hint="Free some space.")
        kept.append(key)
        real(self, identity, key, unit)

    monkeypatch.setattr(type(library.store), "keep_unit", refuse)
    with pytest.raises(StoreError, match="no space left") as stopped:
        asked_by(library, FindsFees())
    assert stopped.value.hint == "Free some space. What was asked is kept; run it again to go on."
    assert stopped.value.exit_code == 5

    monkeypatch.setattr(type(library.store), "keep_unit", real)
    model = FindsFees()
    assert asked_by(library, model).state == "answered"
    assert len(model.prompts) == parts(library) - 2


def test_disk_that_is_full_in_the_middle_ends_with_5_and_the_next_run_goes_on(tmp_path):
    library = tmp_path / "library"
    with pincite.open(library, settings={"isolated": False}) as opened:
        opened.add(write(tmp_path, "long.txt", long_text(SECTIONS)))
    (tmp_path / "fees.yaml").write_text(FEES)
    command = [sys.executable, "-m", "tests.extract.full_disk", str(library), str(tmp_path / "fees.yaml")]

    stopped = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2])

    assert stopped.returncode == 5, stopped.stderr
    assert "run it again to go on" in stopped.stderr
    with pincite.open(library, settings={"isolated": False}) as opened:
        before = kept_units(opened)
        assert 0 < before < parts(opened)
        cell = opened.extract("long.txt", SCHEMA).rows[0].cells["fees"]
        assert cell.walked
        assert kept_units(opened) == parts(opened)


AMOUNT = Amount(value="100.00", currency="EUR", unit=None)


def unit(*items, leads=(), outcome="answered") -> Unit:
    return Unit(
        outcome=outcome, items=list(items), leads=list(leads), chance_held=0.2, caveats=[],
        has_unread_pages=False, run="run",
    )  # fmt: skip


def test_same_value_in_two_places_is_one_item_with_both():
    found = once([item(AMOUNT, "EUR 100", place(50, 60)), item(AMOUNT, "100 euros", place(10, 20))])
    assert len(found) == 1
    assert [(each.start, each.end) for each in found[0].evidence] == [(50, 60), (10, 20)]


def test_same_amount_under_other_conditions_and_other_words_are_items_of_their_own():
    apart = [
        item(AMOUNT, "EUR 100", place(0, 9), limits=("per claim",)),
        item(AMOUNT, "EUR 100", place(20, 29), limits=("in total",)),
        item(Text(text="fire"), "fire", place(30, 34)),
        item(Text(text="Fire."), "Fire.", place(40, 45)),
    ]
    found = once(apart)
    assert [(each.original, len(each.evidence)) for each in found] == [
        *(("EUR 100", 1), ("EUR 100", 1), ("fire", 2)),
    ]


def test_two_values_of_the_very_same_words_are_both_kept_and_to_review():
    other = Amount(value="100.00", currency="USD", unit=None)
    cell = merged(
        [unit(item(AMOUNT, "100.00", place(0, 9))), unit(item(other, "100.00", place(0, 9)))], WALKED
    )
    assert (cell.state, len(cell.items)) == ("to_review", 2)
    assert cell.reason == "1 passage can be read in two ways."


def test_parts_that_are_all_silent_make_a_cell_that_is_not_stated():
    cell = merged([unit(outcome="not_found"), unit(outcome="not_found")], WALKED)
    assert (cell.state, cell.chance) == ("not_stated", 0.2)
    assert cell.reason == "Not found: 3 of 3 passages were read."
