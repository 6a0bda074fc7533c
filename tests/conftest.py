"""Tests ask a stand-in for the local reader unless they say otherwise: the models have tests of their own."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from tests.judging import weights

_STANDS_IN = {
    "PINCITE_LOCAL_MODELS": "false",
    "PINCITE_READER": "tests.readers:StandIn",
    "PINCITE_DECISION": str(Path(tempfile.mkdtemp(prefix="pincite-tests-")) / "decision.json"),
}
# In the environment, so that the command line and the processes that tests start hear of it too.
Path(_STANDS_IN["PINCITE_DECISION"]).write_text(weights("stand-in/1").model_dump_json(), "utf-8")
os.environ.update(_STANDS_IN)
_ROOT = str(Path(__file__).parent.parent)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [_ROOT, os.environ.get("PYTHONPATH", "")]))


@pytest.fixture
def models_as_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test of what a user gets who has set nothing: the models of the package take part."""
    for name in _STANDS_IN:
        monkeypatch.delenv(name)
