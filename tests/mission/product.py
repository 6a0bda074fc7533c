"""The product as these tests see it: the one file here that knows its verbs, options and JSON names.

Tests ask this file and judge what it returns; when a name of the product changes, it changes here alone.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace as Record
from typing import Any

import yaml

import pincite
from tests.mission.model_server import ModelServer
from tests.mission.replies import *  # noqa: F403

OUTCOME_CODES = {
    "answered": 0, "not_found": 10, "conflict": 11, "incomplete": 12, "needs_clarification": 13, "unverified": 14,
    "probable": 15,
}  # fmt: skip


def environment(**more: str) -> dict[str, str]:
    """What a user has who has set nothing: the other tests put a stand-in in the place of the models."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PINCITE_")} | more


@contextmanager
def _as_by_default(**more: str) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(environment(**more))
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def settings(
    *,
    reads: bool = True,
    model: ModelServer | None = None,
    rungs: Sequence[str] = (),
    batches: bool = False,
    prices: bool = False,
    embedder: ModelServer | None = None,
    planner: ModelServer | None = None,
    vision: ModelServer | None = None,
    verifiers: Sequence[str] = (),
    concepts: Sequence[Path] = (),
    **own: Any,
) -> dict[str, Any]:
    """Settings in the product's names; `reads` is whether the models in the package take part."""
    made: dict[str, Any] = {"isolated": False} | own
    if not reads:
        made |= {"local_models": False}

    def named(server: ModelServer, **options: Any) -> dict[str, Any]:
        return {"name": server.address + "#scripted", "options": {"calls": {"attempts": 1}} | options}

    if model is not None:
        options = {"rungs": list(rungs)} if rungs else {}
        options |= {"batches": True} if batches else {}
        options |= {"prices": {"input": "3", "cached": "0.3", "output": "15"}} if prices else {}
        made["language_model"] = named(model, **options)
    if embedder is not None:
        options = {"base_url": embedder.address + "/v1", "model": "scripted", "dimensions": 8}
        made["embedder"] = {"name": "openai", "options": options}
    if planner is not None:
        made["planner"] = {"name": "language_model", "options": {"model": named(planner)}}
    if vision is not None:
        made["vision"] = named(vision)
    if verifiers:
        made |= {"verifiers": list(verifiers), "agreeing_verifiers": len(verifiers)}
    if concepts:
        made["concepts"] = [str(path) for path in concepts]
    return made


def settings_file(path: Path, **given: Any) -> Path:
    path.write_text(yaml.safe_dump(settings(**given)), "utf-8")
    return path


class Library:
    """A library in a folder or a database, in this process."""

    def __init__(
        self, place: Path | str, *, strictness: str | None = None, preset: str | None = None,
        collection: str | None = None, config: Path | None = None, **given: Any,
    ) -> None:  # fmt: skip
        self.place = str(place)
        with _as_by_default(**({"PINCITE_CONFIG": str(config)} if config else {})):
            self.api = pincite.open(
                self.place, strictness=strictness, preset=preset, collection=collection,
                settings={"isolated": False} if config else settings(**given),
            )  # fmt: skip

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.api.close()

    def add(self, *paths: Path, **more: Any) -> list[Record]:
        return [
            Record(
                name=added.identity.name if added.identity else Path(added.path).name,
                added=added.status == "added",
                unchanged=added.status == "unchanged",
                reason=str(added.error) if added.error else "",
                next_step=added.error.hint if added.error else "",
                version=added.identity.version if added.identity else "",
            )
            for added in self.api.add(*paths, **more)
        ]

    def ask(self, question: str, of: str | None = None, type: str | None = None, **more: Any) -> Record:
        return answer(json.loads(self.api.ask(question, documents=of, answer_type=type, **more).to_json()))

    def document(self, name: str) -> Record:
        held = self.api.read(name).document
        return Record(
            text=held.text, format=held.format, caveats=list(held.caveats), profile=held.profile, pages=held.pages,
            lines=[_range(line, "number page box") for line in held.lines],
            blocks=[_range(block, "kind page section") for block in held.blocks],
            sections=[_range(section, "title level start_page end_page found_by") for section in held.sections],
            words=[Record(start=a, end=b) for a, b in zip(held.words.starts, held.words.ends, strict=True)],
            tables=[Record(start=t.span.start, end=t.span.end, heads=t.header_rows,
                           cells={(c.row, c.column): held.text[c.span.start : c.span.end] for c in t.cells})
                    for t in held.tables],
            unseen=[held.text[one.span.start : one.span.end] for one in held.unseen],
        )  # fmt: skip

    def locate(self, name: str, quote: str) -> list[Record]:
        """Every place at which a document says a quote, word for word."""
        return [_place(place.model_dump(mode="json")) for place in self.api.quoted(name, quote).places]

    def __getattr__(self, verb: str) -> Any:
        return getattr(self.api, verb)


