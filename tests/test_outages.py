"""A stage that fails makes the outcome `failed` with the cause: never `not_found`, never `answered`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import pincite
from pincite import registry
from pincite.errors import ProviderError, StoreError
from pincite.protocols import LanguageModel
from pincite.settings import StageChoice
from tests.factories import AGREEMENT, held
from tests.form_filling import NOTHING, reply
from tests.scripted import Fault, Scripted
from tests.stages import judged_by
from tests.test_pipeline import ask

SILENT = "What is the monthly fee for storage?"
PLUG_IN = """
from dataclasses import dataclass
from pincite.errors import ConfigError, ProviderError
from pincite.read.language_model import LanguageModelReader
from tests.scripted import Fault, Scripted

KINDS = {"key": KeyError("secret"), "type": TypeError("its own fault"), "broken": ValueError("no JSON"),
         "down": ConnectionError("connection refused"), "slow": TimeoutError("timed out"),
         "provider": ProviderError("The model server is overloaded.", retryable=True),
         "config": ConfigError("There is no model named 'x'.")}

@dataclass(frozen=True)
class Failing:
    kind: str
    name: str = "failing"
    version: str = "1"
    most_chars: int = 24_000

    def read(self, asked, view):
        raise KINDS[self.kind]

    def find(self, question, held):
        raise KINDS[self.kind]

@dataclass(frozen=True)
class Model:
    fault: str
    name: str = "model"
    version: str = "1"
    most_chars: int = 24_000

    def read(self, asked, view):
        return LanguageModelReader(Scripted((Fault[self.fault],))).read(asked, view)
"""


@pytest.fixture
def library(tmp_path, monkeypatch) -> Iterator[pincite.Library]:
    installed = tmp_path / "installed"
    about = installed / "failing-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: failing\nVersion: 1\n")
    (about / "entry_points.txt").write_text(
        "[pincite.generator]\nfailing = failing_stage:Failing\nmodel = failing_stage:Model\n"
        "[pincite.path]\nfailing = failing_stage:Failing\n"
    )
    (installed / "failing_stage.py").write_text(PLUG_IN)
    monkeypatch.syspath_prepend(installed)
    registry.available.cache_clear()
    (tmp_path / "agreement.txt").write_text(AGREEMENT, "utf-8")
    with pincite.open(tmp_path / "library") as opened:
        opened.add(tmp_path / "agreement.txt")
        yield opened
    registry.available.cache_clear()


def failing(library: pincite.Library, **settings: object) -> pincite.Library:
    library.settings = library.settings.model_copy(update=settings)
    return library


@pytest.mark.parametrize("asked", ["What is the monthly fee?", SILENT])
@pytest.mark.parametrize("fault", [fault.name for fault in Fault])
def test_model_that_fails_is_not_a_silent_document(library, asked, fault):
    stage = StageChoice(name="model", options={"fault": fault})
    answer = failing(library, generator=stage).ask(asked)
    assert (answer.outcome, answer.items, answer.exit_code) == ("failed", [], 4)
    assert answer.error.message
    assert "ask without a language model" in answer.error.hint


@pytest.mark.parametrize("asked", ["What is the monthly fee?", SILENT])
@pytest.mark.parametrize("kind", ["key", "type", "broken", "down", "slow", "provider", "config"])
@pytest.mark.parametrize("stage", ["generator", "path"])
def test_plug_in_that_fails_in_any_way_ends_in_an_answer_that_says_so(library, stage, kind, asked):
    choice = StageChoice(name="failing", options={"kind": kind})
    settings = {"generator": choice} if stage == "generator" else {"paths": (choice,)}
    answer = failing(library, **settings).ask(asked)
    assert (answer.outcome, answer.items) == ("failed", [])
    assert answer.exit_code not in {0, 10}
    assert answer.error.message
    assert library.why(answer.run).outcome == "failed"


def test_library_that_breaks_while_it_is_read_is_not_silence(library, monkeypatch):
    def damaged(store, identity):
        raise StoreError("The library is damaged.", hint="Restore it.")

    monkeypatch.setattr(type(library.store), "load", damaged)
    answer = library.ask("What is the monthly fee?")
    assert (answer.outcome, answer.exit_code) == ("failed", 5)


def test_fault_of_a_verifier_reaches_the_caller():
    class Broken:
        name = "broken"

        def supports(self, statement, evidence):
            raise OSError("it does not answer")

    with pytest.raises(ProviderError, match="broken"):
        ask(judged=judged_by(verifiers=(Broken(),)))


def test_model_that_fails_in_the_second_round_fails_the_question():
    model: LanguageModel = Scripted((reply().replace("4,500.00", "9,900.00"), Fault.OUTAGE))
    with pytest.raises(ProviderError, match="connection refused"):
        ask(by=model)


def test_model_that_tells_the_truth_is_believed_because_it_is_proved():
    assert ask(by=Scripted((reply(),))).items[0].original == "EUR 4,500.00"


def test_model_that_finds_nothing_leaves_the_document_to_the_scan_before_it_is_called_silent():
    model = Scripted((NOTHING,))
    answer = ask(SILENT, by=model)
    assert answer.outcome == "not_found"
    assert answer.coverage.spans_read == answer.coverage.spans_total == len(held().document.blocks)
