"""The verbs `schema init` and `schema validate`: schemas of what to extract."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import AsJson, VerbCommand
from pincite.cli.reporting import reported
from pincite.cli.screen import notice, output, print_object, printable, printable_name

group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@group.callback()
def schema() -> None:
    """Make and check schemas for `pincite extract`.

    \b
    Examples:
      pincite schema init commercial-contracts --output schema.yaml
      pincite schema validate schema.yaml
    """


@group.command(cls=VerbCommand)
def init(
    starter: Annotated[
        str | None, typer.Argument(metavar="[STARTER]", help="Which one; without it, all are listed.")
    ] = None,
    target: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it there, and not here.")
    ] = None,
) -> None:
    """Start a schema from one of ours, to change as you like.

    \b
    Examples:
      pincite schema init                                        list the starters
      pincite schema init nda                                    print one
      pincite schema init commercial-contracts -o schema.yaml    write it; an existing file stays

    \b
    Exit codes:
      0 done · 2 there is no such starter, or the file cannot be written
    """
    with reported(as_json=False):
        from pincite.cli.table_files import check_places, write_whole
        from pincite.errors import InputError
        from pincite.extract.schemas import STARTERS, starter_text

        if starter is None and target is None:
            _list_starters()
            return
        if starter is None:
            raise InputError(
                f"Which starter is {printable_name(str(target))} to begin with?",
                hint=f"Name one of: {', '.join(STARTERS)}.",
            )
        text = starter_text(starter)
        if target is None:
            output().file.write(text)
            return
        if target.exists():
            raise InputError(
                f"{printable_name(str(target))} is there already.", hint="Choose another name: --output FILE"
            )
        check_places([("--output", target)], ())
        write_whole(target, text.encode(), "--output")
        notice(f"Written: {printable_name(str(target))}")
        notice(f"Next: pincite extract DOCUMENTS --schema {printable_name(str(target))} --output out.xlsx")


def _list_starters() -> None:
    from pincite.extract.schema_file import load_schema
    from pincite.extract.schemas import STARTERS
    from pincite.language.how_many import how_many

    for name in STARTERS:
        schema = load_schema(name)
        output().file.write(f"{name}: {how_many(len(schema.fields), 'field')}. {schema.description}\n")
    notice("To start from one: pincite schema init STARTER --output schema.yaml")


@group.command(cls=VerbCommand)
def validate(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A schema in YAML.")],
    as_json: AsJson = False,
) -> None:
    """Check a schema, and show what each field will be asked. Every error names its line and field.

    \b
    Examples:
      pincite schema validate schema.yaml

    \b
    Exit codes:
      0 in order · 2 an error
    """
    with reported(as_json):
        from pincite.extract.field_questions import FieldQuestions
        from pincite.extract.schema_file import load_schema
        from pincite.language.how_many import how_many
        from pincite.question.dictionary.entries import starters
        from pincite.question.kinds import kinds_of

        read = load_schema(file)
        fields = read.asked(FieldQuestions(starters(), kinds_of).ask_for)
        if as_json:
            dumped = [field.model_dump(mode="json") for field in fields]
            print_object({"name": read.name, "description": read.description, "fields": dumped})
            return
        for field in fields:
            kind = f" [{field.answer_type}]" if field.answer_type else ""
            many = "" if field.cardinality == "one" else f" [{field.cardinality}]"
            output().file.write(f"{printable(field.name)}{kind}{many}: {printable(field.question)}\n")
        notice(f"{printable_name(file)} is in order: {how_many(len(fields), 'field')}.")
