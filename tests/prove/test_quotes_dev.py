"""The shared check set: genuine quotes are located, altered ones are not."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pincite.prove.quote import locate

CHECKS = Path(__file__).parents[2].parent / "shared" / "checks" / "quotes-dev.jsonl"


@pytest.fixture(scope="module")
def checks() -> list[dict[str, str | bool]]:
    if not CHECKS.exists():
        reason = f"the shared check set is not at {CHECKS}"
        if "shared" in os.environ.get("PINCITE_REQUIRE", "").split(","):
            pytest.fail(reason)
        pytest.skip(reason)
    return [json.loads(line) for line in CHECKS.read_text(encoding="utf-8").splitlines()]


def test_every_genuine_quote_is_located(checks):
    missed = [c["id"] for c in checks if c["accept"] and not locate(c["quote"], c["source"])]
    assert not missed


def test_no_altered_quote_is_located(checks):
    accepted = [(c["kind"], c["id"]) for c in checks if not c["accept"] and locate(c["quote"], c["source"])]
    assert not accepted
