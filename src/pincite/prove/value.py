"""Read a value again from the words that are cited for it: proved, open, or contradicted.

Proved: our parser reads the same there, in the whole sentence or cell, and every currency, unit and scale of
it is stated at a cited place. Open: no parser of ours reads the words, or reads them in two ways, and every
digit and name of the value stands in them. Contradicted: the words plainly say another value, or something of
it is stated nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from pincite.answer.answers import Evidence, Item
from pincite.answer.checks import Check, State
from pincite.prove.against import Ground, Grounds, checked, ground_of, short, span_of
from pincite.prove.quote import locate
from pincite.prove.spelt_out import currency_not_cited, not_stated
from pincite.prove.whole import covers_sentences, cuts_nothing, is_parted
from pincite.records.document import Block, Document
from pincite.records.span import Span
from pincite.structure.cell_facts import CellFact, fact_at
from pincite.structure.cells import values_in
from pincite.structure.table_scales import multiplied
from pincite.values.agreement import agree
from pincite.values.date import find_years_alone
from pincite.values.printed_figure import Printed, printed_figure
from pincite.values.readings import Reading
from pincite.values.registered import find, value_types
from pincite.values.scale_notes import scale_notes
from pincite.values.table import table_value
from pincite.values.types import (
    Amount,
    Boolean,
    Clause,
    DateValue,
    Number,
    Percentage,
    TableValue,
    Text,
    same,
)

# Of a name our parsers may take too much or too little: what they read otherwise contradicts nothing.
_FIGURES = frozenset({"amount", "date", "date_range", "duration", "percentage", "number", "iban"})
_STOPS = " \t\r\n.,;:"


@dataclass(frozen=True, slots=True)
class Words:
    """Where the words of an item stand: in a cited place of a document."""

    place: Evidence
    ground: Ground
    span: Span
    cut: bool = False
    """Whether they part a word or number: of "EUR 5 million", "EUR 5" says nothing by itself."""

    @property
    def text(self) -> str:
        return self.span.of(self.ground.text)


def prove_value(item: Item, grounds: Grounds) -> Check:
    """What the cited words say of the value of an item that is not computed."""
    state, reason = _proved(item, grounds)
    # A yes or no, a text and a table have seen to that themselves.
    if state == "proved" and _is_typed(item.value) and _is_cut(item, grounds):
        state, reason = "open", "only part of its sentence is cited, which may turn it round"
    return checked("value", state, reason)


def prove_reading(item: Item, grounds: Grounds) -> Check:
    """What the cited words say of a value by themselves, whatever else their sentence says."""
    state, reason = _proved(item, grounds)
    return checked("value", state, reason)


def as_stated(item: Item, grounds: Grounds) -> Item:
    """The item with the currency that its words or its table state, where a reader left it out."""
    value = item.value
    if not isinstance(value, Amount) or value.currency is not None:
        return item
    for words in words_of(item, grounds):
        fact = _fact(words)
        read = [reading.value for reading in _readings(item.type, value, words) if _overlaps(reading, words)]
        codes = {each.currency for each in read if isinstance(each, Amount) and each.value == value.value}
        codes |= {fact.currency} if fact else set()
        if len(codes) == 1 and (code := codes.pop()):
            return item.model_copy(update={"value": value.model_copy(update={"currency": code})})
    return item


def words_of(item: Item, grounds: Grounds) -> Iterator[Words]:
    """Where the item's own words stand in the places that are cited for its answer, the narrowest first."""
    answering = [place for place in item.evidence if place.role in ("answer", "words")] or item.evidence
    for place in sorted(answering, key=lambda each: each.end - each.start):
        ground = ground_of(place, grounds)
        if ground is None:
            continue
        if place.snippet.split() == item.original.split():
            spans = [span_of(place)]
        else:
            found = locate(item.original, place.snippet)
            spans = [Span(place.start + match.start, place.start + match.end) for match in found]
        for span in spans:
            anchor = place.anchor if span == span_of(place) else None
            cut = not cuts_nothing(ground.text, span, anchor)
            yield Words(_widest(place, item.evidence) if cut else place, ground, span, cut)


def _widest(place: Evidence, cited: Sequence[Evidence]) -> Evidence:
    """The cited place that holds another one and most around it."""
    around = [
        each
        for each in cited
        if (each.name, each.version) == (place.name, place.version)
        and each.start <= place.start
        and place.end <= each.end
    ]
    return max(around, key=lambda each: each.end - each.start, default=place)


