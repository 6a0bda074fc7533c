"""What was asked is listed, shown and proved again, as a Python developer does it."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

import pincite
from pincite.errors import InputError, TamperError
from tests.factories import AGREEMENT, write

FEE, NOTHING = "What is the monthly fee?", "What is the annual deductible?"


@pytest.fixture
def library(tmp_path: Path):
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path))
        yield library


def test_run_records_briefs_searches_claims_and_what_made_it(library):
    answer = library.ask(FEE)
    run = library.runs.show(answer.run)

    assert run.part("briefs", [])[0]["generation"]["asked"] == FEE
    (first, *_) = run.part("searches", [])
    assert first["document"] == "agreement.txt"
    by_name = {path["path"]: path for path in first["paths"]}
    assert by_name["words"]["hits"] >= 1
    block, score = by_name["words"]["best"][0]
    assert block >= 1
    assert score > 0
    (kept,) = [each for each in run.part("claims", []) if each["kept"]]
    assert kept["claim"]["original"] == "EUR 4,500.00"
    assert {each["check"] for each in kept["verdicts"]} >= {"quote", "value", "scope", "answers"}
    made = run.part("made_by", {})
    assert made["pincite"] == pincite.__version__
    assert made["parsers"][0]["parser"] == "text"
    assert len(made["settings_sha256"]) == 64
    assert len(made["models"]["decision"]["sha256"]) == 64
    assert run.entry
    assert json.loads(run.to_json())["chain"]["hash"] == run.entry.hash


@pytest.mark.usefixtures("models_as_by_default")
def test_models_are_named_by_the_hash_of_their_weights(tmp_path: Path):
    from pincite.ask.recording import models_told
    from pincite.models.weight_files import are_installed
    from pincite.settings import load

    if not are_installed():
        pytest.skip("the weights are not part of this checkout")
    told = models_told(load({}))
    sums = (Path(pincite.__file__).parent / "models" / "weights" / "SHA256SUMS").read_text("utf-8")
    known = dict(reversed(line.split()) for line in sums.splitlines())
    for part, file in {"reader": "reader.int8.onnx", "embedder": "embedder.int8.onnx"}.items():
        assert told[part]["sha256"] == known[file]
    assert told["decision"]["sha256"] == known["decision.json"]


def test_runs_are_listed_newest_first_and_by_what_they_came_to(library, tmp_path: Path):
    library.add(write(tmp_path, "other.txt", "The gate opens at nine.\n"))
    first = library.ask(FEE, documents="agreement.txt")
    second = library.ask(NOTHING, documents="other.txt")

    assert [each.id for each in library.runs.list()] == [second.run, first.run]
    assert [each.id for each in library.runs.list(outcome="answered")] == [first.run]
    assert [each.id for each in library.runs.list(document="other.txt")] == [second.run]
    assert library.runs.list(since="2999-01-01") == []
    assert len(library.runs.list(since="2020-01-01", limit=1)) == 1
    with pytest.raises(InputError, match="not a date"):
        library.runs.list(since="yesterday")


def test_run_is_proved_again_by_its_certificate_also_when_the_document_was_changed_since(
    library, tmp_path: Path
):
    answer = library.ask(FEE)
    library.add(write(tmp_path, text=AGREEMENT.replace("4,500.00", "5,100.00")))
    (tmp_path / "fee.json").write_bytes(library.certify(answer.run))
    assert pincite.check(tmp_path / "fee.json").exit_code == 0


def test_run_about_a_forgotten_document_cannot_be_certified(library):
    answer = library.ask(FEE)
    library.forget("agreement.txt")
    with pytest.raises(InputError, match="does not hold"):
        library.certify(answer.run)


def test_run_is_found_by_the_beginning_of_its_id_and_else_says_why_not(library):
    with pytest.raises(InputError, match="Nothing has been asked yet"):
        library.runs.show()
    answer = library.ask(FEE)
    assert library.runs.show(answer.run[:8]).record.id == answer.run
    with pytest.raises(InputError, match="There is no run"):
        library.runs.show("zzz")
    assert library.runs.erase("2999-01-01") == 1
    with pytest.raises(InputError, match="was erased on"):
        library.runs.show(answer.run[:8])


def test_chain_of_a_library_is_intact_after_everything(library):
    library.ask(FEE)
    library.ask(NOTHING)
    library.table(None, "monthly fee")
    report = library.runs.verify()
    assert report.intact
    assert report.counts["run"] == 3
    assert library.runs.verify(report.head).has_kept_head


def test_what_is_older_than_the_setting_allows_is_erased_with_the_next_question(tmp_path: Path):
    path, said = write(tmp_path), []
    with pincite.open(tmp_path / "library") as library:
        library.add(path)
        old = library.ask(FEE).run
        database = library.store.database.connection
        database.execute("DROP TRIGGER run_unchanged")
        database.execute("UPDATE run SET asked_at = '2020-01-01T00:00:00+00:00'")
    with pincite.open(tmp_path / "library", settings={"retention_days": 30}, notice=said.append) as library:
        new = library.ask(FEE).run
        assert [each.id for each in library.runs.list()] == [new]
        assert [each.subject for each in library.runs.verify().erased] == [old]
        assert library.runs.verify().intact
    assert any("older than 30 days" in each for each in said)


def test_oldest_questions_go_where_all_take_more_than_the_setting_allows(tmp_path: Path):
    path, said = write(tmp_path), []
    with pincite.open(tmp_path / "library", settings={"runs_megabytes": 1}, notice=said.append) as library:
        library.add(path)
        table = library.table(["agreement.txt"], ["monthly fee"])
        asked = [library.ask(f"What is the monthly fee? {'so ' * 60_000}").run for _ in range(6)]
        library._retention_due = 0.0
        last = library.ask(FEE).run
        kept = [each.id for each in library.runs.list(asked_for="question")]

        assert kept[0] == last
        assert 0 < len(kept) < 7
        assert kept[1:] == asked[::-1][: len(kept) - 1], "the newest stay"
        assert library.made_table(table.table).rows[0].cells["monthly fee"].state == "answered"
        assert library.runs.list(asked_for="cell"), "what is behind a cell stays"
        report = library.runs.verify()
        assert report.intact
        assert {each.subject for each in report.erased} == set(asked) - set(kept)
        with pytest.raises(InputError, match=r"was erased on .* \(limit\)"):
            library.why(asked[0])
    assert any("`runs_megabytes` is 1" in each for each in said)


def test_limit_erases_nothing_while_there_is_room_and_never_the_last_question(tmp_path: Path):
    with pincite.open(tmp_path / "library", settings={"runs_megabytes": 1}) as library:
        library.add(write(tmp_path))
        library.ask(FEE)
        library._retention_due = 0.0
        library.ask(f"What is the monthly fee? {'so ' * 200_000}")
        library._retention_due = 0.0
        last = library.ask(f"What is the monthly fee? {'so ' * 500_000}")
        assert [each.id for each in library.runs.list()] == [last.run]


def tampered(library, tmp_path: Path, *statements: str) -> None:
    library.close()
    rows = sqlite3.connect(tmp_path / "library" / "library.db")
    for (trigger,) in rows.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        rows.execute(f"DROP TRIGGER {trigger}")
    for statement in statements:
        rows.execute(statement)
    rows.commit()
    rows.close()


def test_answer_that_was_changed_in_the_library_is_neither_certified_nor_reported(library, tmp_path: Path):
    run = library.ask(FEE).run
    tampered(library, tmp_path, "UPDATE run SET answer = replace(answer, '4,500.00', '9,500.00')")
    with pincite.open(tmp_path / "library") as again:
        with pytest.raises(InputError, match="was changed after it was recorded"):
            again.certify(run)
        with pytest.raises(TamperError, match="was changed since"):
            again.report(run)


def test_chain_that_was_removed_is_not_made_anew(library, tmp_path: Path):
    library.ask(FEE)
    tampered(library, tmp_path, "DELETE FROM chain")
    with pincite.open(tmp_path / "library") as again:
        again.ask(FEE)
        report = again.runs.verify()
    assert not report.intact
    assert report.fault is not None
    assert "the chain has no entry for it" in report.fault.reason
