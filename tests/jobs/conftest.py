"""The hostile parsers as a plug-in, and processes to read with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import registry
from pincite.jobs.isolation import Readers


@pytest.fixture
def readers() -> Iterator[Readers]:
    readers = Readers()
    yield readers
    readers.close()


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install the plug-in, as pip would: a folder on the path that names it."""
    installed = tmp_path / "installed"
    about = installed / "hostile-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: hostile\nVersion: 1\n")
    (about / "entry_points.txt").write_text(
        "[pincite.parser]\nhostile = hostile:Hostile\n[pincite.attachments]\ntext = hostile:attachments\n"
    )
    monkeypatch.syspath_prepend(installed)
    registry.available.cache_clear()
    yield installed
    registry.available.cache_clear()