def _proved(item: Item, grounds: Grounds) -> tuple[State, str]:
    value = item.value
    if item.type not in value_types() or not isinstance(value, value_types()[item.type].model):
        return "contradicted", f"a {type(value).__name__} is no value of the type {item.type!r}"
    if isinstance(value, TableValue):
        return _table(item, value, grounds)
    if isinstance(value, Boolean):
        return _yes_or_no(item, grounds)
    if isinstance(value, Text | Clause):
        return _text(item, value.text, grounds)
    found = list(words_of(item, grounds))
    if not found:
        return "contradicted", f"no cited place says “{short(item.original)}”"
    cited = [place.snippet for place in item.evidence]
    best: tuple[State, str] = ("contradicted", "")
    for words in found:
        told = _typed(item, value, words, cited)
        if told[0] == "proved":
            return told
        if told[0] == "open" or not best[1]:
            best = told
    return best


def _is_typed(value: BaseModel) -> bool:
    return not isinstance(value, TableValue | Boolean | Text | Clause)


def _typed(item: Item, value: BaseModel, words: Words, cited: Sequence[str]) -> tuple[State, str]:
    fact = _fact(words)
    if fact is not None:
        return _figure(item, value, words, fact, cited)
    if words.ground.document is None and any(place.role in ("head", "scale") for place in item.evidence):
        printed = printed_figure(words.text)
        if printed is not None and isinstance(value, Amount | Number | Percentage):
            return _printed(value, printed, cited)
    readings = [r for r in _readings(item.type, value, words) if _overlaps(r, words)]
    saying = [reading for reading in readings if says(reading.value, value)]
    clear = [reading for reading in saying if not reading.ambiguous]
    if isinstance(value, Amount) and (lacking := currency_not_cited(value, cited)):
        return "contradicted", lacking
    if clear:
        if isinstance(value, Amount | Number) and _is_multiplied(words, clear[0]):
            return "open", "a heading over it says thousands or millions, and the figure itself does not"
        return "proved", "reading the cited words again gives the same"
    if saying:
        return "open", f"the cited words can be read in two ways: {saying[0].ambiguous}"
    if lacking := not_stated(value, words.text, cited):
        return "contradicted", lacking
    plain = [reading for reading in readings if not reading.ambiguous]
    if plain and item.type in _FIGURES and not any(_alike(reading.value, value) for reading in plain):
        return "contradicted", f"the cited words say {_value(plain[0].value)}"
    return "open", "no parser reads these words; every digit and name of the value stands in them"


def says(read: BaseModel, claimed: BaseModel) -> bool:
    """Whether what is read is what is claimed, which may say less: a year of a day, no unit of a price."""
    if same(read, claimed):
        return True
    if isinstance(read, DateValue) and isinstance(claimed, DateValue):
        return read.iso.startswith(claimed.iso)
    if isinstance(read, Amount) and isinstance(claimed, Amount):
        same_money = read.value == claimed.value and read.currency == claimed.currency
        return same_money and claimed.unit in (None, read.unit)
    if isinstance(read, Number) and isinstance(claimed, Number):
        return read.value == claimed.value and claimed.unit is None
    return agree(read, claimed) and not isinstance(read, DateValue | Amount)


def _figure(
    item: Item, value: BaseModel, words: Words, fact: CellFact, cited: Sequence[str]
) -> tuple[State, str]:
    """A figure of a table, read with the scale and currency that its table states."""
    assert fact.printed is not None
    number = getattr(value, "value", None)
    if not isinstance(value, Amount | Number | Percentage) or number is None:
        lacking = not_stated(value, words.text, cited)
        return (
            ("contradicted", lacking)
            if lacking
            else ("open", "the cell prints a figure that no parser reads so")
        )
    if isinstance(value, Percentage) != (fact.kind == "percentage"):
        if lacking := not_stated(value, words.text, cited):
            return "contradicted", lacking
        return "open", "whether the cell is a percentage cannot be told by code"
    factors = fact.factors or ((fact.scale.factor,) if fact.scale else (1,))
    stated = {note.factor for each in cited for note in scale_notes(each)}
    if fact.scale is None and not fact.printed.scaled and number in {fact.in_full(each) for each in stated}:
        return "open", "a cited place states the scale; that it holds for this table, code cannot tell"
    if number not in {fact.in_full(factor) for factor in factors}:
        full = fact.in_full(factors[0])
        return "contradicted", f"the cell prints {fact.printed.value:f}, which is {full:f} in full"
    factor = next(each for each in factors if fact.in_full(each) == number)
    scales = [place for place in item.evidence if place.role in ("scale", "head", "currency")]
    for place in scales:
        said = [note for note in scale_notes(place.snippet) if note.factor != factor and not note.excepted]
        if said and not fact.printed.scaled:
            state: State = "contradicted" if place.role == "scale" else "open"
            return state, f"“{short(place.snippet)}” is cited, and the figure is not multiplied by it"
    if factor != 1 and not any(note.factor == factor for each in cited for note in scale_notes(each)):
        return "contradicted", f"no cited place states that figures are multiplied by {factor:,}"
    if isinstance(value, Amount):
        if value.currency != fact.currency:
            own = fact.currency or "no currency"
            return "contradicted", f"its table states {own}, not {value.currency or 'none'}"
        if lacking := currency_not_cited(value, cited):
            return "contradicted", lacking
    unit = getattr(value, "unit", None)
    if unit and not any(unit.casefold() in each.casefold() for each in cited):
        return "contradicted", f"no cited place states the unit “{unit}”"
    if fact.doubt:
        return "open", fact.doubt
    return "proved", "reading the cell again with the scale and currency that are cited gives the same"


