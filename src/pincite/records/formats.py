"""The formats of files that documents are read from."""

from __future__ import annotations

from typing import Literal

Format = Literal["pdf", "image", "docx", "html", "markdown", "text", "xlsx", "csv", "eml", "pptx"]
