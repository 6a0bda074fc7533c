"""Say where a library is: in a folder, or in a database of a PostgreSQL server.

The address of a database may hold a password. It is never shown: whatever turns an address into text gets it
without everything that could be one.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from pincite.errors import StoreError

SCHEMES = ("postgresql://", "postgres://")
# What is left of an address that was made a path.
_FLATTENED = ("postgresql:/", "postgres:/")
# What looks like an address, of whatever: a drive of Windows has one letter.
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://|postgres(?:ql)?:/", re.IGNORECASE)
_CONNECTION = re.compile(r"\b(?:password|dbname)\s*=")
_SHOWN = ("host", "port", "dbname", "user")


@dataclass(frozen=True, slots=True)
class PostgresUrl:
    """The address of a database, as `postgresql://user:password@host:port/database`."""

    secret: str = field(repr=False)
    """With the password, for the driver alone."""

    def __str__(self) -> str:
        scheme, _, rest = self.secret.partition("://")
        # A password may hold any character, so everything up to the last @ may be part of it.
        user_and_more, at, rest = rest.rpartition("@")
        where, _, options = rest.partition("?")
        user = user_and_more.partition(":")[0]
        shown = [(key, value) for key, value in parse_qsl(options) if key in _SHOWN]
        return f"{scheme}://{user}{at}{where}" + (f"?{urlencode(shown, safe='/')}" if shown else "")

    def __repr__(self) -> str:
        return f"PostgresUrl({str(self)!r})"


Place = Path | PostgresUrl


def place_of(named: str | Path | PostgresUrl) -> Place:
    """The place that somebody named.

    A ValueError where an address was taken for a path on the way, a StoreError where it is of a kind that we
    do not know: as the name of a folder it would show its password.
    """
    if isinstance(named, PostgresUrl):
        return named
    if isinstance(named, Path):
        if str(named).startswith(_FLATTENED):
            raise ValueError("write the address of a database as text, not as a path")
        return named
    address = _ADDRESS.match(named)
    if address and address[0].lower() in SCHEMES:
        return PostgresUrl(address[0].lower() + named[address.end() :])
    if address or _CONNECTION.search(named):
        # As a folder it would be made, and its name would be shown with the password.
        form = f"that begins with {address[0]}" if address else "of this form"
        raise StoreError(
            f"A library cannot be at an address {form}.",
            hint="Write a folder, or the address of a database: postgresql://USER@HOST/DATABASE",
        )
    return Path(named)


def secret_of(place: Place) -> str:
    """The place as it is given to another process, in its environment and never in its arguments."""
    return place.secret if isinstance(place, PostgresUrl) else str(place.absolute())


def folder_of(place: Place) -> Path:
    """Where the files of a library lie on this machine that are not in its database; made for a server's."""
    if isinstance(place, Path):
        return place
    from platformdirs import user_cache_path

    folder = user_cache_path("pincite") / "libraries" / hashlib.sha256(str(place).encode()).hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreError(
            f"The folder {folder} for files of {place} cannot be made: {error.strerror}.",
            hint="Let Pincite write to your cache folder, or set XDG_CACHE_HOME to another.",
        ) from error
    return folder
