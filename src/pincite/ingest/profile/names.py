"""What a name of a company or a person looks like, and the names that brackets give it.

Patterns only; each part of them can match in one way, so that no text makes them slow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.records.span import Span

_MOST_WORDS = 10
# A company's name ends with the first of these, whatever follows.
_STRONG = (
    r"(?:Inc(?:orporated)?\b\.?|Corp(?:oration)?\b\.?|L\.?\s?L\.?\s?[CP]\b\.?|Ltd\b\.?|L\.?P\b\.?|P\.?L\.?C\b\.?"
    r"|GmbH(?:\s&\sCo\.?\sKG(?:aA)?)?|mbH\b|AG\b|KG(?:aA)?\b|SE\b|OHG\b|S\.?[àa]\.?\s?r\.?\s?l\b\.?|S\.?A\.?S?\b\.?|S\.?p\.?A\b\.?"
    r"|S\.?r\.?l\b\.?|N\.?V\b\.?|B\.?V\b\.?|A/S|ASA?\b|AB\b|Oyj?\b|Pty\b\.?|P\.C\.|N\.A\.|e\.V\."
    r"|(?:Sp\.?|Spółka)\s?z\s?o\.\s?o\b\.?|d\.\s?o\.\s?o\b\.?|s\.\s?r\.\s?o\b\.?|a\.\s?s\.(?!\w)|Kft\b\.?|(?:Zrt|Nyrt)\b\.?"
    r"|Ltda\b\.?|Lda\b\.?|S\.\s?L\.|ApS\b|OÜ\b|UAB\b|Sdn\b\.?\sBhd\b\.?)"
)
# A company's name may end with these, or go on.
_WEAK = (
    r"(?:(?:(?:and|&)\s+)?(?:Company\b|(?<!,\s)Co\b\.?)|Limited\b|Trust\b|Bank\b|Partnership\b|Association\b|Foundation\b"
    r"|University\b|(?:and|&)\s+(?:Sons|Partners|Associates)\b)"
)
# "limited liability company" is no name: a suffix begins with a capital, also where all of it is capitals.
_CAPITAL = r"(?=[^\W\d_a-z]|mbH|e\.V|d\.\s?o\.\s?o|s\.\s?r\.\s?o|a\.\s?s\.|and\s|&)"
_ENDS = r"(?![\w&]|\.\w)"
_SUFFIX = rf"{_CAPITAL}(?i:{_STRONG}|{_WEAK}){_ENDS}"
_ABBREVIATED = r"(?:(?:Dr|Mr|Mrs|Ms|St|Jr|Sr|Bros|Mt|[A-Z](?:\.[A-Z])*)\.(?!\w))"
_WORD = rf"(?:{_ABBREVIATED}|[^\W\d_a-zà-öø-ÿ](?:[\w&'’/\-]|\.(?=\w))*|\d+[A-Z]\w*|&|[a-z][A-Z]\w*)"
_PARTICLE = r"(?:of|the|for|de|du|des|d’|van|von|der|la|le|di|da|del|y)"
_SPACE = r"(?:[ \t\xa0]+\n?[ \t\xa0]*|\n[ \t\xa0]*)"  # a name runs over the end of a line, not of a paragraph
NAME = re.compile(
    rf"{_WORD}(?:,?\s+{_SUFFIX}|{_SPACE}(?:{_PARTICLE}{_SPACE}){{0,2}}(?:{_WORD}|\d{{1,3}}\b)){{0,{_MOST_WORDS}}}",
)
_COMPANY_END = re.compile(rf"[\s,]{_SUFFIX}(?:\s+[IVX]+)?$")
_FIRST_STRONG = re.compile(rf"[\s,]{_CAPITAL}(?i:{_STRONG}){_ENDS}(?:,?\s+{_SUFFIX})*(?=$|[\s,(;.])")
_ABBREVIATION = re.compile(
    r"(?:\b[A-Z]|Inc|Corp|Ltd|Co|Jr|Sr|Bros|Pty|Kft|Zrt|Nyrt|Ltda|Lda|Bhd|e\.V)\.$", re.IGNORECASE
)
# Words that begin no name: roles, parts of a contract, the beginnings of sentences.
_NO_NAME = frozenset(
    """a an and any all affiliate affiliated agreement article as at attention buyer by client company
    confidential consultant contract contractor corporation customer date each effective either employee
    employer exhibit executive form having in if investor it its lender lessee lessor licensee licensor
    landlord member no none of on or other our parties party provider purchaser recipient schedule section
    seller such supplier tenant that the their these this those to undersigned vendor we whereas with you
    your january february march april may june july august september october november december der die das
    dem den le la les un une""".split()
)
_QUOTED = re.compile(r"[“\"„«‘'‚‟]+\s?([^“”\"„«»‘’‚'()]{1,60}?)[,.;]?\s?[”\"“»’']+")
_UNQUOTED = re.compile(
    r"(?:herein(?:after)?|nachfolgend|nachstehend|ci-après)(?:\s+(?:called|referred\s+to\s+as|genannt|dénommée?))?"
    r",?\s+(?:the\s+)?([A-Z][\w&.]*(?:\s+[A-Z][\w&.]*){0,3})\s*$"
)
_ARTICLE = re.compile(r"(?:the|der|die|das|le|la|les|l’)\s+", re.IGNORECASE)
# What brackets define beside parties.
_NO_ALIAS = frozenset(
    """party, parties, agreement, contract, lease, term, services, transaction, purpose, date, you, we, us,
    effective date, closing date, commencement date, execution date, confidential information, partei,
    parteien, vertrag, partie, contrat""".replace(",\n    ", ", ").split(", ")
)
# The next party, or the end of the sentence.
NEXT_PARTY = re.compile(
    r",?\s+(?:[Aa]nd|AND|und|et)\s+(?=[^\W\da-z]|\[|\(|(?:the|an?|you|each|der|die|la)\s)"
)
SENTENCE_END = re.compile(
    r"[.;:]\s+(?=[A-Z][a-z]+\s+[a-z])|\n\s*\n(?=\d+\.|WHEREAS|W I T|WITNESS|RECITAL|BACKGROUND)"
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it stands in the text."""

    text: str
    span: Span
    is_company: bool
    """Whether it ends as names of companies do."""

    @property
    def may_be_a_person(self) -> bool:
        words = self.text.split()
        return 2 <= len(words) <= 5 and all(word[0].isupper() for word in words) and "AND" not in words


