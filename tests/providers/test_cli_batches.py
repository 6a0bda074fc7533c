"""Tables by batches on the command line: forecast, agreement, going on, waiting, and the bill."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.effort import some_of
from tests.providers.batch_desk import behind
from tests.providers.batch_tables import by_batches, write_agreements
from tests.providers.servers import KEY, Service
from tests.providers.test_models_in_a_library import command

FIELDS = ("--fields", "fee: What is the monthly fee?")


class Terminal:
    """`pincite table` over two agreements, with a model whose batches the service works on."""

    def __init__(self, service: Service, folder: Path, **batches: object) -> None:
        self.folder = folder
        self.config = folder / "config.yaml"
        self.config.write_text(yaml.safe_dump(by_batches(service, "anthropic", **batches)), "utf-8")
        self.documents = [str(path) for path in write_agreements(folder / "agreements", 2)]

    def __call__(self, *options: str, asked: tuple[str, str] = FIELDS) -> subprocess.CompletedProcess[str]:
        return command(
            self.folder,
            *("table", *self.documents, *asked, *options),
            PINCITE_CONFIG=str(self.config),
            ANTHROPIC_API_KEY=KEY,
        )


def test_same_command_goes_on_until_the_table_is_finished(service: Service, tmp_path: Path):
    desk = behind(service)
    terminal = Terminal(service, tmp_path)

    page = tmp_path / "table.html"
    first, second = (terminal("--batch", "--html", str(page)) for _ in range(2))

    assert (first.returncode, second.returncode) == (9, 0)
    assert first.stdout == ""
    assert "anthropic/m: 2 requests in this round" in first.stderr
    assert "(prices of 2026-11-01, by batch)" in first.stderr
    assert "Batch msgbatch_1 at anthropic/m: 2 requests, submitted" in first.stderr
    assert "2 cells waiting. Run the same command again to go on, or add --wait." in first.stderr
    assert "By batch: 2 calls, 200 tokens in (30 of them cached) and 14 out, cost 0.000405" in second.stderr
    assert "4,501.00" in second.stdout
    assert all("Written: " in each.stderr for each in (first, second))
    assert "4,501.00" in page.read_text("utf-8")
    assert "waiting" not in second.stdout + second.stderr
    assert set(desk.paid.values()) == {1}


def test_waiting_finishes_the_table_in_one_run(service: Service, tmp_path: Path):
    behind(service, looks_needed=2)

    result = Terminal(service, tmp_path)("--batch", "--wait", "--json")

    said = json.loads(result.stdout)
    assert result.returncode == 0
    assert [row["cells"]["fee"]["state"] for row in said["rows"]] == ["answered", "answered"]
    assert "Waiting for 1 batch (2 requests), 0 min so far" in result.stderr


def test_fields_of_a_schema_are_asked_by_batches(service: Service, tmp_path: Path):
    behind(service)
    schema = tmp_path / "schema.yaml"
    schema.write_text("fields:\n  - name: fee\n    question: What is the monthly fee?\n", "utf-8")

    result = Terminal(service, tmp_path)("--batch", "--wait", "--json", asked=("--schema", str(schema)))

    assert result.returncode == 0, result.stderr
    rows = json.loads(result.stdout)["rows"]
    assert [row["cells"]["fee"]["state"] for row in rows] == ["answered", "answered"]


def test_field_with_many_values_is_not_asked_by_batches_and_nothing_is_sent(service: Service, tmp_path: Path):
    desk = behind(service)
    schema = tmp_path / "schema.yaml"
    schema.write_text("fields:\n  - name: fees\n    cardinality: many\n", "utf-8")

    result = Terminal(service, tmp_path)("--batch", "--yes", asked=("--schema", str(schema)))

    assert result.returncode == 2
    assert "'fees' may have many values" in result.stderr
    assert not desk.paid


def test_batches_are_listed_with_what_they_cost(service: Service, tmp_path: Path):
    behind(service, fate=lambda text: "expired" if "4,501.00" in text else "succeeded")
    Terminal(service, tmp_path)("--batch", "--wait")

    listed = command(tmp_path, "jobs", "list", "--batches")
    said = json.loads(command(tmp_path, "jobs", "list", "--batches", "--json").stdout)["batches"]

    first, second, third = said
    assert (first["id"], first["state"], first["requests"]) == ("msgbatch_1", "harvested", 2)
    assert first["endings"] == {"expired": 1, "succeeded": 1}
    assert (first["input_tokens"], first["output_tokens"], first["cost"]) == (100, 7, "0.0002025")
    assert (second["requests"], third["requests"]) == (1, 1)
    assert "done, 1 without a reply" in listed.stdout


def test_library_without_batches_says_how_to_make_one(tmp_path: Path):
    command(tmp_path, "add", *map(str, write_agreements(tmp_path / "agreements", 1)))

    assert "pincite table" in command(tmp_path, "jobs", "list", "--batches").stdout


def test_forecast_sends_nothing(service: Service, tmp_path: Path):
    desk = behind(service)

    result = Terminal(service, tmp_path)("--forecast")

    assert (result.returncode, result.stdout) == (0, "")
    assert "2 requests in this round" in result.stderr
    assert not service.asked
    assert not desk.lots


@pytest.mark.parametrize(
    ("limit", "named"),
    some_of([({"ask_above_requests": 1}, "requests"), ({"ask_above_cost": "0.01"}, "cost")]),
)
def test_round_above_the_limit_needs_a_yes(
    service: Service, limit: dict[str, object], named: str, tmp_path: Path
):
    desk = behind(service)
    terminal = Terminal(service, tmp_path, **limit)

    refused = terminal("--batch")
    assert refused.returncode == 2
    assert f"batches.ask_above_{named}" in refused.stderr
    assert "--yes" in refused.stderr
    assert not desk.lots

    assert terminal("--batch", "--yes").returncode == 9
    assert len(desk.lots) == 1


@pytest.mark.parametrize("option", ["--wait", "--yes", "--submit-again"])
def test_option_of_batches_alone_is_a_slip(service: Service, option: str, tmp_path: Path):
    result = Terminal(service, tmp_path)(option)

    assert result.returncode == 2
    assert f"{option} belongs to --batch. " in " ".join(result.stderr.split())


def test_batch_without_a_model_says_how_to_name_one(tmp_path: Path):
    documents = [str(path) for path in write_agreements(tmp_path / "agreements", 1)]

    result = command(tmp_path, "table", *documents, *FIELDS, "--batch", PINCITE_LOCAL_MODELS="false")

    assert result.returncode == 3
    assert "--model anthropic/NAME" in result.stderr
