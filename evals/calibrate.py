"""The verb `calibrate`: fit how sure answers are, for a reader or embedder of your own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, named
from pincite.cli.reporting import reported
from pincite.cli.screen import messages, new_table, notice, output, print_object, say
from pincite.errors import InputError

if TYPE_CHECKING:
    from evals.run.calibrating import Calibrated


def calibrate(
    context: typer.Context,
    gold: Annotated[
        str,
        typer.Argument(
            metavar="GOLD", help="Your own questions with their answers (.jsonl, .csv), or: reviewed."
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file to write.")],
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder of the documents; otherwise next to the file."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Set the bars for your own reader or embedder.

    The built-in bars were measured with the built-in reader. Another reader or embedder only ranks
    passages, and answers nothing, until you run this on your own questions: at least 60, better 300, a
    third of them about what the documents do not say. The file has the same form as for `pincite eval`.
    With reviewed, the cells that people decided in `pincite review` are the questions.

    \b
    Example:
      pincite calibrate reviewed --out mine.json
      pincite calibrate questions.csv --out mine.json
      then in the settings:  decision: mine.json

    \b
    Exit codes:
      0 done · 2 the file cannot be used · 3 settings · 4 model
    """
    with reported(as_json, interrupted="Interrupted. Nothing was written."):
        if not out.parent.is_dir():
            raise InputError(f"There is no folder {out.parent}.", hint="Name another file.")
        found = _fitted(context, gold, data)
        out.write_text(found.weights.model_dump_json() + "\n", "utf-8")
        if as_json:
            print_object(found.told)
        else:
            _show(found)
        notice(f"Written to {out}. Use it with the setting `decision: {out}`.")


def _fitted(context: typer.Context, gold: str, data: Path | None) -> Calibrated:
    from evals.command import gold_file
    from evals.run.calibrating import calibrated
    from evals.sets.known import gold_set

    with gold_file(context, gold) as file, messages().status("Asking …") as status:
        return calibrated(
            gold_set(file, data, "dev"),
            named(context).settings(),
            lambda done, total: status.update(f"Asked {done:,} of {total:,} questions"),
        )


def _show(found: Calibrated) -> None:
    table = new_table()
    for name in ("level", "bar", "answers", "wrong", "answerable questions answered rightly"):
        table.add_column(name, justify="left" if name == "level" else "right")
    for level, bar in found.told["bars"].items():
        right = found.told.get(f"{level}: right of present")
        wanted = f"{right:.0%}" if right is not None else ""
        table.add_row(level, f"{bar['chance']:.2f}", str(bar["answers"]), str(bar["wrong"]), wanted)
    say("Tested on documents that were left out of the fit:")
    output().print(table)
    if not any(bar["answers"] for bar in found.told["bars"].values()):
        notice("No bar keeps the share of wrong answers low enough, so you will get leads only.")
