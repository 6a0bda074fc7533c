"""Put a question to the rows of tables, which name neither whose figures they are nor a year as fiscal."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pincite.language.timing import years_in_full
from pincite.language.vocabulary import stems
from pincite.patterns import pattern
from pincite.records.document import Document
from pincite.records.question import Question

_WORD = pattern(r"\w+")


def owner_named(question: Question, document: Document) -> Mapping[str, str]:
    """The words of the question that name the one company that a document is of, with their stems."""
    owners = [subject for subject in document.profile.subjects if subject.kind == "organisation"]
    if len(owners) != 1:
        return {}
    said = _WORD.findall(question.generation.plain)
    names = [_WORD.findall(name) for name in (owners[0].name, *owners[0].aliases)]
    runs = [_run(said[at:], name) for at in range(len(said)) for name in names]
    owner = {word for run in runs if len(run) > 1 or _is_only_a_name(run, document) for word in run}
    return {word: stem for word in owner for stem in stems(word)}


def _run(said: Sequence[str], name: Sequence[str]) -> Sequence[str]:
    """The words of a name, from its first one on, that stand at the start of some words."""
    pairs = zip(said, name, strict=False)
    alike = itertools.takewhile(lambda pair: pair[0].casefold() == pair[1].casefold(), pairs)
    return [word for word, _ in alike]


def _is_only_a_name(run: Sequence[str], document: Document) -> bool:
    """Whether a single word is a name and nothing else: "general" may be of General Mills, or of expenses."""
    if not run or not run[0][0].isupper():
        return bool(run) and run[0][0].isdigit()
    # The address of its web site has it in small letters, too.
    word = rf"(?<![\w./@-]){re.escape(run[0].lower())}(?![\w/@-]|\.\w)"
    return re.search(word, document.text) is None


def put_to_rows(question: Question, owner: Mapping[str, str]) -> Question:
    """The same question without the owner's name, with "2021" for "FY2021"."""
    plain = question.generation.plain
    for word in owner:
        plain = re.sub(rf"\b{re.escape(word)}(?:['’]s?)?(?=\W|$)", "", plain)
    plain = " ".join(years_in_full(plain).split())
    return replace(question, generation=replace(question.generation, plain=plain))
