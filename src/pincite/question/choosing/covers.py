"""Know the documents of a library by the words of their names, subjects and first lines.

A word that one document has tells it from all others; a word that most of them have tells nothing.
"""

from __future__ import annotations

import functools
import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from pincite.language.vocabulary import STOP_WORDS, stems
from pincite.question.choosing.document_kinds import kinds_of_document
from pincite.records.library import Cover, Identity
from pincite.records.reading import Subject

Elsewhere = Callable[[str], Iterable[Identity]]
"""The documents that say a word anywhere in their text."""

_IN_TEXT = 0.45
"""What a word is worth that no cover has: never enough to be certain, for a text names many."""


@dataclass(frozen=True, slots=True)
class Match:
    """A word of a mention: what it is worth in each document that has it, and at most in any."""

    written: str
    documents: Mapping[int, float]
    weight: float


def matches(words: Sequence[str], covers: Covers, elsewhere: Elsewhere) -> list[Match]:
    """Each word with the documents that have it; two words that a document writes as one are one."""
    return list(_matches(words, covers, elsewhere))


def _matches(words: Sequence[str], covers: Covers, elsewhere: Elsewhere) -> Iterator[Match]:
    position = 0
    while position < len(words):
        word, pair = words[position], words[position : position + 2]
        position += 1
        if posting := covers.posting(word):
            yield _match(word, posting)
        elif len(pair) == 2 and (posting := covers.posting("".join(pair))):
            yield _match(" ".join(pair), posting)
            position += 1
        elif known := [part for part in parts_of(word) if covers.posting(part)]:
            yield from _matches(known, covers, elsewhere)
        else:
            yield _in_texts(word, covers, elsewhere)


def _in_texts(word: str, covers: Covers, elsewhere: Elsewhere) -> Match:
    numbers = {identity: number for number, identity in enumerate(covers.identities)}
    found = {numbers[identity] for identity in elsewhere(word) if identity in numbers}
    if not found:
        return Match(word, {}, 1.0)
    return _match(word, Posting(dict.fromkeys(found, _IN_TEXT), covers.rarity(len(found))))


def _match(written: str, posting: Posting) -> Match:
    worth = {number: value * posting.rarity for number, value in posting.documents.items()}
    return Match(written, worth, posting.rarity)


_ABBREVIATED = re.compile(r"\b(?:[^\W\d_]\.){2,}")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s?$")
_CAMEL_PART = re.compile(r"[^\W\d_a-z]*[a-zà-ÿ]+|[^\W\d_a-z]+(?![a-z])|\d+")
_SUFFIX = re.compile(r"\.(?:pdf|docx?|html?|txt|md|xlsx?|csv|eml|msg|pptx?)$", re.IGNORECASE)

# Words of names that do not tell one document from another, however rare they are in a small library.
FORMS = frozenset(
    """
    inc incorporated corp corporation llc llp lp ltd limited plc co company gmbh mbh ag kg kgaa se sa sas
    sarl spa srl nv bv ab as oy oyj pty kft zrt holdings holding group trust partners partnership
    association foundation
    """.split()
)
ROLES = frozenset(
    """
    supplier customer company companies insurer insured policyholder employer employee tenant landlord
    lessor lessee licensor licensee buyer seller vendor contractor subcontractor client party parties
    parent target purchaser lender borrower agent disclosing receiving discloser recipient provider user
    owner franchisor franchisee investor sponsor guarantor trustee bank broker carrier consultant
    executive manager distributor manufacturer merger sub subsidiary purchaser acquiror acquirer
    surviving other another unknown
    """.split()
)
_FILLER = frozenset(
    """
    agreement agreements contract contracts document documents file copy final draft version template
    sample form standard executed signed scan new old rev page form blank general amended restated
    """.split()
)
_TELLS_NOTHING = STOP_WORDS | FORMS | ROLES | _FILLER


