"""The folded form of a text: what is left when typesetting is taken away, with the way back.

Folding is what makes two settings of the same words equal: line breaks and spacing, soft hyphens,
ligatures, quotation marks, dashes, letter case. It never touches a digit, a sign or a word.

Some places can be read in more than one way: the hyphen of "exclu-\\nsive" may belong to the word or
to the line. Such places are left out of the folded string and kept as *joins*, so that whoever
compares two folded texts can ask whether their readings agree (`readings_shared`).
"""

from __future__ import annotations

import functools
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pincite.patterns import pattern
from pincite.records.span import Span

# Soft hyphens, spaces of no width, and the marks that steer writing from right to left.
IGNORABLE = "\u00ad\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u2060\u2066\u2067\u2068\u2069\ufeff"
LINE_BREAKS = "\n\r\x0b\x0c\x85\u2028\u2029"

# Combining marks of the scripts whose letters compose (Latin, Greek, Cyrillic, Hebrew, Arabic, kana …).
MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f"
    "\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u0941-\u094d\u09bc\u1ab0-\u1aff"
    "\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f"
)


@dataclass(frozen=True, slots=True)
class Folded:
    """A text without its typesetting: `cased` keeps capitals, `lowered` does not; both have one length.

    `rewritten` lists the stretches that folding wrote anew (folded start and end, text start and end);
    between them the text stands as it was. `joins` lists the places left out, in folded positions.
    """

    text: str = field(repr=False)
    cased: str = field(repr=False)
    lowered: str = field(repr=False)
    joins: tuple[tuple[int, str], ...]
    rewritten: tuple[tuple[int, int, int, int], ...]

    def joins_between(self, start: int, end: int) -> dict[int, str]:
        """The joins strictly inside the folded range, by their distance from `start`."""
        first, last = bisect_left(self.joins, (start + 1,)), bisect_left(self.joins, (end,))
        return {place - start: join for place, join in self.joins[first:last]}

    def span_of(self, start: int, end: int) -> Span | None:
        """Where a folded range stands in the text; None if an end falls inside one character (a ligature)."""
        whole_start, _, text_start, _ = self._source_of(start)
        _, whole_end, _, text_end = self._source_of(end - 1)
        return Span(text_start, text_end) if (whole_start, whole_end) == (start, end) else None

    def _source_of(self, index: int) -> tuple[int, int, int, int]:
        """The folded range that holds `index` and cannot be divided, and the text range it came from."""
        last = bisect_left(self.rewritten, (index + 1,)) - 1
        if last < 0:
            return index, index + 1, index, index + 1
        if index < self.rewritten[last][1]:
            return self.rewritten[last]
        _, fold_end, _, text_end = self.rewritten[last]
        place = text_end + index - fold_end
        return index, index + 1, place, place + 1


def fold(text: str) -> Folded:
    """The folded form of `text`."""
    plain = _with_one_sign_for_each(text)
    kept: list[str] = []
    joins: list[tuple[int, str]] = []
    rewritten: list[tuple[int, int, int, int]] = []
    length = done = 0
    for start, end, written, join in _changes(plain):
        if start < done:
            continue
        kept += plain[done:start], written
        length += start - done
        if join:
            joins.append((length, join))
        rewritten.append((length, length + len(written), start, end))
        length += len(written)
        done = end
    kept.append(plain[done:])
    cased = "".join(kept).replace("–", "-").replace("―", "-")
    return Folded(text, cased, _lowered(cased), tuple(joins), tuple(rewritten))


# A document is checked against many quotes; the handful in use stay folded.
fold_once = functools.lru_cache(maxsize=8)(fold)


def readings_shared(one: str, other: str) -> frozenset[str]:
    """The ways in which two joins can be read alike; "" stands for no join, and for nothing in between."""
    return _READINGS[one] & _READINGS[other]


# A hyphen makes one word and "—" parts two; a dash is set for either, the horizontal bar for the second.
_READINGS = {
    "": frozenset({""}),
    "-": frozenset({"-"}),
    "- ": frozenset({"- "}),
    "-\n": frozenset({"", "-", "- "}),
    "–": frozenset({"-", "—"}),
    "– ": frozenset({"- ", "—"}),
    "–\n": frozenset({"-", "- ", "—"}),
    "―": frozenset({"—"}),
    "― ": frozenset({"—"}),
    "―\n": frozenset({"—"}),
    " ": frozenset({" "}),
    "\n": frozenset({"", " "}),
}


