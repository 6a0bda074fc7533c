"""Put together the instructions that a question needs, from files: the base, its types, its shape."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from importlib import resources

from pincite.answer.own_signals import fragments as own_fragments
from pincite.dialogue.spending import fingerprint
from pincite.records.question import GenerationBrief

_LONGEST_REASON = 300
_VERSION = re.compile(r"<!-- version (\d+) -->\n")


@dataclass(frozen=True, slots=True)
class Instructions:
    """What a model is told, and which files in which versions it was put together from."""

    text: str
    parts: tuple[str, ...]

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.text)


def instructions(answer_types: tuple[str, ...], answer_shape: str) -> Instructions:
    """The same for every question of these types and this shape, so that services can keep it."""
    return _instructions(answer_types, answer_shape, own_fragments())


@functools.cache
def _instructions(answer_types: tuple[str, ...], answer_shape: str, own: str) -> Instructions:
    names = ("base", *(f"type_{name}" for name in answer_types), f"shape_{answer_shape}")
    found = {name: fragment for name in names if (fragment := _fragment(name))}
    texts = [*(words for words, _ in found.values()), *([own] if own else [])]
    parts = (
        *(f"{name}/{version}" for name, (_, version) in found.items()),
        *(("own signals",) if own else ()),
    )
    return Instructions("\n\n".join(texts), parts)


def question_of(generation: GenerationBrief) -> str:
    """The user's own words, what is not wanted, and in a second attempt why the first was refused."""
    parts = [generation.asked]
    if generation.excluded:
        parts.append(_words("excluded").format(excluded=", ".join(generation.excluded)))
    if generation.refused:
        parts.append("\n".join([_words("refused"), *map(_reason, generation.refused)]))
    return "\n\n".join(parts)


def facts_of(generation: GenerationBrief) -> str:
    """What is known of the document already, under words that say what it is; empty where nothing is."""
    return f"{_words('facts')}\n{generation.facts}" if generation.facts else ""


def _reason(refused: str) -> str:
    """Why a claim was refused; with a long quote in it that may be long, too."""
    cut = refused if len(refused) <= _LONGEST_REASON else f"{refused[:_LONGEST_REASON]}…"
    return f"- {cut}"


def _words(name: str) -> str:
    fragment = _fragment(name)
    return fragment[0] if fragment else ""


@functools.cache
def _fragment(name: str) -> tuple[str, str] | None:
    """The words of a file and their version; None where there is none, as for a type of the user's own."""
    file = resources.files("pincite.generate").joinpath(f"prompts/{name}.md")
    if not file.is_file():
        return None
    written = file.read_text("utf-8")
    version = _VERSION.match(written)
    if version is None:
        raise ValueError(f"prompts/{name}.md does not begin with its version")
    return written[version.end() :].strip(), version[1]
