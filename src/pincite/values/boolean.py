"""Read whether a sentence affirms or denies.

The main clause decides. Conditions and exceptions ("unless", "without consent") do not turn the
answer, but limit it: `ambiguous` says which words do. A denial is cited by the words that carry it,
an affirmation by its whole sentence. Questions, headings and fragments say neither, and a denial
inside a relative clause ("any product that is not listed") is not read. A sentence that affirms of
one and denies of another ("Customer, but not Supplier, may terminate") says that it does both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.patterns import pattern
from pincite.records.span import Span
from pincite.values.gaps import listed, phrases, read_unwrapped
from pincite.values.polarity import DENIAL, FINITE, REFUSING_WORDS, cancels, doubt_of
from pincite.values.readings import Reading
from pincite.values.types import Boolean

_STATING = (
    "agree|grant|warrant|represent|acknowledge|provide|include|apply|appl|own|retain|remain|waive|require|"
    "permit|prohibit|contain|give|assume|survive|terminate|expire|assign|indemnif|govern|accept|consent|"
    "undertake|reserve|entitle|allow|bind|cover|exclude|constitute|mean"
)
# Only beside a denial: without one they mostly stand in fragments, "makes an assignment for its creditors".
_STATING_WITH_DENIAL = (
    "creates|confers|implies|obliges|obligates|relieves|makes|restricts|affects|vests|bears"
)
_SENTENCE = pattern(
    r"\S[^.;?!\n]*(?:(?:\n(?!\s*\n)|\.(?!\s|$)|(?<=\b[A-Z])\.|(?<=\bNo)\.|(?<=\bInc)\.)[^.;?!\n]*)*[.;?!]?"
)
_VERB = pattern(
    phrases(
        rf"{FINITE}|cannot|(?:need|ought) not|\w+n['’]t|(?:{_STATING})(?:s|es|ies|y|d|ed)?|"
        rf"forbids?|bars|precludes?|prevents?|disclaims?|disallows?|den(?:y|ies)|refuses?"
    )
)
_OTHER_VERB = pattern(phrases(_STATING_WITH_DENIAL))
_ORDER = pattern(r"(?:Do not|Don['’]t|Never) [a-z]")
# Words with "not" or "no" that deny nothing.
_HARMLESS = pattern(
    phrases(
        r"not only|(?:not|no) (?:later|less|more|fewer|earlier|greater|longer) than|(?:but|and) not limited|"
        r"not limited to|(?:including )?without (?:limitation|prejudice)|"
        r"whether or not|nos?\.?(?=\s*[0-9])|if not|or not|"
        r"not (?:to )?be unreasonably(?:,?(?: or)? (?:withheld|delayed|conditioned|denied|refused))*"
    )
)
_SUBORDINATE = pattern(
    phrases(
        "if|unless|except|provided|where|when|whenever|until|because|although|while|since|to the extent|"
        "in case|in the event|subject to|save|other than|without|as long as|only"
    )
)
_PREPOSITION = pattern(phrases("without|except|other than|subject to|save|only"))
_SUBJECT = pattern(r"(?i)(?<![\w(])(?!(?:and|but|however|that|then|provided)(?![\w]))[a-z]{3,}")
_FINITE_OR_NOT = pattern(phrases(rf"{FINITE}|cannot|no|not|never|neither|none|nothing"))
_LIMITS = pattern(
    phrases(
        "unless|except|provided that|provided,? however|without|subject to|other than|save (?:for|as|that)|"
        "to the extent|only|if|until|as long as"
    )
)
# Of those, what can hardly limit anything but the main clause; of a denial also "without".
_UNLESS = pattern("unless|except|provided|subject", re.IGNORECASE)
_NOT_WITHOUT = pattern(f"{_UNLESS.pattern}|without", re.IGNORECASE)
_RELATIVE = pattern(phrases("which|who|whom|whose|that"))
_CONTENT = pattern(
    phrases(
        r"(?:agrees?|acknowledges?|represents?|warrants?|covenants?|ensures?|understands?|confirms?|states?|"
        r"undertakes?|guarantees?|provides?|declares?)(?: \w+){0,2} "
    )
    + "$"
)
# What a denial may hang on, so that it is seen when a line end cuts it in two.
_VOCABULARY = REFUSING_WORDS | frozenset(
    listed("never neither nobody nothing cannot circumstances unless without except provided")
)


def read_boolean(text: str) -> list[Reading[Boolean]]:
    """For each sentence that says something: whether it affirms or denies."""
    return read_unwrapped(text, _VOCABULARY, _find)


def condition_in(text: str) -> Span | None:
    """Where the one condition stands that limits what a sentence says, to the sentence's end.

    None where there is none, or where words alone do not tell what it limits: one before the main clause, one
    of several, an "if" or "only" that may belong to something else, a "without" in what is not denied.
    """
    readings = read_boolean(text)
    limits = list(_LIMITS.finditer(_HARMLESS.sub(_blank, text)))
    if len(readings) != 1 or len(limits) != 1:
        return None
    (limit,), (reading,) = limits, readings
    end = len(text.rstrip(" \n.;!"))
    comes_last = bool(_VERB.search(text[: limit.start()])) and text.find(".", limit.end(), end) < 0
    telling = _UNLESS if reading.value.value else _NOT_WITHOUT
    return Span(limit.start(), end) if comes_last and telling.match(limit[0]) else None


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
    denials = list(DENIAL.finditer(main))
    limit = _LIMITS.search(sentence)
    note = doubt_of(sentence, main, denials)
    note = note or (f"limited by {' '.join(limit[0].lower().split())!r}" if limit else "")
    whole = Span(start, _without_stop(text, end))
    if not denials or cancels(main, denials):
        return Reading(Boolean(value=True), whole.start, whole.end, note)
    first = denials[0]
    if _in_relative_clause(main, first.start()):
        return None
    return Reading(Boolean(value=False), start + first.start(), start + first.end(), note, whole)


def _says_something(sentence: str) -> bool:
    """Whether there is a verb. In a heading ("Good Will, Etc.") every word has its capital."""
    if _ORDER.match(sentence):
        return True
    if any(verb[0][0].islower() or sentence.isupper() for verb in _VERB.finditer(sentence)):
        return True
    return bool(_OTHER_VERB.search(sentence) and DENIAL.search(sentence))


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
        if not at and _parts_subject_from_verb(sentence, found):
            stop = _main_verb(sentence, found.end(), stop)
        pieces.append(sentence[at : found.start()] + " " * (stop - found.start()))
        at = stop
    return "".join([*pieces, sentence[at:]])


def _parts_subject_from_verb(sentence: str, found: re.Match[str]) -> bool:
    """Whether a subject stands before "without", "except" and the like, and its verb does not."""
    before = sentence[: found.start()]
    return bool(_PREPOSITION.fullmatch(found[0]) and _SUBJECT.search(before) and not _VERB.search(before))


def _main_verb(sentence: str, start: int, stop: int) -> int:
    """Where "Assignment without consent is void" goes on after its "without consent"."""
    verb = min((each.start() for each in _FINITE_OR_NOT.finditer(sentence, start, stop)), default=stop)
    return stop if _RELATIVE.search(sentence, start, verb) else verb


def _in_relative_clause(main: str, denial: int) -> bool:
    found = next(reversed(list(_RELATIVE.finditer(main, 0, denial))), None)
    if found is None or _CONTENT.search(main, max(0, found.start() - 60), found.start()):
        return False
    return "," not in main[found.end() : denial]


def _without_stop(text: str, end: int) -> int:
    return end - 1 if text[end - 1] in ".;!" else end