def words_of(text: str) -> list[str]:
    """The words as they are written, without the possessive; "U.S." is one word."""
    whole = _ABBREVIATED.sub(lambda found: found[0].replace(".", ""), text)
    return [_POSSESSIVE.sub("", word) for word in _WORD.findall(whole)]


def words_of_file(name: str) -> list[str]:
    """The words of a file's name, also those written as one: "AcmeLease_v2.pdf"."""
    plain = unquote(_SUFFIX.sub("", name)).replace("+", " ").replace("_", " ")
    return [part for word in words_of(plain) for part in (word, *parts_of(word))]


def parts_of(word: str) -> list[str]:
    """The parts of a word that capitals divide; none where it is one."""
    if word.islower() or word.isupper() or word[1:].islower():
        return []
    parts = _CAMEL_PART.findall(word)
    return [part for part in parts if len(part) > 1] if len(parts) > 1 else []


@functools.lru_cache(maxsize=100_000)
def key(word: str) -> str:
    """What two spellings of a word have in common: accents, capitals and endings do not count."""
    bare = word.lower()
    if not bare.isascii():
        bare = "".join(c for c in unicodedata.normalize("NFKD", bare) if not unicodedata.combining(c))
    return "".join(stems(bare)) or bare


def is_telling(word: str) -> bool:
    """Whether a word can tell one document from another."""
    lowered = word.lower()
    return len(lowered) > 1 and lowered not in _TELLS_NOTHING


def initials(name: str) -> list[str]:
    """The short forms that the first letters of a name make, with and without the legal form."""
    words = [word for word in words_of(name) if word.lower() not in STOP_WORDS]
    telling = [word for word in words if word.lower() not in FORMS]
    forms = ("".join(word[0] for word in each).lower() for each in (telling, words))
    return [form for form in dict.fromkeys(forms) if len(form) > 2]


def slips(word: str) -> frozenset[str]:
    """The word and what is left of it without one of its letters: words one slip apart share some."""
    return frozenset({word, *(word[:at] + word[at + 1 :] for at in range(len(word)))})


def is_one_slip(one: str, other: str) -> bool:
    """Whether a letter added, left out, replaced or swapped with its neighbour makes one of the other."""
    short, long = sorted((one, other), key=len)
    same = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return len(long) - len(short) == 1 and short[same:] == long[same + 1 :]
    swapped = long[:same] + long[same : same + 2][::-1] + long[same + 2 :]
    return short == swapped or short[same + 1 :] == long[same + 1 :]


_HEAD = 0.6
"""What a word is worth that only the beginning says: it also names others than the document is about."""
_NAME = 1.0
_GUESSED = 0.8
"""What initials are worth that the document does not give itself, and a name with a slip in it."""
_TYPO_LETTERS = 5
_STEM_LETTERS = 3
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Posting:
    """The documents that have a word, each with what it is worth there."""

    documents: Mapping[int, float]
    rarity: float
    """1 for a word of one document, towards 0 for a word of all."""