# Listed one by one on purpose. Unicode compatibility folding (NFKC) would also turn 10² into 102 and
# ½ into 1⁄2, and a citation must never change a number. Hyphens and dashes stay two signs until the
# joins are read: only a hyphen may be a word's division at the end of a line.
_ONE_FOR_ONE = (
    ("‘’‚‛ʼ´`′‹›", "'"), ("“”„‟«»″", '"'), ("\u2010\u2011", "-"), ("\u2012\u2014\u2212", "–"),
    ("\u00b5", "\u03bc"), ("\u212b", "\u00c5"), ("\u2126", "\u03a9"), ("\u212a", "K"), ("˚", "°"),
    # Greek marks that Unicode holds to be the same characters; some PDF writers use them for ours.
    ("\u037e", ";"), ("\u0387", "·"),
)  # fmt: skip
_SIGNS = {"…": ("...", ""), "''": ('"', "")}
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}

_WHITE = r"\s" + IGNORABLE
_LINE_BREAK = pattern(f"[{LINE_BREAKS}]")
# A joint is what stands between two words, unless it is one plain space or one mark that never changes.
_JOINTS = pattern(rf"\W(?:(?=\W)\W+|(?<=[^\S ])|(?<=[-–―…{IGNORABLE}]))")
_IDEOGRAPH = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_OTHER_SCRIPT = pattern(f"[{MARKS}{_IDEOGRAPH}]")
_JOINTS_IN_OTHER_SCRIPTS = pattern(rf"(?! [\w{MARKS}])[^\w{MARKS}]+|(?<=[{_IDEOGRAPH}]) (?=[{_IDEOGRAPH}])")
_DECOMPOSED = pattern(rf"[{MARKS}]+|[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?")
_LETTER_JOIN = pattern(rf"([-–―])([{_WHITE}]*)")
_JOINT_PART = pattern(rf"[{_WHITE}]+|…|''|(?<!-)-{{2,3}}(?!-)")
# The space between a number and its unit, a currency's code and its number, is the typesetter's.
_BEFORE_UNIT = pattern(
    rf"\d([{_WHITE}]+)(?=(?:[mkμunp]?g|mcg|lbs?|oz|[mdcμ]?l|[munpμ]?mol|[kmg]?hz|[kmgt]?wh?|[km]v|mah?|[km]j"
    r"|k?cal|[kmh]pa|mmhg|psi|[kcmnμ]?m[23²³]?|ft|mph|ha|[kmgt]b|[kmg]bps|rpm|db|pp[mb]|iu|bn|mn)(?!\w))"
)
_CODES = "usd eur gbp chf jpy cny rmb inr cad aud nzd sek nok dkk hkd sgd krw brl mxn zar".split()

_IS_IDEOGRAPH = pattern(f"[{_IDEOGRAPH}]")
_KINDS = {
    "dash": "-–―", "slash": "/", "sign": "+=^×*", "bound": "<>≤≥≦≧⩽⩾≠~≈±∓", "degree": "°",
    "punctuation": ",.;:!?()[]\"'…",
}  # fmt: skip
_LETTERS = ("letter", "ideograph")
_COUNTING = {"digit", "sign", "bound", "money", "dash"}
_BESIDE_DOUBLE_HYPHEN = {*_LETTERS, "punctuation", "edge"}

_Change = tuple[int, int, str, str]


def _with_one_sign_for_each(text: str) -> str:
    """The text, of the same length, with one character for all that mean the same."""
    for variants, sign in _ONE_FOR_ONE:
        for variant in variants:
            text = text.replace(variant, sign)
    return text


def _changes(plain: str) -> Iterable[_Change]:
    """What folding writes anew: start, end, the new characters, and the join left out there."""
    others = [*_gap_changes(plain)]
    other_script = False
    if not plain.isascii():
        others += [*_ligature_changes(plain), *_composed_changes(plain)]
        other_script = _OTHER_SCRIPT.search(plain) is not None
    joints = _joint_changes(plain, _JOINTS_IN_OTHER_SCRIPTS if other_script else _JOINTS)
    return sorted([*joints, *others]) if others else joints


def _gap_changes(plain: str) -> Iterator[_Change]:
    """The spaces that may stand or not: "10 mg" is "10mg", "EUR 500" is "EUR500"."""
    lowered = _lowered(plain)
    for spot in _BEFORE_UNIT.finditer(lowered):
        yield *spot.span(1), "", ""
    for code in _CODES:
        if code in lowered:
            for spot in re.finditer(rf"{code}(?<!\w{code})([{_WHITE}]+)(?=\d)", lowered):
                yield *spot.span(1), "", ""


