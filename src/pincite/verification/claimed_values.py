"""Prove the value of a row from the words that it quotes, with the places of the layout that go with them.

Proved: the quoted words say the value, read by the parsers of its type, or word for word, and no other of its
kind that the field may mean. Does not follow: they plainly say another one, or state no such figure,
currency, scale or name. Open: code cannot tell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Literal

from pydantic import BaseModel

from pincite.answer.answers import Item
from pincite.answer.claims import Role
from pincite.ask.cited_values import names_of
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
from pincite.structure.cell_facts import fact_at, path_words
from pincite.structure.cells import values_in
from pincite.values.agreement import agree
from pincite.values.bands import quantities
from pincite.values.gaps import one_line
from pincite.values.numerals import find_numerals
from pincite.values.pairs import IN_BRACKETS
from pincite.values.readings import Reading
from pincite.values.registered import find, moved
from pincite.values.scale_notes import scale_notes
from pincite.values.types import Amount, DateValue, Number, Percentage, same
from pincite.verification.claim_rows import Change, ClaimRow
from pincite.verification.claimed_words import folded, other_party, problem_of, run_of, without
from pincite.verification.nearest import nearest
from pincite.verification.value_forms import (
    A_YEAR,
    CLEAR,
    FIGURES,
    NAMES,
    PER_MILLE,
    are_joined,
    count_of,
    denies_or_affirms,
    is_bound,
    leaves,
    per_milles,
    several,
    typed_values,
    unbound,
    written,
)
from pincite.verification.which_figure import asked_by, is_end_asked, meant

_State = Literal["proved", "open", "does_not_follow"]
_ONE = re.compile(
    r"(?<![\w-])one(?=\s+(?!hundred|thousand|million|half|third|of\b|or\b|and\b|another\b|who\b|that\b|may\b|such\b|shall\b|is\b)[a-z]{3})",
    re.IGNORECASE,
)
_SHARES = re.compile(
    r"%|per\s?cent|accuracy|\bshares?\b|\brates?\b|margin|proportion|\bscores?\b", re.IGNORECASE
)
_UNREAD_SIGN = re.compile(r"[`\ufffd\u25a1\ue000-\uf8ff]\s?(?=\d)")
"""What is left of a currency's sign in a font that does not say which character it draws."""
_PROSE_BEHIND = re.compile(r"\)?(?:[.,;]|\s[a-z]{2})")
_REACH = 8
_SCALE_WORD = re.compile(r"\d\s?(?:thousand|million|billion|trillion|k|m|mn|bn)\b", re.IGNORECASE)
_COUNTED = ("number", "amount", "percentage", "duration")
_ANY_PARTY = frozenset({"parti", "name", "compani", "organis", "organiz", "entiti", "person"})
_MOST_SHOWN = 3
_OVER = 300
"""How far above a table without a caption the words stand that speak of it."""
_FEW_WORDS = 2
_SCALES = (1, 10**3, 10**6, 10**9)
_ORDER: tuple[_State, ...] = ("proved", "open", "does_not_follow")


@dataclass(frozen=True, slots=True)
class ValueVerdict:
    """What the quoted words say of a value, and the further places that were needed for it."""

    state: _State
    reason: str
    places: tuple[tuple[Span, Role], ...] = ()
    changes: tuple[Change, ...] = ()
    is_other: bool = False
    """Whether the words say the value, and the field plainly means another one of theirs."""


def judge_value(row: ClaimRow, held: Held, quoted: Span) -> ValueVerdict:
    """Whether the value of a row is what the words at `quoted` say."""
    claimed = [model for leaf in leaves(row.value) for _, model in typed_values(leaf, row.type)]
    claimed += [each.value for kind in FIGURES for each in find(kind, written(row.value))]
    return _Judging(row, held, quoted, tuple(claimed)).judged(row.value)


