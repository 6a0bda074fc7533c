"""What a test does without unless it says otherwise: local models, and processes that read documents.

A stand-in reads in place of the models, which have tests of their own, as has what a process of its own keeps
apart: starting one takes more time than most tests.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from tests.judging import weights

_STANDS_IN = {
    "PINCITE_MODELS": "false",
    "PINCITE_READER": "tests.readers:StandIn",
    "PINCITE_DECISION": str(Path(tempfile.mkdtemp(prefix="pincite-tests-")) / "decision.json"),
}
# In the environment, so that the command line and the processes that tests start hear of it too.
Path(_STANDS_IN["PINCITE_DECISION"]).write_text(weights("stand-in/1").model_dump_json(), "utf-8")
os.environ.update(_STANDS_IN, PINCITE_ISOLATED="false")
_ROOT = str(Path(__file__).parent.parent)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [_ROOT, os.environ.get("PYTHONPATH", "")]))


@pytest.fixture
def models_as_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test of what a user gets who has set nothing: the models of the package take part."""
    for name in _STANDS_IN:
        monkeypatch.delenv(name)


@pytest.fixture
def isolated_as_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test of what a user gets who has set nothing: documents are read in a process of their own."""
    monkeypatch.delenv("PINCITE_ISOLATED")
