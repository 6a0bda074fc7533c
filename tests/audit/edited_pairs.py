"""Contracts before and after an edit, drawn by a seed, with what becomes of the cited sentence."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace

from pincite.records.document import Document
from pincite.records.span import Span
from tests.audit.paper_edits import BESIDES, EDITS, Named
from tests.audit.papers import Fact, Paper, paper
from tests.factories import document


@dataclass(frozen=True)
class Pair:
    """A contract and an edited one."""

    edit: Named
    old: Paper
    new: Paper

    @property
    def fact(self) -> Fact:
        return self.old.fact


def pair(seed: int, edit: Named | None = None) -> Pair:
    """The pair of a seed: one edit of what is cited, and up to three that touch neither it nor its place."""
    drawn = random.Random(seed)
    edit = edit or EDITS[seed % len(EDITS)]
    old = edit.start(paper(drawn), drawn)
    if not edit.numbers and drawn.random() < 0.3:
        old = replace(old, setting=replace(old.setting, numbered=False))
    new = old
    for besides in drawn.sample(BESIDES, drawn.randint(0, 3)):
        new = besides(new, drawn)
    return Pair(edit, old, edit.edit(new, drawn))


def cited(fact: Fact, text: str) -> tuple[Span, Span]:
    """Where the sentence of a fact stands in a text that was set in lines, and where its value does."""
    sentence = _set(fact.sentence).search(text)
    assert sentence is not None
    value = _set(fact.value).search(text, *sentence.span())
    assert value is not None
    return Span(*sentence.span()), Span(*value.span())


def documents(pair: Pair) -> tuple[Document, Document]:
    return document(pair.old.text()), document(pair.new.text())


def _set(words: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, words.split())))
