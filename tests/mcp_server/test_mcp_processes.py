"""The MCP server as a process: over real pipes and real HTTP; clients that leave and models that fail."""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from tests.factories import AGREEMENT
from tests.providers.servers import Answer, serving
from typer.testing import CliRunner, Result

import pincite
from pincite.cli.main import app

ROOT = Path(__file__).parents[2]
FEE = {"question": "What is the monthly fee?"}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mcp-process")
    (folder / "agreement.txt").write_text(AGREEMENT, "utf-8")
    with pincite.open(folder / "library") as opened:
        opened.add(folder / "agreement.txt")
    return folder / "library"


@pytest.fixture
def pincite_here(library: Path) -> Callable[..., Result]:
    """The verb in this process, for what it refuses before it serves."""
    return lambda *arguments: CliRunner().invoke(app, ["--library", str(library), "mcp", *arguments])


def command(library: Path, *arguments: str) -> list[str]:
    return ["-m", "pincite", "--library", str(library), "mcp", *arguments]


def environment(**more: str) -> dict[str, str]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return os.environ | {"PYTHONPATH": path} | more


def started(library: Path, *arguments: str, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *command(library, *arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(**more),
        # A shell starts its background jobs deaf to Ctrl-C, and the tests may be one of them.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@contextmanager
def over_http(library: Path, *arguments: str, **more: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    process = started(library, "--http", "--port", "0", *arguments, **more)
    try:
        line = process.stderr.readline()
        yield re.search(r"http://\S+", line)[0], process
    finally:
        process.terminate()
        process.wait(30)


def send(process: subprocess.Popen[str], method: str, id: int | None = None, **params: Any) -> None:
    message = {"jsonrpc": "2.0", "method": method, "params": params} | ({} if id is None else {"id": id})
    process.stdin.write(json.dumps(message) + "\n")
    process.stdin.flush()


def greeted(process: subprocess.Popen[str]) -> None:
    about = {"name": "test", "version": "1"}
    send(process, "initialize", 1, protocolVersion="2025-06-18", capabilities={}, clientInfo=about)
    assert json.loads(process.stdout.readline())["id"] == 1
    send(process, "notifications/initialized")


def test_client_asks_over_pipes(library):
    async def asked():
        server = StdioServerParameters(
            command=sys.executable, args=command(library), env=environment(), cwd=str(ROOT)
        )
        async with Client(server) as client:
            tools = await client.list_tools()
            return tools.tools, await client.call_tool("ask", FEE)

    tools, result = anyio.run(asked)
    assert "ask" in {tool.name for tool in tools}
    assert result.structured_content["outcome"] == "answered"
    run = result.structured_content["run"]
    with pincite.open(library) as opened:
        assert opened.why(run).outcome == "answered"


def test_standard_output_carries_the_protocol_only_and_ends_with_the_client(library):
    process = started(library, "--read-only")
    greeted(process)
    send(process, "tools/call", 2, name="ask", arguments=FEE)
    send(process, "tools/call", 3, name="ask", arguments={"question": ""})
    process.stdin.write("this is no message\n")
    process.stdin.flush()
    replies: dict[int, Any] = {}
    while not {2, 3} <= replies.keys():
        message = json.loads(process.stdout.readline())
        replies[message.get("id")] = message.get("result")
    assert replies[2]["structuredContent"]["outcome"] == "answered"
    assert replies[2]["structuredContent"]["run"] == "", "nothing is recorded where nothing may be written"
    assert replies[3]["isError"]
    rest, said = process.communicate(timeout=30)
    assert all(json.loads(line) for line in rest.splitlines())
    assert process.returncode == 0
    assert "Serving MCP on standard input and output" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 0, marks=pytest.mark.long)]
)
def test_signal_ends_the_server_though_it_waits_for_its_client(library, number, code):
    process = started(library)
    greeted(process)
    process.send_signal(number)
    assert process.wait(30) == code
    assert "Traceback" not in process.stderr.read()


