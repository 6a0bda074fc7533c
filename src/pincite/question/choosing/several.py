"""Choose all documents that a question over several of them means: the leases, those with Acme, all."""

from __future__ import annotations

from pincite.question.choosing.covers import Covers
from pincite.question.choosing.document_kinds import GENERIC, kinds_in
from pincite.question.choosing.words import is_telling
from pincite.records.library import Identity
from pincite.records.question import OverDocuments

# What changes or completes a contract is one of its papers, whatever it calls itself.
_OF_CONTRACTS = frozenset({"contract", "amendment", "letter"})


def documents_meant(over: OverDocuments, covers: Covers) -> frozenset[Identity] | None:
    """The documents of the kind that the question names, with all its other words; None for all of them.

    A generic kind ("contracts") leaves out only what is known to be something else. Where none fits, the
    question does not speak of documents that are held: "Which insurance policies are required?".
    """
    called = " ".join((*over.words, over.noun))
    kinds = [each.kind for each in kinds_in(called)]
    named = [
        word for word in over.words if not any(word in called[e.start : e.end] for e in kinds_in(called))
    ]
    chosen = set(range(covers.count))
    for kind in kinds[-1:]:
        chosen &= _may_be(kind, covers)
    for word in filter(is_telling, named):
        posting = covers.posting(word)
        chosen &= set(posting.documents) if posting else set()
    if len(chosen) == covers.count:
        return None
    return frozenset(covers.identities[number] for number in chosen)


def _may_be(kind: str, covers: Covers) -> set[int]:
    if kind not in GENERIC:
        return set(covers.of_kind(kind))
    fitting = _OF_CONTRACTS if kind == "contract" else frozenset({kind})
    return {
        number
        for number in range(covers.count)
        if not covers.kinds_of(number) or not fitting.isdisjoint(covers.kinds_of(number))
    }
