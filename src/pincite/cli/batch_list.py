"""List the batches of requests that tables sent to a provider: `jobs list --batches`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pincite.cli.screen import new_table, output, print_object, printable, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.records.completion import SubmittedBatch
    from pincite.service import Library

_STATES = {
    "submitting": "interrupted: its table looks for it",
    "submitted": "running",
    "ended": "ended: its table fetches it",
    "harvested": "done",
    "dropped": "never ran",
    "live": "asked live",
}


def list_batches(library: Library, as_json: bool) -> None:
    """Print what was submitted, how far it is, and what it cost; nothing is asked of the provider."""
    found = library.batches()
    if as_json:
        print_object({"batches": [_object(each) for each in found]})
    elif found:
        _show(found)
    else:
        say("No batch was submitted. A table does it: pincite table … --model anthropic/NAME --batch")


def _object(batch: SubmittedBatch) -> dict[str, object]:
    usage = batch.usage
    return {
        "id": batch.provider_id,
        "model": batch.model,
        "state": batch.state,
        "sent_at": _time(batch.sent_at),
        "requests": batch.requests,
        "endings": dict(batch.endings),
        "input_tokens": usage.input_tokens,
        "cached_tokens": usage.cached_tokens,
        "output_tokens": usage.output_tokens,
        "cost": None if usage.cost is None else f"{usage.cost:f}",
        "error": batch.said,
    }


def _show(found: Sequence[SubmittedBatch]) -> None:
    table = new_table()
    for name in ("sent", "model", "batch", "state"):
        table.add_column(name, overflow="fold")
    for name in ("requests", "in", "out", "cost"):
        table.add_column(name, justify="right", no_wrap=True)
    for batch in found:
        usage, lost = batch.usage, batch.requests - batch.endings.get("succeeded", 0)
        state = _STATES[batch.state]
        if batch.state == "harvested" and lost:
            state = f"{state}, {lost:,} without a reply"
        table.add_row(
            *(_time(batch.sent_at)[:16].replace("T", " "), printable(batch.model)),
            *(printable(batch.provider_id), state, f"{batch.requests:,}"),
            *(f"{usage.input_tokens:,}", f"{usage.output_tokens:,}"),
            "" if usage.cost is None else f"{usage.cost:f}",
        )
    output().print(table)


def _time(seconds: float) -> str:
    """In UTC; empty for calls that were made at several times."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds") if seconds else ""
