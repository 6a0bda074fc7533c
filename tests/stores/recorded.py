"""Runs as stores record them, and what a chain says of them."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.records.candidate import Candidate
from pincite.records.library import DEFAULT_COLLECTION, Identity, RunRecord
from pincite.stores.sqlite import open_library_to_read

if TYPE_CHECKING:
    from pincite.audit.chain_check import ChainReport

CANDIDATE = Candidate(
    "lease.pdf", "v1", (1, 2), 1, "Fees", "The fee is 100.", "amount", "{}", 0.75, "", "ok", True
)
UNGUARDED = ("chain_unchanged", "chain_uncut", "run_unchanged", "table_decision_unchanged")


def make_run(id: str, identity: Identity, asked_at: str = "2026-11-15T02:00:00+00:00") -> RunRecord:
    """A run with something in every column."""
    parts = {"briefs": '["a brief"]', "claims": '["a claim"]'}
    asked = (id, DEFAULT_COLLECTION, asked_at, "Which fee?", "answered", '{"items": []}', '{"steps": []}')
    return RunRecord(*asked, (identity,), (CANDIDATE,), parts)


def report_of(folder: Path) -> ChainReport:
    from pincite.audit.chain_check import checked

    with open_library_to_read(folder, lambda message: None) as store:
        return checked(store.trail())


def tamper(folder: Path, *statements: str) -> None:
    """Change rows as somebody would who knows the file: the triggers that guard them go first."""
    connection = sqlite3.connect(folder / "library.db")
    for trigger in UNGUARDED:
        connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
