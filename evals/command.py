"""`python -m evals`: how often questions with known answers are answered rightly, wrongly or not at all."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import AsJson, MaxRisk, Named, StrictnessOption
from pincite.cli.reporting import reported
from pincite.cli.screen import messages, notice, print_json
from pincite.errors import GATE_EXIT_CODE, InputError, StoreError

if TYPE_CHECKING:
    from evals.run.evaluating import Kind, Measured, Order
    from evals.run.measuring import Asking, Progress
    from pincite.settings import Settings

_SECONDS_PER_LINE = 20.0
_REVIEWED = "reviewed"


class FoldOption(StrEnum):
    """The same names as in the gold sets, which are not imported here because help must be quick."""

    train = "train"
    validation = "validation"
    all = "all"


class SecondOption(StrEnum):
    """Who must agree with a reader of known honesty."""

    nobody = "nobody"
    honest = "honest"
    agreeing = "agreeing"


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is made of the evaluation."""

    as_json: bool
    html: Path | None
    rows: Path | None
    gate: Path | None
    compare: str | None
    folder: Path


def evaluate(
    gold: Annotated[
        str,
        typer.Argument(
            metavar="SET",
            help="A public set, a file of your own questions (.jsonl, .csv), or: reviewed.",
        ),
    ],
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the public sets, or your documents, are.")
    ] = None,
    split: Annotated[str, typer.Option(help="The split of a public set.")] = "dev",
    fold: Annotated[
        FoldOption | None,
        typer.Option(help="Which documents; validation if not set, all for a file of your own."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Only the first N questions: a quick look.")
    ] = None,
    sample: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Only N questions, the same ones in every run.")
    ] = None,
    retrieval: Annotated[
        bool, typer.Option("--retrieval", help="Only measure how often search finds the right passage.")
    ] = False,
    silent: Annotated[
        bool, typer.Option("--silent", help="Ask documents from which the answer was removed.")
    ] = False,
    counterfactual: Annotated[
        bool,
        typer.Option(
            "--counterfactual", help="Change or delete the evidence of right answers, and ask again."
        ),
    ] = False,
    oracle: Annotated[
        bool, typer.Option("--oracle", help="Propose right answers: how many do the checks believe?")
    ] = False,
    liar: Annotated[
        bool, typer.Option("--liar", help="Propose the nearest wrong passage: how often do they believe it?")
    ] = False,
    mixed: Annotated[
        bool, typer.Option("--mixed", help="Propose the right answer to 7 of 10 questions, and ask as usual.")
    ] = False,
    forger: Annotated[
        bool, typer.Option("--forger", help="Forge a digit, a currency, a cell …: how much of it leaves?")
    ] = False,
    second: Annotated[
        SecondOption,
        typer.Option(help="Who must agree with --oracle, --liar, --forger or --mixed at strict and above."),
    ] = SecondOption.nobody,
    strictness: Annotated[
        StrictnessOption | None, typer.Option(help="How sure an answer must be; balanced if not set.")
    ] = None,
    max_risk: MaxRisk = None,
    risk: Annotated[
        float,
        typer.Option(min=0.0, max=1.0, help="For the threshold: the share of answers that may be wrong."),
    ] = 0.01,
    gate: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Least scores in YAML; exit code 7 when one is missed."),
    ] = None,
    compare: Annotated[
        str | None,
        typer.Option(metavar="RUN", help="A JSON file of an earlier run, or its fingerprint."),
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a report with plots.")] = None,
    rows: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the figures of every question, for gates.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes; as many as there are cores if not set.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Ask everything again, also what earlier runs asked.")
    ] = False,
    cache: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where answers are kept between runs.")
    ] = None,
    library: Annotated[
        str | None, typer.Option(metavar="PATH", help="The library of the set reviewed.")
    ] = None,
    collection: Annotated[str | None, typer.Option(metavar="NAME", help="A collection in it.")] = None,
    preset: Annotated[str | None, typer.Option(metavar="NAME", help="As for `pincite`.")] = None,
    local_models: Annotated[
        bool | None, typer.Option("--local-models/--no-local-models", help="As for `pincite`.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask questions with known answers, and score the results.

    Each question goes through the same steps as `pincite ask`, with the same settings. Finished answers
    are kept: an interrupted run continues where it stopped, and a question is asked again only when the
    settings, the code or the document have changed.

    Public sets: cuad, cuad-plain, legalbenchrag, contractnli, kleister, financebench, unanswerable,
    druglabels, tatqa, lay (which has no folds), and faithfulness for verifiers. They are not part of
    Pincite: --data says where they are. Your own file has one question per line: JSON, or CSV with the
    columns document, question and answer. The documents are next to it, or in docs/ next to it.

    The set reviewed is what people decided in `pincite review`: every cell that was accepted, picked or
    typed is a question with its answer and place, every cell that is not stated one without an answer.
    So it says how right Pincite is on your own documents. Review shows only the cells that are to review;
    for a fair figure, decide about all cells of some documents: pincite review TABLE --all.

    \b
    Examples:
      python -m evals reviewed
      python -m evals questions.csv --html report.html
      python -m evals cuad --data sets --fold all
      python -m evals legalbenchrag --data sets --retrieval
      python -m evals questions.jsonl --gate eval.yaml --compare before.json

    \b
    Exit codes:
      0 done · 7 a score misses the gate · 2 unusable set or file · 3 settings · 5 folder
    """
    from evals.run.evaluating import Order
    from pincite.stores.place import place_of

    with reported(as_json, interrupted="Interrupted. Run it again to continue where it stopped."):
        named_kinds: dict[Kind, bool] = {"retrieval": retrieval, "silent": silent, "oracle": oracle}
        kind = _kind(
            named_kinds | {"liar": liar, "forger": forger, "mixed": mixed, "counterfactual": counterfactual}
        )
        folder = cache or _default_folder()
        named = Named(place_of(library) if library else None, collection, preset, local_models)
        settings = replace(named, max_risk=max_risk).settings()
        asking = _asking(settings, strictness, folder, workers, again)
        asking = replace(asking, second=second.value)
        wanted = _Wanted(as_json, html, rows, gate, compare, folder)
        with gold_file(named, gold) as file:
            order = Order(file, data, split, fold.value if fold else None, limit, sample, kind, risk)
            code = _evaluated(order, asking, wanted)
        raise typer.Exit(code)


@contextmanager
def gold_file(named: Named, gold: str) -> Iterator[str]:
    """The set or file that is named; what people decided is written to a file for as long as it is used."""
    if gold != _REVIEWED:
        yield gold
        return
    from tempfile import TemporaryDirectory

    from pincite.quality.questions import FEW, write_reviewed

    with TemporaryDirectory(prefix="pincite-reviewed-") as folder:
        with named.open_existing() as library:
            file = write_reviewed(library, Path(folder))
        rows = len(file.read_text("utf-8").splitlines())
        if rows < FEW:
            notice(f"Only {rows} cells were decided: look at the intervals. {FEW} and more tell you more.")
        yield str(file)


def _kind(options: Mapping[Kind, bool]) -> Kind:
    chosen = [kind for kind, wanted in options.items() if wanted]
    if len(chosen) > 1:
        raise InputError(
            f"--{chosen[0]} and --{chosen[1]} cannot be measured in the same run.",
            hint="Run them one by one.",
        )
    return chosen[0] if chosen else "answers"


def _default_folder() -> Path:
    from evals.run.kept import default_folder

    return default_folder()


def _asking(
    settings: Settings, strictness: StrictnessOption | None, folder: Path, workers: int | None, again: bool
) -> Asking:
    from evals.run.measuring import Asking

    if strictness:
        settings = settings.model_copy(update={"strictness": strictness.value})
    asking = Asking(settings, folder, afresh=again)
    return Asking(settings, folder, workers=workers, afresh=again) if workers else asking


def _evaluated(order: Order, asking: Asking, wanted: _Wanted) -> int:
    """Measure, show and save; the exit code."""
    from evals.run.evaluating import measure
    from evals.run.saved import save, saved
    from evals.score.compare import compare
    from evals.score.rows import run_figures
    from evals.score.scores import NAMES
    from evals.score.strata import SCORES
    from pincite.quality.scoring import misses, read_gate

    # What cannot be read or written is better known before the work than after it.
    gate = read_gate(wanted.gate, NAMES, SCORES) if wanted.gate else None
    for path in (wanted.html, wanted.rows):
        if path and not path.parent.is_dir():
            raise InputError(f"There is no folder {path.parent} for {path.name}.", hint="Name another file.")
    with _told(order.set) as progress:
        measured = measure(order, asking, progress)
    evaluation = measured.evaluation
    missed = [str(miss) for miss in misses(gate, evaluation)] if gate else []
    before = saved(wanted.compare, evaluation, wanted.folder) if wanted.compare else None
    comparison = compare(before, evaluation) if before else None
    path = save(evaluation, wanted.folder)
    if wanted.html:
        _write_report(measured, asking, wanted.html)
    if wanted.rows:
        _write(run_figures(evaluation, measured.left_out).to_json(), wanted.rows)
    if wanted.as_json:
        print_json(evaluation.to_json())
    else:
        from evals.evaluation_view import show_evaluation

        show_evaluation(evaluation, missed, comparison.differences if comparison else ())
    for warning in comparison.warnings if comparison else ():
        notice(warning)
    _tell(measured, wanted, path)
    return GATE_EXIT_CODE if missed else 0


def _tell(measured: Measured, wanted: _Wanted, path: Path) -> None:
    for note in measured.notes:
        notice(note)
    for reason, count in measured.left_out.items():
        notice(f"{count:,} left out: {reason}.")
    notice(f"Saved as {path}")
    if wanted.html:
        notice(f"Report: {wanted.html}")


def _write_report(measured: Measured, asking: Asking, path: Path) -> None:
    from datetime import UTC, datetime

    from evals.report.page import About, to_html
    from evals.run.gold_texts import Texts
    from evals.run.shown import Shown

    with Texts(measured.gold, asking.settings) as texts:
        shown = Shown(texts)
        about = About(
            date=datetime.now(UTC).date().isoformat(),
            command=shlex.join(["python", "-m", "evals", *sys.argv[1:]]),
            fingerprint=str(measured.evaluation.settings.get("fingerprint", "")),
            pictures=shown.page,
            texts=shown.text,
        )
        page = to_html(measured.evaluation, about)
    _write(page, path)


def _write(content: str, path: Path) -> None:
    try:
        path.write_text(content, "utf-8")
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}.", hint="Name another file.") from error


@contextmanager
def _told(name: str) -> Iterator[Progress]:
    """Progress on standard error: a bar on a terminal, a line now and then elsewhere."""
    if not messages().is_terminal:
        yield _Lines(name).say
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (TextColumn("{task.description}"), BarColumn(30), MofNCompleteColumn())
    times = (TimeElapsedColumn(), TextColumn("left"), Remaining())
    with Bar(*columns, *times, console=messages(), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(f"asking {name}", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@dataclass(slots=True)
class _Lines:
    name: str
    _last: float = 0.0

    def say(self, done: int, total: int) -> None:
        import time

        if time.monotonic() - self._last > _SECONDS_PER_LINE:
            self._last = time.monotonic()
            notice(f"{self.name}: {done:,} of {total:,} questions")
