"""Turn a profile into JSON and JSON into the same profile."""

from __future__ import annotations

import json
from dataclasses import asdict

from pincite.records.profile import PageQuality, Profile, Subject, unread
from pincite.records.span import Span


def to_json(profile: Profile) -> str:
    """Empty for a document of which nothing is known but its text."""
    return "" if profile == unread() else json.dumps(asdict(profile), ensure_ascii=False)


def from_json(stored: str) -> Profile:
    if not stored:
        return unread()
    fields = json.loads(stored)
    return Profile(
        type=fields["type"],
        language=fields["language"],
        pages=tuple(PageQuality(**page) for page in fields["pages"]),
        sections_found_by=tuple((name, count) for name, count in fields["sections_found_by"]),
        subjects=tuple(
            Subject(s["kind"], s["name"], tuple(s["aliases"]), Span(**s["span"])) for s in fields["subjects"]
        ),
    )
