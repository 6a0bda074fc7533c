"""The files in `deploy/` name commands that there are, and hold no secrets."""

from __future__ import annotations

import configparser
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from pincite.cli.main import app
from pincite.stores.place import PostgresUrl, place_of

DEPLOY = Path(__file__).parents[1] / "deploy"
# It comes with the extra `server`.
ELSEWHERE = {"serve"}


@pytest.mark.parametrize("unit", sorted(DEPLOY.glob("*.service")), ids=lambda path: path.name)
def test_unit_starts_a_verb_of_the_command_line_as_a_user_of_its_own(unit):
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str
    read.read_string(unit.read_text("utf-8"))
    service = read["Service"]
    verb = service["ExecStart"].split()[1]
    assert verb in {*get_command(app).commands, *ELSEWHERE}
    assert service["User"] != "root"
    assert service["ProtectSystem"] == "strict"
    assert not re.search(r"(?i)(key|token|password)=\S", unit.read_text("utf-8").replace("=…", "="))


def test_image_has_a_plain_name_and_runs_without_root():
    lines = (DEPLOY / "Containerfile").read_text("utf-8").splitlines()
    images = [line.split()[1] for line in lines if line.startswith("FROM")]
    assert all("/" not in image for image in images)
    assert "USER pincite" in lines


@pytest.fixture
def compose() -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def test_compose_file_starts_verbs_of_the_command_line_with_a_library_on_the_server(compose):
    services = compose["services"]
    assert set(services) == {"postgres", "api", "worker"}
    for name in ("api", "worker"):
        service = services[name]
        assert service["command"][0] in {*get_command(app).commands, *ELSEWHERE}
        place = service["environment"]["PINCITE_LIBRARY"]
        assert place.startswith("postgresql://pincite@postgres/")
        assert service["depends_on"] == {"postgres": {"condition": "service_healthy"}}
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert (service["image"], service["build"]["dockerfile"]) == ("pincite", "deploy/Containerfile")
        for option in service["command"][1:]:
            assert not option.startswith("--") or option in help_of(service["command"][0])


def test_compose_file_names_only_what_it_declares(compose):
    for name, service in compose["services"].items():
        assert service["restart"] == "unless-stopped", name
        assert set(service.get("secrets", ())) <= set(compose["secrets"])
        assert set(service.get("networks", ())) <= set(compose["networks"])
        assert {volume.partition(":")[0] for volume in service["volumes"]} <= set(compose["volumes"])
    assert all("healthcheck" in compose["services"][name] for name in ("postgres", "api"))


def test_compose_file_holds_no_secret_and_gives_them_as_files(compose):
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert not re.search(r"(?i)(key|token|password|secret)\w*[ ]*[:=][ ]*[\"']?[A-Za-z0-9]{8}", text)
    assert "POSTGRES_PASSWORD" not in compose["services"]["postgres"]["environment"]
    assert all(set(secret) == {"file"} for secret in compose["secrets"].values())
    assert compose["networks"]["inside"] == {"internal": True}


def test_no_password_becomes_part_of_an_image():
    """The image is made of this folder, and the secrets of the compose file are in it."""
    root = DEPLOY.parent
    assert "deploy/secrets/" in (root / ".dockerignore").read_text("utf-8").splitlines()
    assert "deploy/secrets/" in (root / ".gitignore").read_text("utf-8").splitlines()


def test_address_in_the_compose_file_is_one_and_shows_no_file_of_a_password(compose):
    place = place_of(compose["services"]["api"]["environment"]["PINCITE_LIBRARY"])
    assert isinstance(place, PostgresUrl)
    assert str(place) == "postgresql://pincite@postgres/pincite"


def help_of(verb: str) -> set[str]:
    command = get_command(app).commands[verb]
    return {option for parameter in command.params for option in parameter.opts}
