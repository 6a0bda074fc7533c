"""What is on record of a question, and what comes of tables, jobs, evaluations and reports."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace as Record
from typing import Any

import pincite
from tests.mission.product.library import Library, _item, answer
from tests.mission.product.processes import run


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
        decisions=raw["decisions"], search_words=words, claims=raw["claims"], calls=raw.get("calls", {}), steps=raw["steps"],  # noqa: E501
        answer_types={kind for b in briefs for kind in b["generation"]["answer_types"]}, made_by=raw["made_by"],  # noqa: E501
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


def names(library: Library) -> list[str]:
    return [one.identity.name for one in library.api.documents()]


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
        Record(run=r.run, question=r.question, check=r.candidate.stopped_by, reason=r.candidate.reason)
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


AMOUNT = pincite.Amount


def _cell(cell: Any) -> Record:
    return Record(
        state=cell.state, standing=cell.standing, items=[_item(i.model_dump(mode="json", by_alias=True)) for i in cell.items],  # noqa: E501
        leads=cell.leads, reason=cell.reason, chance=cell.chance, decision=cell.decision, earlier=cell.earlier,  # noqa: E501
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


def evaluate(
    questions: Path,
    folder: Path,
    *modes: str,
    gate: Path | None = None,
    html: Path | None = None,
    risk: str = "",
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
    command += (
        (["--gate", str(gate)] if gate else [])
        + (["--html", str(html)] if html else [])
        + (["--risk", risk] if risk else [])
    )
    done = run(*command, library=folder / "evaluated")
    raw = json.loads(done.out) if done.out.startswith("{") else {}
    return Record(
        code=done.code, scores=raw.get("scores", {}), strata=raw.get("strata", []), settings=raw.get("settings"),  # noqa: E501
        curve=raw.get("risk_coverage"), point=raw.get("operating_point"), n=raw.get("n"), err=done.err, raw=raw,  # noqa: E501
        paths=raw.get("paths"),
    )  # fmt: skip


def quality(questions: Path, folder: Path) -> Record:
    """The user's own questions; this becomes `pincite quality FILE`."""
    return evaluate(questions, folder)


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


def new_key(library: Library, name: str, right: str, collections: Sequence[str]) -> str:
    return library.api.keys.new(name, right, collections).text


def talk(library: Library, *messages: str) -> list[Record]:
    conversation = library.api.conversation()
    turns = [conversation.ask(message) for message in messages]
    return [
        Record(said=t.said, understood=t.question, answer=answer(json.loads(t.answer.to_json())))
        for t in turns
    ]
