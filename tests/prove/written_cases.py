"""Cases for the prover, written by somebody who had not seen it: what is published, what each check says.

`cases/*.yaml`, each a list of cases:

    id, why       the case's name in its file; a word on why
    text, format  the document: a file `.txt` (default) or `.md`, whose canonical text is the file itself
    type, value, original, limits      the item, as in the JSON of an answer
    sentence      the sentence that is cited (answer) around `original` (words); default: the whole text
    cites         instead of these two: [{ROLE: words}], in this order
    expect        {check: state or list of states that are as good}
    refused       true: at least one check must be contradicted (`check`: the one that I expect)
                  where it is false and `expect` names no contradicted check, none may be (`stands`)
    headline      what every surface must show of it; `expression`: words that the headline must hold
    twins         forged variants of the case: `value` is merged into the case's, all other keys are replaced

The shorter forms of negations (`words`), lists (`items`) and computations (`operands`) are described in
their files.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

_FOLDER = Path(__file__).parent / "cases"
FILES = ("negations", "plain", "values", "lists", "computed")


@dataclass(frozen=True, slots=True)
class Cite:
    """Characters of the case's text, and what they are cited for."""

    role: str
    start: int
    end: int
    words: str


@dataclass(frozen=True, slots=True)
class Item:
    """A value as somebody publishes it."""

    type: str
    value: Mapping[str, Any]
    original: str
    cites: tuple[Cite, ...]
    limits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Computation:
    """Named operands, what is done with them, and whether they are said to be all of a list."""

    operands: Mapping[str, Item]
    formula: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Case:
    """One answer to prove against one small document."""

    id: str
    text: str
    format: str
    items: tuple[Item, ...]
    """One; of a list as many as it gives; of a computation its result, citing what its operands cite."""
    expect: Mapping[str, tuple[str, ...]]
    refused: bool
    whole: bool | None = None
    """Of a list: whether the answer says that it is complete."""
    computation: Computation | None = None
    headline: str | None = None
    expression: str | None = None
    missing: str | None = None
    why: str = ""
    check: str = field(default="", compare=False)

    @property
    def stands(self) -> bool:
        """Whether nothing of it may be contradicted."""
        return not self.refused and not any("contradicted" in states for states in self.expect.values())


@functools.cache
def cases(file: str) -> tuple[Case, ...]:
    """Every case of that file with its twins, in order."""
    written = yaml.safe_load((_FOLDER / f"{file}.yaml").read_text("utf-8"))
    return tuple(case for one in written for case in _with_twins(one))


def _with_twins(one: dict[str, Any]) -> Iterator[Case]:
    honest = {key: told for key, told in one.items() if key != "twins"}
    yield _case(honest)
    for twin in one.get("twins", ()):
        kept = {key: told for key, told in honest.items() if key not in {"expect", "why"}}
        value = honest["value"] | twin.get("value", {})
        yield _case(kept | twin | {"value": value, "id": f"{one['id']}/{twin['id']}"})


def _case(one: Mapping[str, Any]) -> Case:
    expect = {
        check: tuple(states) if isinstance(states, list) else (states,)
        for check, states in one.get("expect", {}).items()
    }
    computation = _computation(one) if "operands" in one else None
    return Case(
        id=one["id"],
        text=one["text"],
        format=one.get("format", "txt"),
        items=_items(one, computation),
        expect=expect,
        refused=one.get("refused", False),
        whole=one["whole"] if "items" in one else None,
        computation=computation,
        headline=one.get("headline"),
        expression=one.get("expression"),
        missing=one.get("missing"),
        why=one.get("why", ""),
        check=one.get("check", ""),
    )


def _items(one: Mapping[str, Any], computation: Computation | None) -> tuple[Item, ...]:
    text = one["text"]
    if computation:
        cited = tuple(cite for operand in computation.operands.values() for cite in operand.cites)
        return (Item(one["result"]["type"], one["result"]["value"], one["formula"], cited),)
    if "items" in one:
        stem = [{"stem": one["stem"]}] if one["stem"] else []
        start = text.index(one["stem"]) if one["stem"] else 0
        return tuple(_text(words, _cites(text, [{"answer": words}, *stem], start)) for words in one["items"])
    if "words" in one:
        # The words stand in the sentence that is the headline, whose lines may be broken.
        start, end = _found(text, one["headline"])
        whole = Cite("answer", start, end, text[start:end])
        first = text.index(one["words"], start)
        role = "answer" if one.get("alone") else "words"
        cut = Cite(role, first, first + len(one["words"]), one["words"])
        return (_text(one["words"], (cut,) if one.get("alone") else (whole, cut)),)
    sentence = one.get("sentence", text.strip())
    cites = one.get("cites") or [{"answer": sentence}, {"words": one["original"]}]
    return (
        Item(one["type"], one["value"], one["original"], _cites(text, cites), tuple(one.get("limits", ()))),
    )


def _text(words: str, cites: tuple[Cite, ...]) -> Item:
    return Item("text", {"text": words}, words, cites)


def _computation(one: Mapping[str, Any]) -> Computation:
    operands = {}
    for name, told in one["operands"].items():
        cites = [{"answer": told["in"]}] if "in" in told else []
        cites += [{"words" if cites else "answer": told["words"]}]
        cites += [{"head": head} for head in told.get("heads", ())]
        cites += [{"scale": told["scale"]}] if "scale" in told else []
        operands[name] = Item(told["type"], told["value"], told["words"], _cites(one["text"], cites))
    return Computation(operands, one["formula"], one.get("whole", False))


def _cites(text: str, cites: list[dict[str, str]], start: int = 0) -> tuple[Cite, ...]:
    """The places in order; words and items are looked for behind `start`, words within their sentence."""
    made: list[Cite] = []
    for one in cites:
        ((role, words),) = one.items()
        whole = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
        behind = made[0].start if role == "words" and made else start if role == "answer" else 0
        found = whole.search(text, behind) or whole.search(text)
        if found is None:
            raise ValueError(f"{words!r} is not in the text")
        made.append(Cite(role, found.start(), found.end(), words))
    return tuple(made)


def _found(text: str, sentence: str) -> tuple[int, int]:
    start = text.replace("\n", " ").index(sentence)
    return start, start + len(sentence)
