"""Run tasks of other_process.py in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_SCRIPT = Path(__file__).with_name("other_process.py")


def start(task: str, folder: Path, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, str(_SCRIPT), task, str(folder), *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def output_of(task: str, folder: Path, *arguments: object) -> str:
    """All that the task said."""
    said, _ = start(task, folder, *arguments).communicate(timeout=60)
    return said


def wait_for(process: subprocess.Popen[str], word: str) -> None:
    """Until the process says `word`; an AssertionError with its last words when it does not."""
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if line.strip() == word:
            return
    raise AssertionError("".join(said))
