"""Count what the server does, in the form that Prometheus reads: no words of questions or documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

KIND = CONTENT_TYPE_LATEST
_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
_KNOWN = frozenset(
    """
    health ready metrics documents collections search families ask turns runs rejections tables
    comparisons jobs levels evaluations
    """.split()
)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Metrics:
    """What one serving process has done since it began."""

    registry: CollectorRegistry = field(default_factory=CollectorRegistry)
    requests: Counter = field(init=False)
    seconds: Histogram = field(init=False)
    answers: Counter = field(init=False)

    def __post_init__(self) -> None:
        made = {
            "requests": Counter(
                "pincite_requests", "Requests that were answered", ["method", "what", "status"], registry=None
            ),
            "seconds": Histogram(
                "pincite_request_seconds",
                "Seconds until a request was answered",
                ["what"],
                buckets=_SECONDS,
                registry=None,
            ),
            "answers": Counter("pincite_answers", "Questions by their outcome", ["outcome"], registry=None),
        }
        for name, metric in made.items():
            self.registry.register(metric)
            object.__setattr__(self, name, metric)

    def done(self, method: str, path: str, status: int, seconds: float, outcome: str) -> None:
        """Count a request."""
        what = what_of(path)
        self.requests.labels(known_method(method), what, str(status)).inc()
        self.seconds.labels(what).observe(seconds)
        if outcome:
            self.answers.labels(outcome).inc()

    def text(self) -> bytes:
        """All counts as they are now."""
        return generate_latest(self.registry)


def standing(documents: int, jobs: Mapping[str, int]) -> bytes:
    """How one collection stands: how many documents it holds, and those of its jobs by their state.

    Made anew for each reply, so that no caller is told what was counted for another's collection.
    """
    registry = CollectorRegistry()
    Gauge("pincite_documents", "Documents that the collection holds", registry=registry).set(documents)
    by_state = Gauge(
        "pincite_job_documents", "Documents of jobs by their state", ["state"], registry=registry
    )
    for state, count in jobs.items():
        by_state.labels(state).set(count)
    return generate_latest(registry)


def known_method(method: str) -> str:
    """The method, or `other`: anybody may send any word, and every new one would be kept for ever."""
    return method if method in _METHODS else "other"


def what_of(path: str) -> str:
    """What of the service was asked for; never a name or an id, of which there are too many to count."""
    parts = path.split("/")
    if parts[1:2] != ["v1"]:
        return "page"
    return parts[2] if len(parts) > 2 and parts[2] in _KNOWN else "other"
