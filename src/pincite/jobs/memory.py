"""How much memory another process takes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def peak_bytes(process: int) -> int:
    """The most that it has taken so far; 0 when it has ended. Where only that is known, what it takes now."""
    if sys.platform == "linux":
        return _of_linux(process)
    listed = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return int(listed.stdout.strip() or 0) * 1024


def _of_linux(process: int) -> int:
    try:
        status = Path(f"/proc/{process}/status").read_text("ascii", "replace")
    except OSError:
        return 0
    _, found, after = status.partition("VmHWM:")
    return int(after.split(maxsplit=1)[0]) * 1024 if found else 0
