"""Ask CUAD in plain words: one question for each kind of clause, as a reader of a contract would put it."""

from __future__ import annotations

from pathlib import Path

from pincite.errors import InputError
from pincite.evaluate.gold_set import GoldSet
from pincite.evaluate.sets import cuad

QUESTIONS = {
    "Document Name": "What is the title of the agreement?",
    "Parties": "Who are the parties to the agreement?",
    "Agreement Date": "What is the date of the agreement?",
    "Effective Date": "On which date does the agreement take effect?",
    "Expiration Date": "When does the initial term of the agreement end?",
    "Renewal Term": "For how long is the agreement renewed after the initial term?",
    "Notice Period To Terminate Renewal": "How much notice must be given to prevent renewal?",
    "Governing Law": "Which law governs the agreement?",
    "Most Favored Nation": "Is a party entitled to terms as good as those given to any third party?",
    "Competitive Restriction Exception": "Which exceptions are there to the duty not to compete?",
    "Non-Compete": "Is a party forbidden to compete with the other?",
    "Exclusivity": "Does a party have to deal exclusively with the other?",
    "No-Solicit Of Customers": "Is a party forbidden to solicit the customers of the other?",
    "No-Solicit Of Employees": "Is a party forbidden to solicit or hire the employees of the other?",
    "Non-Disparagement": "Is a party forbidden to disparage the other?",
    "Termination For Convenience": "Can a party terminate the agreement without cause?",
    "Rofr/Rofo/Rofn": "Does a party have a right of first refusal, first offer or first negotiation?",
    "Change Of Control": "What happens if control of a party changes?",
    "Anti-Assignment": "Is consent needed to assign the agreement to a third party?",
    "Revenue/Profit Sharing": "Does a party have to share revenue or profit with the other?",
    "Price Restrictions": "Is a party limited in raising or lowering its prices?",
    "Minimum Commitment": "What is the least that a party has to buy or pay?",
    "Volume Restriction": "What happens if use exceeds a certain volume?",
    "Ip Ownership Assignment": "Does a party have to assign intellectual property to the other?",
    "Joint Ip Ownership": "Is any intellectual property owned jointly by the parties?",
    "License Grant": "Which licences are granted?",
    "Non-Transferable License": "Is the licence non-transferable?",
    "Affiliate License-Licensor": "Do affiliates of the licensor grant a licence?",
    "Affiliate License-Licensee": "Does the licence extend to affiliates of the licensee?",
    "Unlimited/All-You-Can-Eat-License": "Is a licence for unlimited use granted?",
    "Irrevocable Or Perpetual License": "Is a licence irrevocable or perpetual?",
    "Source Code Escrow": "Does source code have to be put into escrow?",
    "Post-Termination Services": "What must the parties still do after the agreement has ended?",
    "Audit Rights": "Does a party have the right to audit the other?",
    "Uncapped Liability": "For what is liability unlimited?",
    "Cap On Liability": "To what amount is liability limited?",
    "Liquidated Damages": "Are liquidated damages or a termination fee payable?",
    "Warranty Duration": "How long does the warranty last?",
    "Insurance": "Which insurance does a party have to maintain?",
    "Covenant Not To Sue": "Has a party promised not to sue or not to contest rights of the other?",
    "Third Party Beneficiary": "Is there a third party who can enforce the agreement?",
}


def read(data: Path, split: str) -> GoldSet:
    """The same labels, asked without a type: what kind of answer is wanted has to be read from the words."""
    return cuad.read_asking(data, split, "cuad-plain", _asking)


def _asking(label: cuad.Label) -> tuple[str, None]:
    try:
        return QUESTIONS[label.clause_type], None
    except KeyError:
        raise InputError(
            f"There is no plain question for the clause type {label.clause_type!r}.",
            hint="Evaluate 'cuad', which brings its own questions.",
        ) from None
