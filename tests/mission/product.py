"""The product as these tests see it: only this file knows its verbs and JSON, and `model_reply` its form.

Tests ask `product` and judge what it returns; when a name of the product changes, it changes here alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pincite
from pincite import Amount, Answer, JobLimits, Reading, ValueType, register
from pincite.answer.own_signals import OwnSignal, register_signal
from pincite.ingest.text import TextParser
from pincite.records.document import Parse
from pincite.records.evidence import Hit
from pincite.testing import embedder_keeps_its_promise
from tests.mission import machinery
from tests.mission.machinery import Claim, Record, first, to_yaml
from tests.mission.model_reply import LINES, SELF_ASSESSMENT, amount, reader, reply, shown
from tests.mission.model_server import ModelServer

__all__ = ["Amount", "Answer", "Hit", "JobLimits", "OwnSignal", "Parse", "Reading", "TextParser"]
__all__ += ["Claim", "ValueType", "embedder_keeps_its_promise", "register", "register_signal"]
__all__ += ["SELF_ASSESSMENT", "amount", "reader", "reply", "shown"]
OUTCOME_CODES = {"answered": 0, "not_found": 10, "unverified": 14, "probable": 15}
LENIENT, REVIEW_ALL, REJECTED = ("--strictness", "lenient"), ("--all",), ("why", "--rejected", "--json")
PROVIDERS = {"anthropic/m": "ANTHROPIC_API_KEY", "openai/m": "OPENAI_API_KEY", "gemini/m": "GEMINI_API_KEY"}
PRICES = {"input": "3", "cached": "0.3", "output": "15"}
LOCAL = {"fastembed": "pincite[fastembed]", "sentence_transformers": "pincite[sentence-transformers]"}
RERANKERS = {"voyage": "VOYAGE_API_KEY", "cohere": "COHERE_API_KEY"} | LOCAL
ADAPTERS = {"embedder": {"openai": "OPENAI_API_KEY"} | RERANKERS, "reranker": RERANKERS}
record = machinery.Names(
    renamed="original:words evidence:places class:kind "
    "risk_coverage:curve operating_point:point header_rows:heads table:id review:assured",
    spread="coverage derivation judgement candidate span identity tally selection",
    kept="value signals pages boxes proof scores strata",
).record
PROGRAM = machinery.Program("pincite", "--library", "PINCITE_", "PINCITE_CONFIG", record)
EVALS = machinery.Program("evals", "--library", "PINCITE_", "PINCITE_CONFIG", record)
run = PROGRAM.run
ask_by_mcp = partial(PROGRAM.tool, "mcp", "ask")
fault = partial(machinery.fault, (pincite.PinciteError, ValueError))
check = partial(pincite.check, isolated=False)
quality = partial(PROGRAM.told, "quality", "--json")


def settings(*, reads: bool = True, **given: Any) -> dict[str, Any]:
    """Settings in the product's names; `reads` is whether the models in the package take part."""
    options = {name: given.pop(name) for name in ("rungs", "batches", "prices") if name in given}
    made = {"isolated": False} if reads else {"isolated": False, "local_models": False}
    for name, value in given.items():
        made[name] = value
        if isinstance(value, ModelServer):
            served = {"name": f"{value.address}#scripted", "options": {"calls": {"attempts": 1}} | options}
            vectors = {"base_url": f"{value.address}/v1", "model": "scripted", "dimensions": 8}
            planner = {"name": "language_model", "options": {"model": served}}
            stages = {"embedder": {"name": "openai", "options": vectors}, "planner": planner}
            made[name] = stages.get(name, served)
    if "verifiers" in given:
        made["agreeing_verifiers"] = len(given["verifiers"])
    return {"language_model" if name == "model" else name: value for name, value in made.items()}


def settings_file(path: Path, **given: Any) -> Path:
    path.write_text(to_yaml(settings(**given)), "utf-8")
    return path


def schema(fields: Mapping[str, tuple[str, str, str]], **rules: Mapping[str, Any]) -> str:
    """A schema as YAML: by name a type, a question and how many values there may be."""
    made = [{"name": n, "type": t, "question": q, "cardinality": c} for n, (t, q, c) in fields.items()]
    return to_yaml({"name": "own", "fields": [one | rules.get(one["name"], {}) for one in made]})


def answer(said: Any) -> Record:
    """An answer, from whatever surface it came."""
    raw = json.loads(said.to_json()) if isinstance(said, pincite.Answer) else said
    made = record(raw)
    made.raw, made.own_signals = raw, raw["signals"].get("own")
    made.paths = {one.name: one.hits for one in made.paths}
    made.by_document = {one.name: one.outcome for one in made.by_document}
    for item in made.items:
        item.proved = {one["check"] for one in item.proof if one["state"] == "proved"}
        item.judges = [("reader", one.reader, one.says) for one in item.by]
        item.by_model = any(one.says == "proposed it" for one in item.by)
    made.type = made.items[0].type if made.items else None
    made.shape = "list" if len(made.items) > 1 and not raw["conflict"] else "single"
    conflict = made.conflict or Record(sides=[], rule=None)
    made.sides = [[item for item in made.items if item.id in side] for side in conflict.sides]
    made.rule = conflict.rule and conflict.rule.places
    return made