def test_model_that_is_down_makes_a_failed_answer_and_the_client_may_leave_meanwhile(library):
    with serving() as service:
        service.right = lambda path, body, headers: Answer(500, b"{}", seconds_before=0.05)
        process = started(library, "--model", f"{service.url}/own#m")
        greeted(process)
        send(process, "tools/call", 2, name="ask", arguments=FEE)
        result = json.loads(process.stdout.readline())["result"]
        assert result["isError"]
        assert result["structuredContent"]["outcome"] == "failed"
        assert result["structuredContent"]["error"]["class"] == "ProviderError"
        assert "This is not a `not_found`." in result["content"][0]["text"]

        asked = threading.Event()
        goes_on = threading.Event()

        def hangs(path: str, body: Any, headers: dict[str, str]) -> Answer:
            asked.set()
            goes_on.wait(60)
            return Answer(500, b"{}")

        service.right = hangs
        send(process, "tools/call", 3, name="ask", arguments=FEE)
        assert asked.wait(30)
        began = time.monotonic()
        process.stdin.close()
        assert process.wait(40) == 0
        assert time.monotonic() - began < 30
        goes_on.set()


def test_two_clients_at_once_over_http_each_get_their_answer_and_a_page_elsewhere_none(library):
    with over_http(library) as (url, process):
        results: dict[str, str] = {}

        async def asks(question: str) -> None:
            async with Client(url) as client:
                result = await client.call_tool("ask", {"question": question})
                results[question] = result.structured_content["outcome"]

        async def both() -> None:
            async with anyio.create_task_group() as group:
                group.start_soon(asks, "What is the monthly fee?")
                group.start_soon(asks, "Who is the auditor?")

        anyio.run(both)
        assert results == {"What is the monthly fee?": "answered", "Who is the auditor?": "not_found"}
        accepted = {"Accept": "application/json, text/event-stream"}
        for headers in ({"Host": "evil.example:80"}, {"Origin": "http://evil.example"}):
            assert httpx2.post(url, headers=accepted | headers, json={}).status_code in {403, 421}
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130


