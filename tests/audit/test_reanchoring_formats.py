"""The same words in another setting or format hold; an edit is told in any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from pincite.audit.reanchoring import Versions, find_again
from pincite.records.document import Document
from tests.audit.edited_pairs import cited, pair
from tests.audit.paper_edits import EDITS
from tests.audit.papers import Paper
from tests.audit.typeset import as_docx, as_pdf

Setter = Callable[[Paper], Document]
WAYS: dict[str, tuple[Setter, Setter]] = {
    "PDF typeset anew": (as_pdf, lambda paper: as_pdf(paper, small=True)),
    "Word to PDF": (as_docx, as_pdf),
    "PDF to Word": (lambda paper: as_pdf(paper, small=True), as_docx),
}
# Their words differ from those of the same setting by what a typesetter adds: here the file does that itself.
OF_SETTING = {"rewrap", "divide words", "dress anew"}
EDITED = tuple(edit for edit in EDITS if edit.name not in OF_SETTING)


def told(way: str, seeds: Iterable[int]) -> list[tuple[str, str, str]]:
    before, after = WAYS[way]
    results = []
    for seed in seeds:
        made = pair(seed, EDITED[seed % len(EDITED)])
        old, new = before(made.old), after(made.new)
        for span in cited(made.fact, old.text):
            results.append((made.edit.name, find_again(Versions(old, new), span).status, made.edit.status))
    return results


def judge(results: list[tuple[str, str, str]]) -> None:
    wrong = [each for each in results if each[1] != each[2]]
    assert not [each for each in wrong if each[2] == "changed" and each[1] in ("holds", "moved")], wrong
    assert len(wrong) <= 0.02 * len(results), wrong


@pytest.mark.sampled
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("way", WAYS)
def test_every_edit_is_told_between_formats(way, in_full):
    """Of the usual run each way takes its third of the edits."""
    third = range(list(WAYS).index(way), len(EDITED), len(WAYS))
    judge(told(way, range(len(EDITED) * 8) if in_full else third))
