"""What a language model says decides nothing: truth is proved whoever tells it, and no lie is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from tests.gold import EXAMPLES, Row, is_right, rows

import pincite
from pincite import registry
from pincite.contract.answers import Answer
from pincite.settings import ModelChoice

DOCUMENTS = ("services-agreement.pdf", "drug-label.pdf", "insurance-policy.pdf")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pincite.Library]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.BUILT_IN["language_model"], "gold", "tests.generate.gold_models:Knows")
        registry.available.cache_clear()
        with pincite.open(tmp_path_factory.mktemp("gold"), settings={"model": "gold"}) as library:
            library.add(*(EXAMPLES / name for name in DOCUMENTS))
            yield library
    registry.available.cache_clear()


def answers(
    library: pincite.Library, lie: str | None = None, asked: Sequence[Row] = ()
) -> list[tuple[Row, Answer]]:
    model = ModelChoice(name="gold", options={"lie": lie} if lie else {})
    library.settings = library.settings.model_copy(update={"model": model})
    return [
        (row, library.ask(row["question"], documents=[row["document"]], answer_type=row["answer_type"]))
        for row in asked or rows()
    ]


def test_model_that_is_always_right_is_believed_where_the_words_of_the_question_can_tell(
    library: pincite.Library, capsys: pytest.CaptureFixture[str]
):
    """Where a question shares no word with its answer, only a model could vouch for it: here none does."""
    said = [(row, is_right(row, answer)) for row, answer in answers(library)]
    worded = [right for row, right in said if row["note"] != "paraphrase"]
    reworded = [right for row, right in said if row["note"] == "paraphrase"]

    with capsys.disabled():
        print(f"\nmodel that is always right: believed {sum(worded)}/{len(worded)}", end="")
        print(f", where no word is shared {sum(reworded)}/{len(reworded)}")
    assert sum(worded) >= 0.92 * len(worded)


@pytest.mark.parametrize("lie", ["value", "quote", "lines"])
def test_model_that_always_lies_is_never_believed(library: pincite.Library, lie: str):
    # One question is asked back before any model is: its clause is in no document.
    outcomes = Counter(answer.outcome for _, answer in answers(library, lie, rows()[::3]))

    assert outcomes.keys() <= {"unverified", "not_found", "needs_clarification"}, outcomes
    assert outcomes["needs_clarification"] <= 1
    assert outcomes["unverified"] > 20
