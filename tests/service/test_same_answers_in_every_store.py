"""The questions of examples/gold.jsonl, asked of the same documents in every kind of store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests import embedders, gold
from tests.postgres_server import Server

import pincite
from pincite import registry
from pincite.stores.postgres_vectors import PostgresVectors

# Of every so many questions one is asked, unless all are.
EVERY = 10
WHOLE_LIBRARY = 20
_OWN = {"run", "seconds"}


@pytest.fixture
def libraries(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, pincite.Library]]:
    """One library of each kind, with the documents of the examples and their vectors."""
    embedders.install(tmp_path / "plug-in", monkeypatch)
    settings = {"embedder": "hashing"}
    databases = {"postgres": postgres.fresh()}
    if postgres.has_vectors:
        databases["pgvector"] = postgres.fresh()
        postgres.run("CREATE EXTENSION vector", databases["pgvector"])
    with ExitStack() as opened:
        places = {"sqlite": str(tmp_path / "library")} | {k: postgres.url(v) for k, v in databases.items()}
        found = {
            kind: opened.enter_context(pincite.open(place, settings=settings))
            for kind, place in places.items()
        }
        for library in found.values():
            if isinstance(library.store.near, PostgresVectors):
                library.store.near.many = 1
            library.add(*sorted(gold.EXAMPLES.glob("*.pdf")))
            library.work()
        yield found
    registry.available.cache_clear()
    for name in databases.values():
        postgres.drop(name)


@pytest.mark.sampled
def test_answers_and_citations_do_not_depend_on_the_store(
    libraries: dict[str, pincite.Library], in_full: bool
):
    rows, differ, answered = gold.rows(), [], 0
    for number, row in enumerate(rows):
        whole = not number % WHOLE_LIBRARY
        if not in_full and number % EVERY:
            continue
        documents = None if whole else [row["document"]]
        said = {
            kind: told(library.ask(row["question"], documents=documents))
            for kind, library in libraries.items()
        }
        answered += said["sqlite"]["outcome"] == "answered"
        differ += [(row["id"], kind) for kind, each in said.items() if each != said["sqlite"]]

    assert differ == []
    assert answered > 2


def told(answer: pincite.Answer) -> dict[str, object]:
    """All that an answer says, without what no two runs share."""
    return {key: value for key, value in answer.model_dump(mode="json").items() if key not in _OWN}
