"""A library that is embedded by a service: answers, outages and what is written down of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import pincite
from pincite import registry
from pincite.registry import available, build
from tests.factories import entry, write
from tests.providers.servers import KEY, SIZE, Answer, Service

FEE = "What is the monthly fee?"


def settings(service: Service, **options: object) -> dict[str, object]:
    calls = {"first_wait_seconds": 0.01, "attempts": 2, "timeout_seconds": 5}
    own = {"base_url": f"{service.url}/voyage/v1", "dimensions": SIZE, "calls": calls}
    return {"embedder": {"name": "voyage", "options": own | options}, "isolated": False}


def test_question_is_answered_and_nothing_is_sent_twice(service: Service, tmp_path: Path):
    with pincite.open(tmp_path / "library", settings=settings(service)) as library:
        library.add(write(tmp_path), wait=True)
        assert sum(len(body["input"]) for _, body, _ in service.asked) == len(entry().passages)
        service.asked.clear()

        answer = library.ask(FEE)
        trace = library.why(answer.run).trace

    assert answer.outcome == "answered"
    assert "embedder: voyage/voyage-3.5/64" in trace
    assert [(body["input"], body["input_type"]) for _, body, _ in service.asked] == [([FEE], "query")]


def test_outage_while_asking_is_failed_and_the_key_is_written_down_nowhere(service: Service, tmp_path: Path):
    with pincite.open(tmp_path / "library", settings=settings(service)) as library:
        library.add(write(tmp_path), wait=True)
        service.always(
            lambda right: Answer(500, json.dumps({"message": f"cannot log in with {KEY}"}).encode())
        )

        answer = library.ask("What is the name of the insurer?")
        record = library.why(answer.run)

    assert answer.outcome == "failed"
    assert answer.error
    assert answer.error.error_class == "ProviderError"
    assert answer.error.retryable
    assert KEY not in answer.to_json() + record.trace + record.answer
    files = [file for file in (tmp_path / "library").rglob("*") if file.is_file()]
    assert not any(KEY.encode() in file.read_bytes() for file in files)


def test_outage_is_exit_code_4_on_the_command_line(service: Service, tmp_path: Path):
    config = tmp_path / "config.json"  # JSON is YAML
    config.write_text(json.dumps(settings(service, base_url=f"{service.url}/nowhere")))
    command = [sys.executable, "-m", "pincite.cli.main", "--library", str(tmp_path / "library"), "ask"]
    environment = {"PINCITE_CONFIG": str(config), "VOYAGE_API_KEY": KEY, "PYTHONPATH": ":".join(sys.path)}

    result = subprocess.run(
        [*command, str(write(tmp_path)), FEE, "--json"], capture_output=True, text=True, env=environment
    )

    assert result.returncode == 4
    assert json.loads(result.stdout)["outcome"] == "failed"
    assert "Voyage does not know the model" in json.loads(result.stdout)["error"]["message"]
    assert KEY not in result.stdout + result.stderr


def test_document_is_embedded_again_where_the_service_broke_off(service: Service, tmp_path: Path):
    with pincite.open(tmp_path / "library", settings=settings(service)) as library:
        service.always(lambda right: Answer(503))
        library.add(write(tmp_path), wait=True)
        service.faults.clear()

        assert library.ask(FEE).outcome == "answered"


def test_reranker_orders_what_was_found_and_its_outage_is_failed(service: Service, tmp_path: Path):
    options = {"base_url": f"{service.url}/tei", "calls": {"first_wait_seconds": 0.01, "attempts": 2}}
    reranking = {"reranker": {"name": "served", "options": options}, "isolated": False}
    with pincite.open(tmp_path / "library", settings=reranking) as library:
        library.add(write(tmp_path), wait=True)
        answered = library.ask(FEE)
        asked = [body["query"] for _, body, _ in service.asked]
        service.always(lambda right: Answer(503))
        failed = library.ask(FEE)

    assert answered.outcome == "answered"
    assert asked
    assert failed.outcome == "failed"
    assert failed.error
    assert failed.error.error_class == "ProviderError"


@pytest.mark.parametrize("kind", ["embedder", "reranker"])
def test_every_built_in_stage_can_be_built_by_name(kind: str):
    registry.available.cache_clear()
    needed = {"served": {"base_url": "http://localhost"}}
    for name in available(kind):
        stage = build(kind, name, needed.get(name, {}))
        assert stage.name == name
        assert hasattr(stage, "embed" if kind == "embedder" else "rerank")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"calls": {"attemps": 3}}, "has no option 'calls.attemps'. Did you mean 'attempts'?"),
        ({"calls": {"api_key": KEY}}, "has no option 'calls.api_key'"),
        ({"base_url": f"https://user:{KEY}@host"}, "holds more than an address"),
        ({"calls": {"attempts": "many"}}, "The option 'calls.attempts' of embedder 'voyage' is 'many'"),
        ({"calls": {"attempts": 0}}, "above 0"),
        ({"api_key": KEY}, "has no option 'api_key'"),
        ({"modle": "x"}, "Did you mean 'model'?"),
    ],
)
def test_slip_in_the_options_is_told(options: dict[str, object], said: str):
    with pytest.raises(pincite.ConfigError) as caught:
        build("embedder", "voyage", options)
    assert said in str(caught.value)
    assert KEY not in str(caught.value)


def test_option_that_has_no_default_is_asked_for():
    with pytest.raises(pincite.ConfigError, match="needs the option 'base_url'"):
        build("reranker", "served", {})
