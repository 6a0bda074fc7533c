"""Build a stage from its name and options; find plug-ins by entry point.

A stage is a frozen dataclass: its fields are its options, its one public method is its job. So there
is no factory to write and no base class to inherit from.
"""

from __future__ import annotations

import difflib
import functools
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from importlib import import_module
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from pincite.errors import ConfigError
from pincite.protocols import BatchService, LanguageModel
from pincite.settings import ModelChoice, StageChoice, suggestion

# kind -> name -> "module:class". A string, so that naming a stage imports nothing.
BUILT_IN: dict[str, dict[str, str]] = {
    "parser": {
        "pdf": "pincite.ingest.pdf.reader:PdfParser",
        "markdown": "pincite.ingest.markdown:MarkdownParser",
        "text": "pincite.ingest.text:TextParser",
        "docx": "pincite.ingest.office.docx:DocxParser",
        "pptx": "pincite.ingest.office.pptx:PptxParser",
        "html": "pincite.ingest.html.reader:HtmlParser",
        "csv": "pincite.ingest.delimited:DelimitedParser",
        "xlsx": "pincite.ingest.office.sheets:SheetParser",
        "eml": "pincite.ingest.mail.reader:MailParser",
        "image": "pincite.ingest.image:ImageParser",
    },
    "recogniser": {
        "rapidocr": "pincite.ingest.ocr.rapid:RapidOcr",
        "tesseract": "pincite.ingest.ocr.tesseract:Tesseract",
    },
    "page_reader": {
        "ocr": "pincite.ingest.ocr.page:ByRecognition",
        "docling": "pincite.ingest.ocr.docling:ByDocling",
        "vision": "pincite.providers.vision:ByVision",
    },
    "describer": {"describe": "pincite.providers.vision:PictureDescriber"},
    "path": {
        "words": "pincite.retrieve.paths:ByWords",
        "section_title": "pincite.retrieve.paths:BySectionTitle",
        "exact_title": "pincite.retrieve.paths:ByExactTitle",
        "fuzzy_title": "pincite.retrieve.paths:ByFuzzyTitle",
        "attribute": "pincite.retrieve.paths:ByAttribute",
        "opening": "pincite.retrieve.paths:ByOpening",
        "passages": "pincite.retrieve.paths:ByPassages",
        "spread": "pincite.retrieve.paths:BySpread",
        "scan": "pincite.retrieve.paths:ByScan",
        "vectors": "pincite.retrieve.vectors:ByVectors",
        "likely_section": "pincite.retrieve.paths:ByLikelySection",
    },
    "embedder": {
        "openai": "pincite.providers.openai_vectors:OpenAiEmbedder",
        "voyage": "pincite.providers.voyage:VoyageEmbedder",
        "cohere": "pincite.providers.cohere:CohereEmbedder",
        "sentence_transformers": "pincite.providers.sentence_transformers:SentenceTransformersEmbedder",
        "fastembed": "pincite.providers.fastembed:FastembedEmbedder",
        "local": "pincite.models.embedder:LocalEmbedder",
    },
    "reranker": {
        "voyage": "pincite.providers.voyage:VoyageReranker",
        "cohere": "pincite.providers.cohere:CohereReranker",
        "served": "pincite.providers.served_reranker:ServedReranker",
        "sentence_transformers": "pincite.providers.sentence_transformers:CrossEncoderReranker",
        "fastembed": "pincite.providers.fastembed:FastembedReranker",
        "local": "pincite.models.reader:LocalReranker",
    },
    "reader": {"local": "pincite.models.reader:LocalReader"},
    "fusion": {
        "score_sum": "pincite.retrieve.search:ScoreSum",
        "rank_sum": "pincite.retrieve.search:RankSum",
    },
    "planner": {"language_model": "pincite.ask.planner:ModelPlanner"},
    "generator": {
        "verbatim": "pincite.generate.verbatim:Verbatim",
        "language_model": "pincite.read.language_model:LanguageModelReader",
    },
    # By provider; a stage is handed one where its field is a LanguageModel.
    "language_model": {
        "anthropic": "pincite.providers.anthropic:AnthropicModel",
        "openai": "pincite.providers.openai:OpenAiModel",
        "gemini": "pincite.providers.gemini:GeminiModel",
        "served": "pincite.providers.served_model:ServedModel",
    },
    # By provider of the language model that is asked.
    "batches": {
        "anthropic": "pincite.providers.anthropic_batches:AnthropicBatches",
        "openai": "pincite.providers.openai_batches:OpenAiBatches",
        "served": "pincite.providers.openai_batches:OpenAiBatches",
    },
    "verifier": {
        "judge": "pincite.providers.judge:Judge",
        "hhem": "pincite.providers.hub:Hhem",
        "minicheck": "pincite.providers.hub:MiniCheck",
        "cross_encoder": "pincite.providers.hub:CrossEncoder",
    },
    # By format: a function that finds the files inside a file.
    "attachments": {"eml": "pincite.ingest.mail.attachments:attachments"},
}


