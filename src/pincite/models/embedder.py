"""Give texts their vectors with a local model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from pincite.models.weight_files import EMBEDDER, folder_of, once, proved, version_of
from pincite.protocols import TextKind
from pincite.records.recent import Recent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pincite.models.network import Session

_DIMENSIONS = 384
_REMEMBERED = 4_096


@dataclass(frozen=True, slots=True)
class LocalEmbedder:
    """The embedder that comes with the package. Of a text over 446 tokens the start counts."""

    weights: str = ""
    threads: int = 0
    """How many texts are embedded at a time; 0 for one on each core."""
    name: ClassVar[str] = "local"

    @property
    def version(self) -> str:
        return version_of(folder_of(self.weights), EMBEDDER)

    @property
    def dimensions(self) -> int:
        return _DIMENSIONS

    def embed(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
        """Vectors of length one; questions and passages are embedded alike."""
        # Which version it is, is asked far more often: `pincite documents` must not wait for all this.
        import numpy as np

        from pincite.models.network import Network, threads_for
        from pincite.models.pairs import load_tokenizer
        from pincite.models.tokens import single

        if not texts:
            return np.zeros((0, _DIMENSIONS), np.float32)
        folder = folder_of(self.weights)
        tokenizer = load_tokenizer(folder)
        network = Network(_session(folder), threads_for(self.threads))

        def vectors(new: Sequence[str]) -> list[NDArray[np.float32]]:
            return [output[0] for output in network.run([single(tokenizer, text) for text in new])]

        return np.stack(_recent(folder).each(texts, vectors))


@once
def _session(folder: Path) -> Session:
    from pincite.models.network import load_session

    return load_session(proved(folder, EMBEDDER))


@once
def _recent(folder: Path) -> Recent[str, NDArray[np.float32]]:
    """The last vectors: many questions are compared with the same rows of tables."""
    return Recent(_REMEMBERED)
