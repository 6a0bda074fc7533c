"""A table that is killed at any instant goes on where it was: nothing is lost, and nothing is asked twice."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pincite
from pincite.answer.document_tables import Table
from tests.extract.contracts import FIELDS, write_contracts

_COLUMNS = 8


def run_and_kill(library: Path, cells: int, delay_seconds: float) -> None:
    """Start a process, let it do some cells that are not done yet, and kill it a moment later."""
    command = [sys.executable, "-m", "tests.extract.table_process", str(library)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    for _ in range(cells):
        if not process.stdout.readline():
            break
    time.sleep(delay_seconds)
    process.kill()
    process.communicate()


def without_runs(table: Table) -> object:
    """All that a table says but the ids of its runs, which are random."""
    said = json.loads(table.to_json())
    for row in said["rows"]:
        for cell in row["cells"].values():
            cell["run"] = ""
    return said


def runs(library: pincite.Library) -> int:
    connection = library.store.database.connection
    return int(connection.execute("SELECT count(*) FROM run").fetchone()[0])


@pytest.mark.sampled
@pytest.mark.timeout(3600)
def test_killed_table_equals_one_that_was_left_alone(tmp_path, in_full):
    documents, kills = (300, 10) if in_full else (6, 2)
    cells, chance = documents * _COLUMNS, random.Random(21)
    left_alone, killed = tmp_path / "left-alone", tmp_path / "killed"
    with pincite.open(left_alone) as library:
        library.add(*write_contracts(tmp_path / "contracts", documents))
    shutil.copytree(left_alone, killed)

    for instant in sorted(chance.sample(range(1, cells - 1), kills)):
        run_and_kill(killed, instant, chance.random() * 0.05)

    with pincite.open(left_alone) as library:
        expected = library.table(None, FIELDS)
        assert runs(library) == cells
    with pincite.open(killed) as library:
        before = runs(library)
        table = library.table(None, FIELDS)
        assert without_runs(table) == without_runs(expected)
        assert before < cells
        # Of each kill at most the one cell is asked again that was in the making.
        assert runs(library) <= cells + kills
        library.table(None, FIELDS)
        assert runs(library) <= cells + kills
    assert table.count("answered") > cells / 4
    assert table.count("not_stated") > cells / 8
    assert not table.count("failed")
