"""Sentences, ways to set them otherwise, and ways to change what they say."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

Change = Callable[[random.Random, str], str]

PARTIES = (
    "the Company", "the Supplier", "Acme Fire & Flood, Inc.", "Müller’s Office", "the Licensee",
    "Castor GmbH", "Northwind Ltd", "the Tenant", "Dr. Okafor", "O’Hara & Sons", "the Insurer",
    "Société Générale",
)  # fmt: skip
VERBS = (
    "deliver", "reimburse", "indemnify", "co-finance", "re-certify", "file", "confirm", "classify",
    "waffle-iron", "refinance", "notify", "offset",
)  # fmt: skip
MODALS = ("shall", "may", "must", "will", "shall not", "may not", "must not", "will not", "cannot")
UNITS = ("mg", "km", "kg", "days", "months", "hours", "percent", "units", "litres", "°C")
MONTHS = ("January", "February", "March", "April", "June", "July", "August", "October", "December")
OPENINGS = ("", "Subject to Clause 4.2, ", "If so (and only then), ", "For the avoidance of doubt, ")
ENDINGS = (".", ";", "”.", ").")


def sentence(draw: random.Random) -> str:
    """A sentence with everything in it that a quote must not change."""
    party, other = draw.sample(PARTIES, 2)
    money = f"{draw.choice(('EUR ', 'USD ', '$', '£', '€'))}{draw.randrange(1_000, 990_000):,}"
    share = f"{draw.choice(('−', '+', ''))}{draw.randrange(2, 99)}.{draw.randrange(1, 9)}%"
    measure = f"{draw.randrange(2, 950)} {draw.choice(UNITS)}"
    range_of = f"{draw.randrange(2, 9)}–{draw.randrange(11, 40)} units"
    day = f"{draw.randrange(1, 29)} {draw.choice(MONTHS)} {draw.randrange(1990, 2040)}"
    title = draw.choice(("“Completion”", "the “First Office”", "‘Final Fit-Out’", "the “Five-Year Plan”"))
    end = draw.choice(ENDINGS)
    body = (
        f"{party} {draw.choice(MODALS)} {draw.choice(VERBS)} {money} to {other} upon {title} — that is, "
        f"{share} of the sum or {measure} — within {range_of} of {day}"
    )
    return f"{draw.choice(OPENINGS)}{body}{end}"


def around(draw: random.Random, middle: str) -> tuple[str, int]:
    """A text that holds `middle`, and where."""
    before = draw.choice(
        ("", "This is so. ", "12\n", "See Clause 4.1. ", "(b) ", "\n- ", "Taxes apply; and ")
    )
    after = draw.choice(("", " The end.", "\n\n5.3 Taxes", " (c) Each party signs.", "\nPage 4 of 9"))
    return before + middle + after, len(before)


def _at_some(draw: random.Random, pattern: str, text: str, instead: Callable[[str], str]) -> str:
    """The text with some of the matches replaced, at least one where there is any."""
    found = list(re.finditer(pattern, text))
    chosen = set(draw.sample(range(len(found)), draw.randint(1, len(found)))) if found else set()
    for number in sorted(chosen, reverse=True):
        match = found[number]
        text = text[: match.start()] + instead(match[0]) + text[match.end() :]
    return text


def line_breaks(draw: random.Random, text: str) -> str:
    return _at_some(draw, " ", text, lambda found: draw.choice(("\n", "\r\n", " \n", "\n  ", "\n\t")))


def spacing(draw: random.Random, text: str) -> str:
    return _at_some(
        draw, " ", text, lambda found: draw.choice(("  ", "\u00a0", "\u2009", "\t", "   ", "\u202f"))
    )


def hyphenation(draw: random.Random, text: str) -> str:
    """A word divided at a line end, with a hyphen that is not its own."""
    pattern = r"(?<=[a-z]{3})(?=[a-z]{3})"
    return _at_some(draw, pattern, text, lambda found: draw.choice(("-\n", "-\r\n", "-\n  ", "\u00ad\n")))


def ligatures(draw: random.Random, text: str) -> str:
    signs = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
    return _at_some(draw, "ffi|ffl|ff|fi|fl", text, lambda found: signs[found])


def quotation_marks(draw: random.Random, text: str) -> str:
    double, single = ('"', "“", "”", "„", "‟"), ("'", "’", "‘")
    return _at_some(draw, "[“”‘’]", text, lambda found: draw.choice(double if found in "“”" else single))


def dashes(draw: random.Random, text: str) -> str:
    text = _at_some(draw, " — ", text, lambda found: draw.choice(("—", " – ", " - ", " -- ")))
    return _at_some(
        draw, r"(?<=\d)–(?=\d)|−(?=\d)", text, lambda found: draw.choice(("-", "–", "−", "‑")[:3])
    )


def soft_hyphens(draw: random.Random, text: str) -> str:
    """After a number the first two letters of a word are left alone: by themselves they would be a unit."""
    pattern = r"(?<=[a-z])(?=[a-z])(?<!\d \w)(?<!\d \w\w)"
    return _at_some(draw, pattern, text, lambda found: draw.choice(("\u00ad", "\u200b", "\u00ad\n")))


NOISE: tuple[Change, ...] = (
    line_breaks, spacing, hyphenation, ligatures, quotation_marks, dashes, soft_hyphens,
)  # fmt: skip


def number(draw: random.Random, text: str) -> str:
    """One digit of one number changed, left out, doubled or swapped with its neighbour."""
    at = draw.choice([match.start() for match in re.finditer(r"\d", text)])
    other = draw.choice([digit for digit in "0123456789" if digit != text[at]])
    digit = draw.choice((other, "", text[at] * 2, f"{text[at]}.", f"{text[at]},"))
    return text[:at] + digit + text[at + 1 :]


def sign(draw: random.Random, text: str) -> str:
    """The sign of a number turned, taken away or put where none is; a range made one number."""
    signed = re.search(r"[−+](?=\d+\.\d%)", text)
    if signed:
        turned = {"−": "+", "+": "−"}[signed[0]]
        return text[: signed.start()] + draw.choice((turned, "")) + text[signed.end() :]
    return draw.choice((re.sub(r"\d+\.\d%", r"−\g<0>", text), re.sub(r"(\d)–(\d+)", r"\2", text)))


def unit(draw: random.Random, text: str) -> str:
    """Another unit or currency, or none."""
    money = re.search(r"EUR |USD |[$£€]", text)
    if money and draw.random() < 0.5:
        other = draw.choice([code for code in ("EUR ", "USD ", "$", "£", "€", "JPY ") if code != money[0]])
        return text[: money.start()] + draw.choice((other, "")) + text[money.end() :]
    if draw.random() < 0.3:
        return text.replace("%", draw.choice(("", "‰", " units")), 1)
    measure = re.search(rf"(?<=\d )(?:{'|'.join(UNITS)})(?= — within)", text)
    assert measure is not None
    other = draw.choice([name for name in (*UNITS, "g", "m", "years") if name != measure[0]])
    return text[: measure.start()] + other + text[measure.end() :]


def date(draw: random.Random, text: str) -> str:
    match = re.search(rf"(\d+) ({'|'.join(MONTHS)}) (\d{{4}})", text)
    assert match is not None
    day, month, year = match.groups()
    other = draw.choice([name for name in (*MONTHS, "May", "Jan") if name != month])
    wrong = draw.choice(
        (
            f"{int(day) + 1} {month} {year}",
            f"{day} {other} {year}",
            f"{day} {month} {int(year) + 1}",
            f"{day} {month}",
            f"{month} {year}",
            f"{day} {month} {year[2:]}",
        )
    )
    return text[: match.start()] + wrong + text[match.end() :]


def negation(draw: random.Random, text: str) -> str:
    modal = re.search(r"\b(shall|may|must|will)( not)?\b|\bcannot\b", text)
    assert modal is not None
    if modal[0] == "cannot":
        turned = "can"
    else:
        turned = modal[1] if modal[2] else draw.choice((f"{modal[1]} not", f"{modal[1]} never"))
    return text[: modal.start()] + turned + text[modal.end() :]


def modal_verb(draw: random.Random, text: str) -> str:
    modal = re.search(r"\b(?:shall|may|must|will|cannot)\b", text)
    assert modal is not None
    other = draw.choice(
        [verb for verb in ("shall", "may", "must", "will", "should", "might") if verb != modal[0]]
    )
    return text[: modal.start()] + other + text[modal.end() :]


def name(draw: random.Random, text: str) -> str:
    """A name with one letter changed, an accent lost or a part left out."""
    named = next(party for party in PARTIES if party in text)
    bare = named.removeprefix("the ")
    letter = draw.randrange(1, len(bare.split()[0]))
    wrong = bare[:letter] + ("x" if bare[letter] != "x" else "z") + bare[letter + 1 :]
    return text.replace(bare, wrong, 1)


def party(draw: random.Random, text: str) -> str:
    """Another party, or the two in each other's place."""
    first, second = sorted((party for party in PARTIES if party in text), key=text.index)
    if draw.random() < 0.5:
        return text.replace(first, "\0").replace(second, first).replace("\0", second)
    other = draw.choice([one for one in PARTIES if one not in (first, second)])
    return text.replace(draw.choice((first, second)), other, 1)


CHANGES: tuple[Change, ...] = (number, sign, unit, date, negation, modal_verb, name, party)