@dataclass(frozen=True, slots=True)
class _Judging:
    row: ClaimRow
    held: Held
    quoted: Span
    claimed: tuple[BaseModel, ...]
    """Everything that the row claims: of several figures none is a rival of the others."""

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
        is_answer = bool(known) and known[0][0] == "boolean"
        if is_answer or (denies_or_affirms(value) and self.row.type is None):
            said = written(value).lower()
            return ValueVerdict("open", f"that the quoted words mean “{said}” is not for code to prove")
        if isinstance(value, Mapping) and not known:
            inner = [each for each in value.values() if each is not None]
            told = _together([self.judged(each) for each in inner])
            # Each part is in the words; that they belong together so, code does not see.
            return replace(told, state="open") if told.state == "proved" and len(inner) > 1 else told
        words = written(value)
        bound, rest = unbound(words)
        if bound and any(True for _ in typed_values(rest)):
            return self._bounded(bound, words[: len(words) - len(rest)].strip(), self.judged(rest))
        figures = [each for each in known if each[0] not in NAMES]
        if figures:
            typed = _best([self._figure(*each) for each in figures])
            return self._as_written(words, typed) if typed.state != "proved" else typed
        if parts := several(words):
            return _together([self.judged(each) for each in parts])
        return self._plain(words, known)

    def _bounded(self, bound: str, words: str, told: ValueVerdict) -> ValueVerdict:
        """A figure behind "less than" or "about", where the quote must say so as well."""
        if told.state != "proved":
            return told
        spans = [span for span, role in told.places if role == "words"] or [self.quoted]
        if all(is_bound(bound, self.document.text, span.start, span.end) for span in spans):
            return told
        reason = f"the quoted words say the figure; they do not say “{words}” right beside it"
        return replace(told, state="open", reason=reason)

    def _figure(self, kind: str, value: BaseModel) -> ValueVerdict:
        """A figure, with the scale that only the field states: 321 of "restructuring (millions)"."""
        factors = {note.factor for note in scale_notes(self.row.field)}
        if len(factors) != 1 or not isinstance(value, Amount | Number) or _SCALE_WORD.search(written(value)):
            return self._typed(kind, value)
        in_full = value.model_copy(update={"value": value.value * factors.pop()})
        judging = replace(self, claimed=(*self.claimed, in_full))
        told = _best([judging._typed(each, model) for each, model in typed_values(in_full)])
        if told.state != "does_not_follow" or told.is_other:
            return told
        plain = self._typed(kind, value)
        reason = "the quoted words say the number, and not in the scale that the field names"
        return replace(plain, state="open", reason=reason) if plain.state == "proved" else plain

    def _typed(self, kind: str, value: BaseModel) -> ValueVerdict:
        """A figure, date or duration, read again from the quoted words and the places that go with it."""
        if isinstance(value, Number) and value.unit is None:
            return self._bare(value)
        readings = self._readings(kind, value)
        told = [self._proved(kind, value, each) for each in readings if says(each.value, value)]
        unit = getattr(value, "unit", None)
        if unit and isinstance(value, Number):
            asked, text = quantities(f"{value.value:f} {unit}"), self.document.text
            alike = [
                each
                for each in readings
                if any(one.kind for one in asked) and quantities(each.original(text)) == asked
            ]
            told += [self._read(kind, value, Span(each.start, each.end)) for each in alike]
        if told:
            return _best(told)
        if unit and isinstance(value, Amount | Number):
            plain = self._typed(kind, value.model_copy(update={"unit": None}))
            if plain.state != "proved":
                return plain
            # "monthly" states what "per month" says; no other unit states what "mg" does.
            named = any(getattr(each.value, "unit", None) for each in readings)
            is_other = isinstance(value, Number) and named
            lacking = not_stated(value, self.words, [self.words]) if is_other else ""
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
                if count_of(reading.value) == value.value or (kind == "date" and says(reading.value, asked)):
                    model = asked if kind == "date" else reading.value
                    told.append(self._proved(kind, model, reading))
                else:
                    others.append(reading)
        if not told and value.value == 1:
            figures = [Span(each.start, each.end) for each in others]
            alone = (self._at(*one.span()) for one in _ONE.finditer(self.words))
            free = [each for each in alone if not any(figure.covers(each) for figure in figures)]
            told = [self._read("number", value, each) for each in free]
        if not told or _best(told).state == "does_not_follow":
            told += filter(None, [self._in_table(value)])
        return _best(told) if told else self._otherwise("number", value, others)

    def _proved(self, kind: str, value: BaseModel, reading: Reading[BaseModel]) -> ValueVerdict:
        """What the prover says of a value whose words are known."""
        span = Span(reading.start, reading.end)
        if reading.ambiguous == PER_MILLE:
            return self._read(kind, value, span)
        fact = fact_at(self.document, span)
        places: list[tuple[Span, Role]] = [(span, "words"), *(names_of(fact) if fact else ())]
        cited = [self._place(span, role) for span, role in [*places, (self.quoted, "answer")]]
        original = span.of(self.document.text)
        item = Item(
            id="row",
            type=kind,
            value=value,
            original=original,
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
        is_clear = reading.ambiguous in CLEAR or self._is_remark(reading)
        if check.state == "open" and not (is_clear and reading.ambiguous):
            return ValueVerdict("open", check.reason, beside)
        return self._read(kind, value, span, beside)

    def _is_remark(self, reading: Reading[BaseModel]) -> bool:
        """Whether the brackets around a figure are those of a remark in prose: "falls (24%), and"."""
        behind = self.document.text[reading.end : reading.end + _REACH]
        return reading.ambiguous.startswith(IN_BRACKETS) and bool(_PROSE_BEHIND.match(behind))

    def _read(
        self, kind: str, value: BaseModel, span: Span, places: tuple[tuple[Span, Role], ...] = ()
    ) -> ValueVerdict:
        """Of a figure that the words at a place state, whether it is the one that the field means."""
        told = ValueVerdict("proved", f"the quoted words say {in_words(value)}", places or ((span, "words"),))
        return self._settled(told, kind, span)

    def _settled(self, told: ValueVerdict, kind: str, own: Span) -> ValueVerdict:
        rivals = self._rivals(kind, own)
        if kind in NAMES:  # one name may be written longer and shorter
            called = folded(own.of(self.document.text))
            others = ((each, folded(each.of(self.document.text))) for each in rivals)
            rivals = [each for each, name in others if not (name <= called or called <= name)]
        if kind == "date" and told.state == "proved" and (of_range := self._in_range(own)) is not None:
            is_asked, both = of_range
            rivals = [each for each in rivals if not (is_asked and both.covers(each))]
            if not is_asked:
                return replace(told, state="open", reason="the field may ask for the other end of the time")
        state, other = meant(self.row.field, self.document, self.quoted, own, rivals)
        if state == "this":
            return told
        text = self.document.text
        if other is not None:
            found, fact = one_line(other.of(text)), fact_at(self.document, other)
            heads = path_words(self.document, fact.column_path) if fact else ""
            reason = f"the field names another {'cell' if fact else 'one'}: “{found}”" + (
                f" under “{heads}”" if heads else ""
            )
            changes = (Change(claimed=written(self.row.value), found=found),)
            return ValueVerdict("does_not_follow", reason, told.places, changes, is_other=True)
        if told.state != "proved":
            return told
        if not rivals:
            reason = f"“{one_line(own.of(text))}” is in the quote; that the field means it is not proved"
            return replace(told, state="open", reason=reason)
        shown = ", ".join(f"“{one_line(each.of(text))}”" for each in (own, *rivals)[:_MOST_SHOWN])
        asked = f"the field “{self.row.field}” means" if self.row.field else "is meant, as no field is given"
        return replace(
            told, state="open", reason=f"the quote states several, {shown}; code cannot tell which {asked}"
        )

    def _in_range(self, own: Span) -> tuple[bool, Span] | None:
        """Whether a day is that end of a time which the field asks for, and where both ends are."""
        is_end = is_end_asked(self.row.field)
        for each in self._readings("date_range", None) if is_end is not None else ():
            if each.start == own.start or each.end == own.end:
                return (each.end == own.end) == is_end, Span(each.start, each.end)
        return None

    def _rivals(self, kind: str, own: Span) -> list[Span]:
        """Where the quote states another value of the same kind; the figures of a table are of one kind."""
        is_bare = any(isinstance(each, Number) and each.unit is None for each in self.claimed[:1])
        claims_year = any(isinstance(each, Number) and 1900 <= each.value <= 2100 for each in self.claimed)
        year = next((each for each in self.claimed if isinstance(each, DateValue)), None)
        more = _COUNTED if is_bare else () if kind in NAMES else ("number", "amount")
        found: dict[Span, None] = {}
        for each in dict.fromkeys((kind, *more)):
            for reading in self._readings(each, year):
                span = Span(reading.start, reading.end)
                is_same = any(_is_said(reading.value, claimed) for claimed in self.claimed)
                is_year = reading.ambiguous == A_YEAR and not claims_year
                overlaps = span.start < own.end and own.start < span.end
                # The 5 of "5 and 7 years" is of their kind, and so are all figures of a table.
                is_kind = (
                    each == kind
                    or is_bare
                    or (
                        kind in ("number", "amount") and fact_at(self.document, span) is not None
                        if fact_at(self.document, own)
                        else each == "number" and are_joined(self.document.text, own, span)
                    )
                )
                if is_kind and not (is_same or is_year or overlaps):
                    found[span] = None
        return list(found)

    def _otherwise(self, kind: str, value: BaseModel, readings: Sequence[Reading[BaseModel]]) -> ValueVerdict:
        """Of a value that no reading of the quoted words says."""
        if told := self._in_table(value):
            return told
        clear = [each for each in readings if each.ambiguous in CLEAR]
        text = self.document.text
        found = ", ".join(dict.fromkeys(f"“{one_line(each.original(text))}”" for each in clear[:_MOST_SHOWN]))
        changes = (Change(claimed=written(self.row.value), found=found.strip("“”")),) if found else ()
        number = count_of(value)
        if number is not None and number < 0 and any(count_of(each.value) == -number for each in clear):
            return ValueVerdict("open", f"the quoted words say {found}; the sign is for a reader to judge")
        for each in clear:
            is_share = isinstance(each.value, Percentage) and each.value.decimal == number
            if is_share and kind == "number":
                return ValueVerdict("open", f"the quoted words say {found}: the value as a share of one")
            alike = type(each.value) is type(value) or kind == "number"
            same_money = getattr(each.value, "currency", None) == getattr(value, "currency", None)
            exact = count_of(each.value)
            if alike and same_money and _is_rounded(number, exact, written(self.row.value)):
                return ValueVerdict("open", f"rounded from “{one_line(each.original(text))}”")
        if lacking := not_stated(value, self.words, [self.words]):
            if isinstance(value, Amount) and _UNREAD_SIGN.search(self.words):
                bare = value.model_copy(update={"currency": None})
                if not not_stated(bare, self.words, [self.words]):
                    return ValueVerdict("open", "the sign before the figure is no character of a currency")
            reason = f"the quoted words say {found}" if found else lacking
            state: _State = "open" if not clear and "do not state the unit" in lacking else "does_not_follow"
            return ValueVerdict(state, reason, changes=changes)
        # A digit that nothing reads may be of the value, and the "five" of "five and six years" is; one of "7
        # days" is no percentage.
        others = (each for other in FIGURES for each in self._readings(other, value))
        alone = Number(value=number, unit=None) if number is not None else None
        known = [*readings, *(each for each in others if each.value != alone)]
        rest = without(self.words, [Span(each.start, each.end) for each in known], self.quoted.start)
        if clear and not find_numerals(rest):
            return ValueVerdict("does_not_follow", f"the quoted words say {found}", changes=changes)
        return ValueVerdict(
            "open", "every digit of the value is in the quoted words, and code cannot read them"
        )

    def _as_written(self, words: str, typed: ValueVerdict) -> ValueVerdict:
        """A figure that is in the quote as it is written, and that no parser proves."""
        if not words or typed.is_other:
            return typed
        found = locate(words, self.words)
        if found and typed.state == "open" and not typed.places and not self._scaled(words):
            told = ValueVerdict("proved", "the quoted words contain the value word for word")
            return self._of_words(told, words, self._at(found[0].start, found[0].end))
        cell = self._cell_of(words)
        if typed.state == "does_not_follow" and (found or cell):
            reason = f"the quoted words contain these characters, but {typed.reason}"
            told = ValueVerdict("open", reason, typed.places, typed.changes)
            return self._settled(told, "amount", cell) if cell else told
        return typed

    def _cell_of(self, words: str) -> Span | None:
        """A quoted cell that is these words, though its neighbour may be of the same figure: "$5 $—"."""
        for found in re.finditer(re.escape(words), self.words):
            fact = fact_at(self.document, self._at(*found.span()))
            if fact is not None and fact.cell.span.of(self.document.text).strip() == words:
                return fact.cell.span
        return None

    def _scaled(self, words: str) -> bool:
        """Whether a table multiplies the figure by what its title or heads say."""
        facts = (fact_at(self.document, self._at(each.start, each.end)) for each in locate(words, self.words))
        return any(fact is not None and (fact.scale is not None or fact.doubt) for fact in facts)

    def _in_table(self, value: BaseModel) -> ValueVerdict | None:
        """Of a figure that a table prints, where only its sign, or a scale or % that it does not state."""
        if not isinstance(value, Amount | Number | Percentage):
            return None
        claimed, currency = abs(value.value), getattr(value, "currency", None)
        for reading in (*self._readings("amount", value), *self._readings("number", value)):
            place = Span(reading.start, reading.end)
            fact = fact_at(self.document, place)
            if fact is None or fact.printed is None or currency not in (None, fact.currency or currency):
                continue
            printed = abs(fact.printed.value)
            places: tuple[tuple[Span, Role], ...] = ((place, "words"), *names_of(fact))
            if isinstance(value, Percentage):
                heads = " ".join(span.of(self.document.text) for span, role in places if role == "head")
                over = self.document.text[max(0, fact.table.span.start - _OVER) : fact.table.span.start]
                caption = fact.table.caption.of(self.document.text) if fact.table.caption else over
                if printed == claimed and _SHARES.search(f"{heads} {caption}"):
                    return ValueVerdict(
                        "open", "the table prints this number, and not that it is a %", places
                    )
                continue
            is_bare = isinstance(value, Number) and value.unit is None
            if is_bare and value.value == fact.printed.value and not fact.printed.doubt:
                said = f"the table prints {one_line(place.of(self.document.text))}"
                over = f" under “{one_line(fact.scale.span.of(self.document.text))}”" if fact.scale else ""
                return self._settled(ValueVerdict("proved", said + over, places), fact.kind, place)
            unknown = fact.scale is None and not fact.printed.scaled
            full = abs(fact.in_full(fact.scale.factor if fact.scale else 1))
            possible = {full, *(printed * each for each in _SCALES if unknown)}
            if claimed in possible or (currency is None and claimed == printed):
                reason = (
                    f"the table prints {fact.printed.value:,f} there; its sign or scale is not as claimed"
                )
                return self._settled(ValueVerdict("open", reason, places), fact.kind, place)
        return None

    def _plain(self, value: str, names: Sequence[tuple[str, BaseModel]]) -> ValueVerdict:
        """Words, or a name: in the quote word for word, or by the parts of a name."""
        if other := other_party(self.row, self.document, value):
            return ValueVerdict("does_not_follow", f"the document calls it the {other}")
        if found := locate(value, self.words):
            told = ValueVerdict("proved", "the quoted words contain the value word for word")
            return self._of_words(told, value, self._at(found[0].start, found[0].end), names)
        for kind, model in names:
            for each in self._readings(kind, model):
                if same(each.value, model):
                    told = ValueVerdict("proved", "the quoted words contain this name")
                    return self._of_words(told, value, Span(each.start, each.end), names)
        if run := run_of(value, self.words):
            told = ValueVerdict("proved", "the quoted words say it, but for articles or a figure said twice")
            return self._of_words(told, value, self._at(run.start, run.end))
        for kind in FIGURES:
            for reading in (each for each in find(kind, value) if not each.ambiguous):
                told = self._typed(kind, reading.value)
                if told.state == "does_not_follow":
                    return told
        near = nearest(value, self.words)
        changes = near.changes if near else ()
        if reason := problem_of(self.row, self.document, value, self.words, changes):
            return ValueVerdict("does_not_follow", reason, changes=changes)
        return ValueVerdict(
            "open", "every name and digit of the value is in the quote; what it means is not proved"
        )

    def _of_words(
        self, told: ValueVerdict, value: str, own: Span, names: Sequence[tuple[str, BaseModel]] = ()
    ) -> ValueVerdict:
        """Of words that are in the quote, which may hold another such figure or name."""
        for kind in FIGURES:
            for reading in find(kind, value):
                around = value[: reading.start] + value[reading.end :]
                if len(telling(stems(around))) <= _FEW_WORDS:
                    return self._settled(told, kind, own)
        shape = re.sub(r"\\?\d+", r"\\d+", re.escape(value))
        if len(set(re.findall(shape, self.words))) > 1 and len(telling(stems(value))) <= _FEW_WORDS:
            reason = "the quote states several of this form; code cannot tell which is meant"
            return replace(told, state="open", reason=reason)
        if names and not asked_by(self.row.field).words <= _ANY_PARTY:
            return self._settled(told, names[0][0], own)
        return told

    def _readings(self, kind: str, value: BaseModel | None) -> list[Reading[BaseModel]]:
        """The values of a kind within the quoted words, each with its place in the whole text."""
        blocks = self.document.blocks_of(self.quoted)
        found = [
            moved(reading, block.span.start)
            for block in blocks
            for reading in [
                *values_in(kind, self.document, block),
                *(years_in(value, block.span.of(self.document.text)) if value else ()),
            ]
        ]
        if len(blocks) != 1 or not any(self._holds(each) for each in found):
            own = [*find(kind, self.words), *(years_in(value, self.words) if value else ())]
            found += [moved(reading, self.quoted.start) for reading in own]
        if kind == "percentage":
            found += [moved(reading, self.quoted.start) for reading in per_milles(self.words)]
        kept: dict[tuple[int, int], Reading[BaseModel]] = {}
        for each in found:
            if self._holds(each):
                kept.setdefault((each.start, each.end), each)
        return list(kept.values())

    def _holds(self, reading: Reading[BaseModel]) -> bool:
        return self.quoted.start <= reading.start and reading.end <= self.quoted.end

    def _at(self, start: int, end: int) -> Span:
        return Span(self.quoted.start + start, self.quoted.start + end)

    def _place(self, span: Span, role: Role) -> Any:
        proof = Proof(self.held.identity, self.document, span, "exact")
        return recover(proof).model_copy(update={"role": role})


def _together(each: Sequence[ValueVerdict]) -> ValueVerdict:
    """The worst of several; all places and differences."""
    if not each:
        return ValueVerdict("open", "the value is empty")
    worst = max(each, key=lambda one: _ORDER.index(one.state))
    places = tuple(dict.fromkeys(place for one in each for place in one.places))
    return replace(worst, places=places, changes=tuple(change for one in each for change in one.changes))


def _best(told: Sequence[ValueVerdict]) -> ValueVerdict:
    return min(told, key=lambda each: _ORDER.index(each.state))


def _is_said(read: BaseModel, claimed: BaseModel) -> bool:
    if isinstance(claimed, Number) and claimed.unit is None:
        return count_of(read) == claimed.value
    return says(read, claimed) or agree(read, claimed)


def _is_rounded(claimed: Decimal | None, exact: Decimal | None, words: str) -> bool:
    """Whether a number is another one with fewer digits: 1,242.4 million for 1,242,408 thousand."""
    if claimed is None or exact is None:
        return False
    _, digits, last = claimed.normalize().as_tuple()
    is_exact = len(digits) < 2 or claimed == exact or not isinstance(last, int)
    if is_exact or not (len(digits) > 2 or exact % 1 or _SCALE_WORD.search(words)):
        return False
    step = Decimal(1).scaleb(int(last))
    return (exact / step).to_integral_value(ROUND_HALF_UP) * step == claimed
