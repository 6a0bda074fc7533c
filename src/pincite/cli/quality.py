"""The verb `quality`: how often questions of your own are answered rightly, wrongly or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, MaxRisk, StrictnessOption, named
from pincite.cli.reporting import reported
from pincite.cli.screen import messages, new_table, notice, output, print_json, print_object, print_text, say
from pincite.errors import GATE_EXIT_CODE, InputError, StoreError

if TYPE_CHECKING:
    from pincite.quality.measuring import Calibrated, Progress
    from pincite.quality.questions import GoldSet
    from pincite.quality.scoring import Difference, Evaluation

_REVIEWED = "reviewed"
_WORST, _SHOWN = 5, 10


def quality(
    context: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="Your own questions with their answers (.jsonl, .csv), or: reviewed."
        ),
    ],
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder of the documents; otherwise next to the file."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Only the first N questions: a quick look.")
    ] = None,
    strictness: Annotated[
        StrictnessOption | None, typer.Option(help="How sure an answer must be; balanced if not set.")
    ] = None,
    max_risk: MaxRisk = None,
    gate: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Least scores in YAML; exit code 7 when one is missed."),
    ] = None,
    compare: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What --json wrote of an earlier run.")
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a report.")] = None,
    fit: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write bars for a reader or embedder of your own."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask your own questions with known answers, and say how often the answers are right.

    The file has one question per line: JSON, or CSV with the columns document, question and answer; an empty
    answer says that the document has none. The documents are next to it, or in docs/ next to it. Each
    question goes through the same steps as `pincite ask`, with the same settings.

    With reviewed, the questions are what people decided in `pincite review`. Review shows only the cells that
    are to review; for a fair figure, decide about all cells of some documents: pincite review TABLE --all.

    The built-in bars were measured with the built-in reader. Another reader or embedder only ranks passages,
    and answers nothing, until --fit has set the bars by your own questions: at least 60, better 300, a third
    of them about what the documents do not say.

    \b
    Examples:
      pincite quality questions.csv --html report.html
      pincite quality reviewed
      pincite quality questions.jsonl --gate gate.yaml --compare before.json
      pincite quality questions.csv --fit mine.json    then in the settings:  decision: mine.json

    \b
    Exit codes:
      0 done · 7 a score misses the gate · 2 unusable file · 3 settings · 4 model · 5 folder
    """
    from pincite.quality.scoring import misses, read_gate

    with reported(as_json, interrupted="Interrupted. Nothing was written."):
        bars = read_gate(gate) if gate else None
        for path in (html, fit):
            if path and not path.parent.is_dir():
                raise InputError(f"There is no folder {path.parent}.", hint="Name another file.")
        before = _earlier(compare) if compare else None
        with _gold(context, file, data) as gold:
            asked = gold.of(gold.rows[:limit])
            settings = replace(named(context), max_risk=max_risk).settings()
            if strictness:
                settings = settings.model_copy(update={"strictness": strictness.value})
            if fit:
                from pincite.quality.measuring import calibrated

                with _told() as progress:
                    _show_fitted(calibrated(asked, settings, progress), fit, as_json)
                return
            from pincite.quality.measuring import measured

            with _told() as progress:
                found = measured(asked, settings, progress)
        missed = [str(miss) for miss in misses(bars, found)] if bars else []
        if html:
            _write_report(found, html)
        if as_json:
            print_json(found.to_json())
        else:
            _show(found, before, missed)
        raise typer.Exit(GATE_EXIT_CODE if missed else 0)


@contextmanager
def _gold(context: typer.Context, file: str, data: Path | None) -> Iterator[GoldSet]:
    """The questions; what people decided is written to a folder for as long as it is used."""
    from tempfile import TemporaryDirectory

    from pincite.quality.questions import FEW, read_own, write_reviewed

    if file != _REVIEWED:
        yield read_own(Path(file), data)
        return
    with TemporaryDirectory(prefix="pincite-reviewed-") as folder:
        with named(context).open_existing() as library:
            gold = read_own(write_reviewed(library, Path(folder)), None)
        if len(gold.rows) < FEW:
            notice(f"Only {len(gold.rows)} cells were decided: look at the intervals. {FEW} tell you more.")
        yield gold


