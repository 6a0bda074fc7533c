"""Write JSON in its one canonical form (RFC 8785), and its SHA-256."""

from __future__ import annotations

import hashlib
from typing import Any

import rfc8785


def canonical(value: Any) -> bytes:
    """The canonical bytes of a JSON value; a ValueError for what JSON cannot hold."""
    try:
        return rfc8785.dumps(value)
    except rfc8785.CanonicalizationError as error:
        raise ValueError(str(error)) from error


def digest(value: Any) -> str:
    """The SHA-256 of the canonical bytes, in hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()