def asked(api: Any, said: pincite.Answer) -> Record:
    """An answer; where it has no items, its type and shape are those that the question was read with."""
    made = answer(said)
    if not made.items and (briefs := json.loads(api.runs.show(made.run).to_json()).get("briefs")):
        read = briefs[0]["generation"]
        made.type, made.shape = read["answer_types"][0], read["answer_shape"]
    return made


def document(api: Any, name: str) -> Record:
    held = api.read(name).document
    made = Record(text=held.text, format=held.format, profile=held.profile, pages=held.pages)
    for kind in ("lines", "blocks", "sections", "tables", "unseen"):
        setattr(made, kind, record(getattr(held, kind)))
    for table in made.tables:
        table.cells = {(one.row, one.column): held.text[one.start : one.end] for one in table.cells}
    made.unseen = [held.text[one.start : one.end] for one in made.unseen]
    made.words = [Record(start=a, end=b) for a, b in zip(held.words.starts, held.words.ends, strict=True)]
    return made


def recorded(api: Any, run: str) -> Record:
    raw = json.loads(api.runs.show(run).to_json())
    terms = [term for brief in raw["briefs"] for term in brief["retrieval"]["terms"]]
    made = Record(**({"calls": {}} | raw), raw=raw)
    made.search_words = {word for term in terms for wording in term["wordings"] for word in wording[0]}
    made.answer_types = {kind for brief in raw["briefs"] for kind in brief["generation"]["answer_types"]}
    made.rung = first(r"form enforced by (\w+)", "\n".join(raw["decisions"]))
    made.prompt_parts = first(r"prompt \w+…? \(([^)]*)\)", "\n".join(raw["decisions"])).split()
    made.blocks_by_path = {path["path"]: [n for n, _ in path["best"]] for path in raw["searches"][0]["paths"]}
    return made


class Library(machinery.Wrapped):
    """A library in a folder or a database, in this process; verbs that are not in the table are its own."""

    verbs: ClassVar[Mapping[str, Callable[..., Any]]] = {
        "ask": lambda api, said, of=None, type=None: asked(
            api, api.ask(said, documents=of, answer_type=type)
        ),
        "require": lambda api, question: api.ask(question).require(),
        "document": document,
        "recorded": recorded,
        "locate": lambda api, name, quote: record(api.quoted(name, quote).places),
        "passages": lambda api, name, question, said="": machinery.holding(
            said, api.read(name).document.text, record(api.retrieve(question, name, 200))
        ),
        "report": lambda api, run, form: api.report(run, form=form),
        "marked_pdf": lambda api, run: api.highlight(run).files[0].content,
        "annotations": lambda api, run: json.loads(api.report(run, form="annotations"))["first"]["items"],
        "reanchored": lambda api, name: {one.question: one.status for one in api.reanchor(name).answers},
        "talk": lambda api, *said: [record(turn) for turn in map(api.conversation().ask, said)],
    }

    def __init__(self, place: Path | str, *, config: Path | None = None, **given: Any) -> None:
        named = {name: given.pop(name, None) for name in ("strictness", "preset", "collection")}
        own = {"isolated": False} if config else settings(**given)
        with machinery.only_environment(PROGRAM.environment(config)):
            super().__init__(pincite.open(str(place), settings=own, **named))
        self.place = str(place)

    def add(self, *paths: Path, **more: Any) -> list[Record]:
        made = [record(one) for one in self.api.add(*paths, **more)]
        for one in made:
            one.added, one.unchanged = one.status == "added", one.status == "unchanged"
            one.reason, one.next_step = str(one.error or ""), one.error and one.error.hint
            if one.added:
                LINES.update(machinery.sentences_by_line(self.api.read(one.name).document))
        return made


def fault_of(folder: Path, document: Path, **stages: str) -> str:
    """What a user is told who names a stage that cannot work here."""
    with Library(folder, reads=False) as library:
        library.add(document)
    return str(fault(lambda: Library(folder, reads=False, **stages).require("What is the monthly rent?")))


def forge(certificate: bytes, said: str, instead: str) -> bytes:
    return certificate.replace(f'"value":"{said}"'.encode(), f'"value":"{instead}"'.encode())


def tabled(table: Any) -> Record:
    """A table as its JSON says, with its cells by document and field."""
    made = record(json.loads(table.to_json()))
    made.cells = {(row.document, field.name): record(cell) for row, field, cell in table.cells()}
    for (_, _, cell), one in zip(table.cells(), made.cells.values(), strict=True):
        one.standing = cell.standing
    return made


def evaluate(questions: Path, *modes: str, **files: Path) -> Record:
    """Questions with known answers, in modes of evaluation; `cache`, `gate` and `html` are paths."""
    words = [f"--{mode}" for mode in modes] + [f"--{n}={p}" for n, p in files.items()]
    return EVALS.told(str(questions), "--json", "--workers=1", *words)


class Server(machinery.Http):
    root, upload = "/v1", ("/documents", "file")
    routes: ClassVar[Mapping[str, str]] = {"forget": "DELETE /document", "file": "GET /document/file"}

    def ask(self, question: str, of: str | None = None) -> tuple[int, Record]:
        status, said = self.send("POST", "/ask", {"question": question, "documents": [of] if of else None})
        return status, answer(json.loads(said))


server = partial(PROGRAM.serving, Server, ("serve", "--port", "0"))
