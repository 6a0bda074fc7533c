"""Build a stage from its name and options; find plug-ins by entry point.

A stage is a frozen dataclass: its fields are its options, its one public method is its job. So there
is no factory to write and no base class to inherit from.
"""

from __future__ import annotations

import difflib
import functools
from collections.abc import Collection, Mapping
from dataclasses import fields
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from pincite.errors import ConfigError

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
    },
    "path": {
        "words": "pincite.retrieve.paths:ByWords",
        "section_title": "pincite.retrieve.titles:BySectionTitle",
        "exact_title": "pincite.retrieve.titles:ByExactTitle",
        "fuzzy_title": "pincite.retrieve.titles:ByFuzzyTitle",
        "attribute": "pincite.retrieve.lookup:ByAttribute",
        "opening": "pincite.retrieve.lookup:ByOpening",
        "passages": "pincite.retrieve.passages:ByPassages",
        "spread": "pincite.retrieve.spread:BySpread",
        "scan": "pincite.retrieve.paths:ByScan",
    },
    "fusion": {
        "score_sum": "pincite.retrieve.fuse:ScoreSum",
        "rank_sum": "pincite.retrieve.fuse:RankSum",
    },
    # Each is a model; whoever brings one names it in the entry-point group `pincite.reranker`.
    "reranker": {},
    "generator": {"verbatim": "pincite.generate.verbatim:Verbatim"},
    # Each is a model; whoever brings one names it in the entry-point group `pincite.verifier`.
    "verifier": {},
    # By format: a function that finds the files inside a file.
    "attachments": {"eml": "pincite.ingest.mail.attachments:attachments"},
}


@functools.cache
def available(kind: str) -> Mapping[str, str]:
    """Names of all stages of one kind. A plug-in may add a name, never replace ours."""
    plugins = {entry.name: entry.value for entry in entry_points(group=f"pincite.{kind}")}
    return plugins | BUILT_IN[kind]


def build(kind: str, name: str, options: Mapping[str, Any]) -> Any:
    """The stage `name`, with `options` checked; the caller states which Protocol it fulfils."""
    targets = available(kind)
    if name not in targets:
        raise ConfigError(f"There is no {kind} named {name!r}.", hint=_suggest(name, targets))
    stage = load(targets[name])
    known = {field.name for field in fields(stage) if field.init}
    for key in options:
        if key not in known:
            raise ConfigError(f"The {kind} {name!r} has no option {key!r}.", hint=_suggest(key, known))
    return stage(**_checked(stage, kind, name, options))


def _checked(stage: Any, kind: str, name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(stage)
    checked = {}
    for key, value in options.items():
        try:
            checked[key] = TypeAdapter(hints[key]).validate_python(value)
        except ValidationError as error:
            problem = error.errors()[0]["msg"]
            raise ConfigError(
                f"The option {key!r} of {kind} {name!r} is {value!r}: {problem}.",
                hint="See `pincite config` for the settings in force.",
            ) from error
    return checked


def load(target: str) -> Any:
    """What a "module:name" stands for."""
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)


def _suggest(word: str, known: Collection[str]) -> str:
    close = difflib.get_close_matches(word, known, n=1)
    return f"Did you mean {close[0]!r}?" if close else f"Known: {', '.join(sorted(known))}."
