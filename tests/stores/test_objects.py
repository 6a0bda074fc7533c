"""What every place for bytes outside the library promises: a folder, and a bucket over real HTTP."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.s3_server import KEY_ID, READ_ONLY_KEY_ID, SECRET, S3Server, serving

from pincite.errors import ConfigError, StoreError
from pincite.protocols import ObjectStore
from pincite.stores.objects import FolderObjects, open_objects

pytest.importorskip("obstore")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[S3Server]:
    with serving("files") as served:
        for name, value in served.environment().items():
            monkeypatch.setenv(name, value)
        yield served


@pytest.fixture(params=["folder", "bucket"])
def objects(request: pytest.FixtureRequest, scratch: Path) -> ObjectStore:
    if request.param == "bucket":
        request.getfixturevalue("server")
    opened = open_objects("s3://files/some/where" if request.param == "bucket" else str(scratch / "kept"))
    assert opened
    return opened


@pytest.mark.parametrize("content", [b"", b"bytes", bytes(range(256)) * 40_000], ids=["empty", "few", "many"])
def test_bytes_come_back_as_they_were_put(objects: ObjectStore, content: bytes):
    assert objects.get("a/b") is None
    assert not objects.has("a/b")
    objects.put("a/b", content)
    assert objects.get("a/b") == content
    assert objects.has("a/b")


def test_the_same_key_again_replaces(objects: ObjectStore):
    objects.put("a/b", b"before")
    objects.put("a/b", b"after")
    assert objects.get("a/b") == b"after"
    assert list(objects.keys("a/")) == [("a/b", 5)]


def test_what_is_deleted_is_gone_and_again_is_no_error(objects: ObjectStore):
    objects.put("a/b", b"bytes")
    objects.delete("a/b")
    objects.delete("a/b")
    assert objects.get("a/b") is None
    assert list(objects.keys("a/")) == []


def test_all_keys_under_a_prefix_are_listed_and_no_others(objects: ObjectStore):
    for number in range(11):
        objects.put(f"a/{number:02}", bytes(number))
    objects.put("b/00", b"of another")
    assert list(objects.keys("a/")) == [(f"a/{number:02}", number) for number in range(11)]
    assert list(objects.keys("c/")) == []


def test_a_folder_keeps_no_half_of_a_file_and_lets_nobody_else_read(scratch: Path):
    objects = FolderObjects(scratch / "kept")
    objects.put("a/b", b"bytes")
    (scratch / "kept" / "a" / ".c.12345678.part").write_bytes(b"half")
    assert list(objects.keys("")) == [("a/b", 5)]
    assert (scratch / "kept" / "a" / "b").stat().st_mode & 0o077 == 0
    os.utime(scratch / "kept" / "a" / ".c.12345678.part", (0, 0))
    assert [key for key, _ in objects.keys("")] == ["a/.c.12345678.part", "a/b"]


def test_deleted_bytes_are_overwritten_before_the_file_is_released(scratch: Path):
    objects = FolderObjects(scratch / "kept")
    objects.put("a/b", b"secret words")
    os.link(scratch / "kept" / "a" / "b", scratch / "link")
    objects.delete("a/b")
    assert (scratch / "link").read_bytes() == bytes(12)


def test_a_folder_that_is_a_file_is_a_clear_error(scratch: Path):
    (scratch / "kept").write_text("no folder")
    with pytest.raises(StoreError, match="cannot be used"):
        FolderObjects(scratch / "kept").put("a/b", b"bytes")


@pytest.mark.parametrize("verb", ["put", "get", "delete", "keys"])
def test_missing_bucket_is_named(server: S3Server, verb: str):
    with pytest.raises(StoreError, match="There is no bucket 'nowhere'") as raised:
        _do(open_objects("s3://nowhere"), verb)
    assert not raised.value.retryable


@pytest.mark.parametrize("verb", ["put", "delete"])
def test_key_without_rights_is_refused_and_not_shown(
    server: S3Server, monkeypatch: pytest.MonkeyPatch, verb: str
):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", READ_ONLY_KEY_ID)
    objects = open_objects(f"s3://files/{verb}/no-rights")
    with pytest.raises(StoreError, match="refuses access") as raised:
        _do(objects, verb)
    shown = "".join(traceback.format_exception(raised.value)) + repr(objects)
    assert not any(secret in shown for secret in (READ_ONLY_KEY_ID, KEY_ID, SECRET))
    assert not raised.value.retryable


def test_service_that_is_overloaded_may_be_asked_again(server: S3Server):
    objects = open_objects("s3://files/busy")
    assert objects
    server.broken = 503
    with pytest.raises(StoreError, match="does not answer") as raised:
        objects.get("a/b")
    assert raised.value.retryable
    server.broken = 0
    assert objects.get("a/b") is None


def test_endpoint_that_is_down_may_be_asked_again(server: S3Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    objects = open_objects("s3://files/down")
    with pytest.raises(StoreError, match=r"does not answer\. Check the network") as raised:
        _do(objects, "put")
    assert raised.value.retryable


def test_half_of_the_credentials_says_which_variables(server: S3Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    with pytest.raises(StoreError, match="AWS_ACCESS_KEY_ID"):
        _do(open_objects("s3://files/nobody"), "get")


@pytest.mark.parametrize(
    "place",
    ["", "  ", "gs://bucket", "s3://", "s3:///key", "s3://id:secret@bucket", "s3://bucket/../x", "s3://B_"],
)
def test_place_that_is_none_is_refused_without_showing_it(place: str):
    with pytest.raises(ConfigError) as raised:
        open_objects(place)
    assert "secret" not in str(raised.value)


def test_bucket_without_the_package_names_the_extra(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "obstore", None)
    with pytest.raises(ConfigError, match=r"pincite\[s3\]"):
        open_objects("s3://bucket/prefix")


def _do(objects: ObjectStore | None, verb: str) -> None:
    assert objects
    if verb == "put":
        objects.put("a/b", b"bytes")
    elif verb == "keys":
        list(objects.keys("a/"))
    else:
        getattr(objects, verb)("a/b")
