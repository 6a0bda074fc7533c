"""What the tests of the mission share: one scripted server, and one library that the package's own models read."""  # noqa: E501

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mission import documents, model_server, product
from tests.mission.model_server import ModelServer


@pytest.fixture(scope="session")
def served() -> Iterator[ModelServer]:
    with model_server.started() as server:
        yield server


@pytest.fixture
def model(served: ModelServer) -> Iterator[ModelServer]:
    """The scripted server as if just started: nothing asked, no script."""
    fresh = ModelServer(address=served.address)
    for name in vars(fresh):
        setattr(served, name, getattr(fresh, name))
    return served


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[product.Library]:
    """A library with a lease, as a user has it who has set nothing: the models in the package read."""
    folder = tmp_path_factory.mktemp("shipped")
    with product.Library(folder / "library") as library:
        library.add(documents.lease(folder))
        yield library


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[product.Library]:
    """An empty library without any model, for what documents are read as."""
    with product.Library(tmp_path / "library", reads=False) as library:
        yield library
