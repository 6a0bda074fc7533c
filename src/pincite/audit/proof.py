"""Prove what a certificate says by the prover that let the answer out, and tell what is only recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pincite.answer.answers import Evidence, Item
from pincite.answer.checks import Check
from pincite.audit.certificate import Certificate, CertifiedItem, UnknownType, answer_of, item_of
from pincite.audit.findings import Cause, Finding, called, disproved, proved, recorded, short, unproved
from pincite.audit.grounds import Ground, Key, located, may_be_recognised, on_its_page
from pincite.prove.against import RULES
from pincite.prove.against import Ground as Proving
from pincite.prove.answer import prove_answer
from pincite.prove.item import prove_places, prove_quotes
from pincite.records.document import Document
from pincite.records.span import Span
from pincite.values.types import Boolean

RULE = "rule of the conflict"
CERTIFIED = ("answered", "probable", "not_found", "conflict", "incomplete")
_CAUSES: Mapping[str, Cause] = {
    "place": "place",
    "quote": "quote",
    "seen": "hidden",
    "scope": "words",
    "value": "value",
    "plain": "words",
    "cell": "value",
    "list": "outcome",
    "computed": "formula",
    "answer": "outcome",
}
# What only the file can tell, whoever wrote the certificate.
_BY_FILE = ("place", "cell", "list")


def of_answer(says: Certificate, grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    """What holds of every item, and of the answer as a whole."""
    if says.rules > RULES:
        told = f"It was proved by the rules {says.rules}, and this version of Pincite has the rules {RULES}."
        yield recorded("answer", "parser", told)
    yield from _of_outcome(says)
    items: list[Item] = []
    proving = {key: each for key, ground in grounds.items() if (each := _proving(ground)) is not None}
    for certified in says.items:
        found = list(_unproved(certified, grounds))
        yield from found
        if found:
            continue
        try:
            typed = item_of(certified)
        except UnknownType as error:
            yield unproved(certified.id, "value", f"Its value cannot be read again: {error}.")
            continue
        except ValueError as error:
            yield disproved(certified.id, "value", f"Its value is no {certified.type}: {error}.")
            continue
        items.append(_as_read_here(typed, grounds))
    whole = answer_of(says, items)
    result = prove_answer(whole, proving)
    for item in items:
        for check in result.items[item.id]:
            if check.check == "quote" and check.state == "proved":
                yield from _quotes(item, grounds)
            else:
                yield _finding(item, check, grounds)
    if len(items) == len(says.items):
        yield from (_of_whole(says, check) for check in result.whole)
    for certified in says.items:
        yield from _of_recorded(certified)
    yield from _of_rule(says, grounds, proving)


def of_places(about: str, cited: Sequence[Evidence], grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    """What is wrong with places that are told beside the answer: those that came near, and a rule."""
    proving = {key: each for key, ground in grounds.items() if (each := _proving(ground)) is not None}
    known = [place for place in cited if (place.name, place.version) in proving]
    for place in cited:
        if (place.name, place.version) not in grounds:
            yield disproved(
                about, "version", f"It cites {called(place.name)}, which is not among the sources."
            )
    for place in known:
        if proving[place.name, place.version].by_other_parser:
            continue
        for check in (prove_quotes([place], proving), prove_places([place], proving)):
            if check.state == "contradicted":
                yield disproved(about, _CAUSES[check.check], f"{check.reason[:1].upper()}{check.reason[1:]}.")


def _proving(ground: Ground) -> Proving | None:
    """What the prover proves a document by; None where there is neither its text nor its file."""
    source = ground.source.sha256
    if ground.document is not None:
        return Proving.of(ground.document, source)
    if ground.otherwise is not None:
        hidden = tuple(each.span for each in ground.otherwise.unseen)
        return Proving(ground.otherwise.text, ground.otherwise, hidden, source, by_other_parser=True)
    if ground.text is None:
        return None
    hidden = tuple(Span(each.start, each.end) for each in ground.source.hidden)
    return Proving(ground.text, None, hidden, source)


def _unproved(item: CertifiedItem, grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    """Why an item cannot be looked at: a place in no source, in no text, or not found again."""
    operands = item.derivation.operands if item.derivation else []
    for place in (*item.evidence, *(each.evidence for each in operands)):
        ground = grounds.get((place.name, place.version))
        if ground is None:
            says = f"It cites {called(place.name)}, which is not among the sources."
            yield disproved(item.id, "version", says)
        elif ground.otherwise is not None:
            yield from _not_located(item.id, place, ground, ground.otherwise)
        elif ground.text is None:
            says = "Its offsets and quotes cannot be proved: there is neither text nor source."
            yield unproved(item.id, "quote", says)


def _not_located(about: str, place: Evidence, ground: Ground, document: Document) -> Iterator[Finding]:
    """Why a quote is not found in what another parser reads, on the page that is stated."""
    if on_its_page(place, document) or not any(map(str.isalnum, place.snippet)):
        return
    images = {image.page for image in ground.source.recognised if may_be_recognised(document, image.page)}
    pages = [each.page for each in located(place, document) if each.page is not None]
    if pages:
        says = f"The quote stands on page {min(pages)} of the file, not on page {place.page}."
        yield disproved(about, "place", says)
    elif place.recognised and place.page in images:
        says = f"Its words were recognised in the image of page {place.page}, and not read again here."
        yield unproved(about, "image", says)
    else:
        says = f"The file does not say “{short(place.snippet)}”, as this parser reads it."
        yield disproved(about, "quote", says)


def _as_read_here(item: Item, grounds: Mapping[Key, Ground]) -> Item:
    """The item with its quotes in our own words, where our reading of a source is all that they stand in."""
    if all(grounds[place.name, place.version].otherwise is None for place in item.evidence):
        return item
    answering = [f for place in item.evidence if place.role == "answer" for f in _read_here(place, grounds)]
    evidence = [
        found
        for place in item.evidence
        for found in _read_here(place, grounds)
        # A short quote may stand at many places: its own is where its sentence is.
        if place.role != "words" or any(e.start <= found.start and found.end <= e.end for e in answering)
    ]
    told = item.derivation
    if told is not None:
        operands = [
            each.model_copy(update={"evidence": _read_here(each.evidence, grounds)[0]})
            for each in told.operands
        ]
        told = told.model_copy(update={"operands": operands})
    return item.model_copy(update={"evidence": evidence, "derivation": told})


def _read_here(place: Evidence, grounds: Mapping[Key, Ground]) -> list[Evidence]:
    ground = grounds[place.name, place.version]
    if ground.otherwise is None:
        return [place]
    return on_its_page(place, ground.otherwise) or [place]


def _finding(item: Item, check: Check, grounds: Mapping[Key, Ground]) -> Finding:
    says = f"{check.reason[:1].upper()}{check.reason[1:]}."
    cause = _CAUSES[check.check]
    if check.state == "contradicted":
        return disproved(item.id, _why(item, check, grounds), says)
    if check.state == "proved" and check.check == "value":
        value = ", ".join(
            f"{name} {each}" for name, each in item.value.model_dump(mode="json").items() if each
        )
        says = f"Reading the quotes again gives the {item.type} “{short(item.original)}” ({short(value)})."
    if check.state == "proved":
        return proved(item.id, cause, says)
    # That a sentence means yes was judged, and an expression is shown as it stands.
    judged = check.check == "plain" or isinstance(item.value, Boolean)
    unread = check.check in _BY_FILE and not all(
        grounds[place.name, place.version].document for place in item.evidence
    )
    return (recorded if judged or unread else unproved)(item.id, cause, says)


def _quotes(item: Item, grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    """Every place with its own words."""
    operands = item.derivation.operands if item.derivation else []
    said: dict[str, None] = {}
    for place in (*item.evidence, *(each.evidence for each in operands)):
        ground = grounds[place.name, place.version]
        embedded = ground.document is None and ground.text is not None
        name = f"The embedded text of {called(place.name)}" if embedded else called(place.name)
        said[f"{name} says “{short(place.snippet)}” at characters {place.start:,}–{place.end:,}."] = None
    yield from (proved(item.id, "quote", says) for says in said)


def _why(item: Item, check: Check, grounds: Mapping[Key, Ground]) -> Cause:
    """What a contradicted place or quote comes from: another file, moved offsets, or other words."""
    operands = item.derivation.operands if item.derivation else []
    cited = [*item.evidence, *(each.evidence for each in operands)]
    if check.check == "place":
        if any(place.document != grounds[place.name, place.version].source.sha256 for place in cited):
            return "source"
        if any(place.end > len(grounds[place.name, place.version].text or "") for place in cited):
            return "offset"
    if check.check == "quote":
        for place in cited:
            text = grounds[place.name, place.version].text or ""
            if text[place.start : place.end] != place.snippet:
                return "offset" if place.snippet in text else "quote"
    return _CAUSES[check.check]


def _of_whole(certificate: Certificate, check: Check) -> Finding:
    about = "conflict" if certificate.conflict and check.check == "answer" else "answer"
    says = f"{check.reason[:1].upper()}{check.reason[1:]}."
    cause: Cause = "conflict" if about == "conflict" else _CAUSES[check.check]
    tell = {"proved": proved, "open": recorded, "contradicted": disproved}[check.state]
    return tell(about, cause, says)


def _of_outcome(says: Certificate) -> Iterator[Finding]:
    outcome, items = says.question.outcome, says.items
    if outcome not in CERTIFIED:
        yield disproved("answer", "outcome", f"An answer that is {outcome} proves nothing.")
    elif (outcome == "not_found") == bool(items):
        yield disproved("answer", "outcome", f"The outcome is {outcome}, with {_counted(items)}.")
    elif outcome == "not_found":
        yield recorded("answer", "outcome", "That the documents do not say it was judged, and is not proved.")
    else:
        told = f"The outcome {outcome} fits its {_counted(items)}; that the documents say no more was judged."
        yield recorded("answer", "outcome", told)
    if _stands_twice(items):
        yield disproved("answer", "outcome", "Two items say the same of the same place.")
    if len({(source.name, source.version) for source in says.sources}) < len(says.sources):
        yield disproved("answer", "source", "Two sources have the same name and version.")


def _of_rule(
    says: Certificate, grounds: Mapping[Key, Ground], proving: Mapping[Key, Proving]
) -> Iterator[Finding]:
    if says.conflict is None:
        return
    told = "Which of the sides applies, and in which order they are given, is recorded."
    yield recorded("conflict", "conflict", told)
    if says.conflict.rule:
        place = says.conflict.rule.evidence
        wrong = list(of_places(RULE, [place], grounds))
        yield from wrong
        if not wrong and (place.name, place.version) in proving:
            yield proved(RULE, "quote", f"The document says “{short(place.snippet)}”.")


def _of_recorded(item: CertifiedItem) -> Iterator[Finding]:
    """What is said of an item and follows from nothing that could be read again."""
    if item.limits:
        told = f"That it is limited by {', '.join(f'“{each}”' for each in item.limits)} was judged."
        yield recorded(item.id, "words", told)
    if item.derivation and item.derivation.rates:
        told = f"The exchange rates are those of whoever asked: {'; '.join(item.derivation.rates)}"
        yield recorded(item.id, "formula", told)
    for check in item.proof:
        if check.state == "contradicted":
            yield disproved(item.id, "verdict", f"The check {check.check!r} did not pass: {check.reason}")


def of_judgement(says: Certificate) -> Iterator[Finding]:
    """Who judged that items answer: told, and no more than told."""
    judged = {each.item: each for each in says.judgement.items}
    if [each.item for each in says.judgement.items] != [item.id for item in says.items]:
        yield disproved("judgement", "judgement", "Not every item has one judgement.")
        return
    # A side of a conflict may be less sure than an answer must be, not all of them.
    sure = any(each.chance is None or each.bar is None or each.chance >= each.bar for each in judged.values())
    for item in says.items:
        each = judged[item.id]
        excused = says.question.outcome == "probable" or (
            says.conflict is not None and (sure or says.conflict.rule is not None)
        )
        if each.chance is not None and each.bar is not None and each.chance < each.bar and not excused:
            problem = f"Its chance ({each.chance:.2f}) is below what was needed ({each.bar:.2f})."
            yield disproved(item.id, "judgement", problem)
            continue
        by = ", ".join(dict.fromkeys(voice.reader for voice in each.by)) or "nobody"
        chance = "" if each.chance is None else f", with a chance of {each.chance:.2f}"
        needed = "" if each.bar is None else f" ({each.bar:.2f} was needed)"
        yield recorded(
            item.id, "judgement", f"That it answers the question was judged by {by}{chance}{needed}."
        )


def of_run(says: Certificate) -> Iterator[Finding]:
    run, judgement = says.run, says.judgement
    told = (
        f"When it was asked ({run.asked_at}), of Pincite {run.pincite}, in these words, how strictly "
        f"({says.question.strictness}) and with which notes, is recorded."
    )
    yield recorded("run", "judgement", told)
    if says.library_chain:
        told = f"That it is entry {says.library_chain.entry:,} in the chain of its library is recorded."
        yield recorded("run", "chain", told)
    models = [each for each in (judgement.reader, judgement.embedder, judgement.decision) if each]
    named = [
        f"{each.name} (SHA-256 {each.sha256[:12] + '…' if each.sha256 else 'not known'})" for each in models
    ]
    if named := [*named, *judgement.language_models]:
        yield recorded("models", "judgement", f"What took part: {', '.join(named)}.")


def _stands_twice(items: Sequence[CertifiedItem]) -> bool:
    """Whether an item is given twice; in a tree, a cell that reaches over several rows belongs to each."""
    told = {"type", "value", "evidence", "derivation"}
    said = [item.model_dump_json(include=told) for item in items if "." not in item.id]
    return len(set(said)) < len(said)


def _counted(items: Sequence[object]) -> str:
    return "1 item" if len(items) == 1 else f"{len(items) or 'no'} items"
