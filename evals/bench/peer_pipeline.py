"""verifiable-rag's own pipeline over the made-up contract, with stand-ins for what it cannot have offline.

Its chunker, its BM25 index and its pipeline run as they are. Stand-ins: the parser (it has none for plain
text; ours splits the sentences), the embedder and the dense index (they find nothing), the language model (it
says the best chunk) and the verifier (none, because each needs torch). So the time is a lower bound.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.records.document import Document


def pipeline(document: Document) -> Any:
    """A pipeline that has taken in the document; ImportError where the package is not installed."""
    os.environ["TQDM_DISABLE"] = "1"  # its index draws a bar for each question otherwise
    from verifiable_rag.chunkers import ParentChildChunker
    from verifiable_rag.indexers import BM25Index, HybridIndex
    from verifiable_rag.pipeline import Pipeline

    made = Pipeline(
        parser=_Parser(document),
        chunker=ParentChildChunker(),
        embedder=_Embedder(),
        indexer=HybridIndex(_NoDenseIndex(), BM25Index()),
        generator=_FirstSentence(),
    )
    made.ingest("contract.txt")
    return made


@dataclass(frozen=True, slots=True)
class _Parser:
    """Hands over sentences that were split already; each is a paragraph of its section."""

    document: Document

    def parse(self, path: Path) -> Any:
        from verifiable_rag.models.document import Document as Theirs
        from verifiable_rag.models.document import Paragraph, Section, Sentence
        from verifiable_rag.models.span import Span

        sections: dict[int, list[Any]] = {}
        titles = {section.id: section.title for section in self.document.sections}
        for block in self.document.blocks:
            text = block.span.of(self.document.text)
            span = Span("contract", block.span.start, block.span.end)
            sentence = Sentence(f"contract::s{block.number}", text, span)
            sections.setdefault(block.section or 0, []).append(
                Paragraph(f"p{block.number}", [sentence], span)
            )
        made = [
            Section(
                f"s{number}", titles.get(number), paragraphs, Span.merge([each.span for each in paragraphs])
            )
            for number, paragraphs in sections.items()
        ]
        breaks = [page.start for page in self.document.pages]
        return Theirs("contract", path, made, breaks, self.document.text)


class _Embedder:
    dimension = 1

    def embed(self, texts: list[str]) -> list[list[float]]:
        return [[0.0] for _ in texts]

    def embed_query(self, query: str) -> list[float]:
        return [0.0]


class _NoDenseIndex:
    def add(self, chunks: list[Any], embeddings: list[list[float]]) -> None: ...

    def search(self, query_embedding: list[float], k: int) -> list[Any]:
        return []


class _FirstSentence:
    mode = "prompted"

    def generate(self, query: str, chunks: list[Any], documents: dict[str, Any]) -> list[Any]:
        from verifiable_rag.models.answer import CitedSentence

        best = chunks[0].chunk
        return [CitedSentence(best.text, best.sentence_ids[:1], 1.0)]
