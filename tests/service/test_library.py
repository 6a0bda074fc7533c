"""The verbs of the service, as a Python developer uses them."""

from __future__ import annotations

import json
import sqlite3

import pytest
from tests.factories import AGREEMENT, write
from tests.ingest.printed import lines, pdf

import pincite
from pincite.answer.answers import Answer


@pytest.fixture
def library(tmp_path):
    with pincite.open(tmp_path / "library") as library:
        yield library


@pytest.mark.usefixtures("isolated_as_by_default")
def test_file_is_added_asked_and_answered(library, tmp_path):
    (added,) = library.add(write(tmp_path))
    answer = library.ask("What is the monthly fee?")
    assert added.status == "added"
    assert answer.outcome == "answered"
    assert answer.items[0].value.model_dump(mode="json") == {
        "value": "4500.00",
        "currency": "EUR",
        "unit": None,
    }
    assert answer.exit_code == 0


def test_adding_the_same_bytes_again_changes_nothing(library, tmp_path):
    path = write(tmp_path)
    library.add(path)
    before = library.documents()
    (again,) = library.add(path)
    assert again.status == "unchanged"
    assert library.documents() == before


def test_changed_file_becomes_the_current_version_and_is_what_is_asked(library, tmp_path):
    library.add(write(tmp_path))
    library.ask("What is the monthly fee?")
    (changed,) = library.add(write(tmp_path, text=AGREEMENT.replace("4,500.00", "5,100.00")))
    assert changed.status == "updated"
    assert library.ask("What is the monthly fee?").items[0].original == "EUR 5,100.00"
    assert library.documents()[0].versions == 2


def test_what_could_not_be_read_is_named_in_the_answer_and_in_its_record(library, tmp_path):
    library.add(write(tmp_path))
    unread = ["broken\udcff.pdf", *(f"{number}.pdf" for number in range(30))]
    answer = library.ask("What is the parking charge?", unread=unread)
    assert answer.outcome == "not_found"
    assert answer.caveats[-1].startswith("31 files could not be read: broken?.pdf, 0.pdf, ")
    assert answer.caveats[-1].endswith(" and 11 more; the answer may be there.")
    assert json.loads(library.why(answer.run).answer)["caveats"] == answer.caveats


@pytest.mark.usefixtures("isolated_as_by_default")
def test_one_bad_file_does_not_stop_the_others(library, tmp_path):
    empty = write(tmp_path, "empty.txt", "")
    (tmp_path / "folder").mkdir()
    results = library.add(empty, tmp_path / "missing.pdf", tmp_path / "folder", write(tmp_path))
    assert [r.status for r in results] == ["failed", "failed", "failed", "added"]
    assert all(r.error and r.error.hint for r in results[:3])
    assert [d.identity.name for d in library.documents()] == ["agreement.txt"]


@pytest.mark.usefixtures("isolated_as_by_default")
def test_progress_tells_of_the_pages_of_a_pdf(library, tmp_path):
    (tmp_path / "long.pdf").write_bytes(pdf(*(lines(f"Page {number} of the lease.") for number in range(3))))
    told = []
    library.add(tmp_path / "long.pdf", progress=lambda path, doing: told.append((path.name, doing)))
    assert told[0] == ("long.pdf", "reading")
    assert told[-2:] == [("long.pdf", "reading page 3 of 3 of"), ("long.pdf", "storing")]


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ("pages: 2", "has 3 pages; at most 2 pages are allowed"),
        ("file_megabytes: 1", "is too large; at most 1 MB are allowed"),
    ],
)
@pytest.mark.usefixtures("isolated_as_by_default")
def test_document_over_a_limit_names_the_setting_to_raise(tmp_path, monkeypatch, limit, said):
    (tmp_path / "config.yaml").write_text(f"limits: {{{limit}}}\n")
    monkeypatch.setenv("PINCITE_CONFIG", str(tmp_path / "config.yaml"))
    content = pdf(*(lines(f"Page {number} of the lease.") for number in range(3)))
    (tmp_path / "long.pdf").write_bytes(content + b"\n%" * (600_000 if "megabytes" in limit else 0))
    with pincite.open(tmp_path / "library") as library:
        (failed,) = library.add(tmp_path / "long.pdf")
    assert said in failed.error.message
    assert f"limits.{limit.split(':')[0]} (now {limit.split()[1]})" in failed.error.hint


@pytest.mark.parametrize("limits", ["{pages: 0}", "{pages: many}", "{leaves: 5}"])
def test_limit_that_makes_no_sense_is_a_configuration_error(tmp_path, monkeypatch, limits):
    (tmp_path / "config.yaml").write_text(f"limits: {limits}\n")
    monkeypatch.setenv("PINCITE_CONFIG", str(tmp_path / "config.yaml"))
    with pytest.raises(pincite.ConfigError, match="limits"):
        pincite.open(tmp_path / "library")


def test_two_files_of_one_name_in_one_call_are_not_mixed_up(library, tmp_path):
    (tmp_path / "other").mkdir()
    results = library.add(write(tmp_path), write(tmp_path / "other", text="Another text entirely.\n"))
    assert [r.status for r in results] == ["added", "failed"]


