"""Decide which models take part in an answer, by the settings and by which of them are installed."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.models.weight_files import are_installed
from pincite.protocols import PassageReader, Verifier
from pincite.registry import build
from pincite.settings import Settings, StageChoice

LOCAL = "local"
"""The name of our own model in every stage that has one."""

_READING_MODEL = StageChoice(name=LOCAL)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The models that take part; None or nothing where rules do the work."""

    embedder: StageChoice | None
    reranker: StageChoice | None
    reader: StageChoice | None
    verifiers: tuple[StageChoice, ...]
    reading_model: StageChoice | None = None
    missing: str = ""
    """Why a local model that is named takes no part; empty where all do."""


def chosen(settings: Settings) -> Chosen:
    """What the settings name. Without `local_models` nothing local takes part; what else is named, does.

    The reader and the embedder are named by default. Where the package comes without weights they are left
    out and the run says so; a local reranker was asked for, and its absence is an error there.
    """
    embedder = _equipped(settings.embedder, settings)
    reader = _equipped(settings.reader, settings)
    missing = _missing(settings)
    if missing:
        embedder = None if _is_left_out(embedder, settings) else embedder
        reader = None if _is_left_out(reader, settings) else reader
    return Chosen(
        embedder=embedder,
        reranker=_wanted(settings.reranker, settings),
        reader=reader,
        verifiers=tuple(map(settings.with_model, settings.verifiers)),
        reading_model=_wanted(_READING_MODEL, settings) if reads_closely(settings) else None,
        missing=missing,
    )


def reads_closely(settings: Settings) -> bool:
    """Whether the reading model takes part: where no language model reads, and wherever it is there."""
    if not (settings.reading_model and settings.local_models) or settings.language_model:
        return False
    from pincite.read.reading_model import is_installed

    return is_installed(str(settings.weights or ""))


def described(chosen: Chosen) -> list[str]:
    """For the record of a run: which models read and verify, in which version, or why none of ours does."""
    said = [f"local models: {chosen.missing}"] if chosen.missing else []
    if chosen.reader:
        reader: PassageReader = build("reader", chosen.reader.name, chosen.reader.options)
        said.append(f"reader: {reader.name}/{reader.version}")
    if chosen.reading_model:
        from pincite.read.reading_model import ReadingModel

        own = ReadingModel(**chosen.reading_model.options)
        said.append(f"reading model: {own.name}/{own.version}")
    for choice in chosen.verifiers:
        verifier: Verifier = build("verifier", choice.name, choice.options)
        version = getattr(verifier, "version", "")  # the Protocol does not ask for one
        said.append(f"verifier: {verifier.name}/{version}".rstrip("/"))
    return said


def _missing(settings: Settings) -> str:
    if not settings.local_models:
        return "switched off"
    left_out = any(_is_left_out(each, settings) for each in (settings.embedder, settings.reader))
    return "none are installed with this package" if left_out else ""


def _is_left_out(choice: StageChoice | None, settings: Settings) -> bool:
    """Whether a model is ours and cannot or shall not take part; one in a folder of yours was asked for."""
    if choice is None or choice.name != LOCAL:
        return False
    own = choice.options.get("weights") or settings.weights
    return not settings.local_models or not (own or are_installed())


def _wanted(choice: StageChoice | None, settings: Settings) -> StageChoice | None:
    if choice and choice.name == LOCAL and not settings.local_models:
        return None
    return _equipped(choice, settings)


def _equipped(choice: StageChoice | None, settings: Settings) -> StageChoice | None:
    """A local model with the weights and threads of the settings, where it has none of its own."""
    if choice is None or choice.name != LOCAL:
        return choice
    common: dict[str, object] = {"weights": str(settings.weights)} if settings.weights else {}
    common |= {"threads": settings.threads} if settings.threads else {}
    return choice.model_copy(update={"options": common | choice.options})
