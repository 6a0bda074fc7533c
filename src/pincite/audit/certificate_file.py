"""A certificate as bytes: canonical JSON, the chain of its parts, and how it is read from a strange file.

The link of a part is the digest of [the link before it, its name, its digest]; before the first part stands
the digest of the schema's name. So a part that is changed, left out, added or moved breaks every later link.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import rfc8785
from pydantic import ValidationError

from pincite.audit.certificate import SCHEMA, Certificate
from pincite.errors import InputError
from pincite.records.limits import MEGABYTE


def canonical(value: Any) -> bytes:
    """The canonical bytes of a JSON value; a ValueError for what JSON cannot hold."""
    try:
        return rfc8785.dumps(value)
    except rfc8785.CanonicalizationError as error:
        raise ValueError(str(error)) from error


def digest(value: Any) -> str:
    """The SHA-256 of the canonical bytes, in hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


LARGEST_MEGABYTES = 64
_MAKE = "Make one with: pincite certify --output FILE"
_DEEPEST = 64


@dataclass(frozen=True, slots=True)
class Opened:
    """A certificate as it stands in its file, over which digests are taken, and what it says."""

    written: Mapping[str, Any]
    says: Certificate


def read_certificate(given: str | Path | bytes | Mapping[str, Any]) -> Opened:
    """The certificate in a file, in bytes or as an object of JSON; an InputError where it is none."""
    if isinstance(given, Mapping):
        return opened(dict(given), "The certificate")
    if isinstance(given, bytes):
        return opened(_parsed(given, "The certificate"), "The certificate")
    path = Path(given)
    return opened(_parsed(_content(path), path.name), path.name)


def opened(written: object, name: str) -> Opened:
    """What an object of JSON certifies; an InputError that says what is wrong with it."""
    if not isinstance(written, dict) or written.get("schema") != SCHEMA:
        told = written.get("schema") if isinstance(written, dict) else None
        said = f"its schema is {_short(told)}" if isinstance(told, str) else "it names no schema"
        raise InputError(f"{name} is no certificate: {said}, not {SCHEMA!r}.", hint=_MAKE)
    try:
        _check_depth(written)
        canonical(written)
        return Opened(written, Certificate.model_validate(written))
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(map(str, problem["loc"])) or "the file"
        raise InputError(
            f"{name} is no certificate that can be checked: {place}: {problem['msg']}.", hint=_MAKE
        ) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is no certificate that can be checked: {error}.", hint=_MAKE) from error


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_MEGABYTES * MEGABYTE + 1)
    except FileNotFoundError as error:
        raise InputError(f"There is no file {path}.", hint=_MAKE) from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(
            f"{path} cannot be read: {reason}.", hint="Pass the file of a certificate."
        ) from error
    if not content:
        raise InputError(f"{path} is empty.", hint=_MAKE)
    return content


def _parsed(content: bytes, name: str) -> object:
    if len(content) > LARGEST_MEGABYTES * MEGABYTE:
        raise InputError(
            f"{name} is larger than {LARGEST_MEGABYTES} MB, which no certificate is.",
            hint="Certify the run again with --without-text, and check it with its sources.",
        )
    try:
        return json.loads(content.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else f"it is not JSON ({error})"
        raise InputError(f"{name} is no certificate: {why}.", hint=_MAKE) from error


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which every key stands once: of two, every reader could believe another."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {_short(key)} stands twice in one object")
        found[key] = value
    return found


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")


def _check_depth(value: object) -> None:
    """Refuse what lies too deep to be walked through by every later step."""
    level: list[object] = [value]
    for _ in range(_DEEPEST):
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return
    raise ValueError("it is nested too deeply")


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:59] + "…")


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
