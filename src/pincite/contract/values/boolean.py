"""Read whether a sentence affirms or denies.

The main clause decides. Conditions and exceptions ("unless", "without consent") do not turn the
answer, but limit it: `ambiguous` says which words do. A denial is cited by the words that carry it,
an affirmation by its whole sentence. Questions, headings and fragments say neither, and a denial
inside a relative clause ("any product that is not listed") is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.contract.values.gaps import listed, phrases
from pincite.contract.values.reading import Reading
from pincite.contract.values.types import Boolean
from pincite.contract.values.wrapping import read_unwrapped
from pincite.records.span import Span

_FINITE = "shall|will|may|must|can|could|should|would|is|are|was|were|has|have|had|does|do|did"
_STATING = (
    "agree|grant|warrant|represent|acknowledge|provide|include|apply|appl|own|retain|remain|waive|require|"
    "permit|prohibit|contain|give|assume|survive|terminate|expire|assign|indemnif|govern|accept|consent|"
    "undertake|reserve|entitle|allow|bind|cover|exclude|constitute|mean"
)
_SENTENCE = re.compile(
    r"\S[^.;?!\n]*(?:(?:\n(?!\s*\n)|\.(?!\s|$)|(?<=\b[A-Z])\.|(?<=\bNo)\.|(?<=\bInc)\.)[^.;?!\n]*)*[.;?!]?"
)
_VERB = re.compile(phrases(rf"{_FINITE}|cannot|\w+n['’]t|(?:{_STATING})(?:s|es|ies|y|d|ed)?"))
_NOT = (
    rf"(?:{_FINITE}|be) (?:\w+ )?not|can ?not|\w+n['’]t|never|not|neither|nor|none|nobody|nothing|"
    r"under no circumstances?|in no (?:event|case|way)|by no means|no"
)
_REFUSAL = (
    "prohibited|forbidden|disallowed|barred|impermissible|contraindicated|unlawful|excluded|prohibits?|"
    "forbids?|refrains? from|fails? to|lacks?"
)
_DENIAL = re.compile(phrases(rf"(?P<refusal>{_REFUSAL})|(?P<not>{_NOT})"))
# Words with "not" or "no" that deny nothing.
_HARMLESS = re.compile(
    phrases(
        r"not only|(?:not|no) (?:later|less|more|fewer|earlier|greater|longer) than|(?:but|and) not limited|"
        r"not limited to|whether or not|nos?\.?(?=\s*[0-9])|if not|or not|not (?:to )?be unreasonably"
    )
)
_SUBORDINATE = re.compile(
    phrases(
        "if|unless|except|provided|where|when|whenever|until|because|although|while|since|to the extent|"
        "in case|in the event|subject to|save|other than|without|as long as|only"
    )
)
_LIMITS = re.compile(
    phrases(
        "unless|except|provided that|provided,? however|without|subject to|other than|save (?:for|as|that)|"
        "to the extent|only|if|until|as long as"
    )
)
_RELATIVE = re.compile(phrases("which|who|whom|whose|that"))
_CONTENT = re.compile(
    phrases(
        r"(?:agrees?|acknowledges?|represents?|warrants?|covenants?|ensures?|understands?|confirms?|states?|"
        r"undertakes?|guarantees?|provides?|declares?)(?: \w+){0,2} "
    )
    + "$"
)
# What a denial may hang on, so that it is seen when a line end cuts it in two.
_VOCABULARY = frozenset(
    listed(
        "never neither nobody nothing cannot circumstances prohibited forbidden disallowed barred "
        "impermissible contraindicated unlawful excluded prohibits prohibit forbids forbid refrains refrain "
        "unless without except provided"
    )
)
_TWO_DENIALS = "two denials, which may cancel each other"


def read_boolean(text: str) -> list[Reading[Boolean]]:
    """For each sentence that says something: whether it affirms or denies."""
    return read_unwrapped(text, _VOCABULARY, _find)


def _find(text: str) -> list[Reading[Boolean]]:
    readings = (_read(text, start, end) for start, end in _sentences(text))
    return [reading for reading in readings if reading]


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    for found in _SENTENCE.finditer(text):
        yield found.start(), found.start() + len(found[0].rstrip())


def _read(text: str, start: int, end: int) -> Reading[Boolean] | None:
    if text[end - 1] == "?" or not _says_something(text[start:end]):
        return None
    sentence = _HARMLESS.sub(_blank, text[start:end])
    main = _main_clause(sentence)
    denials = list(_DENIAL.finditer(main))
    limit = _LIMITS.search(sentence)
    note = f"limited by {' '.join(limit[0].lower().split())!r}" if limit else ""
    if not denials:
        return Reading(Boolean(value=True), start, _without_stop(text, end), note)
    whole = Span(start, _without_stop(text, end))
    if _cancel(main, denials):
        return Reading(Boolean(value=True), whole.start, whole.end, _TWO_DENIALS)
    first = denials[0]
    if _in_relative_clause(main, first.start()):
        return None
    return Reading(Boolean(value=False), start + first.start(), start + first.end(), note, whole)


def _says_something(sentence: str) -> bool:
    """Whether there is a verb. In a heading ("Good Will, Etc.") every word has its capital."""
    return any(verb[0][0].islower() or sentence.isupper() for verb in _VERB.finditer(sentence))


def _cancel(main: str, denials: list[re.Match[str]]) -> bool:
    """ "is not prohibited" allows; "shall not sell and shall not lend" denies twice."""
    if len(denials) < 2 or not denials[0]["not"] or not denials[1]["refusal"]:
        return False
    between = main[denials[0].end() : denials[1].start()]
    return len(between) < 25 and "," not in between


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _main_clause(sentence: str) -> str:
    """The sentence with conditions and exceptions blanked, offsets kept."""
    pieces, at = [], 0
    for found in _SUBORDINATE.finditer(sentence):
        if found.start() < at:
            continue
        comma = sentence.find(",", found.end())
        stop = comma if comma >= 0 else len(sentence)
        pieces.append(sentence[at : found.start()] + " " * (stop - found.start()))
        at = stop
    return "".join([*pieces, sentence[at:]])


def _in_relative_clause(main: str, denial: int) -> bool:
    found = next(reversed(list(_RELATIVE.finditer(main, 0, denial))), None)
    if found is None or _CONTENT.search(main, max(0, found.start() - 60), found.start()):
        return False
    return "," not in main[found.end() : denial]


def _without_stop(text: str, end: int) -> int:
    return end - 1 if text[end - 1] in ".;!" else end
