"""What a test does without unless it says otherwise: local models, and processes that read documents.

A stand-in reads in place of the models, which have tests of their own, as has what a process of its own keeps
apart: starting one takes more time than most tests.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test, settings

from tests import effort, postgres_server
from tests.judging import weights

_MEMORY = Path("/dev/shm")
_ROOM_BYTES = 8 << 30
# Where there is room, folders of tests are in memory: much of the time would go into waiting for the disk.
if "TMPDIR" not in os.environ and _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM_BYTES:
    os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)
_STANDS_IN = {
    "PINCITE_LOCAL_MODELS": "false",
    "PINCITE_READER": "tests.readers:StandIn",
    "PINCITE_DECISION": str(Path(tempfile.mkdtemp(prefix="pincite-tests-")) / "decision.json"),
}
# In the environment, so that the command line and the processes that tests start hear of it too.
Path(_STANDS_IN["PINCITE_DECISION"]).write_text(weights("stand-in/1").model_dump_json(), "utf-8")
os.environ.update(_STANDS_IN, PINCITE_ISOLATED="false")
# The processes that tests start would otherwise compile every module anew, each of them.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
_ROOT = str(Path(__file__).parent.parent)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [_ROOT, os.environ.get("PYTHONPATH", "")]))

# Without a deadline: what an example takes on a busy machine says nothing about the law.
settings.register_profile("usual", max_examples=effort.USUAL, deadline=None)
settings.register_profile("long", max_examples=effort.LONG, deadline=None)


def is_long(config: pytest.Config) -> bool:
    return bool(config.option.markexpr == "long")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if is_long(config) else "usual")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a process, a server or a browser."""
    told = os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS")
    mine = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return int(told) if told else mine + 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `-m long`, what otherwise looks at a part of its cases is run too, with all of them.

    What looks at a page in a real browser is tried once more, and the end of a run says so: on a busy machine
    the browser may be late. Nothing else is.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(retries=1))
    for item in items if is_long(config) else []:
        law = isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)
        if law or item.get_closest_marker("sampled"):
            item.add_marker("long")


@pytest.fixture(scope="session")
def in_full(request: pytest.FixtureRequest) -> bool:
    """Whether a test with the mark `sampled` looks at all of its cases."""
    return is_long(request.config)


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgres_server.Server]:
    """A real PostgreSQL, for as long as these tests run."""
    with postgres_server.started() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: postgres_server.Server) -> Iterator[str]:
    """The address of a database in which there is nothing yet."""
    name = postgres.fresh()
    yield postgres.url(name)
    postgres.drop(name)


@pytest.fixture
def models_as_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test of what a user gets who has set nothing: the models of the package take part."""
    for name in _STANDS_IN:
        monkeypatch.delenv(name)


@pytest.fixture
def isolated_as_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test of what a user gets who has set nothing: documents are read in a process of their own."""
    monkeypatch.delenv("PINCITE_ISOLATED")
