"""Real models that are mostly wrong: what they say keeps to the form, and nothing unproved gets through."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import jsonschema
import pytest

from pincite.answer.answers import Answer
from pincite.answer.view_and_form import AskedQuestion, View
from pincite.ask.reading_list import ReadingList
from pincite.dialogue.ladder import obtain
from pincite.errors import UnreadableReply
from pincite.providers.served_model import ServedModel
from pincite.read.form import read_reply
from pincite.read.language_model import instructions_for
from pincite.records.completion import Prompt
from pincite.records.run import Run
from pincite.retrieve.paths import ByScan
from pincite.values.registered import value_type
from tests.factories import held
from tests.form_filling import schema
from tests.providers.random_model import CONTEXT, write_model
from tests.providers.small_model import Once, served, smollm2
from tests.stages import pipeline

LEASE = """\
The Tenant shall pay a monthly rent of EUR 7,250.00 in advance.
The deposit is EUR 21,750.00. Late payments bear interest at 4.5% per year.
This lease begins on 1 March 2024 and ends on 28 February 2029.
Either party may terminate it by giving six (6) months notice.
The Tenant may store up to 850 pallets. The liability cap is EUR 500,000 per year.
"""
THINGS = (
    *("monthly rent", "deposit", "interest on late payments", "begin of the lease", "end of the lease"),
    *("notice period", "number of pallets", "liability cap", "insurance premium", "purchase price"),
)
WORDINGS = ("What is the {}?", "How much is the {}?", "Tell me the {}.", "What is said of the {}?",
            "Which {} was agreed?", "When or how much: the {}?")  # fmt: skip
QUESTIONS = [wording.format(thing) for thing in THINGS for wording in WORDINGS]


@pytest.fixture(scope="module")
def small() -> Iterator[ServedModel]:
    with served(smollm2()) as address:
        yield ServedModel(address, max_tokens=1000, longest_list=1, longest_text=12, rungs=("structured",))


@contextmanager
def untaught(folder: Path, seed: int) -> Iterator[ServedModel]:
    """A model with random weights, which says something else every time."""
    with served(write_model(folder / f"{seed}.gguf", seed), CONTEXT) as address:
        yield ServedModel(
            address, max_tokens=4000, temperature=1.0, longest_list=2, longest_text=12, rungs=("structured",)
        )


def ask(asked: str, model: Once) -> Answer:
    """The answer of the whole pipeline."""
    source = held(LEASE)
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    # Whatever the words of the question find, the model is shown every line in the end.
    return pipeline(by=model, scan=ByScan(least=0.0)).ask(asked, reading_list, Run("run"))


def slipped(answer: Answer) -> list[str]:
    """Items of an answer that are not quoted from the document, or not what the quote says."""
    through = []
    for item in answer.items:
        quoted = all(place.snippet == LEASE[place.start : place.end] for place in item.evidence)
        words = " ".join(place.snippet for place in item.evidence)
        read = [reading.value for reading in value_type(item.type).find(words)]
        proved = any(check.check == "value" and check.state == "proved" for check in item.proof)
        if not quoted or (proved and item.type not in ("text", "boolean") and item.value not in read):
            through.append(f"{item.value} from {words!r}")
    return through


def check(questions: Sequence[str], model: ServedModel) -> int:
    """Whether every reply keeps to the form and is read, and nothing slips; the number of values claimed."""
    once = Once(model)
    assert not [each for asked in questions for each in slipped(ask(asked, once))]
    assert once.said.keys() == set(questions)
    for prompt, said in once.said.values():
        assert said.stopped == "end"
        jsonschema.validate(json.loads(said.text), model.form(prompt))
    return sum(len(json.loads(said.text)["q1"]["items"]) for _, said in once.said.values())


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_small_model_answers_60_questions_and_nothing_unproved_gets_through(small: ServedModel):
    assert len(set(QUESTIONS)) == 60
    assert check(QUESTIONS, small)


def test_model_with_random_weights_keeps_to_the_form_and_nothing_unproved_gets_through(tmp_path: Path):
    with untaught(tmp_path, seed=0) as model:
        assert check(QUESTIONS[::5], model)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_models_with_random_weights_answer_60_questions_and_nothing_unproved_gets_through(
    seed: int, tmp_path: Path
):
    with untaught(tmp_path, seed) as model:
        assert check(QUESTIONS, model)


@pytest.mark.long
def test_model_that_is_told_of_the_form_in_words_alone_is_noticed_when_it_does_not_keep_to_it(
    small: ServedModel,
):
    asked = [AskedQuestion("What is the rent?", ("amount",), demanded=True)]
    told, _ = instructions_for(asked, View((), "", {}))
    prompt = Prompt(told, "5: The rent is EUR 5.", "What is the rent?", schema("amount"))

    with pytest.raises(UnreadableReply, match="Pincite told it once what was wrong"):
        obtain(small.complete, ("prompt",), prompt, lambda text: read_reply(text, asked, "m"))
