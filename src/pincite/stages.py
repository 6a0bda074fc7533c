"""Build the pipeline that the settings describe, each stage by its name."""

from __future__ import annotations

from pincite.chosen import chosen
from pincite.compute.rates import load_rates
from pincite.errors import ConfigError
from pincite.jobs.embedding import Embedding
from pincite.pipeline import Pipeline
from pincite.protocols import Generator, LanguageModel, Path, Reranker, Verifier
from pincite.question.concepts import dictionary
from pincite.question.parse import RuleParser
from pincite.registry import build
from pincite.retrieve.paths import ByScan
from pincite.retrieve.vectors import ByVectors
from pincite.settings import Settings, StageChoice
from pincite.verify.strictness import checks_for

_ASKS_MODEL = "language_model"


def pipeline_of(settings: Settings, embedding: Embedding | None) -> Pipeline:
    """The stages in order, or a ConfigError that names the one there is not."""
    models = chosen(settings)
    reranker: Reranker | None = None
    if models.reranker:
        reranker = build("reranker", models.reranker.name, models.reranker.options)
    threshold = settings.relevance.at(settings.strictness)
    verifiers: list[Verifier] = [build("verifier", v.name, v.options) for v in models.verifiers]
    return Pipeline(
        parser=RuleParser(dictionary(settings.concepts)),
        paths=tuple(_paths(settings, embedding)),
        scan=ByScan(least=min(0.5, threshold)),
        fusion=build("fusion", settings.fusion.name, settings.fusion.options),
        reranker=reranker,
        generator=_generator(settings),
        checks=checks_for(settings.strictness, threshold, verifiers),
        strictness=settings.strictness,
        most_places=settings.most_places,
        most_claims=settings.most_claims,
        rates=load_rates(settings.rates) if settings.rates else None,
    )


def _generator(settings: Settings) -> Generator:
    """The generator of the settings; where only a model is named, the one that asks it."""
    chosen, model = settings.generator, settings.model
    if model and "generator" not in settings.model_fields_set:
        chosen = StageChoice(name=_ASKS_MODEL)
    given: dict[str, LanguageModel] = {}
    if chosen.name == _ASKS_MODEL:
        if model is None:
            raise ConfigError(
                f"The generator {_ASKS_MODEL!r} needs a language model, and none is set.",
                hint="Set `model`, or write: pincite ask --model PROVIDER/NAME",
            )
        given = {"model": build("language_model", model.name, model.options)}
    generator: Generator = build("generator", chosen.name, chosen.options, given)
    return generator


def _paths(settings: Settings, embedding: Embedding | None) -> list[Path]:
    """The paths of the settings; vectors also where only an embedder is named."""
    vectors, chosen = ByVectors.name, settings.paths
    if embedding is None and any(stage.name == vectors for stage in chosen):
        raise ConfigError(
            f"The path {vectors!r} needs an embedder, and none is set.",
            hint=f"Set `embedder`, or leave {vectors!r} out of `paths`.",
        )
    if embedding and all(stage.name != vectors for stage in chosen):
        chosen = (*chosen, StageChoice(name=vectors))
    given = {"embedder": embedding.embedder, "vectors_of": embedding.vectors_of} if embedding else {}
    return [
        build("path", stage.name, stage.options, given if stage.name == vectors else {}) for stage in chosen
    ]