def test_client_that_leaves_in_the_middle_stops_its_question_and_no_other(library):
    asked, goes_on = threading.Event(), threading.Event()

    def hangs(path: str, body: Any, headers: dict[str, str]) -> Answer:
        asked.set()
        goes_on.wait(60)
        return Answer(500, b"{}")

    with serving() as service, over_http(library, "--model", f"{service.url}/own#m") as (url, _):
        service.right = hangs

        async def leaves() -> None:
            async with Client(url) as client:
                with anyio.move_on_after(20):
                    async with anyio.create_task_group() as group:
                        group.start_soon(client.call_tool, "ask", FEE)
                        await anyio.to_thread.run_sync(asked.wait, 15)
                        group.cancel_scope.cancel()

        async def stays() -> Any:
            async with Client(url) as client:
                return await client.call_tool("check", {"document": "agreement.txt", "quote": "monthly fee"})

        anyio.run(leaves)
        assert asked.is_set()
        assert anyio.run(stays).structured_content["found"]
        goes_on.set()


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a server, and keys by what they are good for."""
    folder = tmp_path_factory.mktemp("mcp-keys") / "library"
    with pincite.open(folder) as opened:
        opened.add_bytes(AGREEMENT.encode(), "agreement.txt")
        opened.under(collection="other").add_bytes(b"The rent is EUR 950.", "rent.txt")
        made = {
            "read": opened.keys.new("reader").text,
            "write": opened.keys.new("writer", "write").text,
            "other": opened.keys.new("tenant", "read", ["other"]).text,
            "two": opened.keys.new("two", "read", ["default", "other"]).text,
        }
        revoked = opened.keys.new("gone", "admin")
        opened.keys.revoke(revoked.key.id)
    with over_http(folder, "--allow-upload") as (url, _):
        yield url, made | {"revoked": revoked.text}


class TestKeys:
    @staticmethod
    def called(url: str, key: str, tool: str, **arguments: Any) -> Any:
        async def call() -> Any:
            async with (
                httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=120) as http,
                Client(streamable_http_client(url, http_client=http)) as client,
            ):
                return await client.call_tool(tool, arguments)

        return anyio.run(call)

    def test_nobody_gets_in_without_a_good_key_in_its_header(self, keyed):
        url, keys = keyed
        wrong = keys["read"][:-1] + ("0" if keys["read"][-1] != "0" else "1")
        for sent in ("", "Bearer wrong", f"Bearer {wrong}", keys["read"], f"Bearer {keys['revoked']}"):
            refused = httpx2.post(url, headers={"Authorization": sent} if sent else {}, json={})
            assert refused.status_code == 401, sent
        in_query = httpx2.post(f"{url}?key={keys['read']}", json={})
        assert in_query.status_code == 400
        assert keys["read"] not in in_query.text

    def test_key_opens_its_collections_and_no_other(self, keyed):
        url, keys = keyed
        listed = self.called(url, keys["other"], "list_documents").structured_content["documents"]
        assert [each["name"] for each in listed] == ["rent.txt"]
        there = self.called(f"{url}?collection=other", keys["two"], "list_documents").structured_content
        assert [each["name"] for each in there["documents"]] == ["rent.txt"]
        assert self.called(url, keys["other"], "check", document="agreement.txt", quote="fee").is_error
        sent = {"Authorization": f"Bearer {keys['other']}"}
        assert httpx2.post(f"{url}?collection=default", headers=sent, json={}).status_code == 403

    def test_right_to_read_asks_and_neither_adds_nor_keeps_tables(self, keyed):
        url, keys = keyed
        note = base64.b64encode(b"The note says EUR 5.").decode()
        assert not self.called(url, keys["read"], "ask", **FEE).is_error
        for tool, arguments in (
            ("add", {"name": "n.txt", "content": note}),
            ("extract", {"fields": ["fee"]}),
        ):
            refused = self.called(url, keys["read"], tool, **arguments)
            assert refused.is_error
            assert "takes the right 'write'" in refused.content[0].text
        assert not self.called(url, keys["write"], "add", name="n.txt", content=note).is_error

    def test_session_of_one_key_is_of_no_use_to_another(self, keyed):
        url, keys = keyed
        accepted = {"Accept": "application/json, text/event-stream"}
        hello = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        }
        mine = {"Authorization": f"Bearer {keys['read']}"} | accepted
        begun = httpx2.post(url, headers=mine, json=hello)
        session = {"Mcp-Session-Id": begun.headers["Mcp-Session-Id"]}
        call = {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "list_documents", "arguments": {}},
        }
        theirs = {"Authorization": f"Bearer {keys['other']}"} | accepted
        assert httpx2.post(url, headers=theirs | session, json=call).status_code == 404
        assert httpx2.post(url, headers=mine | session, json=call).status_code == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_public_address_without_a_good_key_is_refused(pincite_here, host):
    refused = pincite_here("--http", "--host", host, "--port", "0")
    assert refused.exit_code == 3
    assert "pincite keys new" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--allow-add", "/nowhere/at/all"], 3, "is not a folder"),
        (["--allow-add", ".", "--read-only"], 2, "Leave out one of them"),
        (["--allow-upload", "--read-only"], 2, "Leave out one of them"),
        (["--http", "--host", "127.0.0.1", "--port", "1"], 3, "cannot listen on 127.0.0.1, port 1"),
    ],
)
def test_options_that_cannot_be_met_are_told_at_once(pincite_here, arguments, code, words):
    if "--port" in arguments and os.geteuid() == 0:
        pytest.skip("root may listen on any port")
    refused = pincite_here(*arguments)
    assert (refused.exit_code, words in refused.stderr) == (code, True), refused.stderr


def test_missing_library_is_told_and_not_made(tmp_path):
    refused = CliRunner().invoke(app, ["--library", str(tmp_path / "none"), "mcp"])
    assert refused.exit_code == 2
    assert "There is no library" in refused.stderr
    assert not (tmp_path / "none").exists()


def test_missing_sdk_is_told_with_the_command_that_installs_it(pincite_here, monkeypatch):
    monkeypatch.setattr("pincite.cli.serve.find_spec", lambda name: None)
    refused = pincite_here()
    assert refused.exit_code == 3
    assert "pip install 'pincite[mcp]'" in refused.stderr
