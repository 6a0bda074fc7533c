"""Turn a profile into JSON and JSON into the same profile."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pincite.records.reading import PageQuality, Profile, Subject, unread
from pincite.records.span import Span


def to_json(profile: Profile) -> str:
    """Empty for a document of which nothing is known but its text."""
    if profile == unread():
        return ""
    return json.dumps(asdict(profile), ensure_ascii=False)


def from_json(stored: str) -> Profile:
    if not stored:
        return unread()
    fields = json.loads(stored)
    return Profile(
        type=fields["type"],
        language=fields["language"],
        pages=tuple(PageQuality(**page) for page in fields["pages"]),
        sections_found_by=tuple((name, count) for name, count in fields["sections_found_by"]),
        subjects=tuple(subject_of(subject) for subject in fields["subjects"]),
    )


def subject_of(fields: Mapping[str, Any]) -> Subject:
    """A subject from the object that JSON holds of it."""
    return Subject(fields["kind"], fields["name"], tuple(fields["aliases"]), Span(**fields["span"]))
