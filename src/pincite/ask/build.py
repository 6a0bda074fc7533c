"""Build the pipeline that the settings describe, each stage by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from pincite.ask.likely_answers import JudgedReading, Likeliest
from pincite.ask.pipeline import Pipeline
from pincite.ask.strictness import verifiers_at
from pincite.errors import ConfigError
from pincite.jobs.embedding import Embedding
from pincite.local_models import LOCAL, chosen
from pincite.models.decision import fitted_for, measured_fields
from pincite.protocols import (
    Fusion,
    LanguageModel,
    NeedsKey,
    PassageReader,
    Path,
    Planner,
    Reader,
    Reranker,
    Verifier,
)
from pincite.question.dictionary.entries import dictionary
from pincite.question.parse import RuleParser
from pincite.registry import build
from pincite.retrieve.paths import ByLikelySection, ByScan
from pincite.retrieve.vectors import ByVectors, FirstVectors
from pincite.settings import Settings, StageChoice

# What only few questions need, such as whoever asks language models, is loaded for those.
if TYPE_CHECKING:
    from pincite.ask.model_reading import Readers
    from pincite.ask.named_parties import NamedParties
    from pincite.compute.rates import RateTable

Stage = TypeVar("Stage")
Through = Callable[[LanguageModel], LanguageModel]
_VERBATIM, _ASKS_MODEL = "verbatim", "language_model"
_SEES = frozenset({"vision", "describe"})
_SERVED = "served"
_MODEL_SECONDS = 1_800


def pipeline_of(
    settings: Settings,
    embedding: Embedding | None,
    reader: Reader | None = None,
    second: Reader | None = None,
    *,
    at_once: bool = False,
    through: Through | None = None,
) -> Pipeline:
    """The stages in order, or a ConfigError that names the one there is not.

    `reader` reads in place of the language model that the settings name, `second` in place of the one that
    must agree. `at_once`: a document whose vectors
    are not made is searched by meaning among what words find. `through` puts something between the stages and
    every language model.
    """
    models = chosen(settings)
    reranker: Reranker | None = None
    if models.reranker:
        reranker = asking(through, build("reranker", models.reranker.name, models.reranker.options))
    local: PassageReader | None = None
    if models.reader:
        local = build("reader", models.reader.name, models.reader.options)
    fusion: Fusion = build("fusion", settings.fusion.name, settings.fusion.options)
    paths = _paths(settings, embedding)
    if embedding and at_once:
        paths = _at_once(paths, embedding, fusion)
    verifiers: list[Verifier] = [
        asking(through, build("verifier", each.name, each.options)) for each in models.verifiers
    ]
    return Pipeline(
        parser=RuleParser(dictionary(settings.concepts)),
        paths=tuple(paths),
        scan=ByScan(),
        fusion=fusion,
        reranker=reranker,
        judged=judged_reading(settings, paths, local, verifiers),
        readers=_readers(settings, reader or _reader_of(settings, through), second, verifiers),
        own=_own_readers(models.reading_model),
        most_places=settings.most_places,
        most_read=settings.most_read,
        most_documents=settings.most_documents,
        rates=rates_of(settings),
        planner=planner_of(settings, through),
        named_parties=_named_parties(models.reader),
    )


def asking(through: Through | None, stage: Stage) -> Stage:
    """The stage, whose language models are asked through something else."""
    if through is None or not is_dataclass(stage):
        return stage
    held = {each.name: getattr(stage, each.name) for each in fields(stage) if each.init}
    models = {name: through(value) for name, value in held.items() if hasattr(value, "complete")}
    return replace(stage, **models) if models else stage  # type: ignore[type-var]  # a dataclass, see above


def ready(model: LanguageModel) -> LanguageModel:
    """The model, or the error with which every call of it would fail; for `through`."""
    if isinstance(model, NeedsKey):
        model.check_ready()
    return model


def _named_parties(reader: StageChoice | None) -> NamedParties | None:
    """Who names parties: code, by a chance that depends on no model."""
    from pincite.ask.named_parties import NamedParties
    from pincite.models.party_weights import party_judging
    from pincite.models.weight_files import folder_of

    own = reader.options.get("weights", "") if reader and reader.name == LOCAL else ""
    judging = party_judging(folder_of(str(own)))
    return NamedParties(judging) if judging else None


def _readers(
    settings: Settings, first: Reader | None, second: Reader | None, verifiers: Sequence[Verifier]
) -> Readers | None:
    """Who reads in place of the local reader, and who must agree: a judge of another model reads as well."""
    if first is None:
        return None
    from pincite.ask.model_reading import Readers
    from pincite.providers.judge import Judge
    from pincite.read.language_model import LanguageModelReader

    judges = [each for each in verifiers if isinstance(each, Judge)]
    others = [each.model for each in judges if each.model.name != first.name]
    second = second or (LanguageModelReader(others[0]) if others else None)
    asked = [each for each in verifiers if each not in judges]
    agreeing = max(0, settings.agreeing_verifiers - len(judges))
    return Readers(first, second, verifiers_at(settings.strictness, asked, agreeing))


def _own_readers(choice: StageChoice | None) -> Readers | None:
    """The reading model that comes with the package, with what was measured of it."""
    if choice is None:
        return None
    from pincite.ask.model_reading import Readers
    from pincite.read.chance import chance_of
    from pincite.read.reading_model import ReadingModel

    reader = ReadingModel(**choice.options, says_none=False)
    return Readers(reader, judging=chance_of(reader.weights))


def rates_of(settings: Settings) -> RateTable | None:
    """The exchange rates of the settings; None where none are set, so that no currency is converted."""
    if settings.rates is None:
        return None
    from pincite.compute.rates import load_rates

    return load_rates(settings.rates)


def language_model_of(settings: Settings, reader: Reader | None = None) -> LanguageModel | None:
    """The language model that reads; None where none does."""
    found = reader or _reader_of(settings, None)
    model: LanguageModel | None = getattr(found, "model", None)
    return model


def judged_reading(
    settings: Settings, paths: Sequence[Path], reader: PassageReader | None, verifiers: Sequence[Verifier]
) -> JudgedReading:
    """Who judges by a chance, with what was measured for the reader and the embedder that are chosen."""
    meaning = next((path for path in paths if isinstance(path, ByVectors)), None)
    level = settings.strictness
    variants = fitted_for(settings.decision, reader, meaning.embedder.name if meaning else "")
    if settings.max_risk and variants and not any(each.risks for each in variants.values()):
        raise ConfigError(
            f"max_risk is set, and {settings.decision} says nothing of how often answers are wrong.",
            hint="Fit it anew: pincite quality QUESTIONS --fit FILE. Or leave max_risk out.",
        )
    return JudgedReading(
        Likeliest(reader, meaning),
        level,
        variants,
        verifiers_at(level, verifiers, settings.agreeing_verifiers),
        settings.max_risk,
        fields=measured_fields(settings.decision, reader),
    )


def planner_of(settings: Settings, through: Through | None = None) -> Planner | None:
    """Who says where to look first; None where no planner is named."""
    if settings.planner is None:
        return None
    planner: Planner = asking(through, _built("planner", settings.planner, settings))
    return planner


def reading_options(settings: Settings, by: str) -> dict[str, Any]:
    """What whoever reads pages anew needs beside them: a language model that sees, where it is one."""
    if by not in _SEES:
        return {}
    if settings.vision is None:
        raise ConfigError(
            f"Reading pages by {by!r} needs a language model that reads pictures, and none is set.",
            hint="Set `vision`, for example: vision: anthropic/NAME, or the address of a server",
        )
    model = settings.vision.model_dump()
    if model["name"] == _SERVED:
        # Nobody can tell by an address: whoever sets it here says that its model sees.
        model["options"] = {"sees": True} | model["options"]
    return {"model": model}


def patient(settings: Settings, by: str) -> Settings:
    """Settings under which a page may take as long as the model that reads it; its own time-outs end that."""
    if by not in _SEES:
        return settings
    limits = replace(settings.limits, seconds=max(settings.limits.seconds, _MODEL_SECONDS))
    return settings.model_copy(update={"limits": limits})


def _reader_of(settings: Settings, through: Through | None) -> Reader | None:
    """The reader of the settings; where only a model is named, the one that asks it; None for our own."""
    chosen = settings.generator
    if settings.language_model and "generator" not in settings.model_fields_set:
        chosen = StageChoice(name=_ASKS_MODEL)
    if chosen.name == _VERBATIM:
        return None
    if chosen.name == _ASKS_MODEL and settings.language_model is None and "model" not in chosen.options:
        raise ConfigError(
            f"The generator {_ASKS_MODEL!r} needs a language model, and none is set.",
            hint="Set `language_model`, or write: pincite ask --model PROVIDER/NAME",
        )
    reader: Reader = asking(through, _built("generator", chosen, settings))
    return reader


def _built(kind: str, choice: StageChoice, settings: Settings) -> Any:
    """The stage with the language model of the settings, where it asks one and names none."""
    equipped = settings.with_model(choice)
    return build(kind, equipped.name, equipped.options)


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
    if settings.planner and all(stage.name != ByLikelySection.name for stage in chosen):
        chosen = (*chosen, StageChoice(name=ByLikelySection.name))
    given = {"embedder": embedding.embedder, "vectors_of": embedding.vectors_of} if embedding else {}
    return [
        build("path", stage.name, stage.options, given if stage.name == vectors else {}) for stage in chosen
    ]


def _at_once(paths: Sequence[Path], embedding: Embedding, fusion: Fusion) -> list[Path]:
    """The same paths, of which the one by meaning need not wait for the vectors of the whole document."""
    by_words = [path for path in paths if not isinstance(path, ByVectors)]
    first = FirstVectors(embedding.of_some, by_words, fusion)
    return [replace(each, some_of=first.of) if isinstance(each, ByVectors) else each for each in paths]
