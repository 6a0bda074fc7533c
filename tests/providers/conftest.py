"""A server for each test, and the keys of the services in the environment."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.providers.servers import KEY, Service, serving


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    for variable in ("OPENAI_API_KEY", "VOYAGE_API_KEY", "COHERE_API_KEY"):
        monkeypatch.setenv(variable, KEY)
    for variable in ("ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OWN_API_KEY"):
        monkeypatch.setenv(variable, KEY)
    monkeypatch.delenv("GOOGLE_API_KEY", raising=False)
    for variable in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    with serving() as service:
        yield service
