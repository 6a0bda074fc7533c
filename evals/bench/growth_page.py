"""Show how a library grows: a table, and a plot of latency against size, as the page that is published."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from typing import Any

from figures import Figure, Row, Table
from publish import table_text

SEARCH_BUDGET_MS = 30


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds by the clock on the wall, and of processor time."""

    count: int
    p50: float
    p95: float
    p50_processor: float
    p95_processor: float


@dataclass(frozen=True, slots=True)
class Added:
    """What one process needed to fill the library to this size; microseconds are those of one span."""

    spans: int
    documents: int
    stored_us: float
    added_us: float
    added_wall_us: float
    unchanged_ms: float
    rows_bytes: int
    words_bytes: int
    memory_mib: float


@dataclass(frozen=True, slots=True)
class Asked:
    """What one process needed to search and ask at one size."""

    search: Latency
    common: Latency
    listing: Latency
    present: Latency
    present_right: int
    absent: Latency | None
    """None where no question was asked that reads everything."""
    absent_right: int
    spans_read: int
    searching_mib: float
    memory_mib: float
    with_models_present: Latency
    with_models_absent: Latency
    """One question each; all others are asked by rules alone."""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Asked:
        return cls(**{k: Latency(**each) if isinstance(each, dict) else each for k, each in given.items()})


@dataclass(frozen=True, slots=True)
class Size:
    """All that was measured at one size."""

    added: Added
    asked: Asked

    @classmethod
    def of(cls, added: Mapping[str, Any], asked: Mapping[str, Any]) -> Size:
        return cls(Added(**added), Asked.of(asked))


_SERIES: tuple[tuple[str, str, Callable[[Asked], Latency | None]], ...] = (
    ("search, words of one fact", "#1b7837", lambda asked: asked.search),
    ("search, words of every contract", "#5aae61", lambda asked: asked.common),
    ("ask, present", "#2166ac", lambda asked: asked.present),
    ("ask, absent: everything is read", "#b2182b", lambda asked: asked.absent),
)


_BOUNDS = """## What bounds it

- **Search** scores the passages that have one of the rare words of the question; it skips words such as "the"
  if there are others. A collection that is less than half of its library is searched by a filter.
- **Search by vector** compares the signs of every vector, one bit for each dimension, in a mapped file, and
  the 500 that differ least exactly. A million spans of these contracts make about 167,000 vectors. The time
  grows with their number: comparing the signs takes 6 ms of 12 for 200,000 vectors, and 29 ms for a million.
  How much it finds depends on the vectors: if they form no groups at all, half of the nearest have signs like
  thousands of others. Search by vector proposes documents and never rules one out.
- **A present question** reads the 20 documents whose words fit best, however many there are, and with an
  embedder up to five more. Most of the time goes into proposing and proving answers there; only listing the
  documents and finding those 20 grows.
- **An absent question** reads every span, because Pincite says "not found" only when it has read everything.
  The first such question of all loads each document and checks its rows by their hash: the time grows in
  proportion to the library, and Pincite says after two seconds how many it has read. It remembers the words
  of what it loaded, up to 256 MiB, and keeps them in the library's folder `aside/` for the next process.
  Later questions compare them all at once, and open only those documents in which something is to be looked
  at: those with tables, and without local models or for a list those with a span that carries half of the
  question. In a library of up to 40 documents each is opened.
- **Adding** is linear. Pincite recognises unchanged files by their bytes and writes nothing.
- **Forgetting** makes the word index again, so that no file keeps the words: about 3 s of processor time for
  100,000 spans. Others continue to search the old index meanwhile. The index of vectors is copied without the
  deleted ones.
"""


def page(sizes: Sequence[Size], circumstances: str, others: Sequence[Table] = ()) -> str:
    """The page: what was measured where, the plot, the tables, and what bounds each line."""
    about = (
        "Made-up contracts as text files, about 310 spans (what the screen calls passages) each, read in the "
        "same process; most are copies of a hundred that say the same about other sites. "
        "Times are processor time, what the work takes on a free core, unless called wall time."
    )
    head = f"# Growth\n\n{circumstances} {about}\n\n![p95 against the size of the library](growth.svg)\n"
    tables = (_latencies(sizes), _costs(sizes), *others)
    return "\n".join((head, *map(table_text, tables), _BOUNDS))


def _latencies(sizes: Sequence[Size]) -> Table:
    columns = ("search, p95, wall time", "p95", "common words, p95, wall time", "p95")
    columns += ("ask present, p50, wall time", "p95", "right", "ask absent, p50, wall time", "p50", "right")
    columns += ("with models: present, wall time", "processor", "absent, wall time", "processor")
    rows = []
    for size in sizes:
        asked = size.asked
        figures = (
            Figure(asked.search.p95, "ms"),
            Figure(asked.search.p95_processor, "ms", most=SEARCH_BUDGET_MS),
            Figure(asked.common.p95, "ms"),
            Figure(asked.common.p95_processor, "ms", most=SEARCH_BUDGET_MS),
            Figure(asked.present.p50 / 1000, "s"),
            Figure(asked.present.p95_processor / 1000, "s"),
            Figure(asked.present_right, f"of {asked.present.count}"),
            asked.absent and Figure(asked.absent.p50 / 1000, "s"),
            asked.absent and Figure(asked.absent.p50_processor / 1000, "s"),
            asked.absent and Figure(asked.absent_right, f"of {asked.absent.count}"),
            Figure(asked.with_models_present.p50 / 1000, "s"),
            Figure(asked.with_models_present.p50_processor / 1000, "s"),
            Figure(asked.with_models_absent.p50 / 1000, "s"),
            Figure(asked.with_models_absent.p50_processor / 1000, "s"),
        )
        rows.append(Row(_name(size), figures, ours=True))
    about = (
        "*Search*: finds 20 spans of the whole library for the words of a question about one fact; *common "
        "words*: for words that every contract has. *Present*: one contract of the whole library states the "
        "fact. *Absent*: none does, and every span is searched before that is said. Both by rules alone, "
        "which give only leads. *Right*: the expected fee is among them, or nothing is given, of so many "
        "questions; with so few, p95 is little more than the slowest. *With models*: one question each by "
        "the local models, which read some of each of 20 documents. The budget of search is processor time, "
        "because it runs on one core."
    )
    return Table("Latency", "growth.py", columns, tuple(rows), about)


