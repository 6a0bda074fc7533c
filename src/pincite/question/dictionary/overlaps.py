"""Say where concepts of one or several files get into each other's way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pincite.language.vocabulary import wording
from pincite.question.dictionary.faults import Checked, Fault, Phrase
from pincite.records.question import Stems

_SAID = ("words", "abbreviations")


def overlaps(shipped: Mapping[str, Checked], own: Mapping[str, Checked]) -> list[Fault]:
    """Faults of the user's own files beside the shipped ones; shipped files are no concern of the user's."""
    faults = list(_twice(own))
    by_wording: defaultdict[Stems, list[Phrase]] = defaultdict(list)
    replaced = {name for checked in own.values() for name in checked.concepts}
    for phrase in _phrases(shipped):
        if phrase.concept not in replaced:
            by_wording[wording(phrase.text)].append(phrase)
    for phrase in _phrases(own):
        others = by_wording[wording(phrase.text)]
        faults += _clashes(phrase, others)
        others.append(phrase)
    return faults


def repeated(shipped: Mapping[str, Checked]) -> list[Fault]:
    """Names that two files have: the one would take the place of the other."""
    return list(_twice(shipped))


def _twice(files: Mapping[str, Checked]) -> Iterator[Fault]:
    first: dict[str, str] = {}
    for file, checked in files.items():
        for name, line in checked.concepts.items():
            if name in first:
                yield Fault(file, line, f"{name!r} is also in {first[name]}; this one replaces it.")
            first.setdefault(name, file)


def _phrases(files: Mapping[str, Checked]) -> Iterable[Phrase]:
    return (p for checked in files.values() for p in checked.phrases if p.key in (*_SAID, "asked"))


def _clashes(phrase: Phrase, others: Sequence[Phrase]) -> Iterator[Fault]:
    """One line for each other concept that has the phrase: a question that says it gets the words of both."""
    concepts = {other.concept: other for other in others if other.concept != phrase.concept}
    for other in concepts.values():
        kinds = {"words" if key in _SAID else "asked" for key in (phrase.key, other.key)}
        if kinds == {"asked"}:
            continue
        place = f"{other.concept!r} ({other.file}, line {other.line})"
        if kinds == {"words"}:
            message = f"{phrase.text!r} of {phrase.concept!r} is also a word of {place}."
        elif phrase.key == "asked":
            message = f"{phrase.text!r} is asked for {phrase.concept!r}, and a word of {place}."
        else:
            message = f"{phrase.text!r} is a word of {phrase.concept!r}, and asked for {place}."
        yield Fault(phrase.file, phrase.line, message, error=False)
