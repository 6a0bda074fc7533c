"""Find what a document is about, by the forms in which documents of its type say so.

No subject is better than a wrong one: a form that could mean something else is passed over.
"""

from __future__ import annotations

from collections.abc import Callable

from pincite.ingest.profile.opening import Opening
from pincite.ingest.profile.organisations import insurance, registrant
from pincite.ingest.profile.parties import parties
from pincite.ingest.profile.products import medicine
from pincite.ingest.profile.titles import title
from pincite.records.reading import DocumentType, Subject

_FINDERS: dict[DocumentType, Callable[[Opening], tuple[Subject, ...]]] = {
    "contract": lambda opening: parties(opening.text),
    "filing": lambda opening: registrant(opening.text),
    "label": lambda opening: medicine(opening.text),
    "policy": lambda opening: (*title(opening, "product"), *insurance(opening.text)),
    "paper": lambda opening: title(opening, "title"),
    "guideline": lambda opening: title(opening, "title"),
}


def subjects(opening: Opening, kind: DocumentType) -> tuple[Subject, ...]:
    """What a document of this type is about, in the order in which it names them."""
    finder = _FINDERS.get(kind)
    found = finder(opening) if finder else ()
    return tuple(sorted(found, key=lambda subject: subject.span))
