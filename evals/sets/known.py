"""Find a set of gold questions by its name, or read a user's own file."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from evals.score.gold_set import Statement
from evals.sets import (
    contractnli,
    cuad,
    cuad_plain,
    druglabels,
    faithfulness,
    financebench,
    kleister,
    lay,
    legalbenchrag,
    tatqa,
    unanswerable,
)
from pincite.errors import InputError
from pincite.quality.questions import GoldSet, read_own

READERS: dict[str, Callable[[Path, str], GoldSet]] = {
    "cuad": cuad.read,
    "cuad-plain": cuad_plain.read,
    "legalbenchrag": legalbenchrag.read,
    **{
        f"legalbenchrag-{benchmark}": partial(legalbenchrag.read_one, benchmark=benchmark)
        for benchmark in legalbenchrag.DOCUMENT_TYPES
    },
    "contractnli": contractnli.read,
    "kleister": kleister.read,
    "financebench": financebench.read,
    "unanswerable": unanswerable.read,
    "druglabels": druglabels.read,
    "tatqa": tatqa.read,
    "lay": lay.read,
}
WITHOUT_FOLDS = frozenset({"lay"})
"""Sets on which nothing is ever fitted: all of their rows are asked."""
STATEMENTS: dict[str, Callable[[Path, str], tuple[Statement, ...]]] = {"faithfulness": faithfulness.read}
NAMES = (*READERS, *STATEMENTS)


def gold_set(name_or_path: str, data: Path | None, split: str) -> GoldSet:
    """A public set by its name, from the folder `data`; or the user's own file by its path."""
    if name_or_path in READERS:
        return READERS[name_or_path](_folder(name_or_path, data), split)
    if name_or_path in STATEMENTS:
        raise InputError(
            f"The set {name_or_path!r} contains claims to verify, not questions to ask.",
            hint=f"Sets with questions: {', '.join(READERS)}.",
        )
    path = Path(name_or_path)
    if path.exists() or path.suffix or len(path.parts) > 1:
        return read_own(path, data, split)
    raise _unknown(name_or_path)


def statements(name: str, data: Path | None, split: str) -> tuple[Statement, ...]:
    """The claims by which a verifier is measured, from a public set."""
    if name not in STATEMENTS:
        raise _unknown(name)
    return STATEMENTS[name](_folder(name, data), split)


def _unknown(name: str) -> InputError:
    near = difflib.get_close_matches(name, NAMES, n=1)
    hint = f"Did you mean {near[0]!r}?" if near else f"The sets are: {', '.join(NAMES)}."
    return InputError(f"There is no set and no file named {name!r}.", hint=hint)


def _folder(name: str, data: Path | None) -> Path:
    """The folder of the public sets, which nobody can guess."""
    if data is None:
        raise InputError(
            f"The set {name!r} is not part of Pincite.", hint="Name the folder that holds it with --data."
        )
    return data
