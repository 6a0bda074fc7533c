"""How long a question takes over HTTP: one caller, then fifty at once, on one server with SQLite.

`python evals/bench/serving.py [--callers 50] [--questions 4]` starts a real server on loopback with the local
models, adds the documents of `examples/`, and prints the 50th and 95th percentile of both beside each other.
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from pincite.client import Client

ROOT = Path(__file__).parents[2]
QUESTIONS = (
    "What is the notice period?",
    "How much is the fee?",
    "Which law governs this agreement?",
    "When does the agreement end?",
)
DOCUMENTS = (".pdf", ".txt", ".md", ".docx", ".html")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--callers", type=int, default=50)
    parser.add_argument("--questions", type=int, default=4, help="Of each caller.")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, url = started(Path(folder))
        try:
            measure(Client(url, timeout_seconds=600), given.callers, given.questions)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)


def started(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """A server, and where it is."""
    config = folder / "config.yaml"
    config.write_text("server: {requests_per_minute: 100000, ask_seconds: 600}\n", "utf-8")
    command = [sys.executable, "-m", "pincite", "--library", str(folder / "library"), "serve", "--port", "0"]
    server = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env=os.environ | {"PINCITE_CONFIG": str(config)}
    )
    assert server.stderr is not None
    for line in server.stderr:
        if "Pincite is at " in line:
            url = line.split("Pincite is at ")[1].split()[0]
            threading.Thread(target=lambda: list(server.stderr or ()), daemon=True).start()
            return server, url
    raise SystemExit("The server did not start.")


def measure(client: Client, callers: int, questions: int) -> None:
    files = [path for path in sorted((ROOT / "examples").rglob("*")) if path.suffix in DOCUMENTS]
    for path in files:
        client.add(path)
    names = [each.name for each in client.documents()]
    document = max(names, key=lambda name: client.document(name).characters)
    print(f"{len(names)} documents; asked about {document}")
    for question in QUESTIONS:  # models are loaded and vectors made by the first
        client.ask(question, documents=[document])
    alone, outcomes = asked(client, document, 1, max(20, questions))
    show("1 caller", alone, outcomes)
    together, outcomes = asked(client, document, callers, questions)
    show(f"{callers} callers", together, outcomes)


def asked(client: Client, document: str, callers: int, questions: int) -> tuple[list[float], Counter[str]]:
    """The seconds of every question, and how often it came to which outcome."""
    seconds: list[float] = []
    outcomes: Counter[str] = Counter()
    ready = threading.Barrier(callers)

    def call(number: int) -> None:
        ready.wait()
        for turn in range(questions):
            began = time.perf_counter()
            try:
                answer = client.ask(QUESTIONS[(number + turn) % len(QUESTIONS)], documents=[document])
                outcomes[answer.outcome] += 1
            except Exception as error:  # counted as what it is
                outcomes[f"error: {type(error).__name__}"] += 1
            seconds.append(time.perf_counter() - began)

    threads = [threading.Thread(target=call, args=(number,)) for number in range(callers)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return seconds, outcomes


def show(who: str, seconds: list[float], outcomes: Counter[str]) -> None:
    ranked = statistics.quantiles(seconds, n=100)
    p50, p95, slowest = (round(each * 1000) for each in (ranked[49], ranked[94], max(seconds)))
    print(
        f"{who:>12}: {len(seconds):4} questions, p50 {p50:,} ms, p95 {p95:,} ms, slowest {slowest:,} ms; "
        f"{dict(outcomes)}"
    )


if __name__ == "__main__":
    main()
