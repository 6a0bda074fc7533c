"""Say what is wrong in a file of the dictionary, line by line."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pincite.language.vocabulary import telling, wording
from pincite.question.dictionary.file import SINGLE, Entry
from pincite.records.profile import SubjectKind
from pincite.structure.lines import STATEMENTS
from pincite.values.registered import value_types

MAX_WORDS = 8
_KEYS = tuple(Entry.model_fields)
_SUBJECTS = get_args(SubjectKind)
_STRING = "tag:yaml.org,2002:str"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in one line. An `error` must be put right; anything else is worth a look."""

    file: str
    line: int
    message: str
    error: bool = True


@dataclass(frozen=True, slots=True)
class Phrase:
    """One phrase of a concept, and where it is written."""

    file: str
    line: int
    concept: str
    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Checked:
    """The phrases of one file that can be used, and its faults."""

    concepts: Mapping[str, int]
    """The line of each."""
    phrases: tuple[Phrase, ...]
    faults: tuple[Fault, ...]


def check(source: str, file: str) -> Checked:
    """Everything that can be said of one file alone."""
    try:
        root = yaml.compose(source, yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error)
        return Checked({}, (), (Fault(file, mark.line + 1 if mark else 1, f"This is not YAML: {problem}."),))
    if root is None:
        return Checked({}, (), ())
    if not isinstance(root, MappingNode):
        return Checked({}, (), (Fault(file, 1, "Write concepts as `name:` with its keys below."),))
    reading = _Reading(file, {}, [], [])
    for key, value in root.value:
        reading.concept(key, value)
    return Checked(reading.concepts, tuple(reading.phrases), tuple(reading.faults))


@dataclass(slots=True)
class _Reading:
    """What has been read of a file so far."""

    file: str
    concepts: dict[str, int]
    phrases: list[Phrase]
    faults: list[Fault]

    def fault(self, node: Node, message: str, *, error: bool = True) -> None:
        self.faults.append(Fault(self.file, node.start_mark.line + 1, message, error))

    def concept(self, name: Node, body: Node) -> None:
        if not isinstance(name, ScalarNode) or name.tag != _STRING:
            self.fault(name, "The name of a concept is a text; put it in quotes.")
            return
        concept = str(name.value)
        if concept in self.concepts:
            self.fault(name, f"{concept!r} is written twice; the first is in line {self.concepts[concept]}.")
            return
        self.concepts[concept] = name.start_mark.line + 1
        if not isinstance(body, MappingNode):
            self.fault(name, f"{concept!r} needs `words:`, a list, below it.")
            return
        written = {str(key.value): key for key, _ in body.value}
        if "words" not in written:
            self.fault(name, f"{concept!r} has no `words:`, so there is nothing to search for.")
        if "type" in written and "types" in written:
            self.fault(written["types"], f"{concept!r} has both `type:` and `types:`; keep one.")
        own = len(self.phrases)
        for key, value in body.value:
            self._key(concept, key, value)
        self.faults += _within(self.phrases[own:])

    def _key(self, concept: str, key: Node, value: Node) -> None:
        name = str(key.value)
        if name not in _KEYS:
            self.fault(key, f"{concept!r} has the unknown key {name!r}; {_known(name, _KEYS)}")
        elif name in SINGLE:
            self._item(concept, name, value)
        elif not isinstance(value, SequenceNode):
            self.fault(value, f"`{name}:` of {concept!r} is a list: [one, another].")
        elif not value.value:
            self.fault(value, f"`{name}:` of {concept!r} is empty; leave the key out or name something.")
        else:
            for item in value.value:
                self._item(concept, name, item)

    def _item(self, concept: str, key: str, item: Node) -> None:
        if not isinstance(item, ScalarNode) or item.tag != _STRING or not item.value.strip():
            shown = f" {item.value!r}" if isinstance(item, ScalarNode) else ""
            self.fault(
                item, f"`{key}:` of {concept!r} contains{shown} something that is not text; put it in quotes."
            )
            return
        text = str(item.value)
        if key in ("type", "types"):
            if text not in value_types():
                hint = _known(text, sorted(value_types()))
                self.fault(item, f"{concept!r} has the unknown type {text!r}; {hint}")
            return
        if key == "statement":
            if text not in STATEMENTS:
                hint = _known(text, STATEMENTS)
                self.fault(item, f"{concept!r} has the unknown statement {text!r}; {hint}")
            return
        if key == "subjects":
            if text not in _SUBJECTS:
                self.fault(item, f"{concept!r} asks for unknown subjects {text!r}; {_known(text, _SUBJECTS)}")
            return
        phrase = Phrase(self.file, item.start_mark.line + 1, concept, key, text)
        self.phrases.append(phrase)
        self.faults += _of_phrase(phrase)


def _known(written: str, names: Sequence[str]) -> str:
    close = difflib.get_close_matches(written, names, n=1)
    return f"did you mean {close[0]!r}?" if close else f"known are {', '.join(names)}."


def _of_phrase(phrase: Phrase) -> Iterator[Fault]:
    words = wording(phrase.text)
    if not words:
        yield Fault(phrase.file, phrase.line, f"{phrase.text!r} of {phrase.concept!r} has no word in it.")
    elif len(words) > MAX_WORDS:
        yield Fault(
            phrase.file,
            phrase.line,
            f"{phrase.text!r} of {phrase.concept!r} has {len(words)} words; {MAX_WORDS} is the limit. "
            "Keep the words that always go together.",
        )
    elif not telling(words):
        single = len(words) == 1 and phrase.key in ("words", "abbreviations")
        yield Fault(
            phrase.file,
            phrase.line,
            f"{phrase.text!r} of {phrase.concept!r} consists of words that every text has"
            + (": any sentence would match." if single else "."),
            error=single,
        )


def _within(phrases: list[Phrase]) -> Iterator[Fault]:
    """What contradicts itself inside one concept."""
    said = {wording(p.text): p for p in phrases if p.key in ("words", "abbreviations")}
    for phrase in phrases:
        same = said.get(wording(phrase.text))
        if same is None or same is phrase or phrase.key == "sections":
            continue
        where = f"{phrase.text!r} of {phrase.concept!r}"
        if phrase.key == "rivals":
            message = f"{where} is a rival and one of its own words ({same.text!r})."
        elif phrase.key == "asked":
            message = f"{where} is asked, and one of its words already ({same.text!r})."
        else:
            message = f"{where} says the same as {same.text!r}: forms of a word need not be listed."
        yield Fault(phrase.file, phrase.line, message, error=phrase.key == "rivals")
