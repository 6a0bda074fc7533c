"""One hostile file takes little memory, in all processes together."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest
from command_line import CommandLine

_LIMIT = 200
# What Python and our modules take before there is any file, in two processes.
_BEFORE = 200

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nobody says what is taken")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a" * 80_000_000, id="one line"),
        pytest.param("ab c.\n\n" * 200_000, id="many lines", marks=pytest.mark.long),
    ],
)
def test_file_that_needs_too_much_is_refused_before_all_processes_take_it(pincite: CommandLine, text: str):
    pincite.file("hostile.txt", text)
    settings = pincite.file("settings.yaml", f"limits: {{memory_megabytes: {_LIMIT}}}\n")

    process = pincite.start("add", "hostile.txt", PINCITE_CONFIG=settings)
    taken = most_taken(process)
    _, said = process.communicate()

    assert process.returncode == 2
    assert f"needs more than {_LIMIT} MB of memory" in said
    assert taken < (_LIMIT + _BEFORE) * 1_000_000


def most_taken(process: subprocess.Popen[str]) -> int:
    """The most bytes that a process and those that it started had in use at one time."""
    most = 0
    while process.poll() is None:
        most = max(most, sum(_resident(each) for each in _family(process.pid)))
        time.sleep(0.03)
    return most


def _family(process: int) -> list[int]:
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
        children = [int(each) for task in tasks for each in (task / "children").read_text().split()]
    except OSError:
        return []
    return [process, *(each for child in children for each in _family(child))]


def _resident(process: int) -> int:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    _, found, after = status.partition("VmRSS:")
    return int(after.split(maxsplit=1)[0]) * 1024 if found else 0
