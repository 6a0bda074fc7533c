"""Every question of the table is read as the table says; the share by kind is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from tests.factories import question

from pincite.language.vocabulary import stems
from pincite.records.question import Question


def table() -> list[tuple[str, str, dict[str, Any]]]:
    """The kind of each question, its words, and what is to be read from them."""
    kinds = yaml.safe_load(Path(__file__).with_name("questions.yaml").read_text("utf-8"))
    return [(kind, asked, expected) for kind, rows in kinds.items() for asked, expected in rows.items()]


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
        "several": list(generation.several),
        "compute": generation.computation.kind if generation.computation else "",
    }
    default = {"type": "text", "shape": "single", "denies": False, "compute": ""}
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


def test_table_has_three_hundred_questions_and_each_is_read_as_it_says(capsys):
    """A row with `fails` is one that is known not to be: it has to be taken out where it is read right."""
    right, total, surprises = Counter(), Counter(), []
    for kind, asked, expected in table():
        found = list(problems(question(asked), expected))
        total[kind] += 1
        right[kind] += not found
        if bool(found) != ("fails" in expected):
            surprises.append(f"{asked}: {'; '.join(found) or 'is read right now'}")
    with capsys.disabled():
        print("\nquestions read as expected")
        for kind, count in total.items():
            print(f"  {kind:13} {right[kind]:3}/{count:3}")
        print(f"  {'all':13} {right.total():3}/{total.total():3}")
    assert total.total() >= 300
    assert right.total() >= 0.97 * total.total()
    assert not surprises, "\n".join(surprises)