def test_forgotten_document_is_gone(library, tmp_path):
    library.add(write(tmp_path))
    assert library.forget("agreement.txt") == 1
    assert library.documents() == []
    assert library.search("fee") == []
    with pytest.raises(pincite.InputError, match=r"agreement\.txt"):
        library.read("agreement.txt")


def test_unknown_document_suggests_the_nearest_name(library, tmp_path):
    library.add(write(tmp_path))
    answer = library.ask("What is the fee?", documents=["agrement.txt"])
    assert answer.outcome == "failed"
    assert answer.error.hint == "Did you mean 'agreement.txt'?"
    assert answer.exit_code == 2


def test_empty_library_is_a_failure_and_not_a_not_found(library):
    answer = library.ask("What is the fee?")
    assert (answer.outcome, answer.exit_code) == ("failed", 2)


def test_collections_do_not_see_each_other(tmp_path):
    with (
        pincite.open(tmp_path / "library", collection="a") as a,
        pincite.open(tmp_path / "library", collection="b") as b,
    ):
        a.add(write(tmp_path))
        assert len(a.documents()) == 1
        assert b.documents() == []


def test_answer_json_has_the_published_form(library, tmp_path):
    library.add(write(tmp_path))
    answer = json.loads(library.ask("What is the monthly fee?").to_json())
    assert answer["schema"] == "pincite.answer/3"
    assert list(answer) == [
        "schema", "outcome", "question", "strictness", "method", "items",
        "leads", "conflict", "signals", "clarification", "caveats", "coverage", "calls", "error", "run",
        "seconds",
    ]  # fmt: skip
    assert list(answer["items"][0]) == [
        "id", "type", "value", "original", "limits", "evidence", "proof", "judgement", "derivation",
        "decision",
    ]  # fmt: skip
    assert list(answer["items"][0]["evidence"][0]) == [
        "document", "version", "name", "page", "page_label", "anchor", "section", "lines", "start", "end",
        "role", "snippet", "grade", "boxes", "recognised",
    ]  # fmt: skip


def test_failure_json_names_the_class_of_the_error(library):
    error = json.loads(library.ask("What is the fee?").to_json())["error"]
    assert error["class"] == "InputError"
    assert set(error) == {"class", "message", "hint", "retryable"}


def test_require_raises_unless_answered(library, tmp_path):
    library.add(write(tmp_path))
    assert library.ask("What is the monthly fee?").require().items
    with pytest.raises(pincite.UnverifiedError):
        library.ask("Who is the escrow agent?").require()


def test_stricter_settings_refuse_more(tmp_path):
    asked = "How much is the monthly fee for terminating?"
    outcomes = []
    for strictness in ("lenient", "paranoid"):
        with pincite.open(tmp_path / "library", strictness=strictness) as library:
            library.add(write(tmp_path))
            outcomes.append(library.ask(asked).outcome)
    assert outcomes == ["answered", "probable"]


def test_many_documents_are_searched_through_a_shortlist_and_all_before_not_found(library, tmp_path):
    for number in range(30):
        write(
            tmp_path,
            f"note-{number}.txt",
            f"Note {number}. The gadget number {number} weighs {number + 100} kg.\n",
        )
    library.add(*sorted(tmp_path.glob("note-*.txt")), write(tmp_path))
    found = library.ask("What is the monthly fee of the Customer?")
    assert [item.evidence[0].name for item in found.items] == ["agreement.txt"]
    assert library.ask("Who is the escrow agent?").coverage.documents == 31


def test_read_only_library_answers_and_records_nothing(tmp_path):
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path))
    with pincite.open(tmp_path / "library", read_only=True) as library:
        assert library.ask("What is the monthly fee?").outcome == "answered"
        (failed,) = library.add(write(tmp_path, "b.txt", "Another text.\n"))
        assert isinstance(failed.error, pincite.StoreError)


def test_question_with_a_broken_character_is_a_failure_that_can_be_written(library, tmp_path):
    library.add(write(tmp_path))
    answer = library.ask("What is the fee \ud800?")
    assert answer.outcome == "failed"
    assert json.loads(answer.to_json())["error"]["class"] == "InputError"


def test_failed_run_is_recorded_too(library, tmp_path):
    answer = library.ask("What is the fee?")
    with sqlite3.connect(tmp_path / "library" / "library.db") as database:
        assert database.execute("SELECT outcome FROM run WHERE id = ?", [answer.run]).fetchone() == (
            "failed",
        )


def test_answer_is_read_back_from_its_json_as_it_was(library, tmp_path):
    library.add(write(tmp_path))
    for asked in (
        "What is the monthly fee?",
        "When does the agreement expire?",
        "How many days after its receipt is an invoice payable?",
        "Shall the Supplier be liable for loss of profit?",
        "Who may terminate the agreement?",
        "Who is the escrow agent?",
    ):
        answer = library.ask(asked)
        again = Answer.model_validate_json(answer.to_json())
        assert again == answer
        assert again.exit_code == answer.exit_code


def test_failure_that_is_read_back_keeps_its_exit_code(library):
    answer = library.ask("What is the fee?")
    assert Answer.model_validate_json(answer.to_json()).exit_code == answer.exit_code == 2
