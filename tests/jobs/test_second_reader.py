"""A second process helps to read a long PDF, and changes nothing of what is read."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass, field

import pytest
from tests.ingest.printed import Drawn, lines, pdf

from pincite.errors import InputError
from pincite.ingest.pdf.each_page import Sheet, sheets_of
from pincite.ingest.pdf.opening import unlocked
from pincite.jobs.isolation import Readers
from pincite.jobs.one_file import Job, read
from pincite.jobs.second_reader import SecondProcess, start_second
from pincite.jobs.transport import memory_of, memory_with_children

pytestmark = pytest.mark.usefixtures("isolated_as_by_default")


def long_pdf(pages: int = 60, **how: str) -> bytes:
    return pdf(*(_page(number) for number in range(1, pages + 1)), **how)


def _page(number: int) -> list[Drawn]:
    texts = (f"{number}. Site {number}", "", f"The fee for site {number} is EUR {number},500.", "It is due.")
    return [*lines(*texts), Drawn(f"Page {number} of 60", 580.0)]


def job(content: bytes, **options: str) -> Job:
    return Job(content, "sites.pdf", "pdf", "pdf", options, ocr="off")


@dataclass
class Recorded:
    """Starts a second process and notes which pages were asked of it, and got."""

    wait: bool = False
    """Whether everything is left to the second process."""
    got: list[int] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    second: SecondProcess | None = None

    def start(self, content: bytes, password: str | None, pages: int) -> Recorded:
        self.second = start_second(content, password, pages)
        assert self.second is not None
        return self

    def reads(self, index: int) -> bool:
        assert self.second is not None
        return index >= 20 if self.wait else self.second.reads(index)

    def sheet(self, index: int) -> Sheet | None:
        assert self.second is not None
        sheet = self.second.sheet(index)
        (self.lost if sheet is None else self.got).append(index)
        return sheet

    def close(self) -> None:
        assert self.second is not None
        self.second.close()


@pytest.fixture
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.jobs.second_reader.threads_for", lambda asked: 2)


@pytest.mark.usefixtures("two_processors")
def test_document_read_by_two_equals_the_one_read_by_one():
    content, recorded = long_pdf(), Recorded(wait=True)
    assert read(job(content), second=recorded.start) == read(job(content))
    assert recorded.got == list(range(20, 60))


@pytest.mark.usefixtures("two_processors")
def test_each_page_is_told_of_once_and_in_order():
    told: list[tuple[int, int]] = []
    read(job(long_pdf()), lambda page, pages: told.append((page, pages)), Recorded().start)
    assert told[:60] == [(page, 60) for page in range(1, 61)]


@pytest.mark.usefixtures("two_processors")
def test_pages_of_a_second_process_that_is_killed_are_read_without_it():
    content = long_pdf()

    class Killed(Recorded):
        def start(self, content: bytes, password: str | None, pages: int) -> Recorded:
            super().start(content, password, pages)
            assert self.second is not None
            self.second.close()
            return self

    recorded = Killed(wait=True)
    assert read(job(content), second=recorded.start) == read(job(content))
    assert recorded.lost == list(range(20, 60))


@pytest.mark.usefixtures("two_processors")
def test_second_process_opens_the_file_with_its_password():
    content, recorded = long_pdf(password="secret"), Recorded(wait=True)
    assert read(job(content, password="secret"), second=recorded.start) == read(job(long_pdf()))
    assert len(recorded.got) == 40


@pytest.mark.usefixtures("two_processors")
def test_second_process_has_ended_once_the_pages_are_read():
    recorded = Recorded()
    read(job(long_pdf()), second=recorded.start)
    assert recorded.second is not None
    assert recorded.second._process.returncode is not None


def test_short_document_is_read_by_one():
    def start(content: bytes, password: str | None, pages: int) -> None:
        raise AssertionError("a second process was started")

    assert read(job(long_pdf(5)), second=start).document.pages


def test_with_one_processor_nobody_helps(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("pincite.jobs.second_reader.threads_for", lambda asked: 1)
    assert start_second(long_pdf(), None, 60) is None


@pytest.mark.usefixtures("two_processors")
def test_large_file_is_not_held_twice():
    assert start_second(long_pdf() + b" " * 33_000_000, None, 60) is None


def test_long_document_read_in_its_own_process_equals_the_one_read_here(readers: Readers):
    content = long_pdf()
    assert readers.read(job(content)) == read(job(content))


def test_damaged_long_document_is_refused_as_before(readers: Readers):
    with pytest.raises(InputError, match="cannot be read as a PDF"):
        readers.read(job(long_pdf()[:-600]))


def test_pages_can_be_read_in_any_order():
    content = long_pdf()
    document = unlocked(content, None)
    with sheets_of(document, content, None) as sheets:
        forward = [sheets.read(index) for index in range(60)]
        backward = [sheets.read(index) for index in reversed(range(60))]
    document.close()
    assert forward == backward[::-1]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell what a process has started")
def test_memory_of_a_second_process_counts():
    child = subprocess.Popen([sys.executable, "-c", "import time; x = b'x' * 80_000_000; time.sleep(60)"])
    try:
        end = time.monotonic() + 30
        while memory_of(child.pid).resident < 80_000_000 and time.monotonic() < end:
            time.sleep(0.02)
        together, own = memory_with_children(os.getpid()), memory_of(os.getpid())
        assert together.resident >= own.resident + 79_000_000
    finally:
        child.kill()
        child.wait()