def _range(thing: Any, names: str) -> Record:
    return Record(
        start=thing.span.start, end=thing.span.end, **{name: getattr(thing, name) for name in names.split()}
    )


def _place(raw: Mapping[str, Any]) -> Record:
    names = "name version page section lines start end snippet grade boxes anchor recognised".split()
    return Record(**{name: raw.get(name) for name in names}, sha256=raw["document"], reason=raw.get("reason"))


def _places(raw: Any) -> list[Record]:
    return [_place(one) for one in (raw if isinstance(raw, list) else [raw])]


def _item(raw: Mapping[str, Any]) -> Record:
    warrant, derived = raw["warrant"], raw["derivation"]
    places = [_place(one) for one in raw["evidence"]]
    return Record(
        id=raw["id"], type=raw["type"], value=raw["value"], words=raw["original"], limits=raw["qualifiers"],
        places=places, snippet=places[0].snippet, page=places[0].page, lines=places[0].lines, boxes=places[0].boxes,
        proved={name for name, held in warrant["proof"].items() if held},
        open={name for name, held in warrant["proof"].items() if not held},
        judges=[(one["kind"], one["name"], one["says"]) for one in warrant["answers"]["by"]],
        chance=warrant["answers"]["chance"], bar=warrant["answers"]["bar"],
        formula=derived["formula"] if derived else None,
        operands=[Record(name=o["name"], places=_places(o["evidence"])) for o in derived["operands"]] if derived else [],
        rates=derived["rates"] if derived else [],
    )  # fmt: skip


def answer(raw: Mapping[str, Any]) -> Record:
    """An answer, from whatever surface its JSON came."""
    coverage, conflict = raw["coverage"], raw["conflict"]
    items = [_item(one) for one in raw["items"]]
    by_id = {item.id: item for item in items}
    return Record(
        outcome=raw["outcome"], items=items, type=raw["answer_type"], shape=raw["answer_shape"], run=raw["run"],
        question=raw["question"], strictness=raw["strictness"], method=raw["method"], caveats=raw["caveats"],
        leads=[Record(places=[_place(e) for e in one["evidence"]], chance=one["chance"], lacks=one["lacks"], why=one["why"]) for one in raw["leads"]],
        sides=[[by_id[id] for id in side] for side in conflict["sides"]] if conflict else [],
        rule=_places(conflict["rule"]["evidence"])[0] if conflict and conflict["rule"] else None,
        signals=raw["signals"], own_signals=raw["signals"].get("own"), clarification=raw["clarification"],
        pages=coverage["pages"], spans_read=coverage["spans_read"], spans_total=coverage["spans_total"],
        paths={one["name"]: one["hits"] for one in coverage["paths"]},
        nearest=[_place(one) for one in coverage["nearest"]], chance_held=coverage["chance_held"],
        by_document={one["name"]: one["outcome"] for one in coverage["by_document"]},
        error=Record(kind=raw["error"]["class"], **{k: raw["error"][k] for k in ("message", "hint", "retryable")}) if raw["error"] else None,
        raw=raw,
    )  # fmt: skip


# What is on record of a question


def recorded(library: Library, run: str) -> Record:
    raw = json.loads(library.api.runs.show(run).to_json())
    briefs = raw["briefs"]
    words = {
        word
        for b in briefs
        for t in b["retrieval"]["terms"]
        for wording in t["wordings"]
        for word in wording[0]
    }
    return Record(
        decisions=raw["decisions"], search_words=words, claims=raw["claims"], calls=raw.get("calls", {}), steps=raw["steps"],
        answer_types={kind for b in briefs for kind in b["generation"]["answer_types"]}, made_by=raw["made_by"],
        searches=raw["searches"], question=raw["question"], documents=raw["documents"], raw=raw,
    )  # fmt: skip


def paths_to(library: Library, name: str, question: str, sentence: str) -> set[str]:
    """The paths by which retrieval proposes the passage that holds a sentence."""
    text = library.document(name).text
    start = text.index(sentence)
    found = [p for p in library.api.retrieve(question, name, 50) if p.span.start <= start < p.span.end]
    return {path for passage in found for path in passage.paths}


