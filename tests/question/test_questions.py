"""Every question of the table is read as the table says; the share by kind is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.factories import question

from pincite.language.vocabulary import stems
from pincite.records.question import Question

_TABLE: dict[str, dict[str, dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("questions.yaml").read_text("utf-8")
)
_ROWS = [(kind, asked, expected) for kind, rows in _TABLE.items() for asked, expected in rows.items()]


def problems(read: Question, expected: Mapping[str, Any]) -> Iterator[str]:
    """What is read otherwise than the table says."""
    generation, scope = read.generation, read.retrieval.scope
    said = {
        "type": generation.answer_types[0],
        "shape": generation.answer_shape,
        "denies": generation.denies if generation.answer_types == ("boolean",) else False,
        "docs": list(scope.documents),
        "in": [*(f"p{a}" if a == b else f"p{a}-{b}" for a, b in scope.pages), *scope.sections],
        "not": list(generation.excluded),
        "parts": [part.asked for part in read.parts],
        "how": read.parts[0].relation if read.parts else "",
        "compute": generation.computation.kind if generation.computation else "",
    }
    default = {"type": "text", "shape": "single", "denies": False, "how": "", "compute": ""}
    ignored = set()
    if expected.get("compute"):
        ignored |= {"type", "shape"} - expected.keys()
    if "asks" in expected or "compute" in expected:
        ignored |= {"type", "shape", "compute", "denies"} - expected.keys()
    if expected.get("shape") in ("nested", "table"):
        ignored.add("type")
    for field, value in said.items():
        wanted = expected.get(field, default.get(field, []))
        if field not in ignored and value != wanted:
            yield f"{field} is {value!r}, not {wanted!r}"
    yield from _of_terms(read, expected)
    asks = expected.get("asks", "").split()
    if bool(asks) != bool(read.clarification):
        yield f"clarification: {read.clarification!r}"
    if missing := [word for word in asks if word not in read.clarification.lower()]:
        yield f"{read.clarification!r} lacks {missing}"


def _of_terms(read: Question, expected: Mapping[str, Any]) -> Iterator[str]:
    searched = {stem for term in read.retrieval.terms for stem in term.own}
    # Two words for one thing are one term: of "fees and charges" the second is a wording of the first.
    also = {stem for term in read.retrieval.terms for wording in term.wordings for stem in wording}
    if lost := set(stems(expected.get("find", ""))) - searched - also:
        yield f"not searched for: {sorted(lost)}"
    if found := set(stems(expected.get("never", ""))) & searched:
        yield f"searched for: {sorted(found)}"


@pytest.mark.parametrize(("kind", "asked", "expected"), _ROWS)
def test_question_is_read_as_the_table_says(kind, asked, expected, request):
    if reason := expected.get("fails"):
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    assert not list(problems(question(asked), expected))


def test_table_has_three_hundred_questions_and_nearly_all_are_read_right(capsys):
    right, total = Counter(), Counter()
    for kind, asked, expected in _ROWS:
        total[kind] += 1
        right[kind] += not list(problems(question(asked), expected))
    with capsys.disabled():
        print("\nquestions read as expected")
        for kind, count in total.items():
            print(f"  {kind:13} {right[kind]:3}/{count:3}")
        print(f"  {'all':13} {right.total():3}/{total.total():3}")
    assert total.total() >= 300
    assert right.total() >= 0.97 * total.total()
