"""All the documents in one library, which is built once."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

import pincite
from tests.documents import delimited, mail, pdf, plain, sheets, slides, web, word
from tests.documents.truth import Paper


@functools.cache
def papers() -> tuple[Paper, ...]:
    families = (pdf, word, web, plain, sheets, delimited, mail, slides)
    return tuple(paper for family in families for paper in family.papers())


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("documents")


@pytest.fixture(scope="package")
def library(folder: Path) -> Iterator[pincite.Library]:
    for paper in papers():
        (folder / paper.name).write_bytes(paper.content)
    with pincite.open(folder / "library") as library:
        added = library.add(*(folder / paper.name for paper in papers()), isolated=False)
        assert [one.error for one in added if one.error] == []
        yield library
