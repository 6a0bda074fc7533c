"""What a question to a whole library takes: thousands of letters, or contracts of many passages.

Run: python evals/bench/many_documents.py --library FOLDER [--letters 500 5000] [--spans 200000] [--models]
Letters are added as files; contracts are those of `growth.py`, held as if they had been read. A library that
is there already is asked again. Processor time; what the first question of the process takes is said apart.
Without local models there are only leads (docs/quality.md). Vectors are not made.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

import growth_contracts
from figures import percentile_95, spend

import pincite

_ACTS = "inspection replacement calibration delivery storage certification removal installation".split()
_THINGS = "pump turbine valve sensor gateway cabinet crane meter boiler conveyor scanner battery".split()
_MAKERS = "Arden Belmor Corvin Dalgrave Elsmere Farrow Glenhurst Harwick Ingram Kelso Lorne Marlow".split()
_REMARKS = (
    "We thank you for your order and for the trust that you place in us.",
    "Our staff will call you before they come, so that somebody can open the gate.",
    "Please keep the area around the machine free during the work.",
    "The work is done between eight in the morning and five in the afternoon.",
    "If you have any questions, our office is glad to help you.",
    "The general terms that we sent you last year apply to this order.",
    "Please return the enclosed copy with your signature.",
    "Parts that we take out are recycled unless you want to keep them.",
    "Our prices do not include value added tax.",
    "We look forward to working with you again.",
)
_TOGETHER, _SPANS_EACH = 200, 312
_PRESENT = 8
# Words that no letter and no contract has, and such words beside others that all have.
_ABSENT = (
    "Who insures the greenhouse against hail?",
    "What is the deposit for the auction of the turbine?",
    "What is the fee for the delivery of a helicopter?",
    "How long is the warranty for the boiler?",
    "Which court has jurisdiction over disputes?",
    "When does the Supplier have to pay a penalty to the Customer?",
)


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter's facts: no two letters are about the same act, thing, maker and hall."""

    number: int

    @property
    def about(self) -> str:
        rest, act = divmod(self.number, len(_ACTS))
        rest, thing = divmod(rest, len(_THINGS))
        hall, maker = divmod(rest, len(_MAKERS))
        return f"the {_ACTS[act]} of the {_MAKERS[maker]} {_THINGS[thing]} in hall {hall + 1}"

    @property
    def fee(self) -> str:
        return f"EUR {random.Random(self.number).randint(100, 99_999):,}.00"

    @property
    def question(self) -> str:
        return f"What is the fee for {self.about}?"

    def text(self) -> str:
        draw = random.Random(f"letter {self.number}")
        before, after = draw.sample(_REMARKS, 3), draw.sample(_REMARKS, 4)
        days = draw.randint(5, 90)
        return "\n\n".join(
            (
                f"# Order {self.number:05}",
                "Dear customer,",
                " ".join(before),
                f"The fee for {self.about} is {self.fee}. It is due {days} days after the invoice.",
                f"## Time\n\nThe work begins on {draw.randint(1, 28)} March 2025. It takes {days + 3} hours.",
                f"## Cancelling\n\nYou may cancel this order up to {days // 2} days before the work begins.",
                " ".join(after),
                "Yours sincerely,\n\nThe order desk",
            )
        )


def main() -> None:
    chosen = _arguments()
    for count in chosen.letters:
        folder = chosen.library / f"letters-{count}"
        if not folder.exists():
            _add_letters(folder, count)
        wanted = [Letter(place * count // _PRESENT) for place in range(_PRESENT)]
        present = [(each.question, each.fee) for each in wanted]
        _report(f"{count:,} letters", folder, chosen.models, present)
    for spans in chosen.spans:
        folder = chosen.library / f"contracts-{spans}"
        if not folder.exists():
            _hold_contracts(folder, spans // _SPANS_EACH)
        clauses = [growth_contracts.contract(each)[0] for each in range(0, spans // _SPANS_EACH, 97)]
        present = [(each.same_words, f"EUR {each.fee:,.2f}") for each in clauses[:_PRESENT]]
        _report(f"{spans:,} spans in contracts", folder, chosen.models, present)


def _report(name: str, folder: Path, models: bool, present: Sequence[tuple[str, str]]) -> None:
    """Print what the questions take, and how many are answered as they should be."""
    settings = {"local_models": models}
    with pincite.open(folder, settings=settings) as library:
        first, answer = spend(partial(library.ask, _ABSENT[0]))
        absent = [spend(partial(library.ask, question)) for question in _ABSENT]
        found = [spend(partial(library.ask, question)) for question, _ in present]
    led = [(answer, fee) for (_, answer), (_, fee) in zip(found, present, strict=True)]
    right = sum(fee in {item.original for item in answer.items} for answer, fee in led)
    shown = sum(any(fee in lead.evidence[0].snippet for lead in answer.leads) for answer, fee in led)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1 << 20 if sys.platform == "darwin" else 1024
    )
    print(f"{name}, {'with' if models else 'without'} local models; peak {peak:,.0f} MiB")
    print(f"  first question (absent): {first.processor / 1000:.2f} s, {answer.coverage.spans_total:,} spans")
    for kind, asked in (("absent", absent), ("present", found)):
        times = [spent.processor / 1000 for spent, _ in asked]
        outcomes = ", ".join(answer.outcome for _, answer in asked)
        spread = f"p50 {median(times):.2f} s, p95 {percentile_95(times):.2f} s, slowest {max(times):.2f} s"
        print(f"  {kind}: {spread} ({outcomes})")
    print(f"  of {len(present)} present: {right} right, {shown} among the leads", flush=True)


def _add_letters(folder: Path, count: int) -> None:
    with (
        pincite.open(folder, settings={"local_models": False}) as library,
        tempfile.TemporaryDirectory() as files,
    ):
        _write_files(Path(files), count)
        library.add(files, isolated=False)


def _write_files(folder: Path, count: int) -> None:
    for number in range(count):
        (folder / f"letter-{number:05}.md").write_text(Letter(number).text(), encoding="utf-8")


def _hold_contracts(folder: Path, count: int) -> None:
    with pincite.open(folder, settings={"local_models": False}) as library:
        for first in range(0, count, _TOGETHER):
            numbers = range(first, min(first + _TOGETHER, count))
            library.store.add([growth_contracts.entry(number) for number in numbers])


def _arguments() -> argparse.Namespace:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--library", type=Path, required=True, help="where the libraries are kept")
    arguments.add_argument("--letters", type=int, nargs="*", default=(500, 5_000))
    arguments.add_argument("--spans", type=int, nargs="*", default=(200_000,))
    arguments.add_argument("--models", action="store_true", help="ask with the local models")
    return arguments.parse_args()


if __name__ == "__main__":
    main()
