"""Parts that a user plugs in, and the errors of those that are not there."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

import pincite
from tests.mission.product.library import Library

ADAPTERS = {
    "embedder": {"openai": "OPENAI_API_KEY", "voyage": "VOYAGE_API_KEY", "cohere": "COHERE_API_KEY",
                 "fastembed": "pincite[fastembed]", "sentence_transformers": "pincite[sentence-transformers]"},  # noqa: E501
    "reranker": {"voyage": "VOYAGE_API_KEY", "cohere": "COHERE_API_KEY",
                 "fastembed": "pincite[fastembed]", "sentence_transformers": "pincite[sentence-transformers]"},  # noqa: E501
}  # fmt: skip


def fault_of(folder: Path, document: Path, **stages: str) -> str:
    """What a user is told who names a stage that cannot work here."""
    try:
        with Library(folder, reads=False, **stages) as library:
            library.add(document)
            error = library.ask("What is the monthly rent?").error
            return f"{error.message} {error.hint}" if error else ""
    except pincite.PinciteError as error:
        return f"{error} {error.hint}"


PROVIDERS = {"anthropic/m": "ANTHROPIC_API_KEY", "openai/m": "OPENAI_API_KEY", "gemini/m": "GEMINI_API_KEY"}
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


def parse_mark(name: str) -> Any:
    """How a parser of somebody's own is named in the versions that it makes."""
    from pincite.records.document import Parse

    return Parse(name, "1", "")


def parse_text(content: str, name: str, mark: Any) -> Any:
    """A document of plain text, for a parser of somebody's own."""
    from pincite.ingest.text import TextParser

    return replace(TextParser().read(content.encode(), name), parse=mark)


def schema(fields: Mapping[str, tuple[str, str, str]], **rules: Mapping[str, Any]) -> str:
    """A schema as YAML: by name a type, a question and how many values there may be."""
    made = [
        {"name": n, "type": t, "question": q, "cardinality": c, **rules.get(n, {})}
        for n, (t, q, c) in fields.items()
    ]
    return yaml.safe_dump({"name": "own", "fields": made}, sort_keys=False)
