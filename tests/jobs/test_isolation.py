"""A file that breaks its parser is an error with a next step, and nothing else is harmed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pincite
from pincite.errors import InputError
from pincite.jobs.isolation import Readers
from pincite.jobs.one_file import Job, read
from pincite.records.limits import Limits

pytestmark = pytest.mark.usefixtures("isolated_as_by_default")
TEXT = b"The fee is EUR 5.\n"


def job(deed: str, note: Path | None = None, **limits: int) -> Job:
    options = {"deed": deed, "note": str(note or "")}
    return Job(TEXT, "fee.txt", "text", "hostile", options, Limits(**limits))


def is_running(process: int) -> bool:
    """Whether it has not ended; one that only waits for its parent to notice has ended."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def has_members(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(condition, seconds: float = 30.0) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_document_read_elsewhere_equals_the_one_read_here(readers: Readers):
    here = Job(TEXT, "fee.txt", "text", "text")
    assert readers.read(here) == read(here)


@pytest.mark.usefixtures("hostile")
class TestHostileFile:
    def leaves_no_process_behind(self, note: Path) -> None:
        assert not Path("/proc", note.read_text()).exists()

    def test_that_hangs_is_stopped_with_the_setting_to_raise(self, readers: Readers, tmp_path: Path):
        with pytest.raises(InputError, match=r"fee\.txt took longer than 1 s to read") as caught:
            readers.read(job("hang", tmp_path / "process", seconds=1))
        assert "limits.seconds (now 1)" in caught.value.hint
        self.leaves_no_process_behind(tmp_path / "process")

    def test_that_hangs_with_python_locked_is_stopped_too(self, readers: Readers):
        with pytest.raises(InputError, match="took longer than 1 s"):
            readers.read(job("hold the lock", seconds=1))

    def test_that_hangs_after_some_pages_is_stopped_all_the_same(self, readers: Readers):
        with pytest.raises(InputError, match="took longer than 1 s after page 3"):
            readers.read(job("hang after pages", seconds=1))

    def test_that_gets_on_page_by_page_is_given_more_time(self, readers: Readers):
        pages: list[tuple[int, int]] = []
        readers.read(job("read slowly", seconds=2), lambda page, of: pages.append((page, of)))
        assert pages == sorted(pages)
        assert pages[-1] == (8, 8)

    @pytest.mark.parametrize(
        ("deed", "said"),
        [
            ("crash", r"crashed its parser \(signal 11, SIGSEGV\)"),
            ("abort", r"crashed its parser \(signal 6, SIGABRT\)"),
            ("end", r"made its parser stop \(status 3\)"),
            ("fail", r"its parser failed \(KeyError in hostile\.py, line \d+\)"),
            ("send rubbish", "send back nonsense"),
            ("send an absurd length", "send back nonsense"),
        ],
    )
    def test_that_breaks_its_parser_is_an_input_error(
        self, readers: Readers, tmp_path: Path, deed: str, said: str
    ):
        with pytest.raises(InputError, match=said) as caught:
            readers.read(job(deed, tmp_path / "process"))
        assert caught.value.hint
        self.leaves_no_process_behind(tmp_path / "process")

    @pytest.mark.parametrize("deed", ["fill memory", "ask for too much"])
    def test_that_fills_the_memory_is_stopped_with_the_setting_to_raise(self, readers: Readers, deed: str):
        with pytest.raises(InputError, match="needs more than 300 MB") as caught:
            readers.read(job(deed, memory_megabytes=300))
        assert "limits.memory_megabytes (now 300)" in caught.value.hint
        assert readers.peak_bytes < 1_000_000_000

    def test_that_makes_its_parser_print_is_read_all_the_same(self, readers: Readers, tmp_path: Path):
        read = readers.read(job("print rubbish", tmp_path / "process"))
        assert read.document.text == TEXT.decode()
        self.leaves_no_process_behind(tmp_path / "process")

    def test_that_is_refused_gives_the_error_as_it_was_raised(self, readers: Readers, tmp_path: Path):
        with pytest.raises(InputError) as caught:
            readers.read(job("refuse", tmp_path / "process"))
        error = caught.value
        assert (error.message, error.hint, error.retryable) == ("fee.txt is not liked.", "Try another.", True)
        self.leaves_no_process_behind(tmp_path / "process")

    def test_takes_what_its_parser_started_along(self, readers: Readers, tmp_path: Path):
        note = tmp_path / "process"
        readers.read(job("start another", note))
        group = int(note.read_text())
        assert wait_for(lambda: not has_members(group))

    def test_does_not_stop_the_others_of_a_batch(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        configure(tmp_path, monkeypatch, "crash")
        for name in ("a.md", "b.txt", "c.md"):
            (tmp_path / name).write_bytes(TEXT)
        with pincite.open(tmp_path / "library") as library:
            results = library.add(tmp_path / "a.md", tmp_path / "b.txt", tmp_path / "c.md")
            assert [result.status for result in results] == ["added", "failed", "added"]
            assert library.ask("What is the fee?").outcome == "answered"


def configure(folder: Path, monkeypatch: pytest.MonkeyPatch, deed: str, note: str = "") -> None:
    """Settings under which text files are read by the hostile parser."""
    file = folder / "config.yaml"
    options = f"{{deed: {deed}, note: '{note}'}}"
    file.write_text(f"parsers: {{text: {{name: hostile, options: {options}}}}}\n")
    monkeypatch.setenv("PINCITE_CONFIG", str(file))


def test_next_process_is_started_while_a_document_is_read(readers: Readers, hostile: Path):
    readers.read(job("nothing"), more=True)
    assert len(readers._waiting) == 1
    waiting = readers._waiting[0].process.pid
    readers.close()
    assert not Path(f"/proc/{waiting}").exists()


def test_process_that_read_plain_text_goes_on_to_the_next(readers: Readers):
    readers.read(Job(TEXT, "a.txt", "text", "text"))
    first = readers._waiting[0].process.pid
    readers.read(Job(TEXT, "b.txt", "text", "text"))
    assert readers._waiting[0].process.pid == first


def test_password_is_not_on_the_command_line(readers: Readers, hostile: Path, tmp_path: Path):
    note = tmp_path / "process"
    seen: list[str] = []

    def look(page: int, pages: int) -> None:
        process = note.read_text()
        seen.append(
            Path(f"/proc/{process}/cmdline").read_text() + Path(f"/proc/{process}/environ").read_text()
        )

    readers.read(job("read slowly", note), look)
    assert seen
    assert not any("read slowly" in text for text in seen)


def test_module_in_the_current_folder_is_not_run(readers: Readers, tmp_path: Path, monkeypatch):
    (tmp_path / "json.py").write_text("import os; os._exit(7)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    assert readers.read(Job(TEXT, "a.txt", "text", "text")).document.text == TEXT.decode()


SCRIPT = """
import sys, pincite
with pincite.open(sys.argv[1]) as library:
    print([added.status for added in library.add(sys.argv[2])], flush=True)
"""


def script(tmp_path: Path, hostile: Path) -> subprocess.Popen[str]:
    """A user's script without `if __name__ == "__main__"`, adding one file."""
    path, file = tmp_path / "script.py", tmp_path / "fee.txt"
    path.write_text(SCRIPT)
    file.write_bytes(TEXT)
    source = Path(pincite.__file__).parents[1]
    folders = os.pathsep.join(map(str, (source, hostile, Path(__file__).parent)))
    return subprocess.Popen(
        [sys.executable, str(path), str(tmp_path / "library"), str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": folders},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def test_script_without_a_main_guard_works(tmp_path: Path, hostile: Path):
    out, _ = script(tmp_path, hostile).communicate(timeout=120)
    assert out == "['added']\n"


@pytest.mark.parametrize("deed", ["hang", "read slowly"])
def test_process_ends_when_its_starter_is_killed(
    tmp_path: Path, hostile: Path, monkeypatch: pytest.MonkeyPatch, deed: str
):
    note = tmp_path / "process"
    configure(tmp_path, monkeypatch, deed, str(note))
    process = script(tmp_path, hostile)
    assert wait_for(lambda: note.exists() and note.read_text(), 120)

    process.kill()
    process.communicate(timeout=60)

    assert wait_for(lambda: not is_running(int(note.read_text())))


def test_interrupted_call_ends_the_process_and_leaves_the_library_whole(
    tmp_path: Path, hostile: Path, monkeypatch: pytest.MonkeyPatch
):
    note = tmp_path / "process"
    configure(tmp_path, monkeypatch, "hang", str(note))
    process = script(tmp_path, hostile)
    assert wait_for(lambda: note.exists() and note.read_text(), 120)

    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)

    assert "KeyboardInterrupt" in told
    assert wait_for(lambda: not is_running(int(note.read_text())))
    monkeypatch.delenv("PINCITE_CONFIG")
    with pincite.open(tmp_path / "library") as library:
        assert library.documents() == []
        assert [added.status for added in library.add(tmp_path / "fee.txt")] == ["added"]


def test_file_is_read_in_this_process_when_asked_for(
    tmp_path: Path, hostile: Path, monkeypatch: pytest.MonkeyPatch
):
    note = tmp_path / "process"
    configure(tmp_path, monkeypatch, "nothing", str(note))
    (tmp_path / "fee.txt").write_bytes(TEXT)
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "fee.txt", isolated=False)
    assert note.read_text() == str(os.getpid())
