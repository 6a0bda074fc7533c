"""Read how a line starts and ends: numbers, list marks, titles, the end of a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

MAX_TITLE_CHARS = 100
_MAX_TITLE_WORDS = 14

Style = Literal["symbol", "enclosed", "letter", "number", "decimal", "bare", "keyword"]


@dataclass(frozen=True, slots=True)
class Mark:
    """The number or list mark that a line starts with."""

    style: Style
    label: str
    """The number or letter alone: `7.2`, `a`, `IV`; empty for a bullet."""
    end: int
    """Where the text after the mark starts."""
    word: str = ""
    """`article`, `schedule` and the like, in lower case, for a mark that is spelt out."""


_MARKS: tuple[tuple[Style, re.Pattern[str]], ...] = (
    ("symbol", re.compile(r"(?:[•●○◦▪■□‣⁃➢➤✓✔·–—*-]|\uf0b7)(?=\s)()\s+")),
    ("enclosed", re.compile(r"[(\[]?([a-zA-Z]|[ivxlc]{1,6}|[IVXLC]{1,6}|([a-z])\2|\d{1,3})[)\]](?=\s)\s+")),
    ("decimal", re.compile(r"(?:§+\s*)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3})+)\.?(?=\s)\s+")),
    ("number", re.compile(r"(?:§\s*)?(\d{1,3})\.(?=\s)\s+")),
    ("bare", re.compile(r"(?:§\s*)?(\d{1,2})(?=\s)\s+")),
    ("letter", re.compile(r"([a-zA-Z]|[ivx]{2,5}|[IVX]{2,5})\.(?=\s)\s+")),
    (
        "keyword",
        re.compile(
            r"(?i:article|section|clause|chapter|part|schedule|annex|appendix|exhibit|title|book|amendment|addendum"
            r"|endorsement|item|note)\s+(?i:no\.?\s*)?"
            r"([IVXLC]+|\d{1,3}(?:\.\d{1,3})*[A-Z]?|[A-Z]|(?i:one|two|three|four|five|six|seven|eight|nine|ten))"
            r"(?=[\s.:)–—-]|$)[.:)]?\s*(?:[–—:-]\s*)?"
        ),
    ),
)
_MARK_STARTS = re.compile(
    r"[^\w\s]|\d|.{0,6}[.)\]]|(?i:art|sec|cla|cha|par|sch|ann|app|exh|tit|boo|ame|add|end|ite|not)|[\uf0b7§]"
)

# Words that make a line a statement. A heading that holds one is still found by its font.
_VERBS = re.compile(
    r"\b(?:shall|will|may|must|is|are|was|were|has|have|had|means?|agrees?|should|can|could|would|be|been|"
    r"does|do|did|includes?)\b"
)
_LEADERS = re.compile(r"\.{4,}|(?:\. ){3,}|…{2,}|_{4,}")
_COLUMNS = re.compile(r"\S(?:\s{3,}|\t)\S")
_MONTHS = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)
_DATE = re.compile(rf"(?:\d{{1,2}}\s+)?{_MONTHS.pattern}[\s\d,]*$")
_CAPTION = re.compile(r"(?i:table|figure|fig\.?|chart)\s+(?:\d|[A-Z][\d.:–—-])|(?i:sources?):")
_CLOSERS = "\"'”’»)]}*_"
_SENTENCE_END = frozenset(".!?:;…。！？")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:No|Nos|Sec|Secs|Art|Arts|Cl|Para|Fig|Figs|Eq|Ref|Vol|Ch|pp|p|approx|ca|cf|e\.g|i\.e|vs|v|"
    r"Mr|Mrs|Ms|Dr|Prof|St|resp|incl|viz|[A-Z])\.$"
)
_SPELT = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_RULING = re.compile(r"[\s\-=_*~+#|:]*$")
_RUN_IN = re.compile(r"(.{2,80}?)(?:\.[\"”*_]{0,3}(?=\s)|\s?[–—](?=\s)|:(?=\s))")


def mark(line: str) -> Mark | None:
    """The mark that `line` starts with; None when it starts with words."""
    if _MARK_STARTS.match(line) is None:
        return None
    for style, pattern in _MARKS:
        if found := pattern.match(line):
            word = line.split(None, 1)[0].lower() if style == "keyword" else ""
            return Mark(style, found[1], found.end(), word)
    return None


def follows(earlier: Mark, later: Mark) -> bool:
    """Whether two marks are neighbours in one list: 3. and 4., (c) and (d), two bullets."""
    if earlier.style != later.style:
        return False
    if earlier.style == "symbol":
        return True
    parent, _, _ = earlier.label.rpartition(".")
    if later.label.rpartition(".")[0] != parent or earlier.label.isupper() != later.label.isupper():
        return False
    return any(value + 1 in _values(later.label) for value in _values(earlier.label))


def _values(label: str) -> set[int]:
    """What the last part of a label may count: `i` is the ninth letter and the Roman one."""
    last = label.rpartition(".")[2].lower()
    if last.isdigit():
        return {int(last)}
    values = {ord(last) - ord("a") + 1} if len(last) == 1 else set()
    return values | {roman_value(last)}


def roman_value(label: str) -> int:
    """What a Roman or spelt-out number stands for; -9 when it is none, next to no other number."""
    if label.lower() in _SPELT:
        return _SPELT.index(label.lower()) + 1
    digits = [_ROMAN.get(letter, 0) for letter in label.lower()]
    if not digits or 0 in digits:
        return -9
    return sum(-d if d < max(digits[i + 1 :], default=0) else d for i, d in enumerate(digits))


def is_title(words: str) -> bool:
    """Whether the words read as a heading rather than as a statement."""
    if not words or len(words) > MAX_TITLE_CHARS or not words[0].isprintable():
        return False
    if words[0].islower() or words[-1] in ",;:" or leads(words) or _MONTHS.match(words):
        return False
    tokens = words.split()
    if len(tokens) > _MAX_TITLE_WORDS or not any(character.isalpha() for character in words):
        return False
    if words.endswith(".") and len(tokens) > 6:
        return False
    if re.search(r"[.!?]\s+[A-Z“\"]", words) is not None:
        return False
    return is_capitals(words) or _VERBS.search(words) is None


def is_capitals(words: str) -> bool:
    """Whether the words are set in capitals, as titles of contracts are."""
    if not words.isupper():
        return False
    letters = sum(character.isalpha() for character in words)
    marks = sum(not character.isspace() for character in words)
    return letters >= 4 and letters * 10 >= marks * 7


def run_in_title(paragraph: str) -> int:
    """Where the heading of a clause like `7.2 Late payment. Interest shall …` ends; 0 when it has none."""
    start = mark(paragraph)
    if start is None or start.style not in ("decimal", "number", "keyword"):
        return 0
    found = _RUN_IN.match(paragraph, start.end)
    if found is None or not paragraph[found.end() :].strip():
        return 0
    title = " ".join(found[1].split()).strip('*_"“”')
    if not is_title(title) or len(title.split()) > 8 or not _is_title_case(title):
        return 0
    return found.end()


def _is_title_case(title: str) -> bool:
    words = [word for word in title.split() if len(word) > 3]
    return len(title.split()) <= 3 or all(not word[0].islower() for word in words)


def ends_sentence(line: str) -> bool:
    """Whether a sentence, or the words before a list, may end with this line."""
    bare = line.rstrip().rstrip(_CLOSERS)
    return bool(bare) and bare[-1] in _SENTENCE_END and _ABBREVIATION.search(bare) is None


def continues(line: str) -> bool:
    """Whether a line starts in the middle of a sentence: its first letter is small."""
    return line[:1].islower() or line.startswith((",", ";", ")"))


def leads(line: str) -> bool:
    """Whether dots or a rule lead the eye through the line, as in a printed contents page or a form."""
    likely = "..." in line or ". ." in line or "__" in line or "……" in line
    return likely and _LEADERS.search(line) is not None


def in_columns(line: str) -> bool:
    """Whether wide spaces divide the line, as in a table typed by hand."""
    return _COLUMNS.search(line) is not None


def is_date(line: str) -> bool:
    """Whether the line is a month and a year, as on a cover."""
    return _DATE.match(line) is not None


def is_caption(line: str) -> bool:
    """Whether the line names a table or a figure, or says where it comes from."""
    return _CAPTION.match(line) is not None


def is_ruling(line: str) -> bool:
    """Whether the line is drawn rather than written."""
    return _RULING.match(line) is not None
