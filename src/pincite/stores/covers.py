"""Turn what tells a document from the others of a library into a row, and the row into the same cover."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import get_args

from pincite.records.document import Document
from pincite.records.library import Cover, Identity
from pincite.records.reading import DocumentType
from pincite.stores.database import Row
from pincite.stores.faults import tampered
from pincite.stores.profiles import subject_of

HEAD_CHARACTERS = 2_000


def cover_row(document: Document) -> dict[str, object]:
    """The columns of a document's cover."""
    subjects = [asdict(subject) for subject in document.profile.subjects]
    return {
        "type": document.profile.type,
        "subjects": json.dumps(subjects, ensure_ascii=False),
        "head": document.seen_text[:HEAD_CHARACTERS],
    }


def to_cover(identity: Identity, row: Row) -> Cover:
    """The cover, or a TamperError when the row cannot have been written by us."""
    kind, subjects, head = row
    try:
        if kind not in get_args(DocumentType):
            raise ValueError(f"{kind!r} is no type of document")
        found = tuple(subject_of(fields) for fields in json.loads(str(subjects)))
    except (ValueError, TypeError, LookupError) as error:
        raise tampered(identity.name) from error
    return Cover(identity, kind, found, str(head))
