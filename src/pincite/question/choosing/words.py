"""Split the names of documents and of what they are about into words that can be compared."""

from __future__ import annotations

import functools
import re
import unicodedata
from urllib.parse import unquote

from pincite.language.vocabulary import STOP_WORDS, stems

_ABBREVIATED = re.compile(r"\b(?:[^\W\d_]\.){2,}")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s?$")
_CAMEL = re.compile(r"[^\W\d_a-z]*[a-zà-ÿ]+|[^\W\d_a-z]+(?![a-z])|\d+")
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
    parts = _CAMEL.findall(word)
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
