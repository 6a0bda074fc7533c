"""Ask back in concrete words when a question does not say what is looked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pincite.records.question import Part, Term

# Alone they name nothing: "Is it ok?", "Any problems?", "What are the dates?".
_SAY_NOTHING = frozenset(
    """
    ok okay good bad fine right wrong safe legal fair normal important interesting relevant problem
    problems issue issues detail details info information summary summarise summarize main key point
    points content contents help overview date dates amount amounts number numbers table tables clause
    clauses provision provisions figure figures fact facts matter here true correct more about thing
    things stuff part parts
    """.split()
)
_ASK_BACK = {
    "date": "Which date: the effective date, the expiry, the signature, or the day on which something is"
    " due?",
    "duration": "Which length of time: the notice period, the term, the warranty, a waiting period?",
    "amount": "Which amount: a fee, the price, the premium, the deductible, a limit?",
    "percentage": "Which rate or share: interest, a discount, a royalty, tax?",
    "number": "The number of what? Name what is counted or measured, for example: the dose, the employees.",
    "boolean": 'What should Pincite check? For example: "Is assignment allowed?", "Is hail covered?".',
    "address": "Whose address: the supplier's, the landlord's, the insurer's?",
    "who": "Who in which role: who signed, who pays, who is insured, who may terminate?",
    "table": "Which table? Name what it shows, for example: the table of limits.",
    "clause": "Which clause: on assignment, on liability, on termination? Name its subject.",
}
_BY_WORD = (
    ("date", r"\b(?:dates?|when)\b"),
    ("amount", r"\b(?:how much|amounts?|sums?)\b"),
    ("duration", r"\bhow long\b"),
    ("table", r"\btables?\b"),
    ("clause", r"\b(?:clauses?|provisions?)\b"),
    ("who", r"\bwho(?:m|se)?\b"),
)
_CLARIFY = "What should Pincite look for? Name it, for example: the notice period for termination."


def says_nothing(terms: Iterable[Term]) -> bool:
    """Whether no term names anything that could be looked for."""
    return all(term.asked in _SAY_NOTHING for term in terms)


def ask_back(asked: str, kind: str) -> str:
    """What to ask, with examples of the kind of thing that seems to be meant."""
    lowered = asked.lower()
    word = next((name for name, pattern in _BY_WORD if re.search(pattern, lowered)), kind)
    return _ASK_BACK.get(word, _CLARIFY)


def one_at_a_time(parts: Sequence[Part]) -> str:
    """What to ask when several things are asked for at once."""
    listed = " ".join(f"({number}) {part.asked}" for number, part in enumerate(parts, 1))
    return f"These are {len(parts)} questions: {listed} Please ask one at a time."
