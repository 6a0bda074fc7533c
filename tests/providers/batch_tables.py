"""A table of fees that a language model is asked for in batches."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pincite
from pincite.jobs.provider_batches import CostReport, Forecast
from pincite.records.completion import SubmittedBatch
from tests.factories import AGREEMENT, write
from tests.providers.servers import Service
from tests.providers.test_models_in_a_library import settings

FEE = ["fee: What is the monthly fee?"]
QUICK = {"poll_seconds": 0.01, "settle_seconds": 0.05}
PRICES = {"input": "3", "output": "15", "as_of": "2026-11-01"}
WIRES = ("anthropic", "openai", "served")


def by_batches(service: Service, wire: str, **batches: Any) -> dict[str, Any]:
    """Settings of a model whose batches this service works on."""
    given = settings(service, wire, batches=True, prices=PRICES)
    return given | {"local_models": False, "batches": QUICK | batches}


def write_agreements(folder: Path, number: int) -> list[Path]:
    """Agreements with another fee each."""
    folder.mkdir(exist_ok=True)
    fees = [f"EUR {4_500 + each:,}.00" for each in range(number)]
    return [
        write(folder, f"agreement-{at}.txt", AGREEMENT.replace("EUR 4,500.00", fee))
        for at, fee in enumerate(fees)
    ]


def values(table: pincite.Table) -> list[str]:
    return [cell.items[0].original if cell.items else cell.standing for _, _, cell in table.cells()]


class Clerk:
    """Takes down what is forecast and reported, and agrees to it or not."""

    def __init__(self, agrees: bool = True) -> None:
        self.agrees = agrees
        self.forecasts: list[Forecast] = []
        self.reports: list[CostReport] = []

    def by(self, **wishes: Any) -> Any:
        return pincite.ByBatch(confirm=self.confirm, report=self.reports.append, **wishes)

    def confirm(self, forecasts: Sequence[Forecast]) -> bool:
        self.forecasts += forecasts
        return self.agrees

    @property
    def batches(self) -> list[SubmittedBatch]:
        return list(self.reports[-1].batches)
