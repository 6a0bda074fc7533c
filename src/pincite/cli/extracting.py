"""The verb `extract`: the fields of a schema, out of every document."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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
from pincite.cli.screen import notice, print_json, print_object, printable_name
from pincite.cli.tabulate import Listed, list_tables

if TYPE_CHECKING:
    from pincite.answer.document_tables import Table
    from pincite.cli.table_files import Outputs
    from pincite.extract.schemas import Schema
    from pincite.records.completion import Usage

_INTERRUPTED = "Interrupted. What was extracted is kept; run it again to go on."


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the command line says about one extraction."""

    documents: Sequence[str]
    schema: Schema
    temporary: bool
    strictness: StrictnessOption | None
    password: str | None


@dataclass(frozen=True, slots=True)
class _Made:
    """What came of it, and what it took."""

    table: Table
    seconds: float
    usage: Usage


def extract(
    context: typer.Context,
    documents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]",
            help="Files or folders, which are added first, or names in the library; without any, all of it.",
        ),
    ] = None,
    schema: Annotated[
        str,
        typer.Option(metavar="FILE", help="The schema: a YAML file, or the name of a starter."),
    ] = "",
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write a row for each document: .jsonl, .csv, .xlsx or .parquet. May be repeated.",
        ),
    ] = None,
    strictness: Strictness = None,
    max_risk: MaxRisk = None,
    model: Model = None,
    temporary: Temporary = False,
    password: Password = None,
    listed: Listed = False,
    print_schema: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Print the JSON Schema of an `answer` or a `table`, or of a model's reply for answer types "
            "(amount,date), and extract nothing.",
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Extract the fields of a schema from documents of any length, every value with its citations.

    The schema says the fields with their types, questions and rules. Start with one of ours:
    `pincite schema init commercial-contracts --output schema.yaml`.

    For a field with the cardinality `many` the whole document is read, part by part, and all values
    that are proved are merged. Each cell and each part is kept as soon as it is known. You can stop
    this at any time and run it again: it asks only what is missing, and what changed.

    \b
    Examples:
      pincite extract contracts/ --schema commercial-contracts --output contracts.xlsx
      pincite extract filing.pdf --schema schema.yaml --output filing.jsonl --model anthropic/NAME
      pincite extract --schema schema.yaml -o all.csv       every document in the library
      pincite extract --list
      pincite extract --print-schema table > table.schema.json

    \b
    Exit codes:
      0 every cell was asked · 8 some cells failed: they say why
      2 unusable schema or documents · 3 settings · 5 library or full disk · 130 interrupted
    """
    with reported(as_json, interrupted=_INTERRUPTED):
        from pincite.cli.table_files import Outputs

        if listed:
            list_tables(named(context), as_json)
            return
        if print_schema:
            print_object(_json_schema(print_schema))
            return
        outputs = Outputs(output or ())
        outputs.check(documents or ())
        asked = _Asked(documents or (), _schema(schema), temporary, strictness, password)
        place = replace(named(context), model=model, max_risk=max_risk)
        made = _made(place, asked)
        outputs.write(made.table)
        _show(made, outputs, as_json, place, asked)
        raise typer.Exit(made.table.exit_code)


def _schema(given: str) -> Schema:
    from pincite.errors import InputError
    from pincite.extract.schema_file import load_schema
    from pincite.extract.schemas import STARTERS

    if not given:
        raise InputError(
            "No schema is given: it says which fields to extract.",
            hint=f"Write --schema FILE, or name a starter: {', '.join(STARTERS)}.",
        )
    return load_schema(given)


def _json_schema(name: str) -> dict[str, object]:
    from pincite.answer.json_schema import answer_schema, table_schema
    from pincite.answer.view_and_form import AskedQuestion
    from pincite.read.form import schema_of
    from pincite.values.registered import value_type

    if name == "answer":
        return answer_schema()
    if name == "table":
        return table_schema()
    types = tuple(value_type(part.strip()).name for part in name.split(","))
    return schema_of([AskedQuestion("", types, demanded=True)], last_line=1)


def _made(place: Named, asked: _Asked) -> _Made:
    from pincite.cli.progress import shown
    from pincite.cli.subject import Subject, added_or_unread, all_named, opened
    from pincite.dialogue.spending import metered

    started = time.monotonic()
    files = [each for each in asked.documents if Path(each).exists()]
    names = [each for each in asked.documents if each not in files]
    subject = Subject(files, names, asked.temporary, asked.strictness, asked.password)
    usage = "Write: pincite extract --temporary FILE --schema FILE --output FILE"
    with opened(place, subject, usage) as library, metered() as meter:
        found, unread = added_or_unread(library, subject)
        chosen = [*found, *all_named(library, names)] if asked.documents else None
        with shown() as progress:
            table = library.extract(chosen, asked.schema, unread=unread, progress=progress)
    return _Made(table, time.monotonic() - started, meter.usage)


def _show(made: _Made, outputs: Outputs, as_json: bool, place: Named, asked: _Asked) -> None:
    if as_json:
        print_json(made.table.to_json())
    else:
        from pincite.cli.table_grid import show_grid, show_summary
        from pincite.cli.tabulate import review_command

        review = "" if asked.temporary else review_command(place, asked.strictness, made.table)
        if outputs.paths:
            show_summary(made.table, review)
        else:
            show_grid(made.table, review, is_written=True)
    for line in _took(made):
        notice(line)
    for path in outputs.paths:
        notice(f"Written: {printable_name(str(path))}")


def _took(made: _Made) -> list[str]:
    """How much was read for fields with many values, the time, and the cost where a model was asked."""
    from pincite.dialogue.spending import taken
    from pincite.language.how_many import how_many

    lines = []
    for field in made.table.fields:
        walked = [walk for row in made.table.rows if (walk := row.cells[field.name].walked)]
        if walked:
            read, total = sum(each.blocks for each in walked), sum(each.of_blocks for each in walked)
            parts = how_many(sum(each.parts for each in walked), "part")
            lines.append(f"Read for {field.name}: {read:,} of {total:,} passages, in {parts}.")
    lines.append(f"Time: {made.seconds:,.1f} s.")
    if made.usage.calls:
        lines.append(f"Language model: {taken(made.usage)}.")
    return lines
