"""Questions about tables by authors who did not see the code: each names a cell of its document."""

from __future__ import annotations

import html
import re

from evals.training.sources.table_questions import asked_tables


def test_every_cell_that_is_named_is_printed_in_its_document():
    documents = list(asked_tables())
    assert documents
    for asked in documents:
        text = asked.path.read_text("utf-8")
        if asked.path.suffix == ".html":
            text = re.sub(r"<[^>]+>", "", html.unescape(text))
        text = _plain(text)
        for question in asked.questions:
            assert _plain(question.printed) in text, (asked.path.name, question.asked)
            assert bool(question.printed) == bool(question.row), (asked.path.name, question.asked)


def _plain(words: str) -> str:
    """Without spacing and signs, in which formats differ."""
    return re.sub(r"[\W_]+", "", words).casefold()
