"""What is shown while a question takes long."""

from __future__ import annotations

import pytest

from pincite.cli.progress import documents_read
from pincite.cli.screen import once


def told(
    capsys: pytest.CaptureFixture[str], *moments: tuple[float, int], documents: int = 3_000
) -> list[str]:
    """The lines that were written when so many documents had been read at these times."""
    now = [0.0]
    with documents_read(lambda: now[0]) as tell:
        for now[0], read in moments:
            tell(read, documents)
    return capsys.readouterr().err.splitlines()


def test_same_message_is_told_once():
    said: list[str] = []
    tell = once(said.append)

    for message in ("waiting…", "waiting…", "done", "waiting…"):
        tell(message)

    assert said == ["waiting…", "done"]


def test_short_question_shows_nothing(capsys: pytest.CaptureFixture[str]):
    assert told(capsys, (0.1, 1), (1.9, 2_999)) == []


def test_one_document_shows_nothing_however_long_it_takes(capsys: pytest.CaptureFixture[str]):
    assert told(capsys, (60.0, 0), (120.0, 1), documents=1) == []


def test_nothing_is_shown_before_the_first_document_is_read(capsys: pytest.CaptureFixture[str]):
    assert told(capsys, (60.0, 0)) == []


def test_long_question_says_now_and_then_how_many_documents_it_has_read(capsys: pytest.CaptureFixture[str]):
    lines = told(capsys, (1.0, 100), (2.5, 250), (3.0, 300), (12.0, 1_200), (12.6, 1_260))

    assert lines == ["Read 250 of 3,000 documents…", "Read 1,260 of 3,000 documents…"]