def passages(library: Library, name: str, question: str) -> list[tuple[int, int]]:
    return [(passage.span.start, passage.span.end) for passage in library.api.retrieve(question, name, 200)]


def rung_used(library: Library, run: str) -> str:
    found = re.search(r"form enforced by (\w+)", "\n".join(recorded(library, run).decisions))
    return found[1] if found else ""


def prompt_parts(library: Library, run: str) -> list[str]:
    """The files of which a prompt was put together, each with its version."""
    found = re.search(
        r"prompt \w+… \(([^)]*)\)|prompt \w+ \(([^)]*)\)", "\n".join(recorded(library, run).decisions)
    )
    return (found[1] or found[2]).split() if found else []


def blocks_by(library: Library, run: str, path: str) -> list[str]:
    """The words of the blocks that a path proposed for a question about one document, best first."""
    (search, *_) = recorded(library, run).searches
    text, blocks = (held := library.document(search["document"])).text, held.blocks
    best = next(one["best"] for one in search["paths"] if one["path"] == path)
    return [text[blocks[number - 1].start : blocks[number - 1].end] for number, _ in best]


# Parts that a user may plug in


ADAPTERS = {
    "embedder": {"openai": "OPENAI_API_KEY", "voyage": "VOYAGE_API_KEY", "cohere": "COHERE_API_KEY",
                 "fastembed": "pincite[fastembed]", "sentence_transformers": "pincite[sentence-transformers]"},
    "reranker": {"voyage": "VOYAGE_API_KEY", "cohere": "COHERE_API_KEY",
                 "fastembed": "pincite[fastembed]", "sentence_transformers": "pincite[sentence-transformers]"},
}  # fmt: skip


def fault_of(folder: Path, document: Path, **stages: str) -> str:
    """What a user is told who names a stage that cannot work here."""
    try:
        with Library(folder, reads=False, **{k: v for k, v in stages.items()}) as library:
            library.add(document)
            error = library.ask("What is the monthly rent?").error
            return f"{error.message} {error.hint}" if error else ""
    except pincite.PinciteError as error:
        return f"{error} {error.hint}"


PROVIDERS = {"anthropic/m": "ANTHROPIC_API_KEY", "openai/m": "OPENAI_API_KEY", "gemini/m": "gemini"}
LENIENT = ("--strictness", "lenient")


def typed(library: Library, question: str, kind: str) -> Any:
    """The value of the only item of an answer as an object of ours, such as an `Amount`."""
    return library.api.ask(question).require().items[0].value_as(getattr(pincite, kind))


def is_valid(raw: Mapping[str, Any]) -> bool:
    """Whether the public form of an answer takes this JSON."""
    from pydantic import ValidationError

    try:
        return bool(pincite.Answer.model_validate_json(json.dumps(raw)))
    except ValidationError:
        return False


def register_type(name: str, model: type, find: Callable[[str], list[tuple[Any, int, int]]]) -> None:
    pincite.register(
        pincite.ValueType(name, model, lambda text: [pincite.Reading(*found) for found in find(text)])
    )


def register_signal(name: str, kind: Any, fragment: str) -> None:
    from pincite.answer.own_signals import OwnSignal
    from pincite.answer.own_signals import register_signal as register

    register(OwnSignal(name, kind, fragment))


def hits(held: Any, words: str) -> list[Any]:
    """What a path of somebody's own gives back: the blocks that hold some words."""
    from pincite.records.evidence import Hit

    text = held.document.text
    return [Hit(b.number, 1.0) for b in held.document.blocks if words in text[b.span.start : b.span.end]]


def check_embedder(embedder: Any) -> None:
    from pincite.testing import embedder_keeps_its_promise

    embedder_keeps_its_promise(embedder, ["one text", "another text"])


def parse_text(content: str, name: str) -> Any:
    """A document of plain text, for a parser of somebody's own."""
    from pincite.ingest.text import TextParser

    return TextParser().read(content.encode(), name)


def schema(fields: Mapping[str, tuple[str, str, str]], **rules: Mapping[str, Any]) -> str:
    """A schema as YAML: by name a type, a question and how many values there may be."""
    made = [
        {"name": n, "type": t, "question": q, "cardinality": c, **rules.get(n, {})}
        for n, (t, q, c) in fields.items()
    ]
    return yaml.safe_dump({"name": "own", "fields": made}, sort_keys=False)


# The command line


