"""Ask a file through all stages and show its answer as a tree."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from pincite.answer.answers import Answer, Tree
from pincite.ask.reading_list import ReadingList
from pincite.ingest.delimited import DelimitedParser
from pincite.ingest.html.reader import HtmlParser
from pincite.ingest.markdown import MarkdownParser
from pincite.ingest.pdf.reader import PdfParser
from pincite.ingest.text import TextParser
from pincite.records.library import Held, identify
from pincite.records.run import Run
from pincite.retrieve.index import build
from tests.stages import pipeline

_PARSERS = {
    ".txt": TextParser,
    ".md": MarkdownParser,
    ".html": HtmlParser,
    ".pdf": PdfParser,
    ".csv": DelimitedParser,
}
Shown = list[Any]


def held_file(name: str, content: bytes) -> Held:
    document = _PARSERS[PurePath(name).suffix]().read(content, name)
    return Held(identify("default", name, content, document.parse), document, build(document))


def ask_file(name: str, content: bytes | str, asked: str, **stages: Any) -> tuple[Answer, list[str]]:
    """The answer, and why the request went the way it did."""
    source = held_file(name, content.encode() if isinstance(content, str) else content)
    run = Run("run")
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    return pipeline(**stages).ask(asked, reading_list, run), run.decisions


def shown(trees: list[Tree]) -> Shown:
    """Each node by its own words, one with others under it as a pair."""
    return [(_words(tree), shown(list(tree.children))) if tree.children else _words(tree) for tree in trees]


def _words(tree: Tree) -> str:
    return " ".join(tree.item.original.split())