_MODELS_OF = {"openai": ("gpt", "o1", "o3", "o4"), "anthropic": ("claude",), "gemini": ("gemini",)}


@functools.cache
def available(kind: str) -> Mapping[str, str]:
    """Names of all stages of one kind. A plug-in may add a name, never replace ours."""
    plugins = {entry.name: entry.value for entry in entry_points(group=f"pincite.{kind}")}
    return plugins | BUILT_IN[kind]


def build(
    kind: str, name: str, options: Mapping[str, Any], given: Mapping[str, object] = MappingProxyType({})
) -> Any:
    """The stage `name`, with `options` checked; the caller states which Protocol it fulfils.

    `given` is what the stage is handed by code and what therefore no settings file can set.
    """
    stage = load(_target(kind, name))
    known = {field.name for field in fields(stage) if field.init} - set(given)
    for key in options:
        if key not in known:
            raise ConfigError(f"The {kind} {name!r} has no option {key!r}.", hint=suggestion(key, known))
    missing = [f.name for f in fields(stage) if f.name in known - set(options) and _is_needed(f)]
    if missing:
        raise ConfigError(
            f"The {kind} {name!r} needs the option {missing[0]!r}.",
            hint=f"Write: {{name: {name}, options: {{{missing[0]}: …}}}}",
        )
    return stage(**_checked(stage, kind, name, options), **given)


def _target(kind: str, name: str) -> str:
    """Where a stage is: under its name, or as "module:class" where a user names a class of his own."""
    # Ours first: no plug-in takes their place, and looking for plug-ins searches the whole installation.
    if name in BUILT_IN[kind]:
        return BUILT_IN[kind][name]
    targets = available(kind)
    if name in targets:
        return targets[name]
    if ":" not in name:
        hint = _served_by(name) if kind == "language_model" else suggestion(name, targets)
        called = "language model" if kind == "language_model" else kind
        raise ConfigError(f"There is no {called} named {name!r}.", hint=hint)
    return name


def _served_by(model: str) -> str:
    """By whom a model is most likely served that was named without its provider."""
    for provider, starts in _MODELS_OF.items():
        if model.lower().startswith(starts):
            return f"Did you mean {provider}/{model}?"
    close = difflib.get_close_matches(model, BUILT_IN["language_model"], n=1)
    if close:
        return f"Did you mean {close[0]!r}?"
    return "Write PROVIDER/NAME with anthropic, gemini or openai, or the address of a server."


def language_model(choice: object) -> Any:
    """The language model that is chosen as in the setting `language_model`, or is one already."""
    if hasattr(choice, "complete"):
        return choice
    given = choice.model_dump() if isinstance(choice, StageChoice) else choice
    try:
        named = ModelChoice.model_validate(given)
    except ValidationError as error:
        problem = error.errors()[0]["msg"]
        raise ConfigError(
            f"This does not name a language model: {problem}.", hint="Write: PROVIDER/NAME"
        ) from None
    return build("language_model", named.name, named.options)


def batches_of(model: LanguageModel) -> BatchService | None:
    """What asks a language model many things at once; None where only single calls do."""
    provider = getattr(model, "provider", "")
    if provider not in BUILT_IN["batches"] or not getattr(model, "batches", False):
        return None
    service: BatchService = build("batches", provider, {}, given={"model": model})
    return service


def _is_needed(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _checked(stage: Any, kind: str, name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(stage)
    checked = {}
    for key, value in options.items():
        if hints[key] is LanguageModel:
            checked[key] = language_model(value)
            continue
        try:
            checked[key] = TypeAdapter(hints[key]).validate_python(value)
        except ValidationError as error:
            raise _unusable(f"{kind} {name!r}", key, hints[key], error.errors()[0]) from None
    return checked


def _unusable(stage: str, key: str, wanted: Any, problem: ErrorDetails) -> ConfigError:
    """What is wrong with an option, which may be made of options itself."""
    within = [part for part in problem["loc"] if isinstance(part, str)]
    option = ".".join([key, *within])
    if problem["type"] == "unexpected_keyword_argument" and is_dataclass(wanted):
        # Its value is not shown: somebody may have put a key there.
        known = [field.name for field in fields(wanted)]
        return ConfigError(f"The {stage} has no option {option!r}.", hint=suggestion(within[-1], known))
    return ConfigError(
        f"The option {option!r} of {stage} is {problem['input']!r}: {problem['msg']}.",
        hint="`pincite config` shows the current settings.",
    )


def load(target: str) -> Any:
    """What a "module:name" stands for."""
    module, _, attribute = target.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        if target.startswith("pincite."):
            raise
        raise ConfigError(f"{target} cannot be loaded: {error}.", hint="Name it as MODULE:CLASS.") from error