def _joint_changes(plain: str, joints: re.Pattern[str]) -> Iterator[_Change]:
    for spot in joints.finditer(plain):
        at, end = spot.span()
        before = _kind(plain[at - 1]) if at else "edge"
        after = _kind(plain[end]) if end < len(plain) else "edge"
        # Long joints are ruled lines and blanks: rare, and too big to remember.
        rewrite = _rewrite if end - at < 16 else _rewrite.__wrapped__
        for start, stop, written, join in rewrite(spot.group(), before, after):
            yield at + start, at + stop, written, join


def _ligature_changes(plain: str) -> Iterator[_Change]:
    for ligature, letters in _LIGATURES.items():
        for spot in re.finditer(ligature, plain):
            yield *spot.span(), letters, ""


def _composed_changes(plain: str) -> Iterator[_Change]:
    """Letters and their marks made one character where there is one."""
    if unicodedata.is_normalized("NFC", plain):
        return
    for spot in _DECOMPOSED.finditer(plain):
        at, end = spot.span()
        marked = plain[at - 1 : at] if unicodedata.combining(plain[at]) else ""
        if marked.isalnum() and marked not in _LIGATURES:
            at -= 1
        letter = unicodedata.normalize("NFC", plain[at:end])
        if letter != plain[at:end]:
            yield at, end, letter, ""


@functools.lru_cache(maxsize=4096)
def _kind(character: str) -> str:
    """What a character is to the spaces beside it."""
    if _IS_IDEOGRAPH.match(character):
        return "ideograph"
    if character.isnumeric():
        return "digit"
    if character.isalpha() or unicodedata.category(character)[0] == "M":
        return "letter"
    if character in "%‰‱％﹪٪" or unicodedata.category(character) == "Sc":
        return "money"
    for kind, characters in _KINDS.items():
        if character in characters:
            return kind
    return "other"


@functools.lru_cache(maxsize=4096)
def _rewrite(joint: str, before: str, after: str) -> tuple[_Change, ...]:
    """The changes inside one joint, counted from its start; `before` and `after` are the kinds beside it."""
    if before in _LETTERS and after in _LETTERS and (hyphen := _LETTER_JOIN.fullmatch(joint)):
        return ((0, len(joint), "", _hyphen_join(*hyphen.groups())),)
    changes = []
    for part in _JOINT_PART.finditer(joint):
        start, end = part.span()
        left = _kind(joint[start - 1]) if start else before
        right = _kind(joint[end]) if end < len(joint) else after
        if part.group()[0] == "-":
            changes += _double_hyphen(joint, start, end, {before, after})
            continue
        written, join = _SIGNS.get(part.group()) or _space(part.group(), left, right)
        if join or written != part.group():
            changes.append((start, end, written, join))
    return tuple(changes)


def _hyphen_join(hyphen: str, space: str) -> str:
    if _LINE_BREAK.search(space):
        return hyphen + "\n"
    return hyphen + " " if space.strip(IGNORABLE) else hyphen


def _double_hyphen(joint: str, start: int, end: int, beside: set[str]) -> list[_Change]:
    """Between words a double hyphen is a dash, with or without spaces; beside a number it may be a minus."""
    if not beside <= _BESIDE_DOUBLE_HYPHEN:
        return []
    spaced_before, spaced_after = joint[:start][-1:].isspace(), joint[end : end + 1].isspace()
    opens, closes = start == 0 and "edge" in beside, end == len(joint) and "edge" in beside
    changes = [(start, end, "-" if spaced_before or opens else " -", "")]
    return changes if spaced_after or closes else [*changes, (end, end, "", " ")]


def _space(run: str, left: str, right: str) -> tuple[str, str]:
    """What a run of white and ignorable characters is written as, and the join it leaves."""
    neighbours = {left, right}
    broken = _LINE_BREAK.search(run) is not None
    if not run.strip(IGNORABLE) or (run[0] == "\u00ad" and broken and neighbours <= {*_LETTERS, "digit"}):
        # Many PDFs write their hyphens as soft ones: beside a digit that may be a range or a minus.
        return ("-" if "\u00ad" in run and "digit" in neighbours else ""), ""
    if (left == "bound" and right in ("digit", "money")) or (left, right) == ("digit", "degree"):
        return "", ""
    if "slash" in neighbours and neighbours <= {"slash", *_LETTERS}:
        return "", ""
    if left in ("dash", "slash") or neighbours == {"ideograph"}:
        return "", "\n" if broken else " "
    if neighbours == {"digit", "money"}:
        return "", ""
    if "punctuation" in neighbours and not neighbours & _COUNTING:
        return "", ""
    return " ", ""


def _lowered(cased: str) -> str:
    """Small letters one for one; İ, whose small form is two characters, stays, and final sigma is a sigma."""
    even = cased.replace("Σ", "σ").replace("ς", "σ")
    return "İ".join(part.lower() for part in even.split("İ"))
