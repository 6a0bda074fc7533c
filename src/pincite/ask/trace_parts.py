"""Write down what happened in a run, part by part, so that it can be shown, compared and proved again.

briefs    what was asked, as rules read it; then the question as each claim was proved by it
searches  which path found which places in which document, with scores, and what a model made of them
claims    every claim with every verdict, and what its generator was shown
calls     every prompt with its fingerprint, and the reply as it came; instructions and forms once each
made_by   versions, models by the hash of their weights, settings with their fingerprint
asked_for "cell" of a run that filled a cell of a table; of a question there is no such part
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from pincite.ask.unsaid import Unsaid
from pincite.records.as_plain import to_plain
from pincite.records.candidate import Candidate
from pincite.records.completion import ModelCall, Prompt
from pincite.records.question import Question
from pincite.records.run import Run, Searched

BRIEFS, SEARCHES, CLAIMS, CALLS, MADE_BY = "briefs", "searches", "claims", "calls", "made_by"
ASKED_FOR = "asked_for"
_DIGITS = 4


def parts_of(run: Run, made_by: dict[str, Any], unsaid: Unsaid) -> dict[str, str]:
    """Each part as JSON, by its name; a part of which nothing happened is left out."""
    briefs = _Briefs()
    for question in run.questions:
        briefs.number_of(question)
    claims = [_claim(each, briefs) for each in run.candidates if each.claim]
    parts: dict[str, Any] = {
        CLAIMS: claims,
        BRIEFS: briefs.written,
        SEARCHES: [_search(each) for each in run.searches],
        CALLS: _calls(run.calls),
        MADE_BY: made_by,
        ASKED_FOR: "cell" if run.of_a_cell else "",
    }
    if run.unlisted_searches:
        parts[SEARCHES].append({"more": run.unlisted_searches})
    return {
        name: unsaid.without_secrets(json.dumps(part, ensure_ascii=False))
        for name, part in parts.items()
        if part
    }


class _Briefs:
    """Questions in the order in which they came, each once."""

    def __init__(self) -> None:
        self.written: list[Any] = []
        self._known: dict[int, tuple[int, Question]] = {}
        self._same: dict[str, int] = {}

    def number_of(self, question: Question) -> int:
        """Where it stands in the list, counted from 0."""
        if (known := self._known.get(id(question))) and known[1] is question:
            return known[0]
        plain = to_plain(question)
        key = json.dumps(plain)
        if key not in self._same:
            self._same[key] = len(self.written)
            self.written.append(plain)
        self._known[id(question)] = self._same[key], question
        return self._same[key]


def _claim(candidate: Candidate, briefs: _Briefs) -> dict[str, Any]:
    return {
        **{"document": candidate.name, "version": candidate.version, "kept": candidate.kept},
        **{"claim": json.loads(candidate.claim), "verdicts": json.loads(candidate.verdicts)},
        "brief": briefs.number_of(candidate.put) if candidate.put else None,
    }


def _search(searched: Searched) -> dict[str, Any]:
    return {
        **{"document": searched.identity.name, "version": searched.identity.version},
        "at_seconds": round(searched.seconds_into, _DIGITS),
        "paths": [
            {
                **{"path": report.name, "hits": report.hits},
                "best": [[hit.block, round(float(hit.score), _DIGITS)] for hit in report.best],
            }
            for report in searched.reports
        ],
        "places": [
            {
                **{
                    "block": each.block,
                    "score": round(float(each.score), _DIGITS),
                    "paths": list(each.paths),
                },
                "read": round(float(each.reading.score), _DIGITS) if each.reading else None,
            }
            for each in searched.places
        ],
    }


def _calls(calls: Sequence[ModelCall]) -> dict[str, Any]:
    """Instructions and forms are the same in most calls: they stand once, under their fingerprints."""
    texts: dict[str, Any] = {}
    told = [_call(each, texts) for each in calls]
    return {"texts": texts, "calls": told} if told else {}


def _call(call: ModelCall, texts: dict[str, Any]) -> dict[str, Any]:
    prompt, reply = call.prompt, call.reply
    instructions, schema = fingerprint(prompt.instructions), fingerprint(dict(prompt.schema))
    texts |= {instructions: prompt.instructions, schema: dict(prompt.schema)}
    usage = asdict(reply.usage) | {"cost": None if reply.usage.cost is None else str(reply.usage.cost)}
    return {
        **{"by": call.by, "model": call.model, "seconds": round(call.seconds, _DIGITS)},
        "prompt": {
            **{"sha256": prompt_fingerprint(prompt), "instructions": instructions, "schema": schema},
            **{"context": prompt.context, "question": prompt.question, "facts": prompt.facts},
            **{"rung": prompt.rung, "earlier": asdict(prompt.earlier) if prompt.earlier else None},
        },
        "reply": {"text": reply.text, "stopped": reply.stopped, "ignored": reply.ignored, "usage": usage},
    }


def fingerprint(said: object) -> str:
    """The SHA-256 of a text, or of a form as JSON."""
    text = said if isinstance(said, str) else json.dumps(said, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def prompt_fingerprint(prompt: Prompt) -> str:
    """The SHA-256 of all that a model was told."""
    return fingerprint(asdict(replace(prompt, schema=dict(prompt.schema))))