def _costs(sizes: Sequence[Size]) -> Table:
    columns = ("adding a file", "of it storing", "unchanged file", "rows", "word index")
    columns += ("memory, adding", "searching", "asking", "listing, p50, wall time")
    rows = []
    for size in sizes:
        added, asked = size.added, size.asked
        figures = (
            Figure(added.added_us, "µs/span"),
            Figure(added.stored_us, "µs/span"),
            Figure(added.unchanged_ms, "ms/file"),
            Figure(added.rows_bytes / added.spans, "bytes/span"),
            Figure(added.words_bytes / added.spans, "bytes/span"),
            Figure(added.memory_mib, "MiB"),
            Figure(asked.searching_mib, "MiB"),
            Figure(asked.memory_mib, "MiB"),
            Figure(asked.listing.p50, "ms"),
        )
        rows.append(Row(_name(size), figures, ours=True))
    about = (
        "*Adding*: processor time from file to searchable, of files added at this size; *storing*: the part "
        "of the store in it, over all documents since the size before. *Memory*: the peak of a process that "
        "did this and what stands before it; the word index is mapped, and counted where it was touched."
    )
    return Table("What a span costs", "growth.py", columns, tuple(rows), about)


def _name(size: Size) -> str:
    return f"{size.added.spans:,} spans, {size.added.documents:,} documents"


_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 760, 420, 70, 220, 40, 50
_SHOWN = {-1: "0.1 ms", 0: "1 ms", 1: "10 ms", 2: "100 ms", 3: "1 s", 4: "10 s", 5: "100 s"}


def plot(sizes: Sequence[Size]) -> str:
    """p95 of processor time against the number of spans, both axes logarithmic, as SVG."""
    parts = [*_grid(sizes), *(line for series in _SERIES for line in _line(sizes, *series)), _budget(sizes)]
    style = "text{font:12px sans-serif;fill:#555}line{stroke:#bbb}polyline{fill:none;stroke-width:2}"
    shown = "p95, processor time, against blocks in the library"
    title = f'<text x="{_LEFT}" y="20" style="font-size:14px">{shown}</text>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}">'
    return "\n".join((head, f"<style>{style}</style>", title, *parts, "</svg>")) + "\n"


def _grid(sizes: Sequence[Size]) -> list[str]:
    lines = []
    for power, shown in _SHOWN.items():
        y = _y(10.0**power)
        lines.append(f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y}" y2="{y}"/>')
        lines.append(f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{shown}</text>')
    for size in sizes:
        x = _x(sizes, size)
        lines.append(f'<line x1="{x}" x2="{x}" y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}"/>')
        lines.append(f'<text x="{x}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{_short(size)}</text>')
    return lines


def _line(sizes: Sequence[Size], name: str, colour: str, of: Callable[[Asked], Latency | None]) -> list[str]:
    measured = [(size, latency) for size in sizes if (latency := of(size.asked))]
    points = [(_x(sizes, size), _y(latency.p95_processor)) for size, latency in measured]
    path = " ".join(f"{x},{y}" for x, y in points)
    dots = [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in points]
    x, y = points[-1]
    label = f'<text x="{x + 10}" y="{y + 4}" style="fill:{colour}">{name}</text>'
    return [f'<polyline points="{path}" stroke="{colour}"/>', *dots, label]


def _budget(sizes: Sequence[Size]) -> str:
    y, end = _y(SEARCH_BUDGET_MS), _WIDTH - _RIGHT
    line = f'<line x1="{_LEFT}" x2="{end}" y1="{y}" y2="{y}" style="stroke:#1b7837;stroke-dasharray:5 4"/>'
    return f'{line}<text x="{_LEFT + 6}" y="{y - 5}">budget of search, 30 ms</text>'


def _x(sizes: Sequence[Size], size: Size) -> float:
    low, high = log10(sizes[0].added.spans), log10(max(sizes[-1].added.spans, sizes[0].added.spans + 1))
    share = (log10(size.added.spans) - low) / (high - low)
    return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT), 1)


def _y(milliseconds: float) -> float:
    low, high = min(_SHOWN), max(_SHOWN)
    share = (log10(max(milliseconds, 10.0**low)) - low) / (high - low)
    return round(_HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM), 1)


def _short(size: Size) -> str:
    spans = size.added.spans
    return f"{spans / 1e6:.3g} M" if spans >= 950_000 else f"{spans / 1000:.0f}k"
