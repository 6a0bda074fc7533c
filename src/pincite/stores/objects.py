"""Keep bytes of files outside the library: in a folder, or in a bucket of a service that speaks S3.

Any folder that all machines of a library see will do, also one of a network file system.

Endpoint, region and credentials come from the environment, as for every tool of S3 (`AWS_ENDPOINT_URL`,
`AWS_REGION`, `AWS_ACCESS_KEY_ID` …, or the role of the machine). What the service said is read, and only its
code is shown: its own words may repeat parts of a signed request.
"""

from __future__ import annotations

import errno
import functools
import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pincite.errors import ConfigError, MissingExtra, StoreError
from pincite.records.library import Bucket, source_place
from pincite.stores.copying import sync

if TYPE_CHECKING:
    from obstore.store import S3Store

    from pincite.protocols import ObjectStore


def open_objects(place: str | None) -> ObjectStore | None:
    """A folder or `s3://BUCKET/PREFIX`; None where no place is named, because then they are rows."""
    if place is None:
        return None
    try:
        named = source_place(place)
    except ValueError as error:
        raise ConfigError(f"The setting `sources` cannot be used: {error}.") from None
    if isinstance(named, Path):
        return FolderObjects(named)

    require_extra()
    return BucketObjects(named)


_UNFINISHED = ".part"
_UNFINISHED_SECONDS = 3_600
_ZEROS = bytes(1 << 20)


