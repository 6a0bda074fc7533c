"""The verb `table`: fields in plain words, asked of every document."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.batch_table import BatchOptions
from pincite.cli.options import (
    AsJson,
    MaxRisk,
    Model,
    Named,
    Password,
    Strictness,
    StrictnessOption,
    Temporary,
    named,
)
from pincite.cli.reporting import reported
from pincite.cli.screen import (
    new_table,
    notice,
    output,
    print_json,
    print_object,
    printable,
    printable_name,
    say,
)
from pincite.errors import WAITING_EXIT_CODE, InputError

if TYPE_CHECKING:
    from pincite.answer.document_tables import Table
    from pincite.cli.table_files import Wanted
    from pincite.extract.fields import Fields
    from pincite.service import Library

_INTERRUPTED = "Interrupted. What was asked is kept; run it again to continue."
_MOST_NAMES = 4
Listed = Annotated[
    bool, typer.Option("--list", help="List the tables that were made, with their ids, and make none.")
]
FromSchema = Annotated[
    str | None,
    typer.Option(
        "--schema", metavar="FILE", help="A schema, or the name of a starter, in place of --fields."
    ),
]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the command line says about one table."""

    documents: Sequence[str]
    fields: Sequence[str]
    schema: str | None
    where: Sequence[str]
    sort: str
    families: bool
    temporary: bool
    strictness: StrictnessOption | None
    password: str | None
    batches: BatchOptions


def table(
    context: typer.Context,
    documents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[DOCUMENT]",
            help="Files or folders, which are added first, or names in the library; without any, all of it.",
        ),
    ] = None,
    fields: Annotated[
        list[str] | None,
        typer.Option(
            "--fields",
            metavar="LIST",
            help="Fields with commas between them: a name, a question, or name: question. May be repeated.",
        ),
    ] = None,
    schema: FromSchema = None,
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION",
            help="Keep rows that meet it: 'end date < 2021', 'law = Ireland'. May be repeated.",
        ),
    ] = None,
    sort: Annotated[
        str, typer.Option(metavar="FIELD", help="Order rows by this field; -FIELD: the largest first.")
    ] = "",
    families: Annotated[
        bool,
        typer.Option(
            "--families",
            help="A row for each contract with its amendments: what is in force, and what it replaced.",
        ),
    ] = False,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it as CSV.")] = None,
    xlsx: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it for Excel.")] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page on which every cell shows its quote.")
    ] = None,
    ics: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write its dates for a calendar, with their quotes.")
    ] = None,
    strictness: Strictness = None,
    max_risk: MaxRisk = None,
    model: Model = None,
    temporary: Temporary = False,
    password: Password = None,
    batch: Annotated[
        bool, typer.Option("--batch", help="Ask the model in batches: cheaper, and later (up to a day).")
    ] = False,
    wait: Annotated[bool, typer.Option("--wait", help="With --batch: wait until all is done.")] = False,
    forecast: Annotated[
        bool, typer.Option("--forecast", help="Say what the next batch would cost, and send nothing.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --batch: send without asking.")] = False,
    submit_again: Annotated[
        bool,
        typer.Option("--submit-again", help="With --batch: an interrupted batch is not there; send it anew."),
    ] = False,
    listed: Listed = False,
    as_json: AsJson = False,
) -> None:
    """Make a table: a row for each document, a column for each field.

    Write fields in plain words; no schema is needed. A cell is answered (proved, with its place), to
    review (nothing is sure enough; it has the likeliest passages), not stated, or failed.

    Each cell is kept as soon as it is known. You can stop this at any time and run it again: it asks
    only what is missing, and what changed.

    \b
    Examples:
      pincite table --fields "parties, effective date, end date, governing law, liability cap"
      pincite table contracts/ --fields "fee: How much is the monthly fee?, notice period" --xlsx fees.xlsx
      pincite table --fields "end date, governing law" --where "end date < 2021" --sort "end date"
      pincite table --fields "end date, notice date" --ics ends.ics
      pincite table --families --fields "end date, liability cap"
      pincite table --fields "end date" --model anthropic/NAME --batch   (run it again to go on)
      pincite table contracts/ --schema commercial-contracts --xlsx contracts.xlsx
      pincite table --list

    \b
    Exit codes:
      0 every cell was asked · 8 some cells failed: they say why · 9 cells wait for a batch: run it again
      2 unusable fields or documents · 3 settings · 4 provider of batches · 5 library · 130 interrupted
    """
    with reported(as_json, interrupted=_INTERRUPTED):
        from pincite.cli.table_files import Wanted

        if listed:
            list_tables(named(context), as_json)
            return
        given = documents or ()
        wanted = Wanted(csv, xlsx, html, ics)
        wanted.check(given)
        batches = BatchOptions(batch or forecast, wait, forecast, yes, submit_again)
        batches.check()
        what = (given, fields or (), schema, where or (), sort, families)
        asked = _Asked(*what, temporary, strictness, password, batches)
        place = replace(named(context), model=model, max_risk=max_risk)
        made, waiting = _made(place, asked)
        if forecast:
            if not waiting:
                notice("Nothing is left to send: every cell is known.")
            raise typer.Exit(0)
        wanted.write(made)
        # To review a table asks its missing cells at once, and they are being paid for already.
        review = "" if temporary or waiting else review_command(place, strictness, made)
        _show(made, wanted, as_json, review)
        raise typer.Exit(WAITING_EXIT_CODE if waiting else made.exit_code)


