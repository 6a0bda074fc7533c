"""How much memory a process takes."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Memory:
    """What a process takes, in bytes: all 0 when it has ended."""

    resident: int
    """What it has in use now."""
    peak: int
    """The most that it has had in use; where nobody knows, what it has now."""
    reserved: int = 0
    """What it has asked for, as the operating system limits it; 0 where nobody knows."""


def memory_of(process: int) -> Memory:
    if sys.platform == "linux":
        return _of_linux(process)
    listed = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    resident = int(listed.stdout.strip() or 0) * 1024
    return Memory(resident, resident)


def memory_with_children(process: int) -> Memory:
    """The same together with the processes that it has started, where the system tells them."""
    own = memory_of(process)
    others = [memory_of(child) for child in (_children(process) if sys.platform == "linux" else ())]
    return Memory(
        own.resident + sum(other.resident for other in others),
        own.peak + sum(other.peak for other in others),
        own.reserved,
    )


def own_memory() -> Memory:
    return memory_of(os.getpid())


def _of_linux(process: int) -> Memory:
    try:
        status = Path(f"/proc/{process}/status").read_text("ascii", "replace")
    except OSError:
        return Memory(0, 0)
    return Memory(*(_figure(status, name) for name in ("VmRSS:", "VmHWM:", "VmData:")))


def _children(process: int) -> list[int]:
    """The processes that it has started; none where the system does not say, or it has ended."""
    try:
        return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def _figure(status: str, name: str) -> int:
    _, found, after = status.partition(name)
    return int(after.split(maxsplit=1)[0]) * 1024 if found else 0
