"""Put what a reader says through the pipeline, as it would be at each level of strictness."""

from __future__ import annotations

import functools

from pydantic import ValidationError

from pincite.answer.answers import Answer, Strictness
from pincite.answer.claims import Citation, Claim
from pincite.ask.claimed_items import proved
from pincite.ask.likely_answers import JudgedReading
from pincite.ask.model_reading import asked_of
from pincite.ask.reading_list import ReadingList
from pincite.errors import ConfigError
from pincite.protocols import Reader
from pincite.read.resolve import resolve
from pincite.read.view import view_of_blocks
from pincite.records.library import Held
from pincite.records.run import Run
from pincite.records.span import Span
from pincite.values.registered import value_type
from tests.adversary.lies import ANYWHERE, Told
from tests.adversary.outsider.claims import Truth
from tests.factories import held, question
from tests.form_filling import says
from tests.judging import judging
from tests.readers import Agreeing
from tests.stages import Consenting, judged_by, pipeline

LEVELS: tuple[Strictness, ...] = ("lenient", "balanced", "strict", "paranoid")


def agreed(level: Strictness) -> JudgedReading:
    """Everybody agrees with what is claimed and claims nothing, so that only proofs can refuse it."""
    # Likely enough to agree with a claim, and not likely enough to be an answer of its own.
    agrees = judging({-99.0: 0.2 if level == "lenient" else 0.4}, silent=0.5)
    return judged_by(Agreeing(), level, agrees, (Consenting(), Consenting()))


def ask(asked: str, about: Held, by: Reader, level: Strictness) -> Answer:
    reading_list = ReadingList((about.identity,), (about.identity,), lambda identity: about)
    return pipeline(by=by, judged=agreed(level)).ask(asked, reading_list, Run("run"))


@functools.lru_cache(maxsize=2)
def source(text: str) -> Held:
    return held(text)


def claim_of(told: Told, about: Held) -> Claim:
    lines = (1, about.document.lines[-1].number) if told.lines == ANYWHERE else told.lines
    version = told.version or about.identity.version
    return Claim(
        answer_type=told.answer_type,
        value=told.value,
        original=told.original,
        citations=tuple(Citation(version=version, lines=lines, quote=quote) for quote in told.quotes),
        score=0.5,
        method=told.method,
    )


def answer(told: Told, level: Strictness) -> Answer:
    about = source(told.text)
    return ask(told.asked, about, says(claim_of(told, about)), level)


def passes(told: Told, level: Strictness) -> bool:
    """Whether any item leaves."""
    if not told.given:
        return bool(answer(told, level).items)
    about = source(told.text)
    start = told.text.index(told.given)
    blocks = about.document.blocks_of(Span(start, start + len(told.given)))
    view = view_of_blocks(about.identity, about.document, [block.number for block in blocks])
    put = question(told.asked, about)
    asked = asked_of(put, ())
    (reading,) = says(claim_of(told, about)).read([asked], view)
    located = resolve(asked, reading, view).located
    return any(proved(put, each, level).passed for each in located)


def forged_claim(case: Truth, about: Held) -> Claim | None:
    """The claim of a case; None where its form alone keeps it from being one."""
    try:
        return Claim(
            answer_type=case.answer_type,
            value=value_type(case.answer_type).model.model_validate(case.value),
            original=case.original,
            citations=tuple(
                Citation(version=about.identity.version, lines=(first, last), quote=quote)
                for first, last, quote in case.citations
            ),
            qualifiers=tuple(case.qualifiers),
            score=0.5,
            method=case.method,
        )
    except (ValidationError, ConfigError):
        return None


def forged_answer(case: Truth, level: Strictness) -> Answer | None:
    about = source(case.document)
    claim = forged_claim(case, about)
    return ask(case.question, about, says(claim), level) if claim else None


def forged_passes(case: Truth, level: Strictness) -> bool:
    """Whether any item leaves of what somebody claims who does not know the checks."""
    said = forged_answer(case, level)
    return bool(said and said.items)
