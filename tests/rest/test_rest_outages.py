"""What a server says while its library is out of reach."""

from __future__ import annotations

import pytest

from pincite.errors import StoreError
from pincite.stores.candidates import AccessRows
from tests.rest.servers import Here

KEY = {"Authorization": "Bearer pincite_0123456789_abc"}


@pytest.fixture
def away(here: Here, monkeypatch: pytest.MonkeyPatch) -> Here:
    """A server whose library does not answer."""

    def unreachable(rows: AccessRows, *named: object) -> None:
        raise StoreError("The connection to /srv/secret/library was lost.", hint="Try again.", retryable=True)

    for name in ("key", "count_keys"):
        monkeypatch.setattr(AccessRows, name, unreachable)
    return here


@pytest.mark.parametrize("headers", [{}, KEY])
def test_server_lives_while_its_library_is_out_of_reach(away: Here, headers: dict[str, str]):
    assert away.client.get("/v1/health", headers=headers).status_code == 200


@pytest.mark.parametrize("headers", [{}, KEY])
def test_library_out_of_reach_is_told_as_such_and_may_be_asked_again(away: Here, headers: dict[str, str]):
    refused = away.client.get("/v1/documents", headers=headers)

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
    assert refused.json()["type"] == "urn:pincite:problem:StoreError"
    assert refused.json()["retryable"]
    assert "/srv/secret" not in refused.text
