"""A stage that names its language model by size, or leaves it to `model`, gets it wherever it is built."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.errors import ConfigError
from pincite.local_models import chosen
from pincite.settings import Settings
from tests.factories import write
from tests.providers.servers import Service
from tests.providers.speaking import speak
from tests.providers.test_model_judges import judged
from tests.providers.test_models_in_a_library import FEE

BY_SIZE = [{"name": "judge", "options": {"model": "small"}}]


def named(service: Service, how: str) -> dict[str, Any]:
    address = f"{service.url}/open/v1#m"
    if how == "by size":
        return {"verifiers": BY_SIZE, "models_by_size": {"small": address}}
    return {"verifiers": ["judge"], "language_model": address, "generator": "verbatim"}


every_way = pytest.mark.parametrize("how", ["by size", "by the model of all"])


@every_way
def test_judge_of_a_library_is_asked(service: Service, how: str, tmp_path: Path):
    speak(service, text=judged("no"))

    with pincite.open(tmp_path / "library", settings={**named(service, how), "isolated": False}) as library:
        library.add(write(tmp_path))
        answer = library.ask(FEE)

    assert (answer.outcome, answer.error) == ("unverified", None)
    assert service.asked


def test_size_that_is_not_set_is_a_fault_of_the_settings():
    with pytest.raises(ConfigError, match="No small language model is set"):
        chosen(Settings.model_validate({"verifiers": BY_SIZE}))


def test_reranker_is_given_the_model_of_its_size():
    found = chosen(
        Settings.model_validate(
            {
                "reranker": {"name": "model_reranker", "options": {"model": "large"}},
                "models_by_size": {"large": "anthropic/m"},
            }
        )
    )
    assert found.reranker
    assert found.reranker.options["model"].options == {"model": "m"}
