"""Trees and bars as a test needs them: one feature decides, and the chances are round numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pincite.relevance.judging import Bar, Judging, Model, RiskBar, Tree, Variant, Weights

BARS = {"lenient": 0.3, "balanced": 0.5, "strict": 0.7, "paranoid": 0.9}


def logit(chance: float) -> float:
    return math.log(chance / (1 - chance))


def bar(chance: float) -> Bar:
    return Bar(chance=chance, answers=100, wrong=5, upper=0.1)


def model(feature: str, steps: Mapping[float, float]) -> Model:
    """The chance of the highest step that the feature lies above; it must lie above the first of them."""
    (_, base), *above = sorted(steps.items())
    chances = [base, *(chance for _, chance in above)]
    trees = tuple(
        Tree(
            feature=(0, 0, 0),
            threshold=(at, 0.0, 0.0),
            left=(1, -1, -1),
            right=(2, -1, -1),
            value=(0.0, 0.0, logit(chance) - logit(chances[number])),
        )
        for number, (at, chance) in enumerate(above)
    )
    return Model(names=(feature,), base=logit(base), trees=trees)


# By the reader's logit for the sentence; nothing that a test shows lies below the first step.
BY_SENTENCE = {-99.0: 0.01, -3.0: 0.1, 0.0: 0.4, 1.0: 0.6, 2.0: 0.8, 4.0: 0.95}


# So many answers may be wrong, and from which chance on that was kept.
RISKS = {0.02: 0.9, 0.05: 0.7, 0.10: 0.5}


def risk_bar(risk: float, chance: float) -> RiskBar:
    return RiskBar(risk=risk, chance=chance, answers=100, wrong=round(100 * risk), upper=0.2)


def weights(reader: str) -> Weights:
    """The file that a user has who fitted the decision for such a reader."""
    fitted = judging()
    variants: dict[Variant, Judging] = {"full": fitted, "no_vectors": fitted}
    return Weights(version=1, made_on="a test", files={"reader": reader, "embedder": ""}, variants=variants)


def judging(steps: Mapping[float, float] = BY_SENTENCE, *, silent: float = 0.2) -> Judging:
    """How candidates are judged by the reader's logit alone; that the document holds it is as likely."""
    chosen = model("sentence", steps)
    bars = {level: bar(chance) for level, chance in BARS.items()}
    risks = tuple(risk_bar(*each) for each in RISKS.items())
    return Judging(answers=chosen, held=chosen, bars=bars, silent=bar(silent), risks=risks)
