"""Tell two runs apart: what was asked, by what, where it was searched, what was claimed, what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pincite.ask.trace_parts import fingerprint
from pincite.audit.recorded_run import RecordedRun
from pincite.language.how_many import how_many
from pincite.language.value_words import item_in_words

_SHORT = 12


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that two runs do not have in common; what a run has nothing of is empty."""

    what: str
    first: str
    second: str


def differences(first: RecordedRun, second: RecordedRun) -> list[Difference]:
    """All that differs, in the order in which a question is answered; times and ids do not count."""
    one, other = dict(_aspects(first)), dict(_aspects(second))
    return [
        Difference(what, one.get(what, ""), other.get(what, ""))
        for what in dict.fromkeys((*one, *other))
        if one.get(what, "") != other.get(what, "")
    ]


def _aspects(run: RecordedRun) -> Iterator[tuple[str, str]]:
    yield "question", run.record.question
    yield from _versions(run.part("made_by", {}))
    for each in run.record.documents:
        yield f"document {each.name}", f"version {each.version}, source {each.source[:_SHORT]}"
    for each in run.part("searches", []):
        for path in (path for path in each.get("paths", ()) if path["hits"]):
            best = ", ".join(f"{block} ({score})" for block, score in path["best"])
            told = f"{how_many(path['hits'], 'hit')}: {best}".removesuffix(": ")
            yield f"path {path['path']} in {each['document']}", told
    calls = run.part("calls", {}).get("calls", [])
    for number, call in enumerate(calls, start=1):
        told = (
            f"prompt {call['prompt']['sha256'][:_SHORT]}, reply {fingerprint(call['reply']['text'])[:_SHORT]}"
        )
        yield f"call {number} ({call['by']}, {call['model']})", told
    for each in run.part("claims", []):
        yield f"claim {_place(each)}", _verdicts(each)
    yield "outcome", run.record.outcome
    if run.answer is None:
        return
    for item in run.answer.items:
        at = item.evidence[0]
        yield item.id, f"{item_in_words(item)} ({at.name}, lines {at.lines[0]}–{at.lines[1]})"
    for number, lead in enumerate(run.answer.leads, start=1):
        at = lead.evidence[0]
        yield f"lead {number}", f"{at.name}, lines {at.lines[0]}–{at.lines[1]}"


def _versions(made: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name in ("pincite", "python", "machine"):
        yield name, str(made.get(name, ""))
    for each in made.get("parsers", ()):
        yield f"parser of {each['document']}", f"{each['parser']} {each['parser_version']}"
    for group in ("model", "setting"):
        for name, value in made.get(f"{group}s", {}).items():
            yield f"{group} {name}", json.dumps(value, sort_keys=True, ensure_ascii=False)


def _place(told: dict[str, Any]) -> str:
    claim = told["claim"]
    first, last = claim["citations"][0]["lines"]
    return f"{claim['original']!r} in {told['document']}, lines {first}–{last}"


def _verdicts(told: dict[str, Any]) -> str:
    failed = [f"{each['check']}: {each['reason']}" for each in told["verdicts"] if not each["passed"]]
    return "; ".join(failed) or ("kept" if told["kept"] else "every check passed")
