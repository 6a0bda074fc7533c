"""Prove what a certificate says of the whole answer: outcome, sides, coverage; tell what is only recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pincite.audit.certificate import Certificate, CertifiedItem, typed
from pincite.audit.findings import Finding, disproved, proved, recorded
from pincite.audit.grounds import Ground, Key
from pincite.audit.place_proof import of_places
from pincite.values.agreement import agree

RULE = "rule of the conflict"
CERTIFIED = ("answered", "probable", "not_found", "conflict", "incomplete")


def of_outcome(says: Certificate) -> Iterator[Finding]:
    outcome, items = says.question.outcome, says.items
    if outcome not in CERTIFIED:
        yield disproved("answer", "outcome", f"An answer that is {outcome} proves nothing.")
    elif (outcome == "not_found") == bool(items):
        yield disproved("answer", "outcome", f"The outcome is {outcome}, with {_counted(items)}.")
    elif (outcome == "conflict") != (says.conflict is not None):
        yield disproved("answer", "outcome", f"The outcome {outcome} does not fit the sides that are given.")
    elif outcome == "not_found":
        yield recorded("answer", "outcome", "That the documents do not say it was judged, and is not proved.")
    else:
        told = f"The outcome {outcome} fits its {_counted(items)}; that the documents say no more was judged."
        yield recorded("answer", "outcome", told)
    if len({item.id for item in items}) < len(items):
        yield disproved("answer", "outcome", "Two items have the same id.")
    if lacking := _left_out(items):
        yield disproved("answer", "outcome", lacking)
    if _stands_twice(items):
        yield disproved("answer", "outcome", "Two items say the same of the same place.")
    if len({(source.name, source.version) for source in says.sources}) < len(says.sources):
        yield disproved("answer", "source", "Two sources have the same name and version.")


def of_conflict(says: Certificate, grounds: Mapping[Key, Ground]) -> Iterator[Finding]:
    if says.conflict is None:
        return
    ids = {item.id: item for item in says.items}
    sides = [[ids[each] for each in side if each in ids] for side in says.conflict.sides]
    named = [each for side in says.conflict.sides for each in side]
    if len(sides) < 2 or not all(sides) or sorted(named) != sorted(ids):
        told = "A conflict has two sides or more, and every item is on one of them."
        yield disproved("conflict", "conflict", told)
    elif not _is_conflict(sides):
        told = "The sides of the conflict do not say different things, each of them one."
        yield disproved("conflict", "conflict", told)
    else:
        yield proved("conflict", "conflict", f"Its {len(sides)} sides say different things.")
    told = "Which of the sides applies, and in which order they are given, is recorded."
    yield recorded("conflict", "conflict", told)
    if says.conflict.rule:
        yield from of_places(RULE, [says.conflict.rule.evidence], grounds)


def of_recorded(item: CertifiedItem) -> Iterator[Finding]:
    """What is said of an item and follows from nothing that could be read again."""
    if item.limits:
        told = f"That it is limited by {', '.join(f'“{each}”' for each in item.limits)} was judged."
        yield recorded(item.id, "words", told)
    if item.proof:
        checks = ", ".join(dict.fromkeys(check.check for check in item.proof))
        yield recorded(item.id, "verdict", f"What these checks said when it was answered: {checks}.")


def of_judgement(says: Certificate) -> Iterator[Finding]:
    """Who judged that items answer: told, and no more than told."""
    judged = {each.item: each for each in says.judgement.items}
    if [each.item for each in says.judgement.items] != [item.id for item in says.items]:
        yield disproved("judgement", "judgement", "Not every item has one judgement.")
        return
    for item in says.items:
        each = judged[item.id]
        excused = is_put_above(says) or says.question.outcome == "probable"
        if each.chance is not None and each.bar is not None and each.chance < each.bar and not excused:
            problem = f"Its chance ({each.chance:.2f}) is below what was needed ({each.bar:.2f})."
            yield disproved(item.id, "judgement", problem)
            continue
        by = ", ".join(dict.fromkeys(voice.reader for voice in each.by)) or "nobody"
        chance = "" if each.chance is None else f", with a chance of {each.chance:.2f}"
        needed = "" if each.bar is None else f" ({each.bar:.2f} was needed)"
        says_so = f"That it answers the question was judged by {by}{chance}{needed}."
        yield recorded(item.id, "judgement", says_so)


def is_put_above(says: Certificate) -> bool:
    """Whether a rule of the document puts one side above another, which then need not be likely itself."""
    return says.conflict is not None and says.conflict.rule is not None


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


def _is_conflict(sides: Sequence[Sequence[CertifiedItem]]) -> bool:
    """Whether the items of a side say the same, and those of two sides what cannot both be true."""
    try:
        values = [[typed(item.type, item.value) for item in side] for side in sides]
    except ValueError:  # told where the values are proved
        return True
    firsts = [side[0] for side in values]
    alike = all(agree(first, other) for first, side in zip(firsts, values, strict=True) for other in side)
    apart = all(
        type(one) is type(other) and not agree(one, other)
        for at, one in enumerate(firsts)
        for other in firsts[:at]
    )
    return alike and apart


def _stands_twice(items: Sequence[CertifiedItem]) -> bool:
    """Whether an item is given twice; in a tree, a cell that reaches over several rows belongs to each."""
    told = {"type", "value", "evidence", "derivation"}
    said = [item.model_dump_json(include=told) for item in items if "." not in item.id]
    return len(set(said)) < len(said)


def _left_out(items: Sequence[CertifiedItem]) -> str:
    """Whether some of what was put in order is not given; empty where all of it is."""
    told = items[0].derivation if items else None
    if told is None or told.computation is None or told.computation.get("kind") != "sort":
        return ""
    given, listed = len(items), len(told.operands)
    return "" if given == listed else f"Of {listed} that were put in order, {given} are given."


def _counted(items: Sequence[object]) -> str:
    return "1 item" if len(items) == 1 else f"{len(items) or 'no'} items"