def review_command(place: Named, strictness: StrictnessOption | None, made: Table) -> str:
    """The command that reviews the same cells: under other settings there would be other ones."""
    given = {
        "--strictness": strictness and strictness.value,
        "--max-risk": place.max_risk,
        "--model": place.model,
    }
    options = [part for option, value in given.items() if value is not None for part in (option, str(value))]
    return place.command("review", made.table, *options)


def _show(made: Table, wanted: Wanted, as_json: bool, review: str) -> None:
    if as_json:
        print_json(made.to_json())
    elif made.selection or any(cell.standing != "waiting" for _, _, cell in made.cells()):
        from pincite.cli.table_grid import show_grid

        show_grid(made, review, is_written=bool(wanted.files))
    for path in wanted.files.values():
        notice(f"Written: {printable_name(str(path))}")
    if wanted.ics:
        from pincite.extract.as_calendar import events_of, without_day
        from pincite.language.how_many import how_many

        if not events_of(made):
            notice("The calendar has no dates: no date of a cell is answered or decided.")
        if missing := without_day(made):
            notice(f"Not in the calendar: {how_many(missing, 'date')} without a day.")


def _made(place: Named, asked: _Asked) -> tuple[Table, bool]:
    """The table, and whether some of it waits for a batch."""
    from pincite.cli.batch_table import Cashier
    from pincite.cli.progress import lines, shown
    from pincite.cli.subject import Subject, added_or_unread, all_named, opened

    files = [each for each in asked.documents if Path(each).exists()]
    names = [each for each in asked.documents if each not in files]
    subject = Subject(files, names, asked.temporary, asked.strictness, asked.password)
    with opened(place, subject, "Write: pincite table --temporary FILE --fields LIST") as library:
        found, unread = added_or_unread(library, subject)
        chosen = [*found, *all_named(library, names)] if asked.documents else None
        cashier = Cashier(asked.batches, library.settings.batches)
        # A bar and a question about money cannot share the terminal.
        with cashier.waiting(), nullcontext(lines()) if asked.batches.batch else shown() as progress:
            made = library.table(
                chosen,
                asked_fields(library, asked.fields, asked.schema),
                where=asked.where,
                sort=asked.sort,
                families=asked.families,
                unread=unread,
                progress=progress,
                batch=cashier.by() if asked.batches.batch else False,
            )
        cashier.finish()
        return made, bool(cashier.last and cashier.last.cells_waiting)


def list_tables(place: Named, as_json: bool) -> None:
    """Print their ids, fields and documents."""
    with place.open_existing() as library:
        found = library.tables()
    if as_json:
        rows = [
            {"table": each.id, "fields": list(each.fields), "documents": list(each.documents)}
            for each in found
        ]
        print_object({"tables": rows})
        return
    if not found:
        say("No table has been made yet.")
        return
    table = new_table()
    table.add_column("table", no_wrap=True)
    table.add_column("documents", justify="right")
    table.add_column("fields", overflow="fold")
    for each in found:
        more = len(each.fields) - _MOST_NAMES
        named_fields = ", ".join(each.fields[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
        table.add_row(each.id, f"{len(each.documents):,}", printable(named_fields))
    output().print(table)


def asked_fields(library: Library, fields: Sequence[str], schema: str | None) -> Fields:
    """The fields of the list or of the schema, which must not both be given."""
    from pincite.extract.fields import listed

    if schema is None:
        return [field for each in fields for field in listed(each)]
    if fields:
        raise InputError("--fields and --schema both say what to ask.", hint="Leave one of them out.")
    return library.fields_of_schema(schema)
