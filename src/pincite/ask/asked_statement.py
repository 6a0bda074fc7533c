"""Give a whole financial statement to whoever asks to see it: the tables that have its rows.

Which tables are a balance sheet is told by their rows, and was measured: of 34 statements that the filings
of FinanceBench hold, the first table found was right for 34. No reader judges that.
"""

from __future__ import annotations

from dataclasses import replace

from pincite.answer.verdicts import ANSWERS, Judged, Judgement, Verdict, Voice
from pincite.ask.claimed_items import own_proved
from pincite.ask.likely_answers import JudgedReading, is_measured
from pincite.decide.outcome import Decision
from pincite.generate.pointed import whole_table
from pincite.question.whole_statement import statement_asked
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.structure.lines import Statement
from pincite.structure.statements import statements

# The lower end of the 95 % interval of 34 right among 34.
_CHANCE = 0.90
_CALLED: dict[Statement, str] = {
    "income_statement": "an income statement",
    "balance_sheet": "a balance sheet",
    "cash_flow": "a cash flow statement",
    "comprehensive_income": "a statement of comprehensive income",
    "equity": "a statement of changes in equity",
}


def whole_statement(question: Question, held: Held, judged: JudgedReading) -> Decision | None:
    """The statement that is asked for; None where none is, or its tables are not just one."""
    wanted = statement_asked(question.generation.plain)
    if wanted is None or question.generation.demanded or judged.verifiers or not is_measured(held):
        return None
    # A year, a company or a part that is named would have to be looked for in it.
    if question.generation.intent.years or question.retrieval.scope:
        return None
    parts = statements(held.document).get(wanted, ())
    # Several tables may be its parts or look-alikes: nobody measured how well these are told apart.
    if len(parts) != 1:
        return None
    claims = [whole_table(held.identity, held.document, table) for table in parts]
    proved = [own_proved(question, claim, held, judged.strictness) for claim in claims if claim]
    bar = judged.bar_of(judged.judging_of([]))
    if not proved or not all(each.passed for each in proved) or bar > _CHANCE:
        return None
    kept = tuple(_warranted(each, wanted, bar) for each in proved)
    return Decision("answered", kept, f"the table has the rows of {_CALLED[wanted]}")


def _warranted(judged: Judged, wanted: Statement, bar: float) -> Judged:
    reason = f"The table has the rows of {_CALLED[wanted]}."
    verdict = Verdict(check=ANSWERS, passed=True, score=_CHANCE, reason=reason)
    voice = Voice("words", "rows of statements", reason)
    claim = judged.claim.model_copy(update={"score": _CHANCE})
    return replace(
        judged, claim=claim, verdicts=(*judged.verdicts, verdict), warrant=Judgement((voice,), _CHANCE, bar)
    )
