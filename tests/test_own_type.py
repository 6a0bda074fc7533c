"""A type of one's own, from its registration to the cited item: the example does what it says."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from pincite.ask.reading_list import ReadingList
from pincite.records.run import Run
from pincite.service import open_library
from pincite.values import registered
from pincite.values.registered import value_types
from tests.factories import held
from tests.readers import Pointing
from tests.stages import judged_by, pipeline

EXAMPLE = Path(__file__).parents[1] / "examples" / "own_type.py"


@pytest.fixture(autouse=True)
def own_registrations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registered, "_VALUE_TYPES", dict(value_types()))


def test_example_prints_the_cited_item(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLE), run_name="__main__")

    shown = capsys.readouterr().out
    assert "PolicyNumber(insurer='NW', year=2024, serial='00017')" in shown
    assert "policy number NW-2024-00017" in shown
    assert "certificate.txt, line 3" in shown


def test_type_that_nobody_registered_is_a_configuration_error(tmp_path: Path) -> None:
    policy = tmp_path / "policy.txt"
    policy.write_text("The policy number is NW-2024-00017.", "utf-8")

    with open_library(tmp_path / "library") as library:
        library.add(policy)
        answer = library.ask("What is the policy number?", answer_type="policy_nummer")

    assert answer.outcome == "failed"
    assert answer.error is not None
    assert answer.error.error_class == "ConfigError"


def test_asked_type_is_the_only_one_that_answers(tmp_path: Path) -> None:
    policy = tmp_path / "policy.txt"
    policy.write_text("The premium of EUR 500 is due on 1 May 2024.", "utf-8")

    with open_library(tmp_path / "library") as library:
        library.add(policy)
        amount = library.ask("What about the premium?", answer_type="amount")
        date = library.ask("What about the premium?", answer_type="date")
        account = library.ask("What about the premium?", answer_type="iban")

    assert (amount.items[0].type, amount.items[0].original) == ("amount", "EUR 500")
    assert (date.items[0].type, date.items[0].original) == ("date", "1 May 2024")
    assert (account.outcome, account.items) == ("unverified", [])


def test_value_of_another_type_does_not_answer_however_sure_the_reader_is() -> None:
    source = held("The premium of EUR 500 is due on 1 May 2024.\n")
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    sure = pipeline(judged=judged_by(Pointing({"EUR 500": 5.0})))

    assert sure.ask("What about the premium?", reading_list, Run("run"), "iban").items == []
