"""Put what a generator says through the pipeline, as it would be at each level of strictness."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from pydantic import ValidationError

from pincite.contract.answers import Answer, Strictness
from pincite.contract.claims import Citation, Claim, Proposal
from pincite.contract.registry import value_type
from pincite.errors import ConfigError
from pincite.pipeline import Pipeline, Shelf
from pincite.question.concepts import starters
from pincite.question.parse import RuleParser
from pincite.records.library import Held
from pincite.records.run import Run
from pincite.records.span import Span
from pincite.retrieve.paths import ByScan, ByWords
from pincite.retrieve.titles import BySectionTitle
from pincite.settings import Thresholds
from pincite.verify.citation import judge
from pincite.verify.context import Context
from pincite.verify.strictness import checks_for
from tests.adversary.lies import ANYWHERE, Told
from tests.adversary.outsider.claims import Truth
from tests.factories import held, question

LEVELS: tuple[Strictness, ...] = ("lenient", "balanced", "strict", "paranoid")


@dataclass(frozen=True)
class Says:
    """A generator that proposes whatever it was told to."""

    claims: tuple[Claim, ...]

    def propose(self, question, found, documents):
        return Proposal(claims=self.claims)


@functools.cache
def parser() -> RuleParser:
    return RuleParser(starters())


def pipeline(level: Strictness, *claims: Claim) -> Pipeline:
    threshold = Thresholds().at(level)
    return Pipeline(
        parser=parser(),
        paths=(ByWords(), BySectionTitle()),
        scan=ByScan(least=min(0.5, threshold)),
        generator=Says(claims),
        checks=checks_for(level, threshold),
        strictness=level,
    )


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
    shelf = Shelf((about.identity,), (about.identity,), lambda identity: about)
    return pipeline(level, claim_of(told, about)).ask(told.asked, shelf, Run("run"))


def passes(told: Told, level: Strictness) -> bool:
    """Whether any item leaves."""
    if not told.given:
        return bool(answer(told, level).items)
    about = source(told.text)
    start = told.text.index(told.given)
    given = {about.identity.version: Context.of([Span(start, start + len(told.given))])}
    asked = question(told.asked, about)
    checks = checks_for(level, Thresholds().at(level))
    by_version = {about.identity.version: about}
    return judge(asked, claim_of(told, about), by_version, checks, given).passed


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
    if claim is None:
        return None
    shelf = Shelf((about.identity,), (about.identity,), lambda identity: about)
    return pipeline(level, claim).ask(case.question, shelf, Run("run"))


def forged_passes(case: Truth, level: Strictness) -> bool:
    """Whether any item leaves of what somebody claims who does not know the checks."""
    said = forged_answer(case, level)
    return bool(said and said.items)
