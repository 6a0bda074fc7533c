"""What a language model says decides nothing: truth is proved whoever tells it, and no lie is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from tests.gold import EXAMPLES, Row, is_right, rows

import pincite
from pincite import registry
from pincite.answer.answers import Answer
from pincite.settings import ModelChoice, StageChoice

# Nobody but the model and a judge says what answers; what is proved, code proves.
ALONE = {"language_model": "gold", "reader": None, "decision": None}
DOCUMENTS = ("services-agreement.pdf", "drug-label.pdf", "insurance-policy.pdf")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pincite.Library]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.BUILT_IN["language_model"], "gold", "tests.generate.gold_models:Knows")
        patch.setitem(registry.BUILT_IN["language_model"], "judging", "tests.generate.gold_models:Judges")
        registry.available.cache_clear()
        with pincite.open(tmp_path_factory.mktemp("gold"), settings=ALONE) as library:
            library.add(*(EXAMPLES / name for name in DOCUMENTS))
            yield library
    registry.available.cache_clear()


def answers(
    library: pincite.Library, lie: str | None = None, asked: Sequence[Row] = (), judge: str = ""
) -> list[tuple[Row, Answer]]:
    model = ModelChoice(name="gold", options={"lie": lie} if lie else {})
    judges = (StageChoice(name="judge", options={"model": f"judging/{judge}"}),) if judge else ()
    library.settings = library.settings.model_copy(update={"language_model": model, "verifiers": judges})
    return [
        (row, library.ask(row["question"], documents=[row["document"]], answer_type=row["answer_type"]))
        for row in asked or rows()
    ]


def is_told_rightly(row: Row, answer: Answer) -> bool:
    """What is not there is not answered; that it is nowhere, nobody says who measured nothing."""
    return not answer.items if row["absent"] else is_right(row, answer)


@pytest.mark.sampled
def test_model_that_is_always_right_is_believed(
    library: pincite.Library, capsys: pytest.CaptureFixture[str], in_full: bool
):
    asked = rows() if in_full else rows()[1::3]
    said = [(row, is_told_rightly(row, answer)) for row, answer in answers(library, None, asked)]

    refused = [row["id"] for row, right in said if not right]
    with capsys.disabled():
        print(f"\nmodel that is always right: believed {len(said) - len(refused)}/{len(said)}, not {refused}")
    assert len(refused) <= 0.02 * len(said)


@pytest.mark.sampled
def test_model_that_is_always_right_is_believed_where_another_model_vouches_for_it(
    library: pincite.Library, capsys: pytest.CaptureFixture[str], in_full: bool
):
    asked = rows() if in_full else rows()[::3]
    said = [(row, is_told_rightly(row, answer)) for row, answer in answers(library, None, asked, "honest")]

    refused = [row["id"] for row, right in said if not right]
    with capsys.disabled():
        print(
            f"\nwith a second model as judge: believed {len(said) - len(refused)}/{len(said)}, not {refused}"
        )
    assert len(refused) <= 0.02 * len(said)


@pytest.mark.sampled
@pytest.mark.parametrize("judge", ["", "honest", "agreeing"])
@pytest.mark.parametrize("lie", ["value", "quote", "lines"])
def test_model_that_always_lies_is_never_believed(
    library: pincite.Library, lie: str, judge: str, in_full: bool
):
    asked = rows()[:: 3 if in_full else 9]
    outcomes = Counter(answer.outcome for _, answer in answers(library, lie, asked, judge))

    assert outcomes.keys() <= {"unverified", "not_found"}, outcomes
    assert outcomes["unverified"] > 0.36 * len(asked)
