"""Prove the value of a row from the words that it quotes, with the places of the layout that go with them.

Proved: the quoted words say the value, read by the parsers of its type, or word for word. Does not follow:
they plainly say another one, or state no such figure, currency, scale or name. Open: code cannot tell.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from pincite.answer.answers import Item
from pincite.answer.claims import Role
from pincite.ask.figure import names_of
from pincite.language.value_words import in_words
from pincite.language.vocabulary import stems, telling
from pincite.prove.against import Ground
from pincite.prove.place import recover
from pincite.prove.quote import locate
from pincite.prove.spelt_out import not_stated
from pincite.prove.value import prove_reading, says, years_in
from pincite.records.document import Document
from pincite.records.evidence import Proof
from pincite.records.library import Held
from pincite.records.span import Span
from pincite.structure.cell_facts import fact_at
from pincite.structure.cells import values_in
from pincite.values.currencies import find_marks
from pincite.values.gaps import one_line
from pincite.values.polarity import DENIAL
from pincite.values.readings import Reading
from pincite.values.registered import find, moved, value_types
from pincite.values.types import Amount, Boolean, DateValue, Duration, Number, Percentage, same
from pincite.verification.claim_rows import Change, ClaimRow
from pincite.verification.nearest import nearest

_State = Literal["proved", "open", "does_not_follow"]
_FIGURES = ("iban", "percentage", "amount", "date_range", "date", "duration", "number")
_NAMES = ("organisation", "person", "address")
_WORDS = frozenset({"text", "clause", "statement"})
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}
_ISO_DURATION = re.compile(r"-?P[0-9YMWDTHS.]+")
_CODE = re.compile(r"0\d+")
"""Digits that are no number: of a number, nobody writes the zero before it."""
_ONE_PART = re.compile(r"PT?(\d+(?:\.\d+)?)[YMWDHS]")
_TOKEN = re.compile(r"[^\W_]+")
_NUMERAL = re.compile(r"\d")
_MOST_SHOWN = 3
_SCALES = (1, 10**3, 10**6, 10**9)
_LEAST_SHARED = 0.5
"""The share of its words that a value in other words than the quote must have in common with it."""
_ORDER: tuple[_State, ...] = ("proved", "open", "does_not_follow")


@dataclass(frozen=True, slots=True)
class ValueVerdict:
    """What the quoted words say of a value, and the further places that were needed for it."""

    state: _State
    reason: str
    places: tuple[tuple[Span, Role], ...] = ()
    changes: tuple[Change, ...] = ()


def judge_value(row: ClaimRow, held: Held, quoted: Span) -> ValueVerdict:
    """Whether the value of a row is what the words at `quoted` say."""
    return _Judging(row, held, quoted).judged(row.value)


def typed_values(value: Any, kind: str | None = None) -> Iterator[tuple[str, BaseModel]]:
    """What a value may be by its form: an amount, a date, a yes or no; nothing for plain words."""
    if isinstance(value, bool):
        yield "boolean", Boolean(value=value)
    elif isinstance(value, int | float | Decimal):
        if not Decimal(str(value)).is_finite():
            return
        yield "number", Number(value=Decimal(str(value)), unit=None)
    elif isinstance(value, BaseModel):
        yield from ((name, value) for name, known in value_types().items() if known.model is type(value))
    elif isinstance(value, Mapping):
        yield from _from_fields(value, kind)
    elif isinstance(value, str):
        yield from _from_words(value.strip(), kind)


def _from_fields(value: Mapping[str, Any], kind: str | None) -> Iterator[tuple[str, BaseModel]]:
    if "amount" in value and "value" not in value:
        value = {"value" if name == "amount" else name: each for name, each in value.items()}
    for name, known in value_types().items():
        if name in _WORDS or (kind and name != kind):
            continue
        # Others leave out what is null, and have floats where we have decimals as words.
        written = {name: str(each) if isinstance(each, float) else each for name, each in value.items()}
        given = dict.fromkeys(known.model.model_fields) | written
        try:
            yield name, known.model.model_validate(given)
        except ValidationError:
            continue


def _from_words(value: str, kind: str | None) -> Iterator[tuple[str, BaseModel]]:
    if value.casefold() in _YES_NO and kind in (None, "boolean"):
        yield "boolean", Boolean(value=_YES_NO[value.casefold()])
        return
    if kind in _WORDS or (kind is None and _CODE.fullmatch(value)):
        return
    if _ISO_DURATION.fullmatch(value) and kind in (None, "duration"):
        try:
            yield "duration", Duration(iso8601=value)
        except ValidationError:
            return
    known = (kind,) if kind is not None and kind in value_types() else (*_FIGURES, *_NAMES)
    for name in known:
        for reading in find(name, value):
            around = value[: reading.start] + value[reading.end :]
            if not any(map(str.isalnum, around)) and (not reading.ambiguous or name == "number"):
                yield name, reading.value
    if value.isdigit() and kind in (None, "number", "amount"):
        yield "number", Number(value=Decimal(value), unit=None)


@dataclass(frozen=True, slots=True)
class _Judging:
    row: ClaimRow
    held: Held
    quoted: Span

    @property
    def document(self) -> Document:
        return self.held.document

    @property
    def words(self) -> str:
        return self.quoted.of(self.document.text)

    def judged(self, value: Any) -> ValueVerdict:
        if isinstance(value, list | tuple):
            return _together([self.judged(each) for each in value])
        known = list(typed_values(value, self.row.type))
        if known and known[0][0] == "boolean":
            return self._yes_or_no(known[0][1])
        if isinstance(value, Mapping) and not known:
            leaves = [each for each in value.values() if each is not None]
            told = _together([self.judged(each) for each in leaves])
            # Each part is in the words; that they belong together so, code does not see.
            return replace(told, state="open") if told.state == "proved" and len(leaves) > 1 else told
        written = _written(value)
        figures = [each for each in known if each[0] not in _NAMES]
        if figures:
            typed = min((self._typed(*each) for each in figures), key=lambda each: _ORDER.index(each.state))
            return self._as_written(written, typed) if typed.state != "proved" else typed
        return self._plain(written, known)

    def _typed(self, kind: str, value: BaseModel) -> ValueVerdict:
        """A figure, date or duration, read again from the quoted words and the places that go with it."""
        if isinstance(value, Number) and value.unit is None:
            return self._bare(value)
        readings = self._readings(kind, value)
        saying = [each for each in readings if says(each.value, value)]
        told = [self._proved(kind, value, each) for each in saying]
        if told:
            return min(told, key=lambda each: _ORDER.index(each.state))
        unit = getattr(value, "unit", None)
        if unit and isinstance(value, Amount | Number):
            plain = self._typed(kind, value.model_copy(update={"unit": None}))
            if plain.state != "proved":
                return plain
            # "monthly" states what "per month" says; no other word states what "mg" does.
            lacking = "" if isinstance(value, Amount) else not_stated(value, self.words, [self.words])
            state: _State = "does_not_follow" if lacking else "open"
            return replace(
                plain, state=state, reason=lacking or f"the quoted words say the number, and not “{unit}”"
            )
        return self._otherwise(kind, value, readings)

    def _bare(self, value: Number) -> ValueVerdict:
        """A number without unit or currency, which the words may state with either."""
        others: list[Reading[BaseModel]] = []
        told: list[ValueVerdict] = []
        for kind in ("number", "amount", "percentage", "duration", "date"):
            asked: BaseModel = value
            if kind == "date":
                year = value.value
                if year != year.to_integral_value() or not 1500 <= year <= 2500:
                    continue
                asked = DateValue(iso=f"{int(year):04d}", precision="year")
            for reading in self._readings(kind, asked):
                if _count(reading.value) == value.value or (kind == "date" and says(reading.value, asked)):
                    model = asked if kind == "date" else reading.value
                    told.append(self._proved(kind, model, reading))
                else:
                    others.append(reading)
        if told:
            return min(told, key=lambda each: _ORDER.index(each.state))
        return self._otherwise("number", value, others)

    def _proved(self, kind: str, value: BaseModel, reading: Reading[BaseModel]) -> ValueVerdict:
        """What the prover says of a value whose words are known."""
        span = Span(reading.start, reading.end)
        fact = fact_at(self.document, span)
        places: list[tuple[Span, Role]] = [(span, "words"), *(names_of(fact) if fact else ())]
        cited = [self._place(span, role) for span, role in [*places, (self.quoted, "answer")]]
        item = Item(
            id="row",
            type=kind,
            value=value,
            original=span.of(self.document.text),
            limits=[],
            evidence=cited,
            proof=[],
            derivation=None,
        )
        key = (self.held.identity.name, self.held.identity.version)
        check = prove_reading(item, {key: Ground.of(self.document, self.held.identity.source)})
        beside = tuple(each for each in places if each[0] != self.quoted)
        if check.state == "contradicted":
            return ValueVerdict("does_not_follow", check.reason, beside)
        if check.state == "open":
            return ValueVerdict("open", check.reason, beside)
        return ValueVerdict("proved", f"the quoted words say {in_words(value)}", beside)

    def _otherwise(self, kind: str, value: BaseModel, readings: Sequence[Reading[BaseModel]]) -> ValueVerdict:
        """Of a value that no reading of the quoted words says."""
        if told := self._in_table(value):
            return told
        clear = [each for each in readings if not each.ambiguous]
        text = self.document.text
        found = ", ".join(dict.fromkeys(f"“{one_line(each.original(text))}”" for each in clear[:_MOST_SHOWN]))
        changes = (Change(claimed=_written(self.row.value), found=found.strip("“”")),) if found else ()
        shares = [
            each
            for each in clear
            if isinstance(each.value, Percentage) and each.value.decimal == _count(value)
        ]
        if shares and kind == "number":
            return ValueVerdict("open", f"the quoted words say {found}, which is the value as a share of one")
        if lacking := not_stated(value, self.words, [self.words]):
            reason = f"the quoted words say {found}" if found else lacking
            return ValueVerdict("does_not_follow", reason, changes=changes)
        # A digit that nothing reads may be of the value; one of "7 days" is no percentage.
        known = [*readings, *(each for other in _FIGURES for each in self._readings(other, value))]
        rest = _without(self.words, [Span(each.start, each.end) for each in known], self.quoted.start)
        if clear and not _NUMERAL.search(rest):
            return ValueVerdict("does_not_follow", f"the quoted words say {found}", changes=changes)
        return ValueVerdict(
            "open", "every digit of the value is in the quoted words, and code cannot read them"
        )

    def _as_written(self, written: str, typed: ValueVerdict) -> ValueVerdict:
        """A figure that is in the quote as it is written, and that no parser proves."""
        if not written or not locate(written, self.words):
            return typed
        if typed.state == "open" and not typed.places and not self._scaled(written):
            return ValueVerdict("proved", "the quoted words contain the value word for word")
        if typed.state == "does_not_follow":
            reason = f"the quoted words contain these characters, but {typed.reason}"
            return ValueVerdict("open", reason, typed.places, typed.changes)
        return typed

    def _scaled(self, written: str) -> bool:
        """Whether a table multiplies the figure by what its title or heads say."""
        for match in locate(written, self.words):
            start = self.quoted.start
            fact = fact_at(self.document, Span(start + match.start, start + match.end))
            if fact is not None and (fact.scale is not None or fact.doubt):
                return True
        return False

    def _in_table(self, value: BaseModel) -> ValueVerdict | None:
        """Of a figure that a table prints, where only its sign or an unstated scale is otherwise."""
        if not isinstance(value, Amount | Number):
            return None
        claimed, currency = abs(value.value), getattr(value, "currency", None)
        for reading in (*self._readings("amount", value), *self._readings("number", value)):
            place = Span(reading.start, reading.end)
            fact = fact_at(self.document, place)
            if fact is None or fact.printed is None or currency not in (None, fact.currency or currency):
                continue
            printed = abs(fact.printed.value)
            unknown = fact.scale is None and not fact.printed.scaled
            full = abs(fact.in_full(fact.scale.factor if fact.scale else 1))
            possible = {full, *(printed * each for each in _SCALES if unknown)}
            if claimed in possible or (currency is None and claimed == printed):
                reason = (
                    f"the table prints {fact.printed.value:,f} there; its sign or scale is not as claimed"
                )
                return ValueVerdict("open", reason, ((place, "words"), *names_of(fact)))
        return None

    def _yes_or_no(self, value: BaseModel) -> ValueVerdict:
        """What whole sentences affirm or deny: a quote may leave out the "not" of its sentence."""
        claimed, blocks = isinstance(value, Boolean) and value.value, self.document.blocks_of(self.quoted)
        said = {
            reading.value.value
            for block in blocks
            for reading in find("boolean", block.span.of(self.document.text))
            if isinstance(reading.value, Boolean) and not reading.ambiguous
        }
        # "Neither party …, and each may …" affirms and denies: of such a sentence no denial can be missed.
        denies = any(DENIAL.search(block.span.of(self.document.text)) for block in blocks)
        if said == {not claimed} and (claimed or not denies):
            does = "denies" if claimed else "affirms"
            answer = "No" if claimed else "Yes"
            changes = (Change(claimed=_written(self.row.value), found=answer),)
            reason = f"the quoted sentence {does} something"
            return ValueVerdict("does_not_follow", reason, changes=changes)
        return ValueVerdict(
            "open", f"that the sentence means {'yes' if claimed else 'no'} is not for code to prove"
        )

    def _plain(self, value: str, names: Sequence[tuple[str, BaseModel]]) -> ValueVerdict:
        """Words, or a name: in the quote word for word, or by the parts of a name."""
        if other := self._other_party(value):
            return ValueVerdict("does_not_follow", f"the document calls it the {other}")
        if locate(value, self.words):
            return ValueVerdict("proved", "the quoted words contain the value word for word")
        for kind, model in names:
            if any(same(each.value, model) for each in self._readings(kind, model)):
                return ValueVerdict("proved", "the quoted words contain this name")
        for kind in _FIGURES:
            for reading in (each for each in find(kind, value) if not each.ambiguous):
                told = self._typed(kind, reading.value)
                if told.state == "does_not_follow":
                    return told
        near = nearest(value, self.words)
        changes = near.changes if near else ()
        if reason := self._problem(value, changes):
            return ValueVerdict("does_not_follow", reason, changes=changes)
        return ValueVerdict(
            "open", "every name and digit of the value is in the quote; what it means is not proved"
        )

    def _problem(self, value: str, changes: Sequence[Change]) -> str:
        """Why words that are not the quoted ones do not say the same; empty where they may."""
        if any(DENIAL.search(each.claimed) or DENIAL.search(each.found) for each in changes):
            return "the value and the quoted words differ in what they deny"
        if any(each.claimed[:1].isupper() and each.found[:1].isupper() for each in changes):
            return "the value and the quoted words name different ones"
        if lacking := self._lacking(value):
            return f"the quoted words do not say “{lacking}”"
        own = telling(stems(value))
        shared = own.intersection(stems(self.words))
        # A whole statement about the quote may well be in other words.
        is_other = self.row.type != "statement" and len(shared) < _LEAST_SHARED * len(own)
        return "the quoted words do not say this" if is_other else ""

    def _lacking(self, value: str) -> str:
        """A figure or name of the value that is not in the quote; empty where all of them are."""
        said = {word.casefold() for word in _TOKEN.findall(self.words)}
        stated = {mark.code for mark in find_marks(f" {self.words} ")}
        if foreign := [mark.code for mark in find_marks(f" {value} ") if mark.code not in stated]:
            return str(foreign[0])
        elsewhere = _tokens(self.document.seen_text)
        for word in map(str, _TOKEN.findall(value)):
            if word.casefold() in said:
                continue
            # A capital may only begin the value: what the document writes small is no name.
            is_name = word[0].isupper() and word.lower() not in elsewhere and self.row.type != "statement"
            if is_name or any(map(str.isdigit, word)):
                return word
        return ""

    def _other_party(self, value: str) -> str:
        """How the document calls a party that a row takes for another one: a landlord named as the tenant."""
        asked = {word.casefold() for word in _TOKEN.findall(self.row.field)}
        parties = [each for each in self.document.profile.subjects if each.kind == "party"]
        meant = [each for each in parties if any(_folded(a) and _folded(a) <= asked for a in each.aliases)]
        named = [each for each in parties if _folded(each.name) == _folded(value)]
        if not meant or not named or any(each in meant for each in named):
            return ""
        return next(iter(named[0].aliases), "")

    def _readings(self, kind: str, value: BaseModel) -> list[Reading[BaseModel]]:
        """The values of a kind within the quoted words, each with its place in the whole text."""
        blocks = self.document.blocks_of(self.quoted)
        found = [
            moved(reading, block.span.start)
            for block in blocks
            for reading in [
                *values_in(kind, self.document, block),
                *years_in(value, block.span.of(self.document.text)),
            ]
        ]
        if len(blocks) != 1 or not any(self._holds(each) for each in found):
            own = [*find(kind, self.words), *years_in(value, self.words)]
            found += [moved(reading, self.quoted.start) for reading in own]
        kept: dict[tuple[int, int], Reading[BaseModel]] = {}
        for each in found:
            if self._holds(each):
                kept.setdefault((each.start, each.end), each)
        return list(kept.values())

    def _holds(self, reading: Reading[BaseModel]) -> bool:
        return self.quoted.start <= reading.start and reading.end <= self.quoted.end

    def _place(self, span: Span, role: Role) -> Any:
        proof = Proof(self.held.identity, self.document, span, "exact")
        return recover(proof).model_copy(update={"role": role})


@functools.lru_cache(maxsize=8)
def _tokens(text: str) -> frozenset[str]:
    return frozenset(_TOKEN.findall(text))


def _together(each: Sequence[ValueVerdict]) -> ValueVerdict:
    """The worst of several; all places and differences."""
    if not each:
        return ValueVerdict("open", "the value is empty")
    worst = max(each, key=lambda one: _ORDER.index(one.state))
    places = tuple(dict.fromkeys(place for one in each for place in one.places))
    return replace(worst, places=places, changes=tuple(change for one in each for change in one.changes))


def _count(value: BaseModel) -> Decimal | None:
    """The number of an amount, a percentage, a number, or a duration of one unit."""
    if isinstance(value, Amount | Percentage | Number):
        return value.value
    part = _ONE_PART.fullmatch(value.iso8601) if isinstance(value, Duration) else None
    return Decimal(part[1]) if part else None


def _without(words: str, spans: Sequence[Span], start: int) -> str:
    kept = list(words)
    for span in spans:
        for at in range(span.start - start, span.end - start):
            kept[at] = " "
    return "".join(kept)


def _folded(name: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _TOKEN.findall(name))


def _written(value: Any) -> str:
    if isinstance(value, BaseModel):
        return in_words(value)
    if isinstance(value, Mapping):
        return " ".join(str(each) for each in value.values() if each is not None)
    return "yes" if value is True else "no" if value is False else str(value).strip()
