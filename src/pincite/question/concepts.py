"""The dictionary that experts keep: for each concept the words that documents and people use for it."""

from __future__ import annotations

import functools
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pincite.contract.vocabulary import telling, wording
from pincite.errors import ConfigError
from pincite.records.question import Stems

# What a wording of the dictionary is worth beside the user's own.
SYNONYM = 0.92


class Entry(BaseModel):
    """One concept as it is written in the file.

    `words` are what documents say; `asked` are what people say instead, and are not looked for.
    `rivals` are what a text is about instead, when it says one of them and none of the words.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: Annotated[tuple[str, ...], Field(min_length=1)]
    asked: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Concepts:
    """From a phrase as it may stand in a question to every wording that may answer to it, and its worth."""

    wordings: Mapping[Stems, Mapping[Stems, float]]
    rivals: Mapping[Stems, frozenset[Stems]]
    longest: int

    def expand(self, phrase: Stems) -> Mapping[Stems, float]:
        return self.wordings.get(phrase, {})


_FILE = TypeAdapter(dict[str, Entry])


def read(source: str, name: str) -> list[Entry]:
    """The entries of one YAML file."""
    try:
        return list(_FILE.validate_python(yaml.safe_load(source) or {}).values())
    except (yaml.YAMLError, ValidationError) as error:
        raise ConfigError(
            f"The concept file {name} cannot be read: {error}",
            hint="Each concept needs `words:`, a list, and may have `asked:`, a list.",
        ) from error


def build(entries: Iterable[Entry]) -> Concepts:
    """One look-up from all entries. A phrase that stands in several concepts gets the words of all."""
    wordings: defaultdict[Stems, dict[Stems, float]] = defaultdict(dict)
    rivals: defaultdict[Stems, set[Stems]] = defaultdict(set)
    for entry in entries:
        said = {wording(phrase) for phrase in entry.words}
        asked = {wording(phrase) for phrase in entry.asked} - said
        for phrase in said | asked:
            for words in said:
                worth = SYNONYM if phrase in asked else SYNONYM * _share(words, phrase)
                wordings[phrase][words] = max(worth, wordings[phrase].get(words, 0.0))
            rivals[phrase] |= {wording(rival) for rival in entry.rivals}
    return Concepts(
        wordings=wordings,
        rivals={phrase: frozenset(said) for phrase, said in rivals.items()},
        longest=max((len(phrase) for phrase in wordings), default=1),
    )


def _share(words: Stems, phrase: Stems) -> float:
    """What a shorter wording is worth for a phrase in the document's own terms: "assign" says less
    than "assign without consent". What people say instead is one thing however many words it takes."""
    return math.sqrt(min(1.0, len(telling(words)) / max(1, len(telling(phrase)))))


@functools.cache
def starters() -> Concepts:
    """The dictionaries that ship with Pincite."""
    folder = files("pincite.question").joinpath("concepts")
    entries: list[Entry] = []
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".yaml"):
            entries += read(file.read_text("utf-8"), file.name)
    return build(entries)
