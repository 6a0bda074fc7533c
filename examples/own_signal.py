"""Add a signal of your own: one field and one fragment of the prompt, and every answer carries it.

Run: python examples/own_signal.py
The question is about the rent. Beside it we want to know whether words are blacked out, and which law rules.
A real language model reads the fragments in its prompt; the one below stands in for it and needs no key.
"""

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pincite
from pincite.answer.own_signals import OwnSignal, register_signal
from pincite.records.completion import Completion, Prompt

LEASE = """\
1. Rent

The monthly rent is EUR 2,400.00, payable to [REDACTED] on the first day of each month.

2. Law

This lease is governed by the law of Portugal.
"""


class StandIn:
    """Any object with these three is a language model; yours calls a provider."""

    name = "stand-in"
    rungs = ("structured",)

    def complete(self, prompt: Prompt) -> Completion:
        rent = re.search(r"^(\d+): The monthly rent is", prompt.context, re.MULTILINE)
        form = dict.fromkeys(prompt.schema["$defs"]["Reading"]["properties"])
        form |= {name: [] for name in form if name.endswith(("_lines", "keywords", "_found", "caveats"))}
        form |= {"kind": "none", "items": [], "found": rent is not None, "complete": True}
        form |= {
            "context_completeness": "complete",
            "context_structured": True,
            "conflicting_evidence": False,
        }
        form |= {"confidence": "sure", "extraction_method": "verbatim"}
        if rent:
            value = {"answer_type": "amount", "value": "2400.00", "currency": "EUR", "unit": None}
            item = {"lines": [int(rent[1])], "words": "EUR 2,400.00", "value": value}
            item |= dict.fromkeys(("column", "limit", "label", "parent"))
            form |= {"kind": "words", "items": [item]}
        form["own"] = {"redacted": "[REDACTED]" in prompt.context, "jurisdiction": None}
        return Completion(json.dumps({"q1": form}))


def main() -> None:
    register_signal(OwnSignal("redacted", bool, "true when words are blacked out or stand as [REDACTED]."))
    register_signal(OwnSignal("jurisdiction", str | None, "the country whose law applies; null if unsaid."))
    with TemporaryDirectory() as folder:
        lease = Path(folder) / "lease.txt"
        lease.write_text(LEASE, "utf-8")
        generator = {"name": "language_model", "options": {"model": StandIn()}}
        with pincite.open(Path(folder) / "library", settings={"generator": generator}) as library:
            library.add(lease)
            answer = library.ask("What is the monthly rent?")
    (item,) = answer.require().items
    print(f"{item.original} in “{item.evidence[0].snippet}”")
    print(f"own signals: {json.dumps(json.loads(answer.to_json())['signals']['own'])}")


if __name__ == "__main__":
    main()