@dataclass(frozen=True, slots=True)
class Party:
    """A name, and the short names that a bracket gives it."""

    name: Name
    aliases: tuple[str, ...]


def name_at(text: str, start: int) -> Name | None:
    """The name that begins at `start`; None when none does."""
    match = NAME.match(text, start)
    if match is None:
        return None
    written = match[0]
    if ends := _FIRST_STRONG.search(written):
        written = written[: ends.end()]
    if written.endswith(".") and not _ABBREVIATION.search(written):
        written = written[:-1]
    words = written.split()
    if not words or words[0].casefold().strip(".,") in _NO_NAME or not any(c.isalpha() for c in written):
        return None
    is_company = len(words) > 1 and _COMPANY_END.search(written) is not None
    return Name(" ".join(words), Span(start, start + len(written)), is_company)


def aliases_in(bracket: str) -> tuple[str, ...]:
    """The names that what stands in a bracket gives to what stands before it."""
    found = [match[1] for match in _QUOTED.finditer(bracket)] or _UNQUOTED.findall(bracket)
    names = (_ARTICLE.sub("", " ".join(name.split()), count=1).strip(" ,.;") for name in found)
    return tuple(name for name in names if name and name.casefold() not in _NO_ALIAS)


def after(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Where the pattern ends that begins at `start`; `start` itself where it does not."""
    match = pattern.match(text, start)
    return match.end() if match else start
