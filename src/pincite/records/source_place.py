"""Where the bytes of files are kept outside the library: a folder, or a bucket of an object storage."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://(.*)", re.IGNORECASE | re.DOTALL)
_BUCKET = re.compile(r"[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]")


@dataclass(frozen=True, slots=True)
class Bucket:
    """A bucket, and what the keys in it begin with."""

    name: str
    prefix: str = ""

    def __str__(self) -> str:
        return f"s3://{self.name}/{self.prefix}".rstrip("/")


def source_place(written: str) -> Path | Bucket:
    """`s3://BUCKET/PREFIX`, or the path of a folder; a ValueError, which shows no part of an address."""
    found = _SCHEME.fullmatch(written.strip())
    if found is None:
        if not written.strip():
            raise ValueError("it is empty: name a folder or s3://BUCKET/PREFIX")
        return Path(written.strip()).expanduser().absolute()
    if found[1].lower() != "s3":
        raise ValueError(f"{found[1]}:// is not known: name a folder or s3://BUCKET/PREFIX")
    name, _, prefix = found[2].partition("/")
    # An address may hold a key by mistake, and what is wrong with a setting is shown and logged.
    if "@" in found[2] or "?" in found[2]:
        raise ValueError("a bucket has no user, key or options; credentials belong in the environment")
    if not _BUCKET.fullmatch(name):
        raise ValueError("it names no bucket: write s3://BUCKET/PREFIX")
    parts = [part for part in prefix.split("/") if part]
    if any(part in (".", "..") for part in parts):
        raise ValueError("a prefix holds no . or ..")
    return Bucket(name, "/".join(parts))
