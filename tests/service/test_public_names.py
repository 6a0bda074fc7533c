"""What a program that embeds Pincite relies on: the names, and what each says when something is wrong."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

import pincite
from pincite import errors
from pincite.answer.answers import Failure

ERRORS = [each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, Exception)]


@pytest.fixture
def library(tmp_path: Path) -> pincite.Library:
    note = tmp_path / "note.txt"
    note.write_text("The monthly fee is EUR 500. The deposit is EUR 90.", "utf-8")
    opened = pincite.open(tmp_path / "library")
    opened.add(note)
    return opened


def test_every_public_name_is_listed_and_there():
    assert set(dir(pincite)) == {"__version__", *pincite.__all__}
    for name in dir(pincite):
        assert getattr(pincite, name)


def test_package_runs_as_a_program():
    said = subprocess.run([sys.executable, "-m", "pincite", "--version"], capture_output=True, text=True)
    assert said.stdout.strip() == f"pincite {pincite.__version__}"


def test_library_is_shown_in_one_line_without_a_word_of_its_documents(library: pincite.Library):
    library.ask("What is the monthly fee?")
    assert "\n" not in repr(library)
    assert "EUR" not in repr(library)


def test_one_document_may_be_named_without_a_list(library: pincite.Library):
    one = library.ask("What is the monthly fee?", documents="note.txt")
    assert [each.name for each in one.coverage.by_document] == ["note.txt"]
    missing = library.ask("What is the monthly fee?", documents="other.txt")
    assert missing.error is not None
    assert "'other.txt'" in missing.error.message


@pytest.mark.parametrize(
    ("named", "meant"),
    [
        ("no", ["note.txt"]),
        ("n*", ["note.txt"]),
        ("*.txt", ["note.txt", "other-1.txt", "other-2.txt", "scan[1].txt"]),
        ("other-1", ["other-1.txt"]),
        ("scan[1", ["scan[1].txt"]),
        ("*[1]*", ["scan[1].txt"]),
        (Path("note.txt"), ["note.txt"]),
        ([Path("note.txt"), "other-2"], ["note.txt", "other-2.txt"]),
    ],
)
def test_document_may_be_named_by_its_beginning_or_a_pattern(
    library: pincite.Library, tmp_path: Path, named: str, meant: list[str]
):
    for name in ("other-1.txt", "other-2.txt", "scan[1].txt"):
        (tmp_path / name).write_text(f"In {name} the monthly fee is EUR 700.", "utf-8")
        library.add(tmp_path / name)
    answer = library.ask("What is the monthly fee?", documents=named)
    assert sorted(each.name for each in answer.coverage.by_document) == meant


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("other", "Several documents begin with 'other'"),
        ("x*", "matches 'x*'"),
        ("", "has no document named ''"),
        ("scan[1].txt", "has no document named 'scan[1].txt'"),
        (b"note.txt", "is not the name of a document"),
    ],
)
def test_name_that_means_none_or_several_says_so(
    library: pincite.Library, tmp_path: Path, named: str, said: str
):
    for name in ("other-1.txt", "other-2.txt", "scan1.txt"):
        (tmp_path / name).write_text(f"In {name} the monthly fee is EUR 700.", "utf-8")
        library.add(tmp_path / name)
    error = library.ask("What is the monthly fee?", documents=[named]).error
    assert error is not None
    assert said in error.message


def test_beginning_of_an_e_mail_means_the_e_mail(library: pincite.Library, tmp_path: Path):
    from email.message import EmailMessage

    message = EmailMessage()
    message["Subject"] = "Fees"
    message.set_content("The yearly fee is EUR 6,000.")
    message.add_attachment(b"The fine is EUR 10.", maintype="text", subtype="plain", filename="fine.txt")
    (tmp_path / "mail.eml").write_bytes(message.as_bytes())
    library.add(tmp_path / "mail.eml")
    answer = library.ask("What is the yearly fee?", documents="mail")
    assert [each.name for each in answer.coverage.by_document] == ["mail.eml"]


def test_threads_start_one_set_of_readers(library: pincite.Library):
    with ThreadPoolExecutor(8) as pool:
        started = list(pool.map(lambda _: id(library._readers), range(64)))
    assert len(set(started)) == 1


def test_closed_library_says_so(library: pincite.Library):
    library.close()
    with pytest.raises(pincite.StoreError, match="is closed"):
        library.documents()
    assert library.ask("What is the monthly fee?").outcome == "failed"


def test_failed_answer_raises_what_made_it_fail(library: pincite.Library):
    failed = library.ask("What is the monthly fee?", documents="other.txt")
    with pytest.raises(pincite.InputError, match=r"'other\.txt'") as raised:
        failed.require()
    assert failed.error is not None
    assert raised.value.hint == failed.error.hint


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_every_class_of_error_comes_back_as_itself(kind: type[pincite.PinciteError]):
    came = Failure(error_class=kind.__name__, message="It broke.", hint="Mend it.", retryable=True).as_error()
    assert type(came) is kind
    assert (came.message, came.hint, came.retryable) == ("It broke.", "Mend it.", True)


def test_error_class_that_is_not_ours_is_still_an_error():
    came = Failure(error_class="annotations", message="It broke.", hint="", retryable=False).as_error()
    assert type(came) is pincite.PinciteError


def test_values_are_numbers_and_days_of_python():
    assert pincite.Amount(value=Decimal("12.50"), currency="EUR", unit=None).decimal == Decimal("12.50")
    assert pincite.Percentage(value=Decimal("1.5")).decimal == Decimal("0.015")
    assert pincite.Number(value=Decimal(3), unit="copies").decimal == 3
    assert pincite.DateValue(iso="2024-07-01", precision="day").to_date() == date(2024, 7, 1)
    with pytest.raises(ValueError, match="a month, and no day"):
        pincite.DateValue(iso="2024-07", precision="month").to_date()


def test_empty_list_of_documents_never_means_all_of_them(library: pincite.Library):
    answer = library.ask("What is the monthly fee?", documents=[])
    assert answer.error.error_class == "InputError"
    assert "leave `documents` out" in answer.error.hint
    with pytest.raises(pincite.InputError, match="is empty"):
        library.conversation(documents=[])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"question": None}, "not a text"),
        ({"question": 3}, "not a text"),
        ({"documents": 5}, "not the name of a document"),
        ({"answer_type": int}, "not an answer type"),
        ({"timeout": "5"}, "a number of seconds above 0"),
        ({"cancel": True}, "cannot be watched"),
    ],
)
def test_slip_of_a_caller_is_told_as_one(library: pincite.Library, wrong: dict[str, object], said: str):
    answer = library.ask(**({"question": "What is the monthly fee?"} | wrong))
    assert answer.error.error_class == "InputError"
    assert said in answer.error.message


def test_conversation_is_shown_in_one_line_without_what_was_said(library: pincite.Library):
    conversation = library.conversation("notes")
    conversation.ask("What is the monthly fee?")
    assert repr(conversation) == "<Conversation about 'notes', 1 turns>"


def test_answer_type_may_be_given_by_its_class(library: pincite.Library):
    by_class = library.ask("What is the monthly fee?", answer_type=pincite.Amount)
    by_name = library.ask("What is the monthly fee?", answer_type="amount")
    assert by_class.items == by_name.items
