"""What has to be known of a whole document, and is said again with an answer that rests on it."""

from __future__ import annotations

UNFORMATTED = "Numbers are shown without their format: 5% reads 0.05, and amounts have no currency sign."
"""Of workbooks whose number formats Pincite cannot read (XLS, XLSB)."""