def run(*words: str, library: Path | str, said: str = "", env: Mapping[str, str] | None = None) -> Record:
    """A command in a process of its own, as a user types it."""
    command = [sys.executable, "-m", "pincite", "--library", str(library), *words]
    done = subprocess.run(
        command, input=said, capture_output=True, text=True, env=environment(**(env or {})), timeout=100
    )
    return Record(code=done.returncode, out=done.stdout, err=done.stderr)


def run_python(code: str) -> Record:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), timeout=100
    )
    return Record(code=done.returncode, out=done.stdout, err=done.stderr)


def server_address(line: str) -> str | None:
    found = re.search(r"http://[\d.]+:\d+", line)
    return found[0] if found else None


class Http:
    """The server, spoken to by HTTP alone."""

    def __init__(self, address: str, key: str = "") -> None:
        self.address, self.key = address, key

    def call(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, bytes]:
        content = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        sent = {
            "Content-Type": "application/json",
            **({"Authorization": f"Bearer {self.key}"} if self.key else {}),
            **(headers or {}),
        }
        asked = urllib.request.Request(self.address + path, content, sent, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as reply:
                return reply.status, reply.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def ask(self, question: str, of: str | None = None) -> tuple[int, Record]:
        status, said = self.call(
            "POST", "/v1/ask", {"question": question} | ({"documents": [of]} if of else {})
        )
        raw = json.loads(said)
        return status, answer(raw) if "outcome" in raw else Record(outcome=None, raw=raw)

    def add(self, name: str, content: bytes) -> int:
        mark = "x" * 30
        head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
        body = head + content + f"\r\n--{mark}--\r\n".encode()
        return self.call(
            "POST", "/v1/documents", body, {"Content-Type": f"multipart/form-data; boundary={mark}"}
        )[0]


@contextmanager
def server(library: Path | str, *words: str, env: Mapping[str, str] | None = None) -> Iterator[Http]:
    """`serve` in a process of its own, on a free port of loopback."""
    command = [sys.executable, "-m", "pincite", "--library", str(library), "serve", "--port", "0", *words]
    process = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        stdout=subprocess.STDOUT if False else subprocess.DEVNULL,
        text=True,
        env=environment(**(env or {})),
    )
    try:
        address = next(filter(None, map(server_address, process.stderr)))
        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield Http(address)
    finally:
        process.terminate()
        process.wait(20)


# Certificates, rejections, candidates


def certificate(library: Library, run: str) -> bytes:
    return library.api.certify(run)


def check(certificate: bytes, *sources: Path) -> Record:
    checked = pincite.check(json.loads(certificate), *sources, isolated=False)
    return Record(holds=checked.holds, level=checked.level, findings=[f"{f}" for f in checked.findings])


def forge(certificate: bytes, said: str, instead: str) -> bytes:
    """A certificate in which a value was changed, and nothing else."""
    return certificate.replace(f'"value":"{said}"'.encode(), f'"value":"{instead}"'.encode())


def required(library: Library, question: str) -> str:
    try:
        return library.api.ask(question).require().outcome
    except pincite.UnverifiedError as error:
        return f"raised with {len(error.leads)} lead"


def rejections(library: Library) -> list[Record]:
    return [
        Record(run=r.run, question=r.question, check=r.check, reason=r.reason)
        for r in library.api.rejections()
    ]


def rejections_by_command(library: Library) -> str:
    return run("rejections", "--json", library=library.place).out


def candidates(library: Library, run: str) -> list[Record]:
    found = library.api.why(run).candidates
    return [Record(quote=c.quote, stopped_by=c.stopped_by, reason=c.reason) for c in found]


def verify(library: Library, rows: Sequence[Mapping[str, str]], folder: Path) -> tuple[list[str], int]:
    """The verdict on each row that another tool made, and the exit code."""
    file = folder / "rows.json"
    file.write_text(json.dumps(list(rows)))
    done = run("verify", str(file), "--json", library=library.place)
    return [row["verdict"] for row in json.loads(done.out)], done.code


# Tables, jobs and batches


REVIEW_ALL = ("--all",)
AMOUNT = pincite.Amount


def _cell(cell: Any) -> Record:
    return Record(
        state=cell.state, standing=cell.standing, items=[_item(i.model_dump(mode="json", by_alias=True)) for i in cell.items],
        leads=cell.leads, reason=cell.reason, chance=cell.chance, decision=cell.decision, earlier=cell.earlier,
    )  # fmt: skip


