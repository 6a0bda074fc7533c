"""Prove the places that a certificate cites: offsets and quotes in the text, page and lines in the source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pincite.answer.answers import Evidence, EvidenceBox
from pincite.audit.certificate import CertifiedItem
from pincite.audit.findings import Cause, Finding, called, disproved, proved, recorded, short, unproved
from pincite.audit.grounds import Ground, Key, located, may_be_recognised, on_its_page
from pincite.prove.place import recover
from pincite.records.document import Document
from pincite.records.evidence import Proof
from pincite.records.library import Identity
from pincite.records.span import Span
from pincite.verify.again import all_stand, reads_so, stands

# Boxes are kept as 32-bit floats, and a PDF library may draw a letter a hair wider.
_CLOSE_POINTS = 0.5


def of_places(about: str, cited: Sequence[Evidence], grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    """What holds of some places that are cited together, document by document."""
    for key in dict.fromkeys((place.name, place.version) for place in cited):
        places = [place for place in cited if (place.name, place.version) == key]
        ground = grounds.get(key)
        if ground is None:
            says = f"It cites {called(places[0].name)}, which is not among the sources."
            yield disproved(about, "version", says)
            continue
        problems = [found for place in places if (found := _misnamed(about, place, ground))]
        problems = problems or list(_of_text(about, places, ground))
        yield from problems
        if not any(found.status == "disproved" for found in problems):
            yield from _of_source(about, places, ground)


def as_read_here(item: CertifiedItem, grounds: Mapping[Key, Ground]) -> CertifiedItem:
    """The item with its quotes in our own words, where our reading of a source is all that they stand in."""
    evidence = [found for place in item.evidence for found in _read_here(place, grounds)]
    told = item.derivation
    if told is not None:
        operands = [
            each.model_copy(update={"evidence": _read_here(each.evidence, grounds)[0]})
            for each in told.operands
        ]
        told = told.model_copy(update={"operands": operands})
    return item.model_copy(update={"evidence": evidence, "derivation": told})


def by_whole_quotes(item: CertifiedItem, grounds: Mapping[Key, Ground]) -> CertifiedItem:
    """The item without places that only point into another: of "EUR 5 million", "EUR 5" is no quote."""
    whole = [place for place in item.evidence if _is_whole(place, grounds)]
    return item.model_copy(update={"evidence": whole or item.evidence})


def _is_whole(place: Evidence, grounds: Mapping[Key, Ground]) -> bool:
    ground = grounds.get((place.name, place.version))
    return ground is None or ground.text is None or stands(place, ground.text)


def _read_here(place: Evidence, grounds: Mapping[Key, Ground]) -> list[Evidence]:
    ground = grounds.get((place.name, place.version))
    if ground is None or ground.otherwise is None:
        return [place]
    return on_its_page(place, ground.otherwise) or [place]


def _misnamed(about: str, place: Evidence, ground: Ground) -> Finding | None:
    if place.document == ground.source.sha256:
        return None
    return disproved(
        about, "source", f"It cites {called(place.name)} by another SHA-256 than the source has."
    )


def _of_text(about: str, places: Sequence[Evidence], ground: Ground) -> Iterator[Finding]:
    """Offsets and quotes, by the certified text."""
    if ground.text is None:
        if ground.otherwise is None:
            says = "Its offsets and quotes cannot be proved: there is neither text nor source."
            yield unproved(about, "quote", says)
        else:
            says = "Its offsets, lines, section and boxes are those of the certified text, which is not here."
            yield recorded(about, "offset", says)
        return
    wrong = [found for place in places if (found := _misread(about, place, ground))]
    if not wrong and not all_stand(places, ground.text):
        wrong = [disproved(about, "quote", "A quote begins or ends within a word or a number.")]
    yield from wrong
    if not wrong:
        name = called(ground.source.name)
        name = name if ground.document else f"The embedded text of {name}"
        for place in places:
            at = f"{place.start:,}–{place.end:,}"
            yield proved(about, "quote", f"{name} says “{short(place.snippet)}” at characters {at}.")


def _misread(about: str, place: Evidence, ground: Ground) -> Finding | None:
    text = ground.text or ""
    if place.end > len(text):
        says = f"The offsets {place.start:,}–{place.end:,} lie behind the end of the text ({len(text):,})."
        return disproved(about, "offset", says)
    if not reads_so(place, text):
        cause: Cause = "offset" if place.snippet in text else "quote"
        there = short(text[place.start : place.end])
        says = f"At characters {place.start:,}–{place.end:,} stands “{there}”, not “{short(place.snippet)}”."
        return disproved(about, cause, says)
    if any(each.start < place.end and place.start < each.end for each in ground.source.hidden):
        return disproved(about, "hidden", "It cites words that a reader of the document does not see.")
    return None


def _of_source(about: str, places: Sequence[Evidence], ground: Ground) -> Iterator[Finding]:
    """Page, lines and the rest, by the source."""
    if ground.document is not None:
        wrong = [found for place in places if (found := _misplaced(about, place, ground, ground.document))]
        yield from wrong
        if not wrong:
            yield proved(about, "place", f"It stands {_everywhere(places)} of the file.")
    elif ground.otherwise is not None:
        yield from _located(about, places, ground, ground.otherwise)
    else:
        says = f"That it stands {_everywhere(places)}, and in which section, needs the file to prove."
        yield recorded(about, "place", says)


def _misplaced(about: str, place: Evidence, ground: Ground, document: Document) -> Finding | None:
    """What of a place is otherwise in the source: everything is recovered from it, as for the answer."""
    identity = Identity("", place.name, place.document, place.version)
    if not document.lines_of(Span(place.start, place.end)):
        return disproved(about, "place", "No line of the file stands there.")
    found = recover(Proof(identity, document, Span(place.start, place.end), place.grade))
    if not _same_boxes(found.boxes, place.boxes):
        return disproved(about, "place", "The words stand elsewhere on the page than its boxes say.")
    for name in ("page", "page_label", "anchor", "section", "lines", "recognised", "snippet"):
        here, there = getattr(found, name), getattr(place, name)
        if here != there:
            says = f"The file has {name.replace('_', ' ')} {_said(here)}, not {_said(there)}."
            return disproved(about, "place", says)
    return None


def _located(about: str, places: Sequence[Evidence], ground: Ground, document: Document) -> Iterator[Finding]:
    """Each quote in what another parser reads, on the page that is stated."""
    images = {image.page for image in ground.source.recognised if may_be_recognised(document, image.page)}
    for place in places:
        pages = [each.page for each in located(place, document) if each.page is not None]
        if on_its_page(place, document):
            yield proved(about, "quote", f"The file says “{short(place.snippet)}”, as this parser reads it.")
        elif pages:
            says = f"The quote stands on page {min(pages)} of the file, not on page {place.page}."
            yield disproved(about, "place", says)
        elif place.recognised and place.page in images:
            says = f"Its words were recognised in the image of page {place.page}, and not read again here."
            yield unproved(about, "image", says)
        else:
            says = f"The file does not say “{short(place.snippet)}”, as this parser reads it."
            yield disproved(about, "quote", says)


def _same_boxes(one: Sequence[EvidenceBox], other: Sequence[EvidenceBox]) -> bool:
    return len(one) == len(other) and all(
        a.page == b.page
        and all(abs(x - y) <= _CLOSE_POINTS for x, y in zip(_edges(a), _edges(b), strict=True))
        for a, b in zip(one, other, strict=True)
    )


def _edges(box: EvidenceBox) -> tuple[float, float, float, float]:
    return box.x0, box.y0, box.x1, box.y1


def _everywhere(places: Sequence[Evidence]) -> str:
    """Where places stand, each once: a row and its cells are in one line."""
    return " and ".join(dict.fromkeys(map(_where, places)))


def _where(place: Evidence) -> str:
    first, last = place.lines
    lines = f"line {first}" if first == last else f"lines {first}–{last}"
    return f"on page {place.page}, {lines}" if place.page is not None else f"in {lines}"


def _said(value: object) -> str:
    if isinstance(value, tuple):
        return "–".join(map(str, value))
    return short(str(value)) if value is not None else "none"
