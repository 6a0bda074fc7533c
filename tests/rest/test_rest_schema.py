"""Whatever a caller sends, the server keeps to its own OpenAPI document and never fails."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.ingest.printed import lines, pdf
from tests.rest.servers import AGREEMENT, Server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# Of each operation, so that the sample sends some 150 requests and the proof more than 2,000.
SAMPLE, ALL = 5, 75


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("schema")
    (folder / "config.yaml").write_text("server: {requests_per_minute: 1000000}\n", "utf-8")
    with Server(folder, environment={"PINCITE_CONFIG": str(folder / "config.yaml")}) as started:
        yield started


@pytest.mark.sampled
def test_every_reply_is_as_the_openapi_document_says(server: Server, in_full: bool):
    known = _filled(server)
    schema = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    sent: Counter[int] = Counter()
    for each in schema.get_all_operations():
        operation = each.ok()
        chance = random.Random(operation.label)

        @seed(1)
        @settings(
            max_examples=ALL if in_full else SAMPLE,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def send(case: schemathesis.Case, chance: random.Random = chance) -> None:
            # What exists is hardly ever guessed, and would be the larger part of the server.
            if chance.random() < 0.7:
                case.path_parameters |= {key: known[key] for key in case.path_parameters if key in known}
            response = case.call(timeout=60)
            sent[response.status_code] += 1
            case.validate_response(response, checks=CHECKS)

        send()
        _filled(server)
    print(f"{sum(sent.values()):,} requests: {dict(sorted(sent.items()))}")
    assert sum(sent.values()) >= (2_000 if in_full else 100)
    assert sent[200] > 0


def _filled(server: Server) -> dict[str, str]:
    """A library with something of everything, and what each thing is called."""
    client, folder = server.client, server.folder
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
    return {"name": "agreement.pdf", "number": "1", "run": run, "table": table, "job": job}
