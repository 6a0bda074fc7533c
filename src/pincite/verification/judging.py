"""Judge one row against its document: where its words are, whether they say its value, what differs."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel

from pincite.answer.answers import Evidence
from pincite.answer.claims import Role
from pincite.language.answer_words import GRADES, place_of
from pincite.prove.adjoining import DENIED_BEFORE
from pincite.prove.against import short
from pincite.prove.boundary import may_begin, may_end
from pincite.prove.place import recover
from pincite.prove.planted import planted
from pincite.prove.quote import Match, locate
from pincite.prove.value import says
from pincite.records.document import Document
from pincite.records.evidence import Proof
from pincite.records.fold import fold, fold_once
from pincite.records.library import Held
from pincite.records.recent import Same
from pincite.records.span import Span
from pincite.structure.cells import values_in
from pincite.structure.unseen import is_torn
from pincite.verification.cited_place import PageSizes, by_label, is_in_box, is_on_page, pages_of
from pincite.verification.claim_rows import Change, ClaimRow, Verified
from pincite.verification.claimed_values import ValueVerdict, judge_value
from pincite.verification.nearest import nearest
from pincite.verification.value_forms import typed_values

LONGEST_QUOTE = 20_000
_MOST_PLACES = 50
_MOST_CANDIDATES = 20
_KEPT_DOCUMENTS = 8
_OUTER = ' \t\r\n“”"«»„…'
_LAST = ".,;:"
_WINDOW = 80
_SAME_LINE = 0.4
_MOST_HIDDEN = 0.3
_NOTE = re.compile(r"(?<=[^\W\d_])[¹²³⁴-⁹⁰]")
_RAISED = re.compile(r"(?<=\d) (?=[^\W\d_])|(?<=[^\W\d_]) (?=\d)")


def judge(row: ClaimRow, held: Held, sizes: PageSizes = lambda: ()) -> Verified:
    """The verdict on a row whose document was read."""
    quote = (row.quote or "").strip()
    if not quote:
        return (
            _by_value(row, held)
            if row.has_value
            else Verified.of(row, "open", "The row has no value and no quote.")
        )
    if not any(map(str.isalnum, quote)) or len(quote) > LONGEST_QUOTE:
        problem = "is too long to look for" if len(quote) > LONGEST_QUOTE else "has no words"
        return Verified.of(row, "open", f"The quote {problem}.")
    document = held.document
    found = _located(quote, document)
    seen = [match for match in found if document.lines_of(_span(match))]
    if not seen:
        return _not_found(row, held, quote)
    on_page = [match for match in seen if is_on_page(row, document, _span(match))]
    if not on_page:
        return _elsewhere(row, held, seen, "page " + ", ".join(sorted(row.pages)))
    inside = [(match, is_in_box(row, document, _span(match), sizes)) for match in on_page[:_MOST_PLACES]]
    if all(within is False for _, within in inside):
        return _elsewhere(row, held, on_page, "the box that is cited")
    return _of_places(row, held, [match for match, within in inside if within is not False], inside[0][1])


def _located(quote: str, document: Document) -> list[Match]:
    """The places of a quote; also without the marks and the last stop that whoever quotes puts around it."""
    text = document.seen_text
    plain = quote.strip(_OUTER).removeprefix("...").removesuffix("...").strip(_OUTER)
    for wanted in dict.fromkeys((quote, plain, plain.rstrip(_LAST))):
        if found := locate(wanted, text) or list(_of_rows(wanted, document)):
            return found
    near = nearest(plain, text)
    if near and _closed_up(plain.rstrip(_LAST)) == _closed_up(near.span.of(text)):
        return [Match(near.span.start, near.span.end, "typesetting")]
    return []


def _of_rows(quote: str, document: Document) -> Iterator[Match]:
    """Rows quoted whole: the 14.95 that ends one is not "14.95 MB", though the next row begins with MB."""
    wanted, text = fold(quote).cased, fold_once(document.seen_text)
    for found in re.finditer(re.escape(wanted), text.cased) if document.tables else ():
        span = text.span_of(*found.span())
        blocks = document.blocks_of(span) if span else ()
        is_whole = blocks and span == Span(blocks[0].span.start, blocks[-1].span.end)
        if span and is_whole and blocks[0].kind == blocks[-1].kind == "table_row":
            yield Match(span.start, span.end, "typesetting")


def _closed_up(words: str) -> str:
    """Without the space between a digit and a letter, and with notes set low: "3 rd" is "3rd"."""
    return _RAISED.sub("", _NOTE.sub(lambda mark: str(unicodedata.digit(mark[0])), fold(words).cased))


def _of_places(row: ClaimRow, held: Held, matches: Sequence[Match], in_box: bool | None) -> Verified:
    """The best that can be said of the places which are where the row says."""
    best: Verified | None = None
    for match in matches:
        told = _at(row, held, match, in_box)
        if told.verdict == "proved":
            return told
        if best is None or (best.verdict, told.verdict) == ("does_not_follow", "open"):
            best = told
    assert best is not None
    return best


def _at(row: ClaimRow, held: Held, match: Match, in_box: bool | None) -> Verified:
    document, span = held.document, _span(match)
    place = _evidence(held, span, match.grade)
    if any(planted(document, block) for block in document.blocks_of(span)):
        reason = "The words are there, but they give instructions to AI models, so they prove nothing."
        return Verified.of(row, "open", reason, evidence=[place])
    if is_torn(document, span):
        reason = "The sentence also has hidden or struck-out words, so read it yourself."
        return Verified.of(row, "open", reason, evidence=[place])
    where = f"{place_of(place)}, {GRADES[match.grade]}"
    notes = "".join(f" {note}" for note in _notes(row, document, span, in_box))
    denied = _denied_before(row, document, span)
    if not row.has_value:
        if denied:
            return Verified.of(row, "open", _left_out(denied), evidence=[place])
        return Verified.of(row, "proved", f"The words are in {where}.{notes}", evidence=[place])
    told = judge_value(row, held, span)
    if told.state == "proved" and denied:
        told = ValueVerdict("open", _left_out(denied)[:-1], told.places)
    beside = [_evidence(held, each, "exact", role) for each, role in told.places]
    said = f"{told.reason[:1].upper()}{told.reason[1:]}"
    ending = f" ({where}).{notes}" if told.state == "proved" else f".{notes}"
    return Verified.of(
        row, told.state, f"{said}{ending}", evidence=[place, *beside], difference=list(told.changes)
    )


def _denied_before(row: ClaimRow, document: Document, span: Span) -> str:
    """A "not" right before the quote in its own sentence, which it leaves out; empty where there is none."""
    blocks = document.blocks_of(span)
    if not blocks or blocks[0].span.start >= span.start:
        return ""
    before = document.seen_text[max(blocks[0].span.start, span.start - _WINDOW) : span.start]
    denied = DENIED_BEFORE.search(before)
    # "shall not exceed EUR 5" bounds a figure, and "not EUR 5" denies it.
    is_figure = any(kind not in ("boolean",) for kind, _ in typed_values(row.value, row.type))
    return denied[0].strip() if denied and not (is_figure and len(denied[0].split()) > 2) else ""


def _left_out(denied: str) -> str:
    return f"The quote leaves out the words right before it, “{short(denied)}”, which may turn it round."


def _notes(row: ClaimRow, document: Document, span: Span, in_box: bool | None) -> Iterator[str]:
    if by_label(row, document, span):
        yield f"The page cited is the printed one: it is page {min(pages_of(document, span))} of the file."
    if row.pages and not pages_of(document, span):
        yield "This format has no pages, so the page is not checked."
    if row.boxes and in_box is None:
        yield "The box could not be compared."


def _elsewhere(row: ClaimRow, held: Held, matches: Sequence[Match], cited: str) -> Verified:
    places = [_evidence(held, _span(match), match.grade) for match in matches[:_MOST_CANDIDATES]]
    where = "; ".join(dict.fromkeys(place_of(place) for place in places[:3]))
    more = f" and {len(matches) - 3} more places" if len(matches) > 3 else ""
    return Verified.of(
        row, "elsewhere", f"The words are in {where}{more}, and not on {cited}.", evidence=places
    )


def _not_found(row: ClaimRow, held: Held, quote: str) -> Verified:
    """What is there in place of the quote: words that nobody sees, a whole word or number, other words."""
    document = held.document
    if document.unseen and (hidden := locate(quote, document.text)):
        kinds = {each.kind for match in hidden for each in document.unseen_in(_span(match))}
        if kinds == {"hidden"} and _is_mostly_hidden(document, _span(hidden[0])):
            reason = "Much of this page seems hidden from a reader, so look at the page yourself."
            return Verified.of(row, "open", reason)
        what = "struck out" if kinds == {"struck"} else "hidden from a reader"
        return Verified.of(
            row, "absent", f"These words are in the file but are {what}, so they prove nothing."
        )
    wanted = re.compile(re.escape(" ".join(fold(quote).cased.split())))
    pages = (page for page, words in _lines_as_printed(Same(document)) if _says(words, wanted))
    if page := next((each for each in pages if not row.pages or str(each) in row.pages), None):
        reason = f"Page {page} prints these words side by side, and code reads them in another order."
        return Verified.of(row, "open", reason)
    near = nearest(quote, document.seen_text)
    if near is None or not document.lines_of(near.span):
        return Verified.of(row, "absent", "The document has no such words, and none like them.")
    place = _evidence(held, near.span, "typesetting")
    if not near.changes:
        changes = [Change(claimed=quote, found=place.snippet)]
        reason = (
            f"The quote begins or ends within a word or number, or differs in its signs: {place_of(place)}."
        )
        return Verified.of(row, "altered", reason, evidence=[place], difference=changes)
    reason = f"The document says it in other words: {place_of(place)}."
    return Verified.of(row, "altered", reason, evidence=[place], difference=list(near.changes))


@functools.lru_cache(maxsize=_KEPT_DOCUMENTS)
def _lines_as_printed(read: Same[Document]) -> tuple[tuple[int, str], ...]:
    """The words of each page line by line from left to right, in whatever order they are read."""
    words, text = read.it.words, read.it.seen_text
    lines: dict[int, list[tuple[float, list[tuple[float, str]]]]] = {}
    places = ((words.edges[4 * at : 4 * at + 4], at) for at in range(len(words.starts)))
    for (x0, y0, _, y1), at in sorted(places, key=lambda each: each[0][1] + each[0][3]):
        page, middle = lines.setdefault(words.pages[at], []), (y0 + y1) / 2
        if not page or middle - page[-1][0] > (y1 - y0) * _SAME_LINE:
            page.append((middle, []))
        page[-1][1].append((x0, text[words.starts[at] : words.ends[at]]))
    printed = (
        (number, " ".join(word for _, line in page for _, word in sorted(line)))
        for number, page in sorted(lines.items())
    )
    return tuple((number, fold(words).cased) for number, words in printed)


def _says(words: str, wanted: re.Pattern[str]) -> bool:
    found = wanted.finditer(words)
    return any(may_begin(words, each.start()) and may_end(words, each.end()) for each in found)


def _is_mostly_hidden(document: Document, span: Span) -> bool:
    """Whether so much of a page seems hidden that its design is the likelier reason than a deceiver."""
    pages = {each.page for each in document.unseen_in(span)} - {None}
    shown = sum(each.end - each.start for each in document.pages if each.number in pages)
    hidden = sum(each.span.end - each.span.start for each in document.unseen if each.page in pages)
    return bool(pages) and hidden > _MOST_HIDDEN * (shown + hidden)


def _by_value(row: ClaimRow, held: Held) -> Verified:
    """Of a value without a quote every place that states it, none of which is proved to be the one meant."""
    spans = list(dict.fromkeys(_candidates(row.value, row.type, held.document)))
    on_page = [span for span in spans if is_on_page(row, held.document, span)] if row.pages else spans
    places = [_evidence(held, span, "exact") for span in on_page[:_MOST_CANDIDATES]]
    if not places:
        reason = "Without a quote, the value is found nowhere" + (" on this page." if spans else ".")
        return Verified.of(row, "open", reason)
    count = "one place states" if len(on_page) == 1 else f"{len(on_page)} places state"
    return Verified.of(row, "open", f"Without a quote: {count} this value.", evidence=places)


def _candidates(value: Any, kind: str | None, document: Document) -> Iterator[Span]:
    for name, model in typed_values(value, kind):
        if name != "boolean":
            yield from (span for read, span in _read(Same(document), name) if _is_stated(read, model))
    if isinstance(value, str):
        yield from (_span(match) for match in locate(value, document.seen_text))


def _is_stated(read: BaseModel, claimed: BaseModel) -> bool:
    return says(read, claimed) or (
        type(read) is type(claimed) and read.model_copy(update={"unit": None}) == claimed
    )


@functools.lru_cache(maxsize=_KEPT_DOCUMENTS)
def _read(read: Same[Document], kind: str) -> tuple[tuple[BaseModel, Span], ...]:
    """Every value of a kind in a document."""
    document = read.it
    return tuple(
        (reading.value, reading.within_text(block.span.start))
        for block in document.blocks
        for reading in values_in(kind, document, block)
    )


def _span(match: Match) -> Span:
    return Span(match.start, match.end)


def _evidence(held: Held, span: Span, grade: str, role: Role = "answer") -> Evidence:
    proof = Proof(held.identity, held.document, span, grade)
    return recover(proof).model_copy(update={"role": role})
