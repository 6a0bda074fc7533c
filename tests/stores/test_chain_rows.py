"""What was recorded is a chain: only added to, found out when it is changed, and erasable."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import pytest
from processes import start, wait_for
from recorded import make_run, report_of, tamper
from store_documents import make_entry

from pincite.audit.chain_check import checked
from pincite.stores import queries
from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite import open_library
from pincite.stores.sqlite_database import FILE

RUNS = ("alpha", "beta", "gamma")
DECIDED = json.dumps({"value": "100", "by": "Anna", "at": "2026-11-16", "evidence": [{"name": "lease.pdf"}]})


@pytest.fixture
def recorded(store: LibraryStore) -> LibraryStore:
    """A store with three runs and a decision about one document."""
    entry = make_entry("The fee is 100.")
    store.add([entry])
    for number, run in enumerate(RUNS):
        store.record(make_run(run, entry.identity, f"2026-11-1{number}T00:00:00+00:00"))
    store.add_decision(entry.identity, "fee", DECIDED)
    return store


def kinds(store: LibraryStore) -> list[tuple[str, str]]:
    return [(each.kind, each.subject) for each in store.trail().entries()]


def test_runs_and_decisions_are_entered_one_behind_the_other(recorded: LibraryStore):
    entered = kinds(recorded)
    assert entered == [("begun", "0"), *(("run", run) for run in RUNS), ("decision", "1")]
    report = checked(recorded.trail())
    assert report.intact
    assert report.entries == 5
    assert report.head == list(recorded.trail().entries())[-1].hash


def test_run_that_is_recorded_again_is_entered_once(recorded: LibraryStore):
    (listing,) = recorded.listing("default")
    recorded.record(make_run("beta", listing.identity))
    assert len(kinds(recorded)) == 5


def test_chain_can_only_be_added_to(recorded: LibraryStore, folder: Path):
    connection = sqlite3.connect(folder / FILE)
    for statement in (
        "UPDATE chain SET subject = 'x' WHERE number = 2",
        "DELETE FROM chain WHERE number = 5",
        "UPDATE run SET question = 'x'",
        "UPDATE table_decision SET decision = 'x'",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(statement)
    connection.close()


def test_head_that_was_kept_is_found_and_another_is_not(recorded: LibraryStore):
    kept = checked(recorded.trail()).head
    (listing,) = recorded.listing("default")
    recorded.record(make_run("run-9", listing.identity))

    assert checked(recorded.trail(), kept).has_kept_head is True
    other = checked(recorded.trail(), "f" * 64)
    assert other.fault is None
    assert not other.intact


# ---- tampering ----

# Of each table, what tells a row from the others, and the entry that speaks for it.
ROWS = {
    "chain": ("number = 3", 3),
    "run": ("id = 'beta'", 3),
    "run_document": ("run = 'beta'", 3),
    "run_part": ("run = 'beta' AND part = 'claims'", 3),
    "candidate": ("run = 'beta'", 3),
    "table_decision": ("number = 1", 5),
}


def columns() -> list[tuple[str, str]]:
    connection = sqlite3.connect(":memory:")
    for script in queries.migrations("sqlite").values():
        connection.executescript(script)
    found = [
        (table, name) for table in ROWS for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")
    ]
    connection.close()
    return found


def flipped(value: object, rng: random.Random) -> object:
    """The value with one bit of one byte changed, or another number."""
    if value is None:
        return 1
    if isinstance(value, int):
        return value + rng.choice((101, 707, 1000))
    if isinstance(value, float):
        return value * 1.5 + 0.001
    content = bytearray(value if isinstance(value, bytes) else value.encode())
    if not content:
        return "x"
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(7)
    return bytes(content) if isinstance(value, bytes) else content.decode("utf-8", "replace")


def flip(folder: Path, table: str, column: str, rng: random.Random) -> None:
    where, _ = ROWS[table]
    tamper(folder)
    connection = sqlite3.connect(folder / FILE)
    connection.execute("PRAGMA foreign_keys = OFF")
    (value,) = connection.execute(f'SELECT "{column}" FROM {table} WHERE {where}').fetchone()
    changed = flipped(value, rng)
    assert changed != value
    connection.execute(f'UPDATE {table} SET "{column}" = ? WHERE {where}', [changed])
    connection.commit()
    connection.close()


@pytest.mark.parametrize(("table", "column"), columns(), ids=str)
def test_flipped_byte_in_any_column_is_found_where_it_is(
    recorded: LibraryStore, folder: Path, scratch: Path, table: str, column: str
):
    recorded.close()
    rng = random.Random(f"{table}.{column}")
    for number in range(3):
        copy = scratch / f"copy-{number}"
        shutil.copytree(folder, copy)
        flip(copy, table, column, rng)
        fault = report_of(copy).fault
        assert fault is not None
        if (table, column) == ("chain", "number"):
            assert "missing" in fault.reason or "changed" in fault.reason
        elif table == "chain":
            assert (fault.number, "changed" in fault.reason) == (3, True)
        else:
            assert fault.number == ROWS[table][1]
            assert "changed" in fault.reason or "missing" in fault.reason


@pytest.mark.parametrize(
    ("statements", "entry", "reason"),
    [
        (["DELETE FROM chain WHERE number = 2"], 2, "missing"),
        (["DELETE FROM run WHERE id = 'beta'"], 3, "nothing says that it was erased"),
        (["DELETE FROM candidate WHERE run = 'gamma'"], 4, "changed"),
        (["DELETE FROM table_decision"], 5, "nothing says that it was erased"),
        (["DELETE FROM chain WHERE number = 5"], 5, "decision 1 is recorded, but the chain has no entry"),
        (
            [
                "UPDATE chain SET number = -2 WHERE number = 2",
                "UPDATE chain SET number = 2 WHERE number = 3",
                "UPDATE chain SET number = 3 WHERE number = -2",
            ],
            2,
            "changed",
        ),
        (
            [
                "INSERT INTO run (id, collection, asked_at, question, outcome, answer, trace) "
                "SELECT 'run-x', collection, asked_at, question, outcome, answer, trace FROM run LIMIT 1"
            ],
            6,
            "run run-x is recorded, but the chain has no entry",
        ),
        (["DELETE FROM chain"], 1, "the chain has no entry"),
    ],
)
def test_rows_that_are_removed_exchanged_or_slipped_in_are_found(
    recorded: LibraryStore, folder: Path, statements: list[str], entry: int, reason: str
):
    recorded.close()
    tamper(folder, "PRAGMA foreign_keys = ON", *statements)
    fault = report_of(folder).fault
    assert fault is not None
    assert fault.number == entry
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("statement", "entry"),
    [
        ("UPDATE chain SET subject = CAST(x'ff41' AS TEXT) WHERE number = 3", 3),
        ("UPDATE run SET question = CAST(x'ff41' AS TEXT) WHERE id = 'beta'", 3),
        ("UPDATE candidate SET quote = CAST(x'c328' AS TEXT) WHERE run = 'gamma'", 4),
        ("UPDATE run SET trace = x'00ff' WHERE id = 'alpha'", 2),
        ("UPDATE run_part SET content = 7 WHERE run = 'alpha'", 2),
        ("UPDATE table_decision SET decision = CAST(x'ff' AS TEXT)", 5),
    ],
)
def test_bytes_that_are_no_text_are_a_fault_and_no_crash(
    recorded: LibraryStore, folder: Path, statement: str, entry: int
):
    recorded.close()
    tamper(folder, statement)
    fault = report_of(folder).fault
    assert fault is not None
    assert (fault.number, "changed" in fault.reason) == (entry, True)


# ---- erasing ----


def test_erased_runs_leave_their_hashes_and_the_chain_holds(recorded: LibraryStore):
    assert recorded.trail().erase_before("default", "2026-11-12", "retention") == 2

    report = checked(recorded.trail())
    assert report.intact
    assert [(each.number, each.subject, each.reason) for each in report.erased] == [
        (2, "alpha", "retention"),
        (3, "beta", "retention"),
    ]
    assert [each.id for each in recorded.runs("default")] == ["gamma"]
    assert recorded.trail().erase_before("default", "2026-11-12", "retention") == 0
    assert recorded.trail().parts("alpha") == {}


def test_oldest_runs_beyond_a_size_are_erased_and_the_last_one_never(recorded: LibraryStore):
    assert recorded.trail().erase_beyond("default", 10_000_000, "limit") == 0
    assert recorded.trail().erase_beyond("other", 1, "limit") == 0
    assert recorded.trail().erase_beyond("default", 1, "limit") == 2

    report = checked(recorded.trail())
    assert report.intact
    assert [(each.subject, each.reason) for each in report.erased] == [("alpha", "limit"), ("beta", "limit")]
    assert [each.id for each in recorded.runs("default")] == ["gamma"]
    assert recorded.trail().erase_beyond("default", 1, "limit") == 0


def test_all_about_a_document_is_erased_and_nothing_about_others(recorded: LibraryStore):
    other = make_entry("Another.", name="other.pdf")
    recorded.add([other])
    recorded.record(make_run("run-9", other.identity))

    assert recorded.trail().erase_about("default", ["lease.pdf"], "purged") == 4

    assert [each.id for each in recorded.runs("default")] == ["run-9"]
    assert checked(recorded.trail()).intact


def test_decision_goes_with_its_document_and_the_chain_says_so(recorded: LibraryStore):
    recorded.forget("default", "lease.pdf")

    report = checked(recorded.trail())
    assert report.intact
    assert [(each.kind, each.reason) for each in report.erased] == [("decision", "forgotten")]
    assert len(recorded.runs("default")) == 3


def test_erased_run_that_is_put_back_is_found(recorded: LibraryStore, folder: Path):
    recorded.trail().erase_before("default", "2026-11-11", "retention")
    recorded.close()
    tamper(
        folder,
        "INSERT INTO run (id, collection, asked_at, question, outcome, answer, trace) "
        "SELECT 'alpha', collection, asked_at, question, outcome, answer, trace FROM run LIMIT 1",
    )
    fault = report_of(folder).fault
    assert fault is not None
    assert fault.number == 2
    assert "there again" in fault.reason


def test_payload_hash_tells_nothing_without_its_nonce(store: LibraryStore):
    """Two runs that say the same have other hashes, so a guess cannot be tried on an erased one."""
    entry = make_entry("The fee is 100.")
    store.add([entry])
    for _ in range(2):
        store.add_decision(entry.identity, "fee", DECIDED)
    hashes = [each.payload for each in store.trail().entries() if each.kind == "decision"]
    assert len(set(hashes)) == 2


# ---- older libraries ----


def older_library(folder: Path, version: int) -> None:
    """A library as an earlier Pincite left it: with a run, and with a decision where there were any."""
    folder.mkdir(parents=True)
    connection = sqlite3.connect(folder / FILE)
    connection.execute("PRAGMA application_id = 0x50696E63")
    for number, script in queries.migrations("sqlite").items():
        if number <= version:
            connection.executescript(script)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.execute("INSERT INTO collection (id, name) VALUES (1, 'default')")
    for run in ("b", "a"):
        connection.execute(
            "INSERT INTO run VALUES (?, 1, '2026-01-01', 'Which fee?', 'answered', '{}', '{}')", [run]
        )
        connection.execute("INSERT INTO run_document VALUES (?, 'default', 'lease.pdf', 'v', 's')", [run])
    if version >= 12:
        connection.execute("INSERT INTO table_decision (version, field, decision) VALUES (1, 'fee', '{}')")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("version", range(1, 16))
def test_runs_of_every_earlier_schema_are_chained_when_it_is_opened(
    folder: Path, notices: list[str], version: int
):
    older_library(folder, version)
    with open_library(folder, notices.append) as store:
        store.record(replace(make_run("new", make_entry("x").identity), documents=()))
        decided = [("decision", "1")] * (version >= 12)
        runs = [("run", "b"), ("run", "a")]
        assert kinds(store) == [("begun", str(2 + len(decided))), *runs, *decided, ("run", "new")]
        report = checked(store.trail())
        assert report.intact
        assert report.earlier == 2 + len(decided)
    with open_library(folder, notices.append) as again:
        assert len(kinds(again)) == 4 + len(decided)
    (kept,) = notices
    assert kept.endswith(f"library.db.schema-{version}")


# ---- several processes ----


def test_two_processes_that_record_at_once_make_one_chain(recorded: LibraryStore, folder: Path):
    recorded.close()
    both = [start("record", folder, prefix, 60) for prefix in ("a", "b")]
    for process in both:
        wait_for(process, "done")
        process.wait(10)
    report = report_of(folder)
    assert report.intact
    assert report.counts == {"begun": 1, "run": 3 + 120, "decision": 1 + 40}


def killed_while_recording(folder: Path, rng: random.Random) -> None:
    process = start("record", folder, f"k{rng.randrange(10**9)}-", 10_000)
    wait_for(process, "recording")
    time.sleep(rng.random() * 0.2)
    os.kill(process.pid, signal.SIGKILL)
    process.wait(10)
    assert process.stdout is not None
    process.stdout.close()


@pytest.mark.parametrize("kills", [2, pytest.param(40, marks=pytest.mark.long)])
def test_process_that_is_killed_while_recording_leaves_a_whole_chain(
    recorded: LibraryStore, folder: Path, kills: int
):
    recorded.close()
    rng = random.Random(kills)
    before = 0
    for _ in range(kills):
        killed_while_recording(folder, rng)
        report = report_of(folder)
        assert report.intact, report.fault
        assert report.entries > before
        before = report.entries
