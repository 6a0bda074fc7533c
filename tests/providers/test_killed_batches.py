"""A process that is killed while it submits, polls or harvests loses nothing and pays nothing twice."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import pincite
from tests.effort import some_of
from tests.providers.batch_desk import Desk, behind
from tests.providers.batch_tables import FEE, by_batches, values, write_agreements
from tests.providers.servers import Answer, Service

_DOCUMENTS = 4


@dataclass
class Killing:
    """A service that kills whoever asks it, at the request that was chosen, before or after its work."""

    desk: Desk
    process: subprocess.Popen[bytes] | None = None
    left: int = 0
    after: bool = False
    delay_seconds: float = 0.0
    killed_at: list[str] = field(default_factory=list)

    def __call__(self, path: str, body: Any, headers: dict[str, str]) -> Answer:
        self.left -= 1
        dies = self.left == 0
        if dies and not self.after:
            self._kill(f"before {path.split('?')[0]}")
            return Answer(503)
        answer = self.desk(path, body, headers)
        if dies:
            self._kill(f"after {'' if body else 'look '}{path.split('?')[0]}")
        return answer

    def _kill(self, when: str) -> None:
        assert self.process
        time.sleep(self.delay_seconds)
        self.process.kill()
        self.process.wait()
        self.killed_at.append(when)


def start(folder: Path, settings: dict[str, Any]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.providers.batch_process", str(folder), json.dumps(settings)]
    return subprocess.Popen(command)


@pytest.mark.sampled
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("marks", [True, False])
@pytest.mark.parametrize("wire", some_of(("openai", "anthropic", "served")))
def test_killed_table_by_batches_equals_one_that_was_left_alone(
    service: Service, wire: str, marks: bool, tmp_path: Path, in_full: bool
):
    if wire == "anthropic" and not marks:
        pytest.skip("its batches never carry marks")
    kills, chance = 30 if in_full else 2, random.Random(f"{wire} {marks}")
    desk = behind(service, looks_needed=2, keeps_marks=marks)
    killing = Killing(desk)
    service.right = killing
    settings = by_batches(service, wire, settle_seconds=0.3)
    with pincite.open(tmp_path / "library", settings=settings) as library:
        library.add(*write_agreements(tmp_path / "agreements", _DOCUMENTS))
    expected = [f"EUR {4_500 + each:,}.00" for each in range(_DOCUMENTS)]

    for number in range(kills):
        killing.left, killing.after = chance.randint(1, 6), chance.random() < 0.7
        killing.delay_seconds = chance.choice([0.0, 0.0, 0.01, 0.03])
        killing.process = start(tmp_path / "library", settings)
        if killing.process.wait(120) == 0:
            # It was done before its turn to die came: the next ones start on a new table.
            _forget_all(tmp_path / "library", settings, desk, number)
    killing.left = 0
    with pincite.open(tmp_path / "library", settings=settings) as library:
        made = library.table(None, FEE, batch=pincite.ByBatch(wait=True))
        spent = sum(batch.usage.calls for batch in library.batches())

    assert values(made) == expected
    assert killing.killed_at
    assert set(desk.paid.values()) == {1}, "nothing is paid twice"
    assert spent == sum(desk.paid.values()), "what was paid is in the books"


def _forget_all(folder: Path, settings: dict[str, Any], desk: Desk, number: int) -> None:
    """Another fee in every document, so that everything is asked anew."""
    with pincite.open(folder, settings=settings) as library:
        connection = library.store.database.connection
        assert not library.store.replies().open_batches()
        connection.execute("DELETE FROM model_reply_about")
        connection.execute("DELETE FROM model_reply")
        connection.execute("DELETE FROM table_cell")
        connection.execute("DELETE FROM batch_request")
        connection.execute("DELETE FROM provider_batch")
        assert set(desk.paid.values()) == {1}, f"nothing is paid twice, run {number}"
        desk.paid.clear()
