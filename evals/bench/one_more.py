"""What one more document costs, from a library of 10 to one of 10,000.

Run: python evals/bench/one_more.py --library FOLDER [--documents 10 100 …] [--output docs]
Letters of `many_documents.py`, each added by a call of its own to a library of each size and, in turn, to a
fresh one of 10 documents: what the machine does meanwhile slows both alike, so their ratio tells more.
A library that is there already is filled further; `--output` puts the table and its plot into growth.md.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import log10
from pathlib import Path
from statistics import median

from figures import Figure, Row, Table, spend
from many_documents import Letter
from publish import table_text

import pincite

DOCUMENTS = (10, 30, 100, 300, 1_000, 3_000, 10_000)
_SMALL, _ROUNDS, _TOGETHER = 10, 40, 500
# Letters with numbers from here on are those that are added one by one.
_MORE = 1_000_000
_ALLOWED = 1.2
_BEFORE = "## What bounds it"
_TITLE = "One more document"


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time in milliseconds, medians: of adding one letter to so many, and meanwhile to ten."""

    documents: int
    added: float
    to_ten: float

    @property
    def ratio(self) -> float:
        return self.added / self.to_ten


def main() -> None:
    chosen = _arguments()
    chosen.library.mkdir(parents=True, exist_ok=True)
    costs = [measured(chosen.library, documents) for documents in chosen.documents]
    section = f"{table_text(table(costs))}\n![one more document](one-more.svg)\n"
    if chosen.output:
        page = chosen.output / "growth.md"
        page.write_text(with_section(page.read_text("utf-8"), section), encoding="utf-8")
        (chosen.output / "one-more.svg").write_text(plot(costs), encoding="utf-8")
    print(section)


def measured(folder: Path, documents: int) -> Cost:
    """Fill the library up to a size, and add letters to it and to a small one in turn."""
    place = folder / "one-more"
    with tempfile.TemporaryDirectory() as own:
        filled = _filled(place, documents, Path(own))
        # The copy is what grows by the letters that are timed; the library goes on to the next size.
        large, small = Path(own) / "large", Path(own) / "small"
        shutil.copytree(place, large)
        _filled(small, _SMALL, Path(own))
        with _opened(large) as to_many, _opened(small) as to_ten:
            paths = [_written(Path(own), _MORE + number) for number in range(_ROUNDS + 1)]
            for library in (to_many, to_ten):
                library.add(paths[0], isolated=False)
            times = [
                [spend(partial(library.add, path, isolated=False))[0] for library in (to_many, to_ten)]
                for path in paths[1:]
            ]
    added, ten = ([each.processor for each in of_one] for of_one in zip(*times, strict=True))
    return Cost(filled, median(added), median(ten))


def _filled(place: Path, documents: int, files: Path) -> int:
    with _opened(place) as library:
        held = len(library.documents())
        for first in range(held, documents, _TOGETHER):
            numbers = range(first, min(first + _TOGETHER, documents))
            library.add(*(_written(files, number) for number in numbers), isolated=False)
        return len(library.documents())


def _opened(place: Path) -> pincite.Library:
    return pincite.open(place, settings={"local_models": False})


def _written(folder: Path, number: int) -> Path:
    path = folder / f"letter-{number:07}.md"
    path.write_text(Letter(number).text(), encoding="utf-8")
    return path


def table(costs: Sequence[Cost]) -> Table:
    rows = tuple(
        Row(
            f"{cost.documents:,} documents",
            (Figure(cost.added, "ms"), Figure(cost.to_ten, "ms"), Figure(cost.ratio, "times", most=_ALLOWED)),
            ours=True,
        )
        for cost in costs
    )
    about = (
        "Processor time of adding one short letter, from file to searchable, by a call of its own and in the "
        "same process; the median of 40. *To ten*: the same letter, added in turn to a library of ten."
    )
    return Table(_TITLE, "one_more.py", ("adding one more", "to ten", "ratio"), rows, about)


def with_section(page: str, section: str) -> str:
    """The page with this section in place of the one that it had, before what bounds it."""
    head, bounds = page.split(_BEFORE, 1)
    head = head.split(f"## {_TITLE}", 1)[0]
    return f"{head.rstrip()}\n\n{section.strip()}\n\n{_BEFORE}{bounds}"


_WIDTH, _HEIGHT, _EDGE = 640, 260, 60


def plot(costs: Sequence[Cost]) -> str:
    """The ratio against the number of documents, which is on a logarithmic axis, as SVG."""
    last, highest = log10(max(costs[-1].documents, 11)), max(2.0, *(cost.ratio for cost in costs))

    def x(documents: int) -> float:
        return round(_EDGE + (log10(documents) - 1) / (last - 1) * (_WIDTH - 2 * _EDGE), 1)

    def y(ratio: float) -> float:
        return round(_HEIGHT - _EDGE / 2 - ratio / highest * (_HEIGHT - _EDGE), 1)

    def across(ratio: float, style: str = "") -> str:
        line = f'<line x1="{_EDGE}" x2="{_WIDTH - _EDGE}" y1="{y(ratio)}" y2="{y(ratio)}" style="{style}"/>'
        return f'{line}<text x="{_EDGE - 8}" y="{y(ratio) + 4}" text-anchor="end">{ratio:g}</text>'

    places = [(x(cost.documents), y(cost.ratio)) for cost in costs]
    parts = [across(0), across(1), across(_ALLOWED, "stroke:#1b7837;stroke-dasharray:5 4")]
    parts += [f'<circle cx="{a}" cy="{b}" r="3" fill="#2166ac"/>' for a, b in places]
    parts += [
        f'<text x="{x(cost.documents)}" y="{_HEIGHT - 10}" text-anchor="middle">{cost.documents:,}</text>'
        for cost in costs
    ]
    path = " ".join(f"{a},{b}" for a, b in places)
    style = "text{font:12px sans-serif;fill:#555}line{stroke:#bbb}polyline{fill:none;stroke-width:2}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}">'
    title = f'<text x="{_EDGE}" y="18">adding one more document, against adding it to ten; allowed 1.2</text>'
    line = f'<polyline points="{path}" stroke="#2166ac"/>'
    return "\n".join((head, f"<style>{style}</style>", title, *parts, line, "</svg>")) + "\n"


def _arguments() -> argparse.Namespace:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--library", type=Path, required=True, help="where the library is kept")
    arguments.add_argument("--documents", type=int, nargs="*", default=DOCUMENTS)
    arguments.add_argument("--output", type=Path, help="the folder of growth.md")
    return arguments.parse_args()


if __name__ == "__main__":
    main()