def _printed(
    value: Amount | Number | Percentage, printed: Printed, cited: Sequence[str]
) -> tuple[State, str]:
    """A figure of a cell whose table is not here: what is printed, times the scale that is cited."""
    factors = {note.factor for each in cited for note in scale_notes(each)} or {1}
    if printed.scaled or isinstance(value, Percentage):
        factors = {1}
    if value.value not in {printed.value * factor for factor in factors}:
        return "contradicted", f"the cell prints {printed.value:f}"
    if isinstance(value, Amount) and (lacking := currency_not_cited(value, cited)):
        return "contradicted", lacking
    unit = getattr(value, "unit", None)
    if unit and not any(unit.casefold() in each.casefold() for each in cited):
        return "contradicted", f"no cited place states the unit “{unit}”"
    if printed.doubt:
        return "open", printed.doubt
    return "proved", "reading the figure again with the scale and currency that are cited gives the same"


def _text(item: Item, text: str, grounds: Grounds) -> tuple[State, str]:
    if _plain_words(text) != _plain_words(item.original):
        return "contradicted", "its value is not the words that are quoted"
    found = next(words_of(item, grounds), None)
    if found is not None and _is_cut(item, grounds):
        return "open", "these words are part of a sentence that is not cited whole"
    if found is not None:
        return "proved", "the cited text contains these words"
    whole = _plain_words(" ".join(place.snippet for place in item.evidence if place.role == "answer"))
    if _runs_in(_plain_words(item.original), whole):
        return "proved", "the cited places contain these words one after the other"
    return "contradicted", f"no cited place says “{short(item.original)}”"


def _is_cut(item: Item, grounds: Grounds) -> bool:
    """Whether no cited place holds a whole sentence, row or cell: what is left out may turn it round."""
    for place in item.evidence:
        ground = ground_of(place, grounds)
        document = ground.document if ground else None
        if document is None:
            return False
        cell = document.cell_of(span_of(place))
        if covers_sentences(document, span_of(place)) or (cell and cell.span == span_of(place)):
            return False
    return True


def _yes_or_no(item: Item, grounds: Grounds) -> tuple[State, str]:
    """A yes or no stands nowhere: whole sentences are cited, so that no "not" is left out of them."""
    places = [place for place in item.evidence if place.role == "answer"] or item.evidence
    said = "yes" if getattr(item.value, "value", None) else "no"
    known = False
    for place in places:
        ground = ground_of(place, grounds)
        if ground is None or ground.document is None:
            continue
        known = True
        if not covers_sentences(ground.document, span_of(place)) and not _is_row(ground.document, place):
            return "contradicted", "only part of a sentence is cited, which may leave out a “not”"
    whole = "whole sentences are cited; " if known else ""
    return "open", f"{whole}that they mean {said} is judged, not proved"


def _is_row(document: Document, place: Evidence) -> bool:
    return any(block.kind == "table_row" for block in document.blocks_of(span_of(place)))


