"""Find a set of gold questions by its name, or read a user's own file."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pincite.errors import InputError
from pincite.evaluate.gold_set import GoldSet
from pincite.evaluate.sets import cuad, cuad_plain, legalbenchrag, own

READERS: dict[str, Callable[[Path, str], GoldSet]] = {
    "cuad": cuad.read,
    "cuad-plain": cuad_plain.read,
    "legalbenchrag": legalbenchrag.read,
    **{
        f"legalbenchrag-{benchmark}": partial(legalbenchrag.read_one, benchmark=benchmark)
        for benchmark in legalbenchrag.DOCUMENT_TYPES
    },
}


def gold_set(name_or_path: str, data: Path | None, split: str) -> GoldSet:
    """A public set by its name, from the folder `data`; or the user's own file by its path."""
    if name_or_path in READERS:
        return READERS[name_or_path](needed(name_or_path, data), split)
    path = Path(name_or_path)
    if path.exists() or path.suffix or len(path.parts) > 1:
        return own.read_own(path, data, split)
    near = difflib.get_close_matches(name_or_path, READERS, n=1)
    hint = f"Did you mean {near[0]!r}?" if near else f"The sets are: {', '.join(READERS)}."
    raise InputError(f"There is no set and no file named {name_or_path!r}.", hint=hint)


def needed(name: str, data: Path | None) -> Path:
    """The folder of the public sets, which nobody can guess."""
    if data is None:
        raise InputError(
            f"The set {name!r} is not part of Pincite.", hint="Name the folder that holds it with --data."
        )
    return data
