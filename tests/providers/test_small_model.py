"""A real model that is mostly wrong: what it says keeps to the form, and nothing unproved gets through."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import jsonschema
import pytest

from pincite.contract.answers import Answer
from pincite.contract.ladder import obtain
from pincite.contract.registry import value_type
from pincite.contract.replies import reply_schema
from pincite.errors import UnreadableReply
from pincite.generate.model import FromModel
from pincite.generate.prompting import instructions
from pincite.generate.reply import read_reply
from pincite.providers.dialects import SERVED, bounded, in_dialect
from pincite.providers.served_model import ServedModel
from pincite.records.completion import Prompt
from pincite.records.run import Run
from pincite.retrieve.paths import ByScan
from pincite.shelf import Shelf
from tests.factories import held
from tests.providers.small_model import Once, served
from tests.test_pipeline import pipeline

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
SAMPLE = random.Random(8).sample(QUESTIONS, 1)


@pytest.fixture(scope="module")
def model() -> Iterator[ServedModel]:
    with served() as address:
        yield ServedModel(address, max_tokens=600, longest_list=1, longest_text=12, rungs=("structured",))


def ask(asked: str, model: Once) -> Answer | None:
    """The answer of the whole pipeline; None where what the model calls values are none."""
    source = held(LEASE)
    shelf = Shelf((source.identity,), (source.identity,), lambda identity: source)
    try:
        # Whatever the words of the question find, the model is shown every line in the end.
        return pipeline(generator=FromModel(model), scan=ByScan(least=0.0)).ask(asked, shelf, Run("run"))
    except UnreadableReply:
        return None


def slipped(answer: Answer | None) -> list[str]:
    """Items of an answer that are not quoted from the document, or not what the quote says."""
    through = []
    for item in answer.items if answer else ():
        quoted = all(place.snippet == LEASE[place.start : place.end] for place in item.evidence)
        words = " ".join(place.snippet for place in item.evidence)
        read = [reading.value for reading in value_type(answer.answer_type).find(words)]
        if not quoted or item.value not in read:
            through.append(f"{item.value} from {words!r}")
    return through


def check(questions: list[str], model: ServedModel) -> None:
    once = Once(model)
    assert not [each for asked in questions for each in slipped(ask(asked, once))]
    assert once.said.keys() == set(questions)
    for prompt, said in once.said.values():
        assert said.stopped == "end"
        schema = bounded(in_dialect(prompt.schema, SERVED), model.longest_list, model.longest_text)
        jsonschema.validate(json.loads(said.text), schema)


def test_small_model_keeps_to_the_form_and_nothing_unproved_gets_through(model: ServedModel):
    check(SAMPLE, model)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_small_model_answers_60_questions_and_nothing_unproved_gets_through(model: ServedModel):
    assert len(set(QUESTIONS)) == 60
    check(QUESTIONS, model)


@pytest.mark.long
def test_model_that_is_told_of_the_form_in_words_alone_is_noticed_when_it_does_not_keep_to_it(
    model: ServedModel,
):
    prompt = Prompt(instructions(), "5: The rent is EUR 5.", "What is the rent?", reply_schema(("amount",)))

    with pytest.raises(UnreadableReply, match="It was told once what was wrong"):
        obtain(model.complete, ("prompt",), prompt, lambda text: read_reply(text, ("amount",), "v"))