@dataclass(frozen=True, slots=True)
class Covers:
    """The documents of a collection, by number, with the words by which a question can name them."""

    identities: tuple[Identity, ...]
    names: Mapping[str, frozenset[int]]
    """The words of each document's name and of its subjects."""
    initials: Mapping[str, frozenset[int]]
    """The first letters of the names of its subjects."""
    heads: tuple[str, ...]
    """How each document begins, in small letters."""
    leading: Mapping[str, frozenset[int]]
    """Words with which the name of a subject begins, and its initials: enough to name it."""
    products: Mapping[str, frozenset[int]]
    """Names of products: known also where they are written small."""
    slipped: Mapping[str, frozenset[str]]
    """From what a slip leaves of a word of a name to the words that it may have been."""
    covers: tuple[Cover, ...]
    # Few questions speak of a kind of document, and telling it takes longer than all the rest.
    _kinds: dict[int, frozenset[str]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def count(self) -> int:
        return len(self.identities)

    def kinds_of(self, number: int) -> frozenset[str]:
        """What kinds of document this one is."""
        if number not in self._kinds:
            self._kinds[number] = _kinds(self.covers[number])
        return self._kinds[number]

    def of_kind(self, kind: str) -> list[int]:
        return [number for number in range(self.count) if kind in self.kinds_of(number)]

    def posting(self, word: str) -> Posting | None:
        """The documents that have the word, or one a slip away from it; None where none has."""
        found = key(word)
        documents = dict.fromkeys(self._in_heads(found), _HEAD)
        documents |= dict.fromkeys(self.initials.get(found, ()), _GUESSED)
        documents |= dict.fromkeys(self.names.get(found, ()), _NAME)
        if not documents and (near := self._nearest(found)):
            documents = dict.fromkeys(self.names[near], _GUESSED)
        return Posting(documents, self.rarity(len(documents))) if documents else None

    def _in_heads(self, found: str) -> list[int]:
        # Stemming may change the last letter; all words that share a stem begin with what stands before it.
        start = found[:-1] if len(found) > _STEM_LETTERS else found
        return [n for n, head in enumerate(self.heads) if start in head and found in _keys(head)]

    def rarity(self, count: int) -> float:
        return math.log(1 + self.count / max(count, 1)) / math.log(1 + max(self.count, 1))

    def _nearest(self, found: str) -> str | None:
        """The one word of a name that is a slip away from this; None where there are none or several."""
        if len(found) < _TYPO_LETTERS or not found.isalpha():
            return None
        proposed = {near for form in slips(found) for near in self.slipped.get(form, ())}
        near = [word for word in proposed if word[0] == found[0] and is_one_slip(word, found)]
        return near[0] if len(near) == 1 else None


def read_covers(covers: Iterable[Cover]) -> Covers:
    """The documents with their words."""
    listed = list(covers)
    names = _numbered(map(_name_words, listed))
    return Covers(
        identities=tuple(cover.identity for cover in listed),
        names=names,
        initials=_numbered((i for name in _names(cover) for i in initials(name)) for cover in listed),
        heads=tuple(_folded(cover.head) for cover in listed),
        leading=_numbered(_leading(cover.subjects) for cover in listed),
        products=_numbered(_leading(s for s in c.subjects if s.kind == "product") for c in listed),
        slipped=_slipped(names),
        covers=tuple(listed),
    )


def _numbered(of_each: Iterable[Iterable[str]]) -> dict[str, frozenset[int]]:
    """From words to the numbers of the documents that have them."""
    found: dict[str, set[int]] = {}
    for number, words in enumerate(of_each):
        for word in words:
            found.setdefault(key(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


def _slipped(names: Iterable[str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for word in names:
        if len(word) >= _TYPO_LETTERS and word.isalpha():
            for form in slips(word):
                found.setdefault(form, set()).add(word)
    return {form: frozenset(near) for form, near in found.items()}


def _folded(head: str) -> str:
    """In small letters, with the parts of words that capitals divide."""
    divided = _CAMEL.sub(" ", head)
    return (head if divided == head else f"{head} {divided}").lower()


@functools.lru_cache(maxsize=4_096)
def _keys(head: str) -> frozenset[str]:
    return frozenset(map(key, words_of(head)))


def _kinds(cover: Cover) -> frozenset[str]:
    titles = (s.name for s in cover.subjects if s.kind in ("title", "product"))
    called = " ".join((*words_of_file(cover.identity.name), *titles))
    return kinds_of_document(cover.type, called, cover.head)


def _name_words(cover: Cover) -> Iterable[str]:
    yield from words_of_file(cover.identity.name)
    for name in _names(cover):
        yield from words_of(name)


def _names(cover: Cover) -> Iterable[str]:
    for subject in cover.subjects:
        yield subject.name
        yield from subject.aliases


def _leading(subjects: Iterable[Subject]) -> Iterator[str]:
    """The first word of each of their names that tells anything, and the initials of each."""
    for subject in subjects:
        if subject.kind == "title":
            continue
        for name in (subject.name, *subject.aliases):
            yield from [word for word in words_of(name) if is_telling(word)][:1]
        yield from initials(subject.name)
