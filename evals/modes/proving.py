"""What the prover makes of the values that an oracle proposed, whatever was decided afterwards."""

from __future__ import annotations

from evals.modes.oracle import Oracle
from pincite.ask.claimed_items import proved
from pincite.question.dictionary.entries import dictionary
from pincite.question.parse import RuleParser
from pincite.read.resolve import resolve
from pincite.values.types import Boolean, Clause, Text


def value_states(oracle: Oracle) -> tuple[str, ...]:
    """Of each typed value of its whole proposal the state of its check; empty where it gave none."""
    if oracle.whole is None or not oracle.gives_value:
        return ()
    asked, view, reading = oracle.whole.asked, oracle.whole.view, oracle.whole.reading
    question = RuleParser(dictionary(())).read(asked.text)
    resolved = resolve(asked, reading, view)
    states = ["contradicted"] * len(resolved.refused)
    for located in resolved.located:
        if isinstance(located.claim.value, Boolean | Text | Clause):
            continue
        checks = proved(question, located, "balanced").checks
        found = [check.state for check in checks if check.check in ("value", "computed")]
        states.append(found[0] if found else "contradicted")
    return tuple(states)