@dataclass(frozen=True, slots=True)
class FolderObjects:
    """Files of a folder that only their owner can read."""

    folder: Path

    @property
    def place(self) -> str:
        return str(self.folder)

    def put(self, key: str, content: bytes) -> None:
        file = self.folder / key
        with self._in_plain_words():
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            part = file.with_name(f".{file.name}.{secrets.token_hex(4)}{_UNFINISHED}")
            try:
                with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
                    opened.write(content)
                    opened.flush()
                    os.fsync(opened.fileno())
                os.replace(part, file)
            except BaseException:
                part.unlink(missing_ok=True)
                raise
            # The folders above may be new, too, and a file is found by all of them.
            for folder in (file.parent, *file.parent.parents):
                sync(folder)
                if folder == self.folder.parent:
                    break

    def get(self, key: str) -> bytes | None:
        with self._in_plain_words():
            try:
                return (self.folder / key).read_bytes()
            except FileNotFoundError:
                return None

    def has(self, key: str) -> bool:
        with self._in_plain_words():
            return (self.folder / key).is_file()

    def delete(self, key: str) -> None:
        """Overwritten before it is released, as SQLite does with what it deletes."""
        file = self.folder / key
        with self._in_plain_words():
            try:
                with file.open("r+b") as opened:
                    for start in range(0, file.stat().st_size, len(_ZEROS)):
                        opened.write(_ZEROS[: file.stat().st_size - start])
                    opened.flush()
                    os.fsync(opened.fileno())
                file.unlink()
                sync(file.parent)
            except FileNotFoundError:
                return

    def keys(self, under: str) -> Iterator[tuple[str, int]]:
        """Also what a killed process left unfinished long ago, under a key that stands for no object."""
        with self._in_plain_words():
            for file in sorted((self.folder / under).rglob("*")):
                try:
                    found = file.stat()
                except FileNotFoundError:
                    continue
                written = file.suffix == _UNFINISHED and time.time() - found.st_mtime < _UNFINISHED_SECONDS
                if stat.S_ISREG(found.st_mode) and not written:
                    yield file.relative_to(self.folder).as_posix(), found.st_size

    @contextmanager
    def _in_plain_words(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            reason = "no space is left" if full else (error.strerror or str(error))
            hint = "Free some space." if full else "Check that the folder is there and you can write to it."
            raise StoreError(
                f"The folder of source files {self.folder} cannot be used: {reason}.",
                hint=hint,
                retryable=error.errno in (errno.EIO, errno.ESTALE, errno.ETIMEDOUT),
            ) from error


_ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT")
_CODE = re.compile(r"<Code>(\w+)</Code>")
_NO_RIGHTS = frozenset({"AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken"})
# The role of a machine is asked for last, at these addresses: then there are no other credentials.
_ROLES = ("169.254.169.254", "169.254.170.2", "fd00:ec2::254")
_NO_CREDENTIALS = (*_ROLES, "Missing AccessKeyId", "Missing SecretAccessKey")
_RETRIES, _RETRY_SECONDS = 4, 30


@dataclass(frozen=True, slots=True)
class BucketObjects:
    """Objects of a bucket, each under its key."""

    bucket: Bucket

    @property
    def place(self) -> str:
        return str(self.bucket)

    def put(self, key: str, content: bytes) -> None:
        with self._in_plain_words():
            # In one request: an upload in parts that breaks off leaves parts that cost and no list shows.
            self._store.put(key, content, use_multipart=False)

    def get(self, key: str) -> bytes | None:
        with self._in_plain_words():
            try:
                return bytes(self._store.get(key).bytes())
            except FileNotFoundError as error:
                if "NoSuchBucket" in str(error):
                    raise
                return None

    def has(self, key: str) -> bool:
        with self._in_plain_words():
            try:
                self._store.head(key)
            except FileNotFoundError:  # or there is no bucket, which whoever puts or reads is told
                return False
            return True

    def delete(self, key: str) -> None:
        with self._in_plain_words():
            try:
                self._store.delete(key)
            except FileNotFoundError as error:
                if "NoSuchBucket" in str(error):
                    raise

    def keys(self, under: str) -> Iterator[tuple[str, int]]:
        with self._in_plain_words():
            for page in self._store.list(under):
                yield from ((each["path"], each["size"]) for each in page)

    @property
    def _store(self) -> S3Store:
        return _opened(self.bucket, _endpoint())

    @contextmanager
    def _in_plain_words(self) -> Iterator[None]:
        from obstore.exceptions import BaseError

        try:
            yield
        except (BaseError, OSError) as error:
            # Not `from error`: what a service says may name whose key it was, and a trace is kept.
            raise _told(self.bucket, error) from None


def require_extra() -> None:
    """A MissingExtra where the package that speaks S3 is not installed."""
    try:
        import obstore  # noqa: F401
    except ImportError as error:
        raise MissingExtra("obstore", extra="s3", needed_for="A bucket for source files") from error


@functools.cache
def _opened(bucket: Bucket, endpoint: str) -> S3Store:
    """Clients keep their connections, so all of a process share one."""
    from obstore.store import S3Store

    return S3Store(
        bucket.name,
        prefix=bucket.prefix or None,
        # Not every service knows how to delete many at once.
        disable_bulk_delete=True,
        client_options={
            "timeout": timedelta(minutes=5),
            "connect_timeout": timedelta(seconds=5),
            "allow_http": endpoint.startswith("http://"),
        },
        retry_config={"max_retries": _RETRIES, "retry_timeout": timedelta(seconds=_RETRY_SECONDS)},
    )


def _endpoint() -> str:
    return next((os.environ[name] for name in _ENDPOINTS if os.environ.get(name)), "")


def _told(bucket: Bucket, error: Exception) -> StoreError:
    from obstore.exceptions import PermissionDeniedError, UnauthenticatedError

    said = str(error)
    found = _CODE.search(said)
    code = found[1] if found else ""
    host = urlsplit(_endpoint()).netloc.rpartition("@")[2]
    at = f" at {host}" if host else ""
    if code == "NoSuchBucket":
        return StoreError(
            f"There is no bucket {bucket.name!r}{at}.",
            hint="Make it first, or correct the setting `sources`; check AWS_REGION and AWS_ENDPOINT_URL.",
        )
    if any(role in said for role in _NO_CREDENTIALS):
        return StoreError(
            f"There are no credentials for {bucket}.",
            hint="Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role.",
        )
    if code in _NO_RIGHTS or isinstance(error, PermissionDeniedError | UnauthenticatedError):
        return StoreError(
            f"{bucket} refuses access{f' ({code})' if code else ''}.",
            hint="Check the credentials in the environment: Pincite gets, puts, deletes and lists objects.",
        )
    return StoreError(
        f"{bucket}{at} does not answer{f' ({code})' if code else ''}.",
        hint="Check the network and AWS_ENDPOINT_URL, then try again. The library itself is as it was.",
        retryable=True,
    )