def _earlier(path: Path) -> Evaluation:
    from pydantic import ValidationError

    from pincite.quality.scoring import Evaluation

    try:
        return Evaluation.model_validate_json(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise InputError(
            f"{path} is not an evaluation.", hint="Name a file that `pincite quality --json` wrote."
        ) from error


def _show(found: Evaluation, before: Evaluation | None, missed: Sequence[str]) -> None:

    from pincite.quality import scores_in_words as in_words
    from pincite.quality.scoring import compared

    print_text((in_words.headline(found), "bold"))
    scores = [
        (
            in_words.NAMES[name],
            in_words.written(name, found.scores[name]),
            in_words.between(name, found.intervals.get(name)),
        )
        for name in in_words.ordered(found.scores)
    ]
    _print_table(("score", "", "95 % interval"), scores)
    _print_table(in_words.WORST_HEAD, in_words.worst_rows(found, _WORST))
    bad = in_words.to_look_at(found)
    for result in bad[:_SHOWN]:
        title = f"{in_words.CAME[result.came_to]}: {result.row.question} ({result.row.document})"
        print_text(title, above=1, hanging=2)
        print_text(f"expected: {in_words.expected(result)}", indent=2, hanging=2)
        print_text(f"came: {in_words.came(result)}", indent=2, hanging=2)
    if len(bad) > _SHOWN:
        say(f"\nAnd {len(bad) - _SHOWN:,} more: --html and --json have all of them.")
    if before:
        changes = {row.score: row for row in compared(before, found)}
        rows = [_change(changes[name]) for name in in_words.ordered(changes)]
        _print_table(("compared", "before", "after", ""), rows)
        if (before.set, before.n) != (found.set, found.n):
            notice("The two runs are not of the same questions.")
    for miss in missed:
        print_text(("✗ ", "red"), miss, above=1, hanging=2)


def _change(row: Difference) -> tuple[str, ...]:
    from pincite.quality import scores_in_words as in_words

    before, after = (in_words.written(row.score, value) for value in (row.before, row.after))
    return in_words.NAMES[row.score], before, after, in_words.judged(row)


def _print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.text import Text

    table = new_table()
    for number, name in enumerate(head):
        table.add_column(name, justify="right" if number else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    output().print()
    output().print(table)


def _show_fitted(found: Calibrated, path: Path, as_json: bool) -> None:
    path.write_text(found.weights.model_dump_json() + "\n", "utf-8")
    if as_json:
        print_object(found.told)
    else:
        rows = [
            (level, f"{bar['chance']:.2f}", str(bar["answers"]), str(bar["wrong"]))
            for level, bar in found.told["bars"].items()
        ]
        say("Tested on documents that were left out of the fit:")
        _print_table(("level", "bar", "answers", "wrong"), rows)
        if not any(bar["answers"] for bar in found.told["bars"].values()):
            notice("No bar keeps the share of wrong answers low enough, so you will get leads only.")
    notice(f"Written to {path}. Use it with the setting `decision: {path}`.")


@contextmanager
def _told() -> Iterator[Progress]:
    with messages().status("Asking …") as status:
        yield lambda done, total: status.update(f"Asked {done:,} of {total:,} questions")


def _write_report(found: Evaluation, path: Path) -> None:
    from datetime import UTC, datetime

    from pincite.quality.scores_in_words import to_html

    try:
        path.write_text(to_html(found, datetime.now(UTC).date().isoformat()), "utf-8")
    except OSError as error:
        raise StoreError(
            f"The report cannot be written to {path}: {error.strerror}.", hint="Name another file."
        ) from error
    notice(f"Report: {path}")
