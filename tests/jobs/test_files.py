"""Files are found and read whole, and whatever is no file, or is not read, is named with the reason."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pincite.errors import InputError
from pincite.ingest.watch import watched
from pincite.jobs.files import Found, bytes_of, find
from pincite.records.limits import Limits

# Writes the file over and over, in place and all of one letter, as a program does that saves it.
_WRITER = """
import os, sys, time
path, size, seconds, keeps_time = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4] == "keep"
end, turn = time.monotonic() + seconds, 0
before = os.stat(path)
while time.monotonic() < end:
    turn += 1
    with open(path, "r+b") as file:
        for place in range(0, size, 65536):
            file.seek(place)
            file.write((b"A" if turn % 2 else b"B") * min(65536, size - place))
    if keeps_time:
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    if turn == 1:
        print("writing", flush=True)
"""


class TestFolder:
    def test_gives_files_by_their_path_from_there_and_in_order(self, tmp_path: Path):
        make(tmp_path, "b.txt", "a/c.txt", "a/b/d.txt")

        assert names(find([tmp_path])) == ["a/b/d.txt", "a/c.txt", "b.txt"]

    def test_lists_hidden_files_and_folders_as_skipped(self, tmp_path: Path):
        make(tmp_path, "a.txt", ".hidden.txt", ".git/config")

        found = find([tmp_path])

        assert names(found) == ["a.txt"]
        assert list(skipped(found)) == [".git", ".hidden.txt"]
        assert not any(each.missed for each in found if each.skipped)

    def test_lists_a_library_as_skipped_and_enters_it_not(self, tmp_path: Path):
        make(tmp_path, "a.txt", "lib/library.db", "lib/words/meta.json")

        found = find([tmp_path])

        assert names(found) == ["a.txt"]
        assert "is a Pincite library" in skipped(found)["lib"]

    def test_lists_pipes_sockets_and_devices_as_skipped(self, tmp_path: Path):
        make(tmp_path, "a.txt")
        os.mkfifo(tmp_path / "pipe")
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(tmp_path / "socket"))
        (tmp_path / "zero").symlink_to("/dev/zero")

        found = find([tmp_path], follow=True)

        assert names(found) == ["a.txt"]
        assert [why.split(" is ")[1] for why in skipped(found).values()] == [
            "a named pipe and not a file.",
            "a socket and not a file.",
            "a device and not a file.",
        ]

    def test_finds_links_that_lead_nowhere_so_that_reading_them_fails(self, tmp_path: Path):
        (tmp_path / "dangling.txt").symlink_to("nowhere.txt")
        (tmp_path / "loop.txt").symlink_to("loop.txt")
        make(tmp_path, "a.txt")

        assert names(find([tmp_path])) == ["a.txt", "dangling.txt", "loop.txt"]

    def test_follows_links_to_files_inside_it(self, tmp_path: Path):
        make(tmp_path, "a.txt")
        (tmp_path / "same.txt").symlink_to("a.txt")

        assert names(find([tmp_path])) == ["a.txt", "same.txt"]

    def test_skips_links_that_leave_it(self, tmp_path: Path):
        leaving(tmp_path)

        found = find([tmp_path / "given"])

        assert names(found) == ["a.txt"]
        assert list(skipped(found)) == ["folder", "secret.txt"]
        assert all("`pincite add --follow`" in why for why in skipped(found).values())

    def test_follows_links_that_leave_it_where_that_is_asked_for(self, tmp_path: Path):
        leaving(tmp_path)

        found = find([tmp_path / "given"], follow=True)

        assert names(found) == ["a.txt", "folder/secret.txt", "secret.txt"]
        assert skipped(found) == {}

    @pytest.mark.parametrize("follow", [False, True])
    def test_that_links_lead_back_to_is_gone_through_once(self, tmp_path: Path, follow: bool):
        given = tmp_path / "given"
        make(given, "a.txt", "sub/b.txt")
        (given / "sub" / "up").symlink_to("..")
        (given / "sub" / "out").symlink_to(tmp_path)
        (given / "other").symlink_to(tmp_path)

        found = find([given], follow=follow)

        assert [each.path.name for each in found if not each.skipped] == ["a.txt", "b.txt"]
        assert "sub/up" in skipped(found)

    def test_that_is_deeper_than_calls_can_be_is_gone_through(self, tmp_path: Path):
        depth = sys.getrecursionlimit() + 100
        for number in range(1, depth):
            (tmp_path / "/".join("d" * number)).mkdir()
        make(tmp_path, "a.txt")

        try:
            found = find([tmp_path])
        finally:
            for number in range(depth - 1, 0, -1):  # what pytest itself deletes, it deletes by recursion
                (tmp_path / "/".join("d" * number)).rmdir()

        assert names(found) == ["a.txt"]

    def test_without_anything_to_read_is_itself_what_fails(self, tmp_path: Path):
        make(tmp_path, ".hidden")

        assert [each.path for each in find([tmp_path]) if not each.skipped] == [tmp_path]
        with pytest.raises(InputError, match="is a folder without files"):
            bytes_of(tmp_path)


class TestReading:
    def test_gives_all_bytes(self, tmp_path: Path):
        (tmp_path / "a").write_bytes(bytes(range(256)) * 10_000)

        assert bytes_of(tmp_path / "a") == bytes(range(256)) * 10_000

    def test_a_pipe_is_refused_at_once(self, tmp_path: Path):
        os.mkfifo(tmp_path / "pipe")

        refused_at_once(tmp_path / "pipe", "is a named pipe and not a file. Save its contents")

    def test_a_socket_is_refused_at_once(self, tmp_path: Path):
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(tmp_path / "socket"))
            refused_at_once(tmp_path / "socket", "is a socket and not a file.")

    def test_a_device_is_refused_at_once(self):
        refused_at_once(Path("/dev/zero"), "is a device and not a file.")

    def test_a_link_to_nothing_says_where_it_leads(self, tmp_path: Path):
        (tmp_path / "link").symlink_to("nowhere.txt")

        refused_at_once(tmp_path / "link", "is a link to nowhere.txt, which does not exist.")

    def test_a_link_to_itself_is_named_as_such(self, tmp_path: Path):
        (tmp_path / "link").symlink_to("link")

        refused_at_once(tmp_path / "link", "is a link that leads back to itself.")

    def test_a_file_over_the_limit_is_refused_unread(self, tmp_path: Path):
        with (tmp_path / "large").open("wb") as file:
            file.truncate(600_000_000)

        refused_at_once(tmp_path / "large", "at most 500 MB are allowed.")

    def test_a_file_of_the_size_allowed_is_read(self, tmp_path: Path):
        (tmp_path / "a").write_bytes(b"x" * 1_000_000)

        with watched(Limits(file_megabytes=1)):
            assert len(bytes_of(tmp_path / "a")) == 1_000_000

    @pytest.mark.parametrize("times", ["keep", "change"])
    def test_a_file_that_keeps_changing_is_refused_and_never_torn(self, tmp_path: Path, times: str):
        path, size = tmp_path / "torn", 30_000_000
        path.write_bytes(b"A" * size)

        with (
            being_written(path, size, seconds=20, times=times),
            pytest.raises(InputError, match="changed while it was being read, 3 times") as caught,
        ):
            bytes_of(path)

        assert caught.value.retryable

    def test_a_file_that_stops_changing_is_read_again(self, tmp_path: Path):
        path, size = tmp_path / "torn", 30_000_000
        path.write_bytes(b"A" * size)

        with being_written(path, size, seconds=0.15, times="change"):
            content = bytes_of(path)

        assert set(content) in ({ord("A")}, {ord("B")})


@contextmanager
def being_written(path: Path, size: int, seconds: float, times: str) -> Iterator[None]:
    """Meanwhile another process writes the file, or for so many seconds."""
    arguments = [str(path), str(size), str(seconds), times]
    with subprocess.Popen([sys.executable, "-c", _WRITER, *arguments], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        try:
            yield
        finally:
            writer.kill()


def refused_at_once(path: Path, reason: str) -> None:
    started = time.monotonic()
    with pytest.raises(InputError) as caught:
        bytes_of(path)
    assert reason in str(caught.value)
    assert time.monotonic() - started < 1


def leaving(folder: Path) -> None:
    make(folder, "given/a.txt", "outside/secret.txt")
    (folder / "given" / "folder").symlink_to(folder / "outside")
    (folder / "given" / "secret.txt").symlink_to("../outside/secret.txt")


def make(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("words")


def names(found: list[Found]) -> list[str]:
    return [each.name for each in found if not each.skipped]


def skipped(found: list[Found]) -> dict[str, str]:
    return {each.name: each.skipped for each in found if each.skipped}
