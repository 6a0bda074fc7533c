"""How a computed answer is shown to a person: the formula, every operand with its place, every rate."""

from __future__ import annotations

from pincite.cli.answer_view import show_answer
from pincite.compute.computing import run
from pincite.question.to_compute import read_computation
from tests.compute.values import RATES, amount, answer, item


def shown(question: str, found, capsys) -> str:
    computation = read_computation(question)
    assert computation is not None
    show_answer(run(computation, question, lambda _: found, RATES))
    return " ".join(capsys.readouterr().out.split())


def test_formula_operand_place_and_rate_are_shown(capsys):
    found = answer(item(amount("1250000.00", "USD"), "USD 1,250,000.00", "The premium is USD 1,250,000.00."))
    page = shown("Is the premium above one million euros?", found, capsys)
    assert page.startswith("Answered: No computed: USD 1,250,000.00 ÷ 1.25 = EUR 1,000,000.00;")
    assert "rate: 1 EUR = 1.25 USD on 2026-10-30 (the test's own rates)" in page
    assert "premium: USD 1,250,000.00 The premium is «USD 1,250,000.00»." in page
    assert "contract.md, page 1, line 3 · Fees" in page
    assert "✓ computed" in page
