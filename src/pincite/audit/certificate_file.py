"""Read a certificate from a file that nobody trusts: too large, too deep, or of another form is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from pydantic import ValidationError

from pincite.audit.canonical import canonical
from pincite.audit.certificate import SCHEMA, Certificate
from pincite.errors import InputError
from pincite.records.limits import MEGABYTE

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
