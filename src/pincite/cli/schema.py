"""The verb `schema`: the JSON Schema of an answer, of a table, or of the reply that is asked of a model."""

from __future__ import annotations

from typing import Annotated

import typer

from pincite.cli.options import AsJson
from pincite.cli.reporting import reported
from pincite.cli.screen import print_object


def schema(
    answer_type: Annotated[
        list[str] | None, typer.Argument(help="Show the reply that a model must give for these answer types.")
    ] = None,
    table: Annotated[bool, typer.Option("--table", help="Show what `pincite table --json` prints.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the JSON Schema of the answers that `--json` prints.

    \b
    Examples:
      pincite schema > answer.schema.json
      pincite schema amount percentage
      pincite schema --table > table.schema.json
    """
    with reported(as_json):
        from pincite.answer.json_schema import answer_schema, table_schema
        from pincite.dialogue.replies import reply_schema

        if table:
            print_object(table_schema())
            return
        print_object(reply_schema(tuple(answer_type)) if answer_type else answer_schema())
