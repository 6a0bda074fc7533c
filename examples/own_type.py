"""Add a type of your own: one pydantic class, one registration, and a question that asks for it.

Run: python examples/own_type.py
A policy number is no number: "NW-2024-00017" has a form of its own, and nothing else in the document has it.
"""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import BaseModel, ConfigDict

import pincite
from pincite import Reading, ValueType, register

POLICY = """\
Certificate of Insurance

This certificate confirms the cover under policy number NW-2024-00017, issued on 3 June 2024.
The annual premium is EUR 4,500.00. Claims are reported under claim number C-88.
"""


class PolicyNumber(BaseModel):
    """Two letters, a year and five digits. Every field is required and no other is allowed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    insurer: str
    year: int
    serial: str


def find_policy_numbers(text: str) -> list[Reading[PolicyNumber]]:
    """Every policy number of a text with the place where it stands; nothing else decides what it is."""
    return [
        Reading(
            PolicyNumber(insurer=found[1], year=int(found[2]), serial=found[3]), found.start(), found.end()
        )
        for found in re.finditer(r"\b([A-Z]{2})-((?:19|20)\d\d)-(\d{5})\b", text)
    ]


def main() -> None:
    register(ValueType("policy_number", PolicyNumber, find_policy_numbers))
    with TemporaryDirectory() as folder:
        certificate = Path(folder) / "certificate.txt"
        certificate.write_text(POLICY, "utf-8")
        with pincite.open(Path(folder) / "library") as library:
            library.add(certificate)
            answer = library.ask("What is the policy number?", answer_type="policy_number")
    (item,) = answer.require().items
    evidence = item.evidence[0]
    print(f"{item.value!r}")
    print(f"  {item.original} in “{evidence.snippet}”")
    print(f"  {evidence.name}, line {evidence.lines[0]}")
    for check in item.proof:
        print(f"  {check.check}: {check.state}")


if __name__ == "__main__":
    main()
