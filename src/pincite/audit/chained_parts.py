"""Chain the parts of a certificate: each link holds the digest of a part and of all parts before it.

The link of a part is the digest of [the link before it, its name, its digest]; before the first part stands
the digest of the schema's name. So a part that is changed, left out, added or moved breaks every later link.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pincite.audit.canonical import digest
from pincite.audit.certificate import SCHEMA

_LISTS = ("sources", "items")
_ORDER = (
    *("sources", "question", "items", "conflict", "coverage", "judgement", "run"),
    "library_chain",
)


def parts_of(certificate: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The parts by name, in the order of the chain; each source and each item is one of its own."""
    for name in _ORDER:
        if name in _LISTS:
            yield from ((f"{name}/{at}", part) for at, part in enumerate(certificate[name]))
        else:
            yield name, certificate[name]


def chain_of(certificate: Mapping[str, Any]) -> list[dict[str, str]]:
    """The links of all parts; a ValueError for what has no canonical form."""
    links: list[dict[str, str]] = []
    before = digest(SCHEMA)
    for name, part in parts_of(certificate):
        own = digest(part)
        before = digest([before, name, own])
        links.append({"part": name, "digest": own, "link": before})
    return links


def breaks(stated: Sequence[Mapping[str, Any]], computed: Sequence[Mapping[str, str]]) -> list[str]:
    """What is wrong with a chain that a file states, in sentences; nothing where it holds."""
    names, wanted = [link["part"] for link in stated], [link["part"] for link in computed]
    if names != wanted:
        return [_misplaced(names, wanted)]
    found = [
        f"{_called(one['part'])} was changed after it was certified: its digest is another."
        for one, other in zip(stated, computed, strict=True)
        if one["digest"] != other["digest"]
    ]
    before = digest(SCHEMA)
    for link in stated:
        before = digest([before, link["part"], link["digest"]])
        if link["link"] != before:
            return [*found, f"The chain is broken at {link['part']}: its link does not follow."]
    return found


def _misplaced(names: Sequence[str], wanted: Sequence[str]) -> str:
    if lacking := [name for name in wanted if name not in names]:
        return f"The chain does not hold {lacking[0]}."
    if added := [name for name in names if name not in wanted]:
        return f"The chain holds {added[0]}, which the certificate does not have."
    return "The parts of the chain are not in their order."


def _called(part: str) -> str:
    name, _, number = part.partition("/")
    return f"{name[:-1].capitalize()} {int(number) + 1}" if number else f"The part {part!r}"
