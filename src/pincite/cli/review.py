"""The verb `review`: go through the cells of a table that somebody must look at, and decide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import MaxRisk, Model, Strictness, named
from pincite.cli.past_runs import login
from pincite.cli.reporting import reported, show_error
from pincite.cli.screen import is_typed, notice, say, typed_lines
from pincite.errors import InputError

if TYPE_CHECKING:
    from pincite.answer.document_tables import Cell, Decision, Row, Table, TableField
    from pincite.service import Library

_CHOICES = (
    "a accept · NUMBER take that one · t VALUE @ LINES · n not stated · c confirm · s skip · q quit"
    " · add # and a note behind any choice"
)
_TYPED = re.compile(
    r"t\s+(?P<value>.+?)\s*@\s*(?P<first>\d+)(?:\s*[-–]\s*(?P<last>\d+))?(?:\s*#\s*(?P<note>.+))?"
)
_CHOSEN = re.compile(r"(?P<choice>accept|not stated|confirm|a|n|c|\d+)(?:\s*#\s*(?P<note>.+))?")


def review(
    context: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id that `pincite table` printed.")],
    by: Annotated[
        str, typer.Option(metavar="NAME", help="Who decides; otherwise the name you are logged in by.")
    ] = "",
    strictness: Strictness = None,
    max_risk: MaxRisk = None,
    model: Model = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also cells that are answered, not stated or decided already.")
    ] = False,
    second: Annotated[
        bool, typer.Option("--second", help="Only cells that somebody else decided and nobody confirmed.")
    ] = False,
) -> None:
    """Decide about the cells of a table that are probable or to review.

    For each cell you see its values or the likeliest passages. Type a to accept (of passages, the
    first), the number of one of them, t VALUE @ LINES for a value of your own and where it is, n if it
    is not stated, s to skip, q to quit. A typed value must be in those lines, word for word. Behind any
    choice, # and a few words make a note: n # see annex 2

    With --second you go through what somebody else decided: c confirms it, and any other choice decides
    anew.

    Each decision is kept at once, with your name and the time, and entered in the chain of what was
    recorded (`pincite runs verify`). Nothing is deleted: the last decision counts. `pincite table` shows
    decisions and writes them to its files. Give the strictness, risk and model with which the table was
    made; under others, its cells are asked anew.

    \b
    Examples:
      pincite review 3f1c0a9be210 --by "Anna Weber"
      pincite review 3f1c0a9be210 --all
      pincite review 3f1c0a9be210 --second --by "Ben Okoro"

    \b
    Exit codes:
      0 done, or you quit · 2 no such table · 3 settings · 5 library · 130 interrupted
    """
    with (
        reported(False, interrupted="Interrupted. What you decided is kept."),
        replace(named(context), model=model, max_risk=max_risk).open_existing(strictness) as library,
    ):
        from pincite.cli.progress import shown

        with shown() as progress:
            made = library.made_table(table, progress=progress)
        _Review(library, made, by or login(), everything, second).run()


@dataclass(slots=True)
class _Review:
    """One reviewer going through one table."""

    library: Library
    table: Table
    by: str
    everything: bool
    second: bool = False
    _decided: int = field(default=0, init=False)

    def run(self) -> None:
        waiting = list(self._waiting())
        if not waiting:
            say("Nothing is to review.")
            return
        notice(_CHOICES)
        lines = typed_lines(keep_output=False)
        for number, (row, column, cell) in enumerate(waiting, start=1):
            _show(row, column, cell, f"{number} of {len(waiting)}")
            if not self._settled(lines, row, column, cell):
                break
        left = len(waiting) - self._decided
        say(f"{self._decided} decided, {left} left. `pincite table` shows and writes what was decided.")

    def _waiting(self) -> Iterator[tuple[Row, TableField, Cell]]:
        for row, column, cell in self.table.cells():
            if self._is_meant(cell):
                yield row, column, cell

    def _is_meant(self, cell: Cell) -> bool:
        if self.second:
            return cell.decision is not None and cell.decision.by != self.by and not cell.confirmed
        return self.everything or cell.standing in {"probable", "to_review"}

    def _settled(self, lines: Iterator[str], row: Row, column: TableField, cell: Cell) -> bool:
        """Whether to go on with the next cell; a line that cannot be used is told, and another is read."""
        for line in lines:
            said = line.strip()
            if not is_typed():
                say(f"> {said}")
            if said in {"q", "quit"}:
                return False
            if said in {"s", "skip"}:
                return True
            try:
                decision = self._decision(said, row, cell)
                self.library.decide(row.document, column, decision)
            except InputError as error:
                show_error(error.message, error.hint)
                continue
            self._decided += 1
            return True
        return False

    def _decision(self, said: str, row: Row, cell: Cell) -> Decision:
        from pincite.extract.deciding import Reviewer

        now = datetime.now(UTC).isoformat(timespec="seconds")
        if typed := _TYPED.fullmatch(said):
            first = int(typed["first"])
            lines = first, int(typed["last"] or first)
            reviewer = Reviewer(self.by, now, typed["note"] or "")
            return reviewer.typed(self.library.read(row.document), typed["value"], lines)
        if chosen := _CHOSEN.fullmatch(said):
            reviewer, choice = Reviewer(self.by, now, chosen["note"] or ""), chosen["choice"]
            if choice.isdecimal():
                return reviewer.picked(cell, int(choice))
            made = {"a": reviewer.accepted, "c": reviewer.confirmed}.get(choice[0])
            return made(cell) if made else reviewer.not_stated()
        raise InputError(f"{said!r} is none of the choices.", hint=_CHOICES)


def _show(row: Row, column: TableField, cell: Cell, place: str) -> None:

    from pincite.cli.answer_view import where
    from pincite.cli.screen import one_line, print_text, printable, printable_name
    from pincite.extract.cell_words import state_of, value_of
    from pincite.extract.deciding import options_of
    from pincite.language.answer_words import likely

    title = f"{printable_name(row.document)} · {printable(column.name)}"
    print_text((title, "bold"), (f"  {place}", "dim"), above=1)
    said = ": ".join(part for part in (state_of(cell), value_of(cell)) if part)
    print_text((printable(said), "yellow"), indent=2)
    print_text((one_line(cell.reason), "dim"), indent=2)
    for number, option in enumerate(options_of(cell), start=1):
        told = where(option.evidence[0])
        if option.chance is not None:
            told.append(f" · {likely(option.chance)}", "dim")
        print_text((f"{number}. ", "dim"), printable(option.words), indent=2, hanging=3)
        print_text(told, indent=5)
