"""Write pairs of questions and texts as the product shows them to its reader, for it to go on saying so.

`python -m evals.training.replay --data DATA --target FILE`. A reader that is taught something new forgets
what it is not shown again. What it says of these pairs before is what it should say of them after, so no
labels are needed: teaching questions with sentences and passages of their documents, questions of SQuAD, and
claims.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Iterator
from pathlib import Path
from random import Random

from evals.training.sources.teach import Taught, spaced, taught
from pincite.ingest.text import TextParser
from pincite.language.vocabulary import stems, telling
from pincite.models.tokens import shown_heading
from pincite.records.evidence import Excerpt
from pincite.structure.excerpts import Cut

_ROWS = 10
"""How many teaching questions of a document."""
_NEAR, _OTHERS = 2, 1
_SQUAD, _CLAIMS = 12_000, 2_500
_SETS = ("conjnli", "mnli_train", "paws_wiki", "scitail")
Shown = tuple[str, str, str, tuple[int, int] | None]
"""Question or claim, heading, text, and the marked part of it."""


def pairs(data: Path, workers: int) -> Iterator[Shown]:
    """All pairs, those of one document after those of another."""
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for found in pool.imap(_of_document, taught(data), chunksize=16):
            yield from found
    random = Random(7)
    lines = (data / "train-more" / "qa" / "squad11_train.jsonl").read_text("utf-8").splitlines()
    for line in random.sample(lines, min(_SQUAD, len(lines))):
        context = json.loads(line)
        yield random.choice(context["qas"])["question"], "", context["context"], None
    for name in _SETS:
        lines = (data / "train-more" / "nli" / f"{name}.jsonl").read_text("utf-8").splitlines()
        for line in random.sample(lines, min(_CLAIMS, len(lines))):
            row = json.loads(line)
            yield row["claim"], "", row["source"], None


def _of_document(document: Taught) -> list[Shown]:
    """Sentences that answer, that share words with the question and others; the passage that answers."""
    random = Random(document.id)
    cut = Cut.of(TextParser().read(document.text.encode(), "document.txt"))
    text = cut.document.text
    blocks = [each for each in cut.document.blocks if each.kind not in ("heading", "page_header")]
    if not blocks:
        return []
    words = {each.number: frozenset(telling(stems(each.span.of(text)))) for each in blocks}
    found: list[Shown] = []
    for row in random.sample(document.rows, min(_ROWS, len(document.rows))):
        asked = row["question"].strip()
        own = telling(stems(asked))
        near = sorted(blocks, key=lambda each: -len(own & words[each.number]))[:_NEAR]
        chosen = {each.number: each for each in (*near, *random.sample(blocks, min(_OTHERS, len(blocks))))}
        quote = spaced(row.get("quote") or "\0").search(text)
        if quote:
            chosen |= {
                each.number: each for each in blocks if each.span.start <= quote.start() < each.span.end
            }
        place = quote.start() if quote else near[0].span.start
        excerpts = [cut.sentence(each)[1] for each in chosen.values()] + cut.excerpts([cut.at(place)])
        found += [_shown(asked, each) for each in excerpts if each.text.strip()]
    return found


def _shown(asked: str, excerpt: Excerpt) -> Shown:
    marked = (excerpt.marked.start, excerpt.marked.end) if excerpt.marked else None
    return asked, shown_heading(excerpt.heading, excerpt.text), excerpt.text, marked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True, help="folder of the public sets")
    parser.add_argument("--target", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with options.target.open("w", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(each)}\n" for each in pairs(options.data, options.workers))


if __name__ == "__main__":
    main()
