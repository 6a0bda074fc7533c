"""The SHA-256 of the image of a page whose words were recognised: what the recognition has seen.

`python -m pincite.audit.page_images PAGE` tells it of the PDF on its input: the file of a stranger is drawn
in a process of its own, as it is read in one.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

_DPI = 100.0
_SECONDS = 120


def image_sha256(content: bytes, format: str, page: int) -> str | None:
    """Of a picture that of its file, of a page of a PDF that of its pixels; None where nothing is drawn."""
    if format == "image":
        return hashlib.sha256(content).hexdigest()
    if format != "pdf":
        return None
    import pypdfium2 as pdfium

    from pincite.ingest.pdf.render import draw

    try:
        opened = pdfium.PdfDocument(content)
        try:
            raster = draw(opened[page - 1], _DPI / 72)
        finally:
            opened.close()
    except (pdfium.PdfiumError, IndexError):  # encrypted, or damaged there
        return None
    return hashlib.sha256(f"{raster.width} {raster.height}\n".encode() + raster.pixels).hexdigest()


def image_sha256_apart(content: bytes, format: str, page: int) -> str | None:
    """The same, drawn in a process of its own; None also where that fails."""
    if format != "pdf":
        return image_sha256(content, format, page)
    path = os.pathsep.join(entry for entry in sys.path if entry)
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "pincite.audit.page_images", str(page)],
            input=content,
            capture_output=True,
            timeout=_SECONDS,
            env=os.environ | {"PYTHONPATH": path},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("ascii", "replace").strip() or None if done.returncode == 0 else None


if __name__ == "__main__":
    print(image_sha256(sys.stdin.buffer.read(), "pdf", int(sys.argv[1])) or "")
