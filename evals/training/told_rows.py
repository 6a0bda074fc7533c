"""Write rows of tables as a reader is told them, with questions and the cells that answer these.

`python -m evals.training.told_rows --data DATA --target FILE`: pages of financial reports (TAT-QA, train
fold), the teaching documents and `evals/training/tables`. A line is a document: its rows, and its questions
with the row and the cell that answer. Documents that are kept for the decision are marked; the reader never
sees them.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import tempfile
import traceback
from pathlib import Path
from typing import Any

from evals.training.cells import Page, answers_with, pages
from pincite.service import Library, open_with
from pincite.settings import Settings
from pincite.structure.table_rows import table_rows, told

# No one cell answers a question for what is computed.
_COMPUTED = re.compile(r"-(?:operands|whole)\Z")
_library: Library | None = None
_folder: tempfile.TemporaryDirectory[str] | None = None


def _open() -> None:
    global _library, _folder
    _folder = tempfile.TemporaryDirectory()
    settings = Settings(library=Path(_folder.name) / "library", threads=1, isolated=False, local_models=False)
    _library = open_with(settings.model_copy(update={"pictures": "now"}))


def _told(page: Page) -> str | None:
    assert _library is not None
    assert _folder is not None
    try:
        path = Path(_folder.name) / page.name
        path.write_bytes(page.text.encode())
        (added, *_) = _library.add(path, name=path.name)
        if added.error:
            raise added.error
        held = _library.read(path.name)
        rows = table_rows(held.document)
        _library.forget(path.name)
        if not rows:
            return None
        shown = [told(held.document, row) for row in rows]
        questions: list[dict[str, Any]] = []
        for asked in page.questions:
            if _COMPUTED.search(asked.id):
                continue
            right = [
                (at, number)
                for at, row in enumerate(rows)
                for number, fact in enumerate(row.facts)
                if asked.answers and answers_with(held.document, fact, asked)
            ]
            questions.append({"asked": asked.asked, "present": bool(asked.answers), "right": right})
        return json.dumps(
            {
                "document": page.name,
                "kept": page.kept,
                "rows": [
                    {
                        "title": each.title,
                        "text": each.text,
                        "places": [(p.start, p.end) for p in each.places],
                    }
                    for each in shown
                ],
                "questions": questions,
            }
        )
    except Exception:  # one document must not lose the others; what failed is told
        traceback.print_exc()
        return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True, help="folder of the public sets")
    parser.add_argument("--target", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    todo = list(pages(options.data))
    pool = multiprocessing.get_context("spawn").Pool(options.workers, initializer=_open)
    with options.target.open("w", encoding="utf-8") as file, pool:
        for told_page in pool.imap(_told, todo, chunksize=4):
            if told_page:
                file.write(f"{told_page}\n")


if __name__ == "__main__":
    main()
