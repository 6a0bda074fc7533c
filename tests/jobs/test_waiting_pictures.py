"""Pictures that `add` leaves for later: none is lost, none is read twice, and answers say what waits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from picture_process import SLOW
from PIL import Image, ImageDraw, ImageFont
from tests.ingest.printed import lines
from tests.ingest.scans import scan, scanned_pdf

import pincite
from pincite.jobs.pending import Progress
from pincite.language.page_numbers import pages_named
from pincite.records.bounds import Over, bounded
from pincite.service import Library

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BODY = lines("The monthly fee is 4,500 euros and is", "paid within thirty days.", y=40)
OTHER = lines("Either party may end this agreement", "with sixty days of notice.", y=40)
BOX = (50, 80, 350, 280)


def picture(words: str) -> Image.Image:
    image = Image.new("RGB", (600, 400), "white")
    ImageDraw.Draw(image).text((60, 160), words, "black", ImageFont.load_default(48))
    return image


def label(*pictures: str) -> bytes:
    """A page of text, and after it a page of text with a picture for each of these words."""
    return scanned_pdf((None, BODY), *((picture(words), OTHER) for words in pictures), box=BOX)


def opened(folder: Path, **settings: object) -> Library:
    return pincite.open(folder / "library", settings={**SLOW, **settings})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "label.pdf"
    path.write_bytes(label("First drawing", "Second drawing"))
    return path


def test_text_is_held_at_once_and_the_pictures_make_a_new_version_of_the_same_bytes(tmp_path, file):
    with opened(tmp_path) as library:
        (added,) = library.add(file)
        assert added.caveats == ("2 pictures on pages 2, 3 are not read yet: pincite work",)
        first = library.read("label.pdf")
        assert "4,500" in first.document.text
        assert "4471" not in first.document.text
        assert library.waiting_pictures() == [first.identity]

        worked = library.work()

        whole = library.read("label.pdf")
        assert worked.pictures == 1
        assert worked.failed == ()
        assert library.waiting_pictures() == []
        assert whole.document.text.count("Lot 4471") == 2
        assert whole.document.caveats == ()
        assert whole.identity.source == first.identity.source
        assert whole.identity.version != first.identity.version
        assert library.store.load(first.identity).document == first.document
        assert library.work().pictures == 0


def test_what_is_read_later_equals_what_is_read_at_once(tmp_path, file):
    with opened(tmp_path / "later") as library:
        library.add(file)
        library.work()
        later = library.read("label.pdf")
    with opened(tmp_path / "now", pictures="now") as library:
        library.add(file)
        now = library.read("label.pdf")
    with opened(tmp_path / "waited") as library:
        library.add(file, wait=True)
        waited = library.read("label.pdf")
    assert later.identity == now.identity == waited.identity
    assert later.document == now.document == waited.document


def test_same_file_again_changes_nothing_before_and_after_its_pictures_are_read(tmp_path, file):
    with opened(tmp_path) as library:
        library.add(file)
        waiting = library.current("label.pdf")
        assert [(each.status, each.identity) for each in library.add(file)] == [("unchanged", waiting)]
        library.work()
        whole = library.current("label.pdf")
        assert [(each.status, each.identity) for each in library.add(file)] == [("unchanged", whole)]
        assert library.documents()[0].versions == 2


def test_who_waits_reads_the_pictures_of_what_was_added_before(tmp_path, file):
    with opened(tmp_path) as library:
        library.add(file)
        (added,) = library.add(file, wait=True)
        assert added.status == "updated"
        assert library.waiting_pictures() == []
        assert "Lot 4471" in library.read("label.pdf").document.text


def test_document_without_words_in_pictures_has_one_version_and_waits_for_nothing(tmp_path):
    arrow = Image.new("RGB", (600, 400), "white")
    ImageDraw.Draw(arrow).polygon([(80, 100), (500, 200), (80, 300)], "navy")
    (tmp_path / "arrow.pdf").write_bytes(scanned_pdf((arrow, BODY), (None, OTHER), box=BOX))
    with opened(tmp_path) as library:
        (added,) = library.add(tmp_path / "arrow.pdf")
        assert added.caveats == ()
        assert library.waiting_pictures() == []
        assert library.add(tmp_path / "arrow.pdf")[0].status == "unchanged"


def test_page_that_is_only_an_image_is_recognised_with_the_text(tmp_path):
    (tmp_path / "mixed.pdf").write_bytes(scanned_pdf((None, BODY), (scan(OTHER), ())))
    with opened(tmp_path) as library:
        library.add(tmp_path / "mixed.pdf")
        assert library.waiting_pictures() == []
        assert "Lot 4471" in library.read("mixed.pdf").document.text


def test_page_with_nothing_but_a_small_picture_waits_like_one_beside_text(tmp_path):
    content = scanned_pdf((None, BODY), (None, OTHER), (picture("Logo"), ()), box=(50, 80, 130, 130))
    (tmp_path / "filing.pdf").write_bytes(content)
    with opened(tmp_path / "later") as library:
        (added,) = library.add(tmp_path / "filing.pdf")
        assert added.caveats == ("1 picture on page 3 is not read yet: pincite work",)
        assert "Lot 4471" not in library.read("filing.pdf").document.text
        library.work()
        later = library.read("filing.pdf")
    with opened(tmp_path / "now", pictures="now") as library:
        library.add(tmp_path / "filing.pdf")
        now = library.read("filing.pdf")
    assert "Lot 4471" in later.document.text
    assert (later.identity, later.document) == (now.identity, now.document)


def test_document_that_is_mostly_pictures_is_recognised_at_once(tmp_path):
    pages = [(picture(f"Page {number}"), ()) for number in range(3)]
    content = scanned_pdf((None, BODY), *pages, box=(50, 80, 130, 130))
    (tmp_path / "drawn.pdf").write_bytes(content)
    with opened(tmp_path) as library:
        library.add(tmp_path / "drawn.pdf")
        assert library.waiting_pictures() == []
        assert "Lot 4471" in library.read("drawn.pdf").document.text


def test_without_recognition_nothing_waits(tmp_path, file):
    with opened(tmp_path, ocr="off") as library:
        (added,) = library.add(file)
        assert added.caveats == ()
        assert library.waiting_pictures() == []
        assert library.work().pictures == 0


def test_answer_says_which_pages_have_pictures_that_are_not_read(tmp_path, file):
    with opened(tmp_path) as library:
        library.add(file)
        answer = library.ask("When does the medicine expire?", documents="label.pdf")
        assert said(answer.caveats) == [
            "Pictures are not read yet in label.pdf, pages 2, 3: the answer may be there. "
            "To read them, run: pincite work"
        ]
        assert answer.coverage.pages.waiting_pictures == 2
        library.work()
        answer = library.ask("When does the medicine expire?", documents="label.pdf")
        assert said(answer.caveats) == []
        assert answer.coverage.pages.waiting_pictures == 0


def said(caveats: list[str]) -> list[str]:
    return [each for each in caveats if "ictures" in each]


def test_file_that_is_changed_while_its_pictures_are_read_stays_changed(tmp_path, file):
    changed = label("Another drawing")
    with opened(tmp_path) as library, opened(tmp_path) as other:
        library.add(file)

        def change(progress: Progress) -> None:
            if progress.of == "pictures" and file.read_bytes() != changed:
                file.write_bytes(changed)
                other.add(file)

        library.work(change)

        held = library.read("label.pdf")
        assert library.store.content(held.identity) == changed
        assert held.document.text.count("Lot 4471") == 1, "and its own pictures are read in their turn"
        assert library.documents()[0].versions == 3


def test_file_that_is_forgotten_while_its_pictures_are_read_stays_forgotten(tmp_path, file):
    with opened(tmp_path) as library, opened(tmp_path) as other:
        library.add(file)

        def forget(progress: Progress) -> None:
            if other.documents():
                other.forget("label.pdf")

        library.work(forget)
        assert library.documents() == []


def test_progress_counts_pictures_and_says_how_long_it_takes(tmp_path, file):
    told: list[Progress] = []
    with opened(tmp_path) as library:
        library.add(file)
        library.work(told.append)
    assert {(each.name, each.total, each.of) for each in told} == {("label.pdf", 2, "pictures")}
    assert told[0].made == 0
    assert [each.made for each in told] == sorted(each.made for each in told)
    assert told[-1].seconds_left is not None


def started(folder: Path, log: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(HERE / "picture_process.py"), str(folder / "library"), str(log)],
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT), str(HERE)]), "PATH": ""},
    )


def wait_for(condition: Callable[[], bool]) -> None:
    give_up = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < give_up
        time.sleep(0.01)


def recognised(log: Path) -> int:
    return len(log.read_text().split()) if log.exists() else 0


def test_killed_in_the_middle_nothing_is_lost_and_the_next_one_reads_it(tmp_path, file):
    log = tmp_path / "log"
    with opened(tmp_path) as library:
        library.add(file)
        before = library.current("label.pdf")
        process = started(tmp_path, log)
        wait_for(lambda: recognised(log) == 1)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert library.current("label.pdf") == before
        assert library.waiting_pictures() == [before]
        assert library.documents()[0].versions == 1

        output, _ = started(tmp_path, log).communicate(timeout=60)

        assert output.split() == ["ready", "1"]
        assert library.waiting_pictures() == []
        assert library.read("label.pdf").document.text.count("Lot 4471") == 2
        assert library.documents()[0].versions == 2
    assert recognised(log) == 3


def test_two_processes_share_the_pictures_and_read_none_twice(tmp_path):
    for number in range(4):
        (tmp_path / f"{number}.pdf").write_bytes(label(f"Drawing {number}"))
    log = tmp_path / "log"
    with opened(tmp_path) as library:
        library.add(*sorted(tmp_path.glob("*.pdf")))
        assert len(library.waiting_pictures()) == 4
        both = [started(tmp_path, log), started(tmp_path, log)]
        outputs = [process.communicate(timeout=60)[0].split() for process in both]
        assert library.waiting_pictures() == []
        assert {each.versions for each in library.documents()} == {2}
    assert sum(int(count) for _, count in outputs) == 4
    assert recognised(log) == 4


def test_document_that_cannot_be_read_again_is_named_and_keeps_its_text(tmp_path, file, monkeypatch):
    from pincite.errors import InputError
    from pincite.jobs import adding

    with opened(tmp_path) as library:
        library.add(file)

        def refuse(*given: object) -> None:
            raise InputError("label.pdf takes too long.", hint="Raise limits.seconds.")

        monkeypatch.setattr(adding, "read", refuse)
        worked = library.work()
        assert [(identity.name, error.message) for identity, error in worked.failed] == [
            ("label.pdf", "label.pdf takes too long.")
        ]
        assert "4,500" in library.read("label.pdf").document.text
        assert len(library.waiting_pictures()) == 1


def test_file_that_needs_a_password_is_read_with_its_pictures_at_once(tmp_path, file):
    with opened(tmp_path) as library:
        (added,) = library.add(file, password="secret")
        assert added.caveats == ()
        assert library.waiting_pictures() == []
        assert "Lot 4471" in library.read("label.pdf").document.text


def test_pictures_are_read_in_a_process_of_their_own(tmp_path):
    (tmp_path / "label.pdf").write_bytes(label("Lot 2816"))
    settings = {"embedder": None, "local_models": False}
    with pincite.open(tmp_path / "library", settings=settings) as library:
        library.add(tmp_path / "label.pdf")
        assert "2816" not in library.read("label.pdf").document.text
        assert library.work().pictures == 1
        assert "2816" in library.read("label.pdf").document.text


@pytest.mark.parametrize(
    ("numbers", "named"),
    [([3], "page 3"), ([4, 3], "pages 3, 4"), ([1, 7, 8, 9, 9], "pages 1, 7 to 9")],
)
def test_pages_that_follow_each_other_are_named_together(numbers, named):
    assert pages_named(numbers) == named


def test_very_many_pages_are_not_all_named():
    assert pages_named(range(1, 100, 2)).endswith("21, 23 and more")


def test_pictures_are_read_while_the_caller_does_something_else(tmp_path, file, monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    with opened(tmp_path, isolated=True) as library:
        library.add(file)
        with library.working_behind():
            answer = library.ask("What is the monthly fee?")
            wait_for(lambda: not library.waiting_pictures())

        assert answer.coverage.spans_read
        assert library.read("label.pdf").document.text.count("Lot 4471") == 2


def test_work_behind_stops_with_its_caller_and_goes_on_later(tmp_path, file, monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.setenv("PICTURE_LOG", str(tmp_path / "log"))
    with opened(tmp_path, isolated=True) as library:
        library.add(file)
        with library.working_behind():
            wait_for(lambda: (tmp_path / "log").exists())
        assert len(library.waiting_pictures()) == 1

        assert library.work().pictures == 1


def test_who_waits_for_another_process_can_be_stopped(tmp_path, file):
    with opened(tmp_path) as library, opened(tmp_path) as other:
        library.add(file)
        (identity,) = library.waiting_pictures()
        with other.store.reading_pictures(identity), pytest.raises(Over), bounded(0.2):
            library.work()


def test_asking_a_file_tells_once_that_its_pictures_wait(tmp_path, file):
    command = [sys.executable, "-m", "pincite", "--library", str(tmp_path / "library")]
    command += ["--no-local-models", "ask", str(file), "What is the monthly fee?"]
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), str(HERE)])
    given = {"PYTHONPATH": path, "PINCITE_OCR": SLOW["ocr"], "PINCITE_ISOLATED": "false"}
    run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **given})

    assert "not read yet" not in run.stderr
    assert " ".join(run.stdout.split()).count("Pictures are not read yet in") == 1