def _table(item: Item, value: TableValue, grounds: Grounds) -> tuple[State, str]:
    """A table is the cells of a table of the document; rows may be left out, none may be added or changed."""
    for place in item.evidence:
        ground = ground_of(place, grounds)
        document = ground.document if ground else None
        table = document.table_of(span_of(place)) if document else None
        whole = table_value(document, table) if document and table else None
        if whole is None or [head.split() for head in value.headers] != [
            head.split() for head in whole.headers
        ]:
            continue
        rows = iter(tuple(map(str.split, row)) for row in whole.rows)
        if all(any(tuple(map(str.split, wanted)) == row for row in rows) for wanted in value.rows):
            return "proved", "its cells are those of the table in the document"
    said = {part for place in item.evidence for part in place.snippet.replace("|", " ").split()}
    cells = (cell for row in (value.headers, *value.rows) for cell in row)
    lacking = next(
        (part for cell in cells for part in cell.split() if part not in said and part not in "|"), ""
    )
    if lacking:
        return "contradicted", f"no cited place says “{short(lacking)}”"
    read = any((ground := ground_of(place, grounds)) and ground.document for place in item.evidence)
    if read and any(_tables_at(place, grounds) for place in item.evidence):
        return "contradicted", "its cells are not those of the table that is cited"
    return "open", "its words are all there; which of them are heads and cells cannot be told"


def _tables_at(place: Evidence, grounds: Grounds) -> bool:
    ground = ground_of(place, grounds)
    return bool(ground and ground.document and ground.document.table_of(span_of(place)))


def _fact(words: Words) -> CellFact | None:
    """The figure of a table that the words are; None where they stand in no cell with one figure."""
    document = words.ground.document
    fact = fact_at(document, words.span) if document else None
    return fact if fact is not None and fact.printed is not None else None


def _readings(kind: str, value: BaseModel, words: Words) -> list[Reading[BaseModel]]:
    """The values of the kind in the sentence, row or quote of some words, with places in the whole text."""
    document = words.ground.document
    blocks: Sequence[Block] = document.blocks_of(words.span) if document else ()
    found: list[Reading[BaseModel]] = []
    texts = [(block.span.start, block.span.of(words.ground.text)) for block in blocks]
    for (at, text), block in zip(texts, blocks, strict=True):
        assert document is not None
        found += [_moved(r, at) for r in values_in(kind, document, block)]
        found += [_moved(r, at) for r in years_in(value, text)]
    if len(blocks) != 1:
        place = words.place
        found += [
            _moved(r, place.start) for r in (*find(kind, place.snippet), *years_in(value, place.snippet))
        ]
    # Two days with nothing but a comma between them are two values of a delimited file.
    alone = not words.cut or (
        kind == "date" and is_parted(words.ground.text, words.span.start, words.span.end)
    )
    if alone and not any(_overlaps(reading, words) for reading in found):
        # What a sentence hides from a parser, as the title before a name, its own words may tell.
        found += [
            _moved(r, words.span.start) for r in (*find(kind, words.text), *years_in(value, words.text))
        ]
    return found


def years_in(value: BaseModel, text: str) -> Sequence[Reading[BaseModel]]:
    """The years that stand alone in a text, where the value is one."""
    is_year = isinstance(value, DateValue) and value.precision == "year"
    return list(find_years_alone(text)) if is_year else []


def _moved(reading: Reading[BaseModel], by: int) -> Reading[BaseModel]:
    return Reading(reading.value, reading.start + by, reading.end + by, reading.ambiguous)


def _overlaps(reading: Reading[BaseModel], words: Words) -> bool:
    return reading.start < words.span.end and words.span.start < reading.end


def _alike(read: BaseModel, claimed: BaseModel) -> bool:
    """Whether two figures differ in nothing but how their unit is put."""
    if isinstance(read, Amount) and isinstance(claimed, Amount):
        return read.value == claimed.value and claimed.currency == read.currency
    return isinstance(read, Number) and isinstance(claimed, Number) and read.value == claimed.value


def _is_multiplied(words: Words, reading: Reading[BaseModel]) -> bool:
    document = words.ground.document
    blocks = document.blocks_of(words.span) if document else ()
    if document is None or len(blocks) != 1:
        return False
    at = blocks[0].span.start
    return multiplied(document, blocks[0], Reading(reading.value, reading.start - at, reading.end - at))


def _plain_words(text: str) -> list[str]:
    return [word for part in text.split() if (word := part.strip(_STOPS))]


def _runs_in(wanted: Sequence[str], words: Sequence[str]) -> bool:
    size = len(wanted)
    return bool(wanted) and any(
        list(words[at : at + size]) == list(wanted) for at in range(len(words) - size + 1)
    )


def _value(value: BaseModel) -> str:
    parts = (str(each) for each in value.model_dump(mode="json").values() if each is not None)
    return f"“{' '.join(parts)}”"
