"""Whatever a caller sends, the server keeps to its own OpenAPI document and never fails."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import pincite
from tests.ingest.printed import lines, pdf
from tests.rest.servers import AGREEMENT, Server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# Of each operation, right and wrong ones: some 100 requests in the sample, more than 2,000 in the proof.
SAMPLE, ALL = 2, 45


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("schema")
    limits = "{requests_per_minute: 1000000, refusals_per_minute: 1000000}"
    (folder / "config.yaml").write_text(f"server: {limits}\n", "utf-8")
    with pincite.open(folder / "library") as library:
        key = library.keys.new("schema", "admin").text
    environment = {"PINCITE_CONFIG": str(folder / "config.yaml"), "KEY": key}
    with Server(folder, environment=environment) as started:
        yield started


@pytest.mark.sampled
def test_every_reply_is_as_the_openapi_document_says(server: Server, in_full: bool):
    known = _filled(server)
    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    sent: Counter[int] = Counter()
    for each in schema.get_all_operations():
        operation = each.ok()
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            _send(operation.as_strategy(generation_mode=mode), known, sent, ALL if in_full else SAMPLE)
        if operation.method.upper() == "DELETE":
            _filled(server)
    print(f"{sum(sent.values()):,} requests: {dict(sorted(sent.items()))}")
    assert sum(sent.values()) >= (2_000 if in_full else 60)
    assert sent[200] > sum(sent.values()) / 5


def _send(
    cases: SearchStrategy[schemathesis.Case], known: dict[str, str], sent: Counter[int], count: int
) -> None:
    """So many requests of one kind, some of them about what the library holds."""
    chance = random.Random(count)

    @seed(1)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def send(case: schemathesis.Case) -> None:
        # What exists is hardly ever guessed, and would be the larger part of the server.
        if chance.random() < 0.7:
            case.path_parameters |= {key: known[key] for key in case.path_parameters if key in known}
        # A key that it makes up is refused: that is tried too, and not with every request.
        made_up = chance.random() < 0.05
        response = case.call(timeout=60, headers=None if made_up else {"Authorization": known["key"]})
        sent[response.status_code] += 1
        case.validate_response(response, checks=CHECKS)

    try:
        send()
    except Unsatisfiable:  # an operation that takes nothing cannot be given anything wrong
        return


def _filled(server: Server) -> dict[str, str]:
    """A library with something of everything, and what each thing is called."""
    folder, key = server.folder, server.environment["KEY"]
    client = replace(server.client, key=key)
    (folder / "agreement.pdf").write_bytes(
        pdf(lines("The monthly fee is EUR 4,500.00.", "It is paid at once."))
    )
    (folder / "agreement.txt").write_text(AGREEMENT, "utf-8")
    for name in ("agreement.pdf", "agreement.txt"):
        client.add(folder / name)
    run = client.ask("What is the monthly fee?").run
    table = client.table(["monthly fee"], documents=["agreement.txt"]).table
    job = client.submit(["monthly fee"], documents=["agreement.txt"]).job.job
    *_, last = client.follow(job)
    assert last.state != "running"
    found = {"name": "agreement.pdf", "number": "1", "run": run, "table": table, "job": job}
    return {**found, "key": f"Bearer {key}"}
