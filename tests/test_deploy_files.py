"""The files in `deploy/` name commands that there are, and hold no secrets."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import pytest
from typer.main import get_command

from pincite.cli.main import app

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
