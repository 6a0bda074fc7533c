"""An extraction that is killed at any instant goes on with the next part: nothing is lost or done twice."""

from __future__ import annotations

import itertools
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pincite
from pincite.ingest.chunk import chunks
from tests.extract.long_documents import long_text
from tests.extract.test_kill import without_runs
from tests.factories import write

SCHEMA = """\
fields:
  - name: fees
    type: amount
    question: How much are the fees?
    cardinality: many
  - name: meetings
    question: How shall the parties meet?
    cardinality: many
"""


def run_and_kill(library: Path, schema: Path, parts: int, delay_seconds: float) -> None:
    """Start a process, let it say some parts, and kill it a moment later."""
    command = [sys.executable, "-m", "tests.extract.extract_process", str(library), str(schema)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    for _ in range(parts):
        if not process.stdout.readline():
            break
    time.sleep(delay_seconds)
    process.kill()
    process.communicate()


def units(library: pincite.Library) -> list[tuple[object, ...]]:
    connection = library.store.database.connection
    rows = "SELECT version, schema, field, chunk, chunk_hash, unit FROM extract_unit ORDER BY 1, 2, 3, 4"
    return connection.execute(rows).fetchall()


@pytest.mark.sampled
@pytest.mark.timeout(3600)
def test_killed_extraction_equals_one_that_was_left_alone(tmp_path, in_full):
    documents, kills = (12, 30) if in_full else (2, 2)
    chance = random.Random(22)
    schema = tmp_path / "schema.yaml"
    schema.write_text(SCHEMA)
    left_alone, killed = tmp_path / "left-alone", tmp_path / "killed"
    with pincite.open(left_alone, settings={"isolated": False}) as library:
        library.add(*(write(tmp_path, f"{n}.txt", long_text(30 + n)) for n in range(documents)))
        total = 2 * sum(
            len(chunks(library.read(each.identity.name).document)) for each in library.documents()
        )
    shutil.copytree(left_alone, killed)

    done = []
    for _ in range(kills):
        run_and_kill(killed, schema, chance.randint(1, max(2, total // (kills + 2))), chance.random() * 0.05)
        with pincite.open(killed, settings={"isolated": False}) as library:
            done.append(units(library))

    with pincite.open(left_alone, settings={"isolated": False}) as library:
        expected = library.extract(None, schema)
        all_units = units(library)
    with pincite.open(killed, settings={"isolated": False}) as library:
        table = library.extract(None, schema)
        assert units(library) == all_units
    assert without_runs(table) == without_runs(expected)
    assert len(all_units) == total
    # What was done once stays as it is: no later run writes it again.
    assert all(set(earlier) <= set(later) for earlier, later in itertools.pairwise(done))
    assert 0 < len(done[-1]) < total
    assert not table.count("failed")
