"""The page for developers who build Pincite in: its examples run, and print what the page says."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.models.weights import needs_weights

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "python.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", PAGE, re.DOTALL)


@needs_weights
@pytest.mark.usefixtures("models_as_by_default")
def test_examples_of_the_page_print_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shutil.copy(ROOT / "examples" / "services-agreement.pdf", tmp_path)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}

    for code, expected in BLOCKS:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "docs/python.md", "exec"), names)
        assert printed.getvalue() == expected
    assert len(BLOCKS) == PAGE.count("```python")
