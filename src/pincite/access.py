"""API keys of a library: made, listed, revoked and recognised.

A key is `pincite_ID_SECRET`. The secret has 256 random bits and only its SHA-256 is kept: a slow hash would
protect words that people choose, and nobody chooses this one.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from pincite.errors import InputError
from pincite.protocols import AccessStore
from pincite.records.api_keys import RIGHTS, ApiKey, Right

PREFIX = "pincite"
_ID_BYTES, _SECRET_BYTES = 5, 32
_LONGEST_KEY = 200
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that was just made; `text` is shown once and kept nowhere."""

    key: ApiKey
    text: str

    def __repr__(self) -> str:
        return f"NewKey({self.key!r})"


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one library."""

    store: AccessStore

    def new(self, name: str, right: Right = "read", collections: Sequence[str] = ()) -> NewKey:
        """A key under a name, good for some collections or, where none is named, for all of the library."""
        if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
            raise InputError(
                f"{name!r} cannot be the name of a key.", hint="Say who uses it: pincite keys new NAME"
            )
        if right not in RIGHTS:
            raise InputError(f"There is no right {right!r}.", hint=f"Choose one of {', '.join(RIGHTS)}.")
        if any(not each or len(each) > _LONGEST_NAME for each in collections):
            raise InputError("The name of a collection is empty or too long.", hint="Name it: --for NAME")
        id, secret = secrets.token_hex(_ID_BYTES), secrets.token_hex(_SECRET_BYTES)
        known = tuple(dict.fromkeys(collections))
        key = ApiKey(id, name.strip(), right, known, _now(), secret_sha256=_sha256(secret))
        self.store.add_key(key)
        return NewKey(key, f"{PREFIX}_{id}_{secret}")

    def revoke(self, id: str) -> ApiKey:
        """From now on a key opens nothing; the beginning of its id, or its name, is enough if it fits one."""
        found = [each for each in self.list() if id and (each.id.startswith(id) or each.name == id)]
        if len(found) != 1:
            said = f"Several keys fit {id!r}" if found else f"There is no key {id!r}"
            raise InputError(f"{said}.", hint="`pincite keys list` lists them.")
        self.store.revoke_key(found[0].id, _now())
        return next(each for each in self.list() if each.id == found[0].id)

    def recognised(self, text: str) -> ApiKey | None:
        """The key whose text this is, unless it was revoked; None for anything else."""
        prefix, _, rest = text.partition("_")
        id, _, secret = rest.partition("_")
        if prefix != PREFIX or not secret or len(text) > _LONGEST_KEY:
            return None
        known = self.store.key(id)
        # Compared also where there is no such key, so that the time it takes does not tell which ids exist.
        same = hmac.compare_digest(_sha256(secret), known.secret_sha256 if known else _sha256(""))
        return known if known and same and not known.revoked_at else None

    def any_made(self) -> bool:
        """Whether a key was ever made: from then on nobody gets in without one."""
        return self.store.count_keys() > 0

    # Last: from here on the name stands for it in this class.
    def list(self) -> Sequence[ApiKey]:
        """All keys, the oldest first, with those that were revoked."""
        return self.store.keys()


def bearer(header: str) -> str:
    """The key in a header `Authorization: Bearer KEY`; empty for anything else."""
    scheme, _, given = header.partition(" ")
    return given.strip() if scheme.lower() == "bearer" else ""


def _sha256(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
