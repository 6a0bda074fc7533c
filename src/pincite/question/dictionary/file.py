"""Read one file of the dictionary: YAML, with each concept as the words for it and what else is known."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pincite.errors import ConfigError
from pincite.records.reading import SubjectKind


class Entry(BaseModel):
    """One concept as it is written in the file.

    `words` are what documents say; `asked` are what people say instead, and are not looked for.
    `abbreviations` are words that are short for it. `rivals` are what a text is about instead, when it says
    one of them and none of the words. `type` or `types` say what kinds of value it has, and `sections` under
    which titles it is likely to stand.
    `subjects` is what a document is about that this asks for: the parties of a contract.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: Annotated[tuple[str, ...], Field(min_length=1)]
    asked: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    type: str | None = None
    types: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    subjects: SubjectKind | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """Everything that is looked for."""
        return self.words + self.abbreviations

    @property
    def value_types(self) -> tuple[str, ...]:
        """The kinds of value that state this concept; none where it has no value."""
        return (self.type,) if self.type else self.types


# What has one word and no list of them.
SINGLE = ("type", "subjects")
_FILE = TypeAdapter(dict[str, Entry])
_ITEM = r"(?:\d+ )?[A-Za-z°](?:[A-Za-z0-9 '&/._°-]*[A-Za-z0-9'&/._°])?"
_NAME = re.compile(f"({_ITEM}):")
_LIST = re.compile(rf"  ({'|'.join(set(Entry.model_fields) - set(SINGLE))}): \[({_ITEM}(?:, {_ITEM})*)\]")
_SINGLE = re.compile(rf"  ({'|'.join(SINGLE)}): ([a-z_]+)")
_HINT = f"A concept has `words:`, a list, and may have {', '.join(list(Entry.model_fields)[1:])}."
# Plain YAML that does not mean its letters.
_NOT_TEXT = frozenset("y n yes no on off true false null".split())


def read(source: str, name: str) -> dict[str, Entry]:
    """The entries of one file by the name of their concept, or a ConfigError that says what is wrong."""
    written: object = _plain(source)
    try:
        if written is None:
            import yaml

            try:
                written = yaml.safe_load(source) or {}
            except yaml.YAMLError as error:
                raise ConfigError(f"The concept file {name} is not YAML: {error}", hint=_HINT) from error
        return _FILE.validate_python(written)
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
        raise ConfigError(f"The concept file {name} cannot be used: {wrong}.", hint=_HINT) from error


def _plain(source: str) -> dict[str, dict[str, object]] | None:
    """The same as YAML reads, in a hundredth of the time; None for all but the plainest form of file."""
    entries: dict[str, dict[str, object]] = {}
    entry: dict[str, object] = {}
    for line in source.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if match := _NAME.fullmatch(line):
            entry = {}
            if match[1] in entries or match[1].lower() in _NOT_TEXT:
                return None
            entries[match[1]] = entry
            continue
        key, value = _plain_value(line)
        if not key or key in entry or not entries:
            return None
        entry[key] = value
    return entries if all(entry.get("words") for entry in entries.values()) else None


def _plain_value(line: str) -> tuple[str, object]:
    """The key and value of one line; no key where the line is not plain."""
    if match := _LIST.fullmatch(line):
        items = tuple(match[2].split(", "))
        return (match[1], items) if _NOT_TEXT.isdisjoint(map(str.lower, items)) else ("", None)
    match = _SINGLE.fullmatch(line)
    return (match[1], match[2]) if match and match[2] not in _NOT_TEXT else ("", None)
