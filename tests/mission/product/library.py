"""A library in this process, its documents and its answers, in names of these tests."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace as Record
from typing import Any

import yaml

import pincite
from tests.mission.model_server import ModelServer

OUTCOME_CODES = {
    "answered": 0, "not_found": 10, "conflict": 11, "incomplete": 12, "needs_clarification": 13, "unverified": 14,  # noqa: E501
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
    embedder: ModelServer | str | None = None,
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
    if isinstance(embedder, str):
        made["embedder"] = embedder
    elif embedder is not None:
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
            text=held.text, format=held.format, caveats=list(held.caveats), profile=held.profile, pages=held.pages,  # noqa: E501
            lines=[_range(line, "number page box") for line in held.lines],
            blocks=[_range(block, "kind page section") for block in held.blocks],
            sections=[_range(section, "title level start_page end_page found_by") for section in held.sections],  # noqa: E501
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
        places=places, snippet=places[0].snippet, page=places[0].page, lines=places[0].lines, boxes=places[0].boxes,  # noqa: E501
        proved={name for name, held in warrant["proof"].items() if held},
        open={name for name, held in warrant["proof"].items() if not held},
        judges=[(one["kind"], one["name"], one["says"]) for one in warrant["answers"]["by"]],
        by_model=any(one["kind"] == "model" for one in warrant["answers"]["by"]), chance=warrant["answers"]["chance"], bar=warrant["answers"]["bar"],  # noqa: E501
        formula=derived["formula"] if derived else None,
        operands=[Record(name=o["name"], places=_places(o["evidence"])) for o in derived["operands"]] if derived else [],  # noqa: E501
        rates=derived["rates"] if derived else [],
    )  # fmt: skip


def answer(raw: Mapping[str, Any]) -> Record:
    """An answer, from whatever surface its JSON came."""
    coverage, conflict = raw["coverage"], raw["conflict"]
    items = [_item(one) for one in raw["items"]]
    by_id = {item.id: item for item in items}
    return Record(
        outcome=raw["outcome"], items=items, type=raw["answer_type"], shape=raw["answer_shape"], run=raw["run"],  # noqa: E501
        question=raw["question"], strictness=raw["strictness"], method=raw["method"], caveats=raw["caveats"],
        leads=[Record(places=[_place(e) for e in one["evidence"]], chance=one["chance"], lacks=one["lacks"], why=one["why"]) for one in raw["leads"]],  # noqa: E501
        sides=[[by_id[id] for id in side] for side in conflict["sides"]] if conflict else [],
        rule=_places(conflict["rule"]["evidence"])[0] if conflict and conflict["rule"] else None,
        signals=raw["signals"], own_signals=raw["signals"].get("own"), clarification=raw["clarification"],
        pages=coverage["pages"], spans_read=coverage["spans_read"], spans_total=coverage["spans_total"],
        paths={one["name"]: one["hits"] for one in coverage["paths"]},
        nearest=[_place(one) for one in coverage["nearest"]], chance_held=coverage["chance_held"],
        by_document={one["name"]: one["outcome"] for one in coverage["by_document"]},
        error=Record(kind=raw["error"]["class"], **{k: raw["error"][k] for k in ("message", "hint", "retryable")}) if raw["error"] else None,  # noqa: E501
        raw=raw,
    )  # fmt: skip
