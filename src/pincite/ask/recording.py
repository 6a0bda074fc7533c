"""Record a run with its answer, so that `why` and `runs` can show later how it came about.

What happened is written down part by part, so that it can be shown, compared and proved again:

briefs    what was asked, as rules read it; then the question as each claim was proved by it
searches  which path found which places in which document, with scores, and what a model made of them
claims    every claim with every verdict, and what its generator was shown
calls     every prompt with its fingerprint, and the reply as it came; instructions and forms once each
made_by   versions, models by the hash of their weights, settings with their fingerprint
asked_for "cell" of a run that filled a cell of a table; of a question there is no such part

No key and no path goes into it. A file that the settings name is known by its name and its SHA-256.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import platform
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pincite
from pincite.answer.answers import Answer
from pincite.ask.failures import WHERE
from pincite.ask.report import with_caveats
from pincite.ask.unsaid import HIDDEN, Unsaid, is_secret
from pincite.errors import StoreError
from pincite.local_models import LOCAL, Chosen, chosen
from pincite.models.decision import DECISION
from pincite.models.weight_files import EMBEDDER, READER, calibration, folder_of
from pincite.protocols import Store
from pincite.records.as_plain import to_plain
from pincite.records.candidate import Candidate
from pincite.records.completion import ModelCall, Prompt
from pincite.records.library import ReadBy, RunRecord
from pincite.records.question import Question
from pincite.records.run import Run, Searched
from pincite.settings import Settings, StageChoice


def recorded(store: Store, settings: Settings, answer: Answer, read: Iterable[ReadBy], run: Run) -> Answer:
    """The answer, whose run is kept now; or with a caveat that says why it is not."""
    read = tuple(read)
    unsaid = Unsaid.of(os.environ, settings.model_dump(exclude_defaults=True))
    record = RunRecord(
        id=run.id,
        collection=settings.collection,
        asked_at=datetime.now(UTC).isoformat(timespec="seconds"),
        question=answer.question,
        outcome=answer.outcome,
        answer=_published(answer, unsaid).to_json(),
        trace=_trace(run, unsaid),
        documents=tuple(each.identity for each in read),
        candidates=tuple(run.candidates),
        parts=parts_of(run, made_by(settings, read), unsaid),
    )
    try:
        store.record(record)
    except StoreError as error:
        return with_caveats(unrecorded(answer), [f"This run was not recorded: {error.message}"])
    return answer


def unrecorded(answer: Answer) -> Answer:
    """The answer without the id by which `why` would look for its run."""
    error = answer.error
    if error:
        error = error.model_copy(update={"hint": error.hint.removesuffix(WHERE).rstrip()})
    return answer.model_copy(update={"run": "", "error": error})


def _published(answer: Answer, unsaid: Unsaid) -> Answer:
    """The answer to keep: what we say of files in it names them without their folders."""
    error = answer.error
    if error:
        said = {"message": unsaid.without(error.message), "hint": unsaid.without(error.hint)}
        error = error.model_copy(update=said)
    caveats = [unsaid.without(each) for each in answer.caveats]
    return answer.model_copy(update={"caveats": caveats, "error": error})


def _trace(run: Run, unsaid: Unsaid) -> str:
    steps = [asdict(step) for step in run.steps]
    decisions = [unsaid.without(each) for each in run.decisions]
    return json.dumps({"steps": steps, "decisions": decisions, "likeliest": run.likeliest})


# None of them changes an answer.
_PLACES = frozenset(
    {
        *("library", "collection", "isolated", "threads", "checkpoint_days", "batches"),
        *("retention_days", "runs_megabytes"),
    }
)
_WHOLE_PATH = re.compile(r"(?:/|~|[A-Za-z]:[\\/])")


def made_by(settings: Settings, read: Iterable[ReadBy]) -> dict[str, Any]:
    """What an answer under these settings, from these documents, was made by."""
    said = settings_told(settings)
    return {
        "pincite": pincite.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "parsers": [
            {
                **{"document": each.identity.name, "version": each.identity.version},
                **{"format": each.format, "parser": each.parser, "parser_version": each.parser_version},
            }
            for each in read
        ],
        "models": models_told(settings),
        "settings": said,
        "settings_sha256": settings_fingerprint(said),
    }


def settings_told(settings: Settings) -> dict[str, Any]:
    """All that was set otherwise than by default, without keys and paths."""
    set_so = settings.model_dump(mode="python", exclude=set(_PLACES), exclude_defaults=True)
    told: dict[str, Any] = {key: _told(value) for key, value in sorted(set_so.items())}
    return told


def settings_fingerprint(told: dict[str, Any]) -> str:
    """The same for the same settings, wherever the files lie that they name."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def models_told(settings: Settings) -> dict[str, Any]:
    """The models that take part: ours by the SHA-256 of their weights, others by their names."""
    models = chosen(settings)
    told: dict[str, Any] = {
        "reader": _local(models.reader, READER) if models.reader else None,
        "embedder": _local(models.embedder, EMBEDDER) if models.embedder else None,
        "reading_model": _reading_model(models.reading_model),
        "decision": _decision(settings, models),
        "verifiers": [each.name for each in models.verifiers],
        "reranker": models.reranker.name if models.reranker else None,
    }
    if settings.language_model:
        model = settings.language_model
        told["language_model"] = {"name": model.name, "model": str(model.options.get("model", ""))}
    return told


def _local(choice: StageChoice, file: str) -> dict[str, str]:
    """A local model with the hash that its folder vouches for; it is compared when the model is loaded."""
    if choice.name != LOCAL:
        return {"name": choice.name}
    files = calibration(folder_of(str(choice.options.get("weights", "")))).files
    return {"name": choice.name, "file": file, "sha256": files.get(file, "")}


def _reading_model(choice: StageChoice | None) -> str | None:
    """The reading model by the hash of its weights and the forms it is asked in."""
    if choice is None:
        return None
    from pincite.read.reading_model import ReadingModel

    return ReadingModel(**choice.options).version


def _decision(settings: Settings, models: Chosen) -> dict[str, str] | None:
    """The weights by which a chance is computed; None where there are none."""
    own = models.reader.options.get("weights", "") if models.reader else settings.weights or ""
    file = settings.decision.expanduser() if settings.decision else folder_of(str(own)) / DECISION
    return {"file": file.name, "sha256": _sha256(file)} if file.is_file() else None


def _sha256(file: Path) -> str:
    stat = file.stat()
    return _sha256_of(file, stat.st_size, stat.st_mtime_ns)


@functools.lru_cache(maxsize=8)
def _sha256_of(file: Path, size: int, modified: int) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _told(value: object) -> Any:
    """The value without paths and secrets, wherever in it they are."""
    if isinstance(value, Path):
        return _file(value)
    if isinstance(value, dict):
        return {key: HIDDEN if is_secret(str(key)) else _told(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_told(each) for each in value]
    if isinstance(value, str):
        return _file(Path(value)) if _WHOLE_PATH.match(value) else value
    return value if value is None or isinstance(value, bool | int | float) else str(value)


def _file(path: Path) -> dict[str, str]:
    path = path.expanduser()
    return {"file": path.name, "sha256": _sha256(path)} if path.is_file() else {"file": path.name}


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
