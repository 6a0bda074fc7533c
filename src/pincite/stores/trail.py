"""Keep what was recorded as a chain, tell whether its payloads are what they were, and erase them.

Whoever adds to the chain takes a turn first, until its transaction ends: two processes that record at once
come one behind the other, and the chain has one end.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from pincite.errors import StoreError, TamperError
from pincite.records.chain import ChainEntry, Kind, following
from pincite.records.library import AskedFor, RunLine
from pincite.stores.database import Database

UNREADABLE = "unreadable"
"""In place of the hash of a payload that is there and cannot be read."""
_AT_ONCE = 1_000
_NONCE_BYTES = 16


@dataclass(frozen=True, slots=True)
class TrailRows:
    """The chain of one library, with the rows that its entries are about."""

    database: Database

    def begin(self) -> None:
        """Begin the chain, where there is none."""
        if self.database.row("last_entry"):
            return
        with self.database.writing():
            self.database.run("take_turn", what="chain")
            # Another process may have begun it while we waited for our turn.
            if not self.database.row("last_entry"):
                self.append("begun", "")

    def chain_run(self, run: str) -> None:
        """Enter a run whose rows are all written; inside of a transaction."""
        self.database.run("set_run_nonce", run=run, nonce=_nonce())
        self.append("run", run, self._digest_of_run(run))

    def chain_decision(self, number: int) -> None:
        """Enter a decision whose row is written; inside of a transaction."""
        self.database.run("set_decision_nonce", number=number, nonce=_nonce())
        self.append("decision", str(number), self._digest_of_decision(number))

    def append(self, kind: Kind, subject: str, payload: str | None = None) -> None:
        """Enter something behind all that was recorded; inside of a transaction."""
        self.database.run("take_turn", what="chain")
        row = self.database.row("last_entry")
        given = () if payload is None else (payload,)
        entry = following(ChainEntry(*row) if row else None, kind, subject, _now(), *given)
        said = (entry.kind, entry.subject, entry.recorded_at, entry.payload, entry.previous, entry.hash)
        self.database.run_many("insert_entry", [(entry.number, *said)])

    def entries(self) -> Iterator[ChainEntry]:
        """The whole chain, from its first entry on."""
        after = -(2**63)
        while rows := self.database.rows("entries", after=after, limit=_AT_ONCE):
            yield from (
                ChainEntry(number, *(each.decode("utf-8", "replace") for each in said))
                for number, *said in rows
            )
            after = rows[-1][0]

    def entry_of(self, kind: Kind, subject: str) -> ChainEntry | None:
        """The entry of a run or a decision; None where the chain has none."""
        row = self.database.row("entry_of", kind=kind, subject=subject)
        return ChainEntry(*row) if row else None

    def entries_of_runs(self, start: str, limit: int = 2) -> list[ChainEntry]:
        """The entries of runs whose id starts so, also of those that were erased."""
        rows = self.database.rows("entries_of_runs_like", start=start, limit=limit)
        return [ChainEntry(*row) for row in rows]

    def tombstone_of(self, number: int) -> ChainEntry | None:
        """What says that the payload of an entry was erased; None where it was not."""
        row = self.database.row("tombstone_of", number=str(number))
        return ChainEntry(*row) if row else None

    def digest_of(self, entry: ChainEntry) -> str | None:
        """The hash of what is stored for an entry now; None where nothing is."""
        try:
            if entry.kind == "run":
                return self._digest_of_run(entry.subject)
            number = int(entry.subject) if entry.subject.isdecimal() else -1
            return self._digest_of_decision(number) if entry.kind == "decision" else None
        except (StoreError, ValueError, TypeError):  # no text any more, or something that is no JSON
            return UNREADABLE

    def unchained(self) -> list[str]:
        """Runs and decisions that no entry of the chain names."""
        runs = [f"run {run}" for (run,) in self.database.rows("unchained_runs")]
        return runs + [f"decision {number}" for (number,) in self.database.rows("unchained_decisions")]

    def listed(
        self,
        collection: str,
        outcome: str = "",
        document: str = "",
        since: str = "",
        limit: int = 20,
        *,
        asked_for: AskedFor | None = None,
        after: str = "",
    ) -> list[RunLine]:
        """The runs of a collection, the newest first; what is empty leaves none out.

        `after` is the last run of the page before.
        """
        chosen = {"outcome": outcome, "document": document, "since": since, "limit": limit, "after": after}
        rows = self.database.rows("runs_listed", collection=collection, asked_for=asked_for or "", **chosen)
        return [
            RunLine(id, asked_at, question, outcome, tuple(json.loads(names)), "cell" if cell else "question")
            for id, asked_at, question, outcome, names, cell in rows
        ]

    def parts(self, run: str) -> dict[str, str]:
        """What a run recorded beside its answer, by the name of the part, as JSON."""
        rows = self.database.rows("run_parts", run=run)
        try:
            return {part: zlib.decompress(content).decode() for part, content in rows}
        except (zlib.error, UnicodeDecodeError) as error:
            raise TamperError(
                f"What run {run[:12]} recorded cannot be read: its rows are damaged.",
                hint="See `pincite runs verify`. Restore the library from a back-up.",
            ) from error

    def keep_parts(self, run: str, parts: Mapping[str, str]) -> None:
        """Keep what a run recorded beside its answer; inside of a transaction."""
        packed = ((run, part, zlib.compress(content.encode(), 1)) for part, content in parts.items())
        self.database.run_many("insert_run_parts", packed)

    def runs_that_read(self, collection: str, name: str) -> list[str]:
        """The ids of the runs that read any version of a name, whether it is still held or not."""
        return [run for (run,) in self.database.rows("runs_that_read", collection=collection, name=name)]

    def erase_about(self, collection: str, names: Sequence[str], reason: str) -> int:
        """Erase all that was recorded about some documents; how many runs and decisions there were.

        That is every run that read one of them, with the cells that came of it, and every decision about one
        of them or that cites one of them.
        """
        with self.database.writing():
            self.database.run("take_turn", what="chain")
            runs = [run for name in names for run in self.runs_that_read(collection, name)]
            decisions = [
                number
                for name in names
                for number in self._decisions("decisions_about", collection=collection, name=name, citing=1)
            ]
            count = self._erase(runs, decisions, reason)
            for name in names:
                self.database.run("forget_paths_of", collection=collection, name=name)
        self.database.empty_log()
        return count

    def erase_before(self, collection: str, before: str, reason: str) -> int:
        """Erase what was asked and decided before a time; how many runs and decisions there were."""
        if not self._has_any_before(collection, before):
            return 0
        with self.database.writing():
            self.database.run("take_turn", what="chain")
            runs = [run for (run,) in self.database.rows("runs_before", collection=collection, before=before)]
            decided = self._decisions("decisions_before", collection=collection, before=before)
            count = self._erase(runs, decided, reason)
        self.database.empty_log()
        return count

    def erase_beyond(self, collection: str, most_bytes: int, reason: str) -> int:
        """Erase the oldest questions, so that the others take no more than so much; how many there were.

        Cells of tables are no questions: they are kept with their table.
        """
        asked = {"collection": collection, "bytes": most_bytes}
        if self.database.row("questions_beyond", **asked) is None:
            return 0
        with self.database.writing():
            runs = [run for (run,) in self.database.rows("questions_beyond", **asked)]
            count = self._erase(runs, (), reason)
        self.database.empty_log()
        return count

    def bury_decisions(self, collection: str, name: str, reason: str) -> None:
        """Say that the decisions about a name are erased, which go with it; inside of a transaction."""
        about = self._decisions("decisions_about", collection=collection, name=name, citing=0)
        self._bury_each("decision", about, reason)

    def compact(self) -> bool:
        """Write the database anew, without what was erased; False while another process keeps the old log.

        SQLite overwrites what it deletes, but a page that was divided may keep a copy in its unused space.
        """
        self.database.rewrite()
        return self.database.empty_log()

    def _has_any_before(self, collection: str, before: str) -> bool:
        """Whether there is anything to erase: most times nothing is, and nobody waits to write."""
        asked = {"collection": collection, "before": before}
        return bool(
            self.database.row("runs_before", **asked) or self.database.row("decisions_before", **asked)
        )

    def _decisions(self, query: str, **about: object) -> list[int]:
        return [number for (number,) in self.database.rows(query, **about)]

    def _erase(self, runs: Iterable[str], decisions: Iterable[int], reason: str) -> int:
        runs, decisions = list(dict.fromkeys(runs)), list(dict.fromkeys(decisions))
        self._bury_each("run", runs, reason)
        self._bury_each("decision", decisions, reason)
        for query in ("delete_cells_of", "delete_results_of", "delete_units_of") if runs else ():
            self.database.run(query, runs=runs)
        for run in runs:
            self.database.run("delete_run", run=run)
        for number in decisions:
            self.database.run("delete_decision", number=number)
        return len(runs) + len(decisions)

    def _bury_each(self, kind: Kind, subjects: Iterable[str | int], reason: str) -> None:
        for subject in subjects:
            entry = self.entry_of(kind, str(subject))
            if entry and not self.tombstone_of(entry.number):
                self.append("erased", f"{entry.number} {reason}")

    def _digest_of_run(self, run: str) -> str | None:
        row = self.database.row("run_whole", run=run)
        if row is None:
            return None
        parts = self.database.rows("run_parts", run=run)
        return digest(
            {
                **dict(zip(("nonce", "id", "collection", "asked_at"), row[:4], strict=True)),
                **dict(zip(("question", "outcome", "answer", "trace"), row[4:], strict=True)),
                "documents": self.database.rows("run_documents", run=run),
                "candidates": self.database.rows("candidates_whole", run=run),
                "parts": {part: hashlib.sha256(content).hexdigest() for part, content in parts},
            }
        )

    def _digest_of_decision(self, number: int) -> str | None:
        row = self.database.row("decision_whole", number=number)
        names = ("nonce", "collection", "document", "version", "field", "decision")
        return digest(dict(zip(names, row, strict=True))) if row else None


def digest(payload: Mapping[str, object]) -> str:
    """The SHA-256 of a payload in canonical JSON (RFC 8785)."""
    import rfc8785

    return hashlib.sha256(rfc8785.dumps(payload)).hexdigest()  # type: ignore[arg-type]  # rows of SQLite


def _nonce() -> str:
    return secrets.token_hex(_NONCE_BYTES)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
