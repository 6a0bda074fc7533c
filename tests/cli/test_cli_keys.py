"""`pincite keys` and what `pincite serve` refuses."""

from __future__ import annotations

import json
import socket
import sys

import pytest
from command_line import CommandLine

import pincite as package


def test_key_is_shown_once_and_opens_the_library(pincite: CommandLine):
    made = pincite("keys", "new", "Anna Weber", "--right", "write", "--for", "contracts")

    text = made.stdout.strip()
    assert made.code == 0
    with package.open(pincite.library) as library:
        key = library.keys.recognised(text)
    assert key is not None
    assert (key.name, key.right, key.collections) == ("Anna Weber", "write", ("contracts",))
    assert text.rpartition("_")[2] not in pincite("keys", "list").stdout


def test_list_has_every_key_and_says_which_is_revoked(pincite: CommandLine):
    pincite("keys", "new", "Anna")
    pincite("keys", "new", "Ben", "--right", "admin")

    revoked = pincite("keys", "revoke", "Anna")
    listed = json.loads(pincite("keys", "list", "--json").stdout)["keys"]

    assert revoked.code == 0
    assert {each["name"]: bool(each["revoked_at"]) for each in listed} == {"Anna": True, "Ben": False}
    assert "Anna" in pincite("keys", "list").stdout


def test_key_that_is_not_there_cannot_be_revoked(pincite: CommandLine):
    pincite("keys", "new", "Anna")

    refused = pincite("keys", "revoke", "Nobody")

    assert refused.code == 2
    assert "pincite keys list" in refused.stderr


def test_key_needs_a_name(pincite: CommandLine):
    assert pincite("keys", "new", " ").code == 2
    assert pincite("keys", "new", "a\nb").code == 2


def test_public_address_with_revoked_keys_only_is_refused(pincite: CommandLine):
    pincite("keys", "new", "Anna")
    pincite("keys", "revoke", "Anna")

    refused = pincite("serve", "--host", "0.0.0.0")

    assert refused.code == 3
    assert "pincite keys new" in refused.stderr


def test_address_that_is_taken_is_told(pincite: CommandLine):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = pincite("serve", "--port", str(taken.getsockname()[1]))

    assert refused.code == 3
    assert "--port" in refused.stderr


@pytest.mark.parametrize("package_name", ["fastapi", "uvicorn"])
def test_server_that_is_not_installed_says_how_to_install_it(
    pincite: CommandLine, monkeypatch: pytest.MonkeyPatch, package_name: str
):
    for loaded in [name for name in sys.modules if name.startswith(("pincite.rest.", package_name))]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setitem(sys.modules, package_name, None)

    # Were it installed, this address would be refused, and nothing waits.
    refused = pincite("serve", "--host", "0.0.0.0")

    assert refused.code == 3
    assert "pincite[server]" in refused.stderr


def test_client_needs_none_of_the_packages_of_the_server(monkeypatch: pytest.MonkeyPatch):
    for loaded in [name for name in sys.modules if name.startswith(("pincite.rest.", "pincite.client"))]:
        monkeypatch.delitem(sys.modules, loaded)
    for name in ("fastapi", "uvicorn", "starlette", "python_multipart", "httpx2"):
        monkeypatch.setitem(sys.modules, name, None)

    from pincite.client import Client

    assert Client().url == "http://127.0.0.1:8000"
