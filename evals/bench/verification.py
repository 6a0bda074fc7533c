"""What all checks on one item cost in a long document, at each level of strictness.

Run: PYTHONPATH=src:. python evals/bench/verification.py [--quick]
Claims and documents are those of tests/adversary. No model is asked.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median

from figures import Figure, Row, Table, milliseconds, percentile_95, run

from pincite.ask.claimed_items import own_proved
from pincite.prove.quote import locate
from pincite.records.library import Held
from tests.adversary.court import LEVELS, claim_of
from tests.adversary.facts import FILLER, any_fact, document_with
from tests.adversary.lies import Told, true
from tests.factories import held, question

CHARACTERS = 340_000
_ITEMS, _QUICK_ITEMS = 60, 8
_BUDGET_MS = 5


def measure(quick: bool) -> list[Table]:
    told, about = _long_document(_QUICK_ITEMS if quick else _ITEMS)
    locate(told[0].quotes[0], about.document.text)
    finding = [milliseconds(_locating(each), runs=3) for each in told]
    rows = [_row(f"Pincite, all checks, {level}", told, about, level) for level in LEVELS]
    rows.append(Row("finding the quote alone", _figures(finding)))
    rows.append(Row("verifiable-rag, HHEM or MiniCheck", not_run="needs torch and weights from a hub"))
    rows.append(
        Row(
            "langextract, verbatim-core, instructor",
            not_run="they check the quote alone: see the quote check",
        )
    )
    size = (
        f"{len(about.document.text):,} characters, {len(told)} items, {len(about.document.blocks):,} blocks. "
    )
    explained = "Processor time for one item: all that the prover checks, scope and grade, no model."
    columns = ("p50", "p95", "most")
    return [Table("Verification", "verification.py", columns, tuple(rows), size + explained, compared=0)]


def _row(name: str, told: list[Told], about: Held, level: str) -> Row:
    times = [milliseconds(_proving(claim, about, level), runs=3) for claim in told]
    return Row(name, _figures(times, _BUDGET_MS), ours=True)


def _figures(times: list[float], budget: float | None = None) -> tuple[Figure, ...]:
    return (
        Figure(median(times), "ms"),
        Figure(percentile_95(times), "ms", most=budget),
        Figure(max(times), "ms"),
    )


def _long_document(items: int) -> tuple[list[Told], Held]:
    draw = random.Random(11)
    facts = {fact.sentence: fact for fact in (any_fact(draw) for _ in range(items))}
    paragraphs = list(facts)
    while sum(map(len, paragraphs)) < CHARACTERS:
        paragraphs.append(" ".join(draw.choices(FILLER, k=5)))
    draw.shuffle(paragraphs)
    text = document_with(draw, *paragraphs)[:CHARACTERS]
    about = held(text)
    return [true(fact, text, "truth") for fact in facts.values() if fact.sentence in text], about


def _locating(told: Told) -> Callable[[], object]:
    return lambda: locate(told.quotes[0], told.text)


def _proving(told: Told, about: Held, level: str) -> Callable[[], object]:
    asked, claim = question(told.asked, about), claim_of(told, about)
    at = [about.document.text.index(citation.quote) for citation in claim.citations]
    cited = [
        each.model_copy(update={"start": start}) for each, start in zip(claim.citations, at, strict=True)
    ]
    placed = claim.model_copy(update={"citations": tuple(cited)})
    return lambda: own_proved(asked, placed, about, level)


if __name__ == "__main__":
    run(measure, __doc__)
