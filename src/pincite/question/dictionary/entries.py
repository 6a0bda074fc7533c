"""The dictionary that experts keep: for each concept the words that documents and people use for it.

Nearly all of it is left alone by any one question, so a phrase is reduced to stems only when a question
says its first word: reading all dictionaries takes a few hundredths of a second.
"""

from __future__ import annotations

import functools
import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from pincite.errors import ConfigError
from pincite.language.vocabulary import stems, telling, wording
from pincite.question.dictionary.file import Entry, read
from pincite.records.attribute import Attribute
from pincite.records.question import Stems
from pincite.records.reading import SubjectKind

# What a wording of the dictionary is worth beside the user's own.
SYNONYM = 0.92
_GAP = re.compile(r"[\W_]+")


class Use(NamedTuple):
    """A phrase that an entry knows, and whether people say it in place of the words of documents."""

    phrase: str
    entry: Entry
    asked: bool


@dataclass(frozen=True, slots=True)
class Concepts:
    """From a phrase as it may stand in a question to every wording that may answer to it, and its worth."""

    entries: Mapping[str, Entry]
    uses: Mapping[str, Sequence[Use]]
    """By the stem of the first word."""
    rivals: Mapping[Stems, frozenset[Stems]]
    longest: int
    """No phrase has more words."""

    def expand(self, phrase: Stems) -> Mapping[Stems, float]:
        """The wordings of every concept that knows the phrase; none if it is in no dictionary."""
        found: dict[Stems, float] = {}
        for use in self._uses_of(phrase):
            for words in _said(use.entry):
                worth = SYNONYM if use.asked else SYNONYM * _share(words, phrase)
                found[words] = max(worth, found.get(words, 0.0))
        return found

    def sections(self, phrase: Stems) -> frozenset[Stems]:
        """The titles under which documents are likely to speak of what the phrase means."""
        uses = self._uses_of(phrase)
        return frozenset(_stems(title) for use in uses for title in use.entry.sections)

    def subjects(self, phrase: Stems) -> SubjectKind | None:
        """What a document is about that people ask for by the phrase; None where it is something else."""
        found = {use.entry.subjects for use in self._uses_of(phrase) if use.asked}
        return found.pop() if len(found) == 1 else None

    def attributes(self) -> tuple[Attribute, ...]:
        """The concepts that have typed values, in the order of the dictionaries."""
        return tuple(
            Attribute(name, _said(entry), entry.value_types)
            for name, entry in self.entries.items()
            if entry.value_types
        )

    def _uses_of(self, phrase: Stems) -> list[Use]:
        uses = [use for use in self.uses.get(phrase[0], ()) if _stems(use.phrase) == phrase] if phrase else []
        # A word of the document is no lay word for itself.
        said = {id(use.entry) for use in uses if not use.asked}
        return [use for use in uses if not use.asked or id(use.entry) not in said]


def build(entries: Mapping[str, Entry]) -> Concepts:
    """One look-up from all entries. A phrase that stands in several concepts gets the words of all."""
    uses = [Use(phrase, entry, False) for entry in entries.values() for phrase in entry.said]
    uses += [Use(phrase, entry, True) for entry in entries.values() for phrase in entry.asked]
    first_words = _first_words({use.phrase.split(" ", 1)[0] for use in uses})
    by_first: defaultdict[str, list[Use]] = defaultdict(list)
    for use in uses:
        by_first[first_words.get(use.phrase.split(" ", 1)[0], "")].append(use)
    longest = max((len(_GAP.findall(use.phrase)) for use in uses), default=0) + 1
    return Concepts(entries, by_first, _rivals(entries.values()), longest)


def starters() -> Concepts:
    """The dictionaries that ship with Pincite."""
    return _dictionary(())


def dictionary(paths: Iterable[Path]) -> Concepts:
    """The starters and the user's own files, whose concepts take the place of others of the same name."""
    stamped = []
    for path in paths:
        path = path.expanduser()
        try:
            stamped.append((path, path.stat().st_mtime_ns))
        except OSError as error:
            raise _unreadable(path, error) from error
    return _dictionary(tuple(stamped))


def shipped() -> dict[str, str]:
    """The text of every file that ships, by its name."""
    folder = files("pincite.question").joinpath("concepts")
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda f: f.name)
    return {file.name: file.read_text("utf-8") for file in found}


def _unreadable(path: Path, error: Exception) -> ConfigError:
    reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
    return ConfigError(
        f"The concept file {path} cannot be read: {reason}.", hint="See the setting `concepts`."
    )


@functools.lru_cache(maxsize=8)
def _dictionary(stamped: tuple[tuple[Path, int], ...]) -> Concepts:
    entries: dict[str, Entry] = {}
    for name, source in shipped().items():
        entries |= read(source, name)
    for path, _ in stamped:
        try:
            entries |= read(path.read_text("utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise _unreadable(path, error) from error
    return build(entries)


def _rivals(entries: Iterable[Entry]) -> dict[Stems, frozenset[Stems]]:
    rivals: defaultdict[Stems, frozenset[Stems]] = defaultdict(frozenset)
    for entry in entries:
        if entry.rivals:
            for phrase in (*entry.said, *entry.asked):
                rivals[_stems(phrase)] |= {_stems(rival) for rival in entry.rivals}
    return dict(rivals)


def _share(words: Stems, phrase: Stems) -> float:
    """What a shorter wording is worth for a phrase in the document's own terms: "assign" says less
    than "assign without consent". What people say instead is one thing however many words it takes."""
    return math.sqrt(min(1.0, len(telling(words)) / max(1, len(telling(phrase)))))


def _said(entry: Entry) -> frozenset[Stems]:
    return frozenset(_stems(phrase) for phrase in entry.said)


@functools.lru_cache(maxsize=50_000)
def _stems(phrase: str) -> Stems:
    return wording(phrase)


def _first_words(words: Collection[str]) -> dict[str, str]:
    """The stem that each of these begins with; all that are plain are reduced in one go."""
    plain = [word for word in words if word.isascii() and word.isalpha()]
    found = dict(zip(plain, stems(" ".join(plain)), strict=True))
    return found | {word: _stems(word)[0] for word in words if word not in found and _stems(word)}