def cells(table: Any) -> dict[tuple[str, str], Record]:
    return {(row.document, field.name): _cell(cell) for row, field, cell in table.cells()}


def rows(table: Any) -> list[str]:
    return [row.document for row in table.rows]


def untold(table: Any) -> list[str]:
    return [one.document for one in table.selection.untold]


def table_id(table: Any) -> str:
    return table.table


def input_error(call: Callable[[], Any]) -> str:
    try:
        call()
    except pincite.InputError as error:
        return f"{error} {error.hint}"
    return ""


def job(library: Library, documents: Path | None, fields: Sequence[str], tokens: int | None = None) -> Any:
    limits = pincite.JobLimits(tokens=tokens)
    return library.api.jobs.submit([documents] if documents else None, fields, limits).job


def job_state(library: Library, id: str) -> Record:
    now = library.api.jobs.show(id)
    aside = {item.name: item.reason for item in library.api.jobs.items(id, "set_aside", "failed")}
    return Record(state=now.state, done=now.tally.done, reason=now.reason, set_aside=aside)


def batch_costs(library: Library) -> list[Decimal]:
    return [batch.usage.cost for batch in library.api.batches()]


def sample(library: Library, table: str, of: str) -> list[Any]:
    """A random sample of the cells of one state, for somebody to review."""
    done = run(
        "review", table, "--sample", "2", "--of", of, "--by", "Anna", library=library.place, said="n\nn\n"
    )
    return [done] if done.code == 0 else []


def assured(table: Any, state: str) -> float:
    """The upper 95 % end of the share of cells of a state that are wrong, from what was reviewed."""
    return json.loads(table.to_json())["review"][state]["upper"]


# Evaluation


def evaluate(
    questions: Path, folder: Path, *modes: str, gate: Path | None = None, html: Path | None = None
) -> Record:
    """Questions with known answers; this becomes `python -m evals`."""
    command = [
        "eval",
        str(questions),
        "--json",
        "--cache",
        str(folder / "cache"),
        "--workers",
        "1",
        *(f"--{m}" for m in modes),
    ]
    command += (["--gate", str(gate)] if gate else []) + (["--html", str(html)] if html else [])
    done = run(*command, library=folder / "evaluated")
    raw = json.loads(done.out) if done.out.startswith("{") else {}
    return Record(
        code=done.code, scores=raw.get("scores", {}), strata=raw.get("strata", []), settings=raw.get("settings"),
        curve=raw.get("risk_coverage"), point=raw.get("operating_point"), n=raw.get("n"), err=done.err, raw=raw,
        paths=raw.get("paths"),
    )  # fmt: skip


def quality(questions: Path, folder: Path) -> Record:
    """The user's own questions; this becomes `pincite quality FILE`."""
    return evaluate(questions, folder)


# Reports, annotations, new versions


def report(library: Library, run: str, form: str) -> bytes:
    return library.api.report(run, form=form)


def marked_pdf(library: Library, run: str) -> bytes:
    marked = library.api.highlight(run)
    return next(iter(marked.files)).content


def annotations(library: Library, run: str) -> list[Mapping[str, Any]]:
    """The W3C annotations of an answer, in the standard's own names."""
    made = library.api.annotations.export(run)
    return made["first"]["items"]


def reanchored(library: Library, name: str) -> dict[str, str]:
    """By question what became of its answer in the new version."""
    return {one.question: one.status for one in library.api.reanchor(name).answers}


# Other surfaces


def new_key(library: Library, name: str, right: str, collections: Sequence[str]) -> str:
    return library.api.keys.new(name, right, collections).text


def talk(library: Library, *messages: str) -> list[Record]:
    conversation = library.api.conversation()
    turns = [conversation.ask(message) for message in messages]
    return [
        Record(said=t.said, understood=t.question, answer=answer(json.loads(t.answer.to_json())))
        for t in turns
    ]


def ask_by_mcp(library: Path | str, question: str) -> str:
    """What the tool `ask` gives to a client of the Model Context Protocol, over standard input and output."""
    calls = [
        {"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "ask", "arguments": {"question": question}}},
    ]  # fmt: skip
    command = [sys.executable, "-m", "pincite", "--library", str(library), "mcp"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
    ) as process:
        for call in calls:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **call}) + "\n")
        process.stdin.flush()
        said = next(line for line in process.stdout if json.loads(line).get("id") == 2)
        process.stdin.close()
    return json.dumps(json.loads(said)["result"]["structuredContent"], ensure_ascii=False)
