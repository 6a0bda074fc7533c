"""Prove one item, check by check: its places, its quotes, its value and what it says of itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.answer.answers import Evidence, EvidenceBox, Item
from pincite.answer.checks import Check
from pincite.prove.adjoining import prove_plain
from pincite.prove.against import Ground, Grounds, checked, ground_of, short, span_of
from pincite.prove.cell import prove_cell
from pincite.prove.place import recover
from pincite.prove.planted import planted
from pincite.prove.quote import locate
from pincite.prove.value import prove_value
from pincite.prove.whole import all_stand, reads_so
from pincite.records.evidence import Proof
from pincite.records.library import Identity
from pincite.structure.unseen import is_torn

_STOPS = " \t\r\n.,;:()|“”\"'"
# Boxes are kept as 32-bit floats, and a PDF library may draw a letter a hair wider.
_CLOSE_POINTS = 0.5
_RECOVERED = ("page", "page_label", "anchor", "section", "lines", "recognised", "snippet")


def prove_item(item: Item, grounds: Grounds) -> list[Check]:
    """Every check of an item. What is contradicted anywhere may not leave; the rest is not looked at then."""
    cited = [
        *item.evidence,
        *(each.evidence for each in (item.derivation.operands if item.derivation else ())),
    ]
    checks = [prove_places(cited, grounds)]
    if any(ground_of(place, grounds) is None for place in cited):
        return checks
    checks.append(prove_quotes(cited, grounds, item.limits))
    if checks[-1].state == "contradicted":
        return checks
    checks += [_seen(cited, grounds), _scope(cited, grounds)]
    if item.derivation:
        from pincite.prove.computed import prove_computed  # few answers are computed

        checks += prove_computed(item, grounds)
    else:
        checks.append(prove_value(item, grounds))
    checks += [check for check in (prove_plain(item, grounds), prove_cell(item, grounds)) if check]
    return checks


def prove_places(cited: Sequence[Evidence], grounds: Grounds) -> Check:
    """Whether every place is where it says, in the file that it names."""
    unread = ""
    for place in cited:
        ground = ground_of(place, grounds)
        if ground is None:
            return checked(
                "place", "contradicted", f"it cites {place.name}, which is not among the documents"
            )
        if ground.source and place.document != ground.source:
            return checked(
                "place", "contradicted", f"it cites {place.name} by another SHA-256 than the file has"
            )
        if place.end > len(ground.text):
            return checked(
                "place", "contradicted", f"the offsets {place.start:,}–{place.end:,} lie behind the text"
            )
        if ground.document is None:
            unread = unread or "page, lines and section need the file to prove"
        elif ground.by_other_parser:
            unread = unread or "lines, section and boxes are those of another parser"
        elif wrong := _misplaced(place, ground):
            return checked("place", "contradicted", wrong)
    if unread:
        return checked("place", "open", unread)
    return checked("place", "proved", f"it stands {' and '.join(dict.fromkeys(map(_where, cited)))}")


def _misplaced(place: Evidence, ground: Ground) -> str:
    """What of a place is otherwise in the document; empty where nothing is."""
    document = ground.document
    assert document is not None
    if not document.lines_of(span_of(place)):
        return "no line of the document stands there"
    identity = Identity("", place.name, place.document, place.version)
    found = recover(Proof(identity, document, span_of(place), place.grade))
    for name in _RECOVERED:
        here, there = getattr(found, name), getattr(place, name)
        if here != there:
            return f"the document has {name.replace('_', ' ')} {here}, not {there}"
    if not _same_boxes(found.boxes, place.boxes):
        return "the words stand elsewhere on the page than its boxes say"
    return ""


def prove_quotes(cited: Sequence[Evidence], grounds: Grounds, limits: Sequence[str] = ()) -> Check:
    """Whether every quote stands at its place and cuts nothing, and what limits the value is quoted."""
    for key in dict.fromkeys((place.name, place.version) for place in cited):
        places = [place for place in cited if (place.name, place.version) == key]
        text = grounds[key].text
        for place in places:
            if not reads_so(place, text):
                there = short(text[place.start : place.end])
                return checked(
                    "quote", "contradicted", f"there stands “{there}”, not “{short(place.snippet)}”"
                )
        if not all_stand(places, text, grounds[key].document):
            return checked("quote", "contradicted", "a quote begins or ends within a word or a number")
    if lacking := next((limit for limit in limits if not _is_said(limit, cited)), ""):
        return checked(
            "quote", "contradicted", f"no cited place says “{short(lacking)}”, which is said to limit it"
        )
    grades = ", ".join(dict.fromkeys(place.grade for place in cited))
    return checked("quote", "proved", f"found word for word ({grades})")


def _is_said(limit: str, cited: Sequence[Evidence]) -> bool:
    """Whether what limits a value stands in what is cited, or each of its words does: heads stand apart."""
    said = {word.strip(_STOPS) for place in cited for word in place.snippet.casefold().split()}
    words = (word.strip(_STOPS) for word in limit.casefold().split())
    lacking = [word for word in words if any(map(str.isalnum, word)) and word not in said]
    return not lacking or any(locate(limit, place.snippet) for place in cited)


def _seen(cited: Sequence[Evidence], grounds: Grounds) -> Check:
    for place in cited:
        ground, span = grounds[place.name, place.version], span_of(place)
        if any(each.start < span.end and span.start < each.end for each in ground.hidden):
            return checked(
                "seen", "contradicted", "it cites words that a reader of the document does not see"
            )
        if ground.document is not None and is_torn(ground.document, span):
            return checked(
                "seen", "contradicted", "the sentence contains hidden words, so only part of it is quoted"
            )
    return checked("seen", "proved", "a reader of the document sees all of it")


def _scope(cited: Sequence[Evidence], grounds: Grounds) -> Check:
    for ground, place in _grounded(cited, grounds):
        document = ground.document
        for block in ground.blocks_of(span_of(place)):
            if document is not None and planted(document, block):
                return checked(
                    "scope", "contradicted", "it gives instructions to AI models, so it is no evidence"
                )
    return checked("scope", "proved", "it gives no instructions to AI models")


def _grounded(cited: Sequence[Evidence], grounds: Grounds) -> Iterator[tuple[Ground, Evidence]]:
    for place in cited:
        ground = ground_of(place, grounds)
        if ground is not None:
            yield ground, place


def _same_boxes(one: Sequence[EvidenceBox], other: Sequence[EvidenceBox]) -> bool:
    return len(one) == len(other) and all(
        a.page == b.page
        and all(abs(x - y) <= _CLOSE_POINTS for x, y in zip(_edges(a), _edges(b), strict=True))
        for a, b in zip(one, other, strict=True)
    )


def _edges(box: EvidenceBox) -> tuple[float, float, float, float]:
    return box.x0, box.y0, box.x1, box.y1


def _where(place: Evidence) -> str:
    first, last = place.lines
    lines = f"line {first}" if first == last else f"lines {first}–{last}"
    return f"on page {place.page}, {lines}" if place.page is not None else f"in {lines}"
