"""Who may do what in which collections of a library, and how much the server lets one caller take."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Literal, get_args

Right = Literal["read", "write", "admin"]
RIGHTS: tuple[Right, ...] = get_args(Right)
"""Each includes those before it."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """What is known of a key; its secret is not."""

    id: str
    name: str
    right: Right
    collections: tuple[str, ...]
    """Those it is good for; none stands for all of the library."""
    created_at: str
    revoked_at: str = ""
    """Empty while it is good."""
    secret_sha256: str = field(default="", repr=False)

    def may(self, right: Right) -> bool:
        return RIGHTS.index(self.right) >= RIGHTS.index(right)

    def opens(self, collection: str) -> bool:
        return not self.collections or collection in self.collections

    def chosen(self, named: str, default: str) -> str:
        """The collection that is meant: the one that is named, or the only one of the key."""
        return named or (self.collections[0] if len(self.collections) == 1 else default)


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Each is a setting, `server.threads` and so on."""

    threads: int = 8
    """How many requests are worked on at a time; the others wait."""
    most_waiting: int = 256
    """How many may wait; one more is told to come back later."""
    ask_seconds: int = 120
    """How long a question may take, also if its caller would wait longer."""
    table_cells: int = 500
    """Of a table that is made while its caller waits; a job takes any number."""
    page_seconds: int = 20
    """How long drawing one page may take."""
    report_seconds: int = 60
    """How long writing a report or a certificate may take."""
    uploads: int = 16
    """How many files may arrive at a time; each lies on the disk until it is stored."""
    upload_megabytes: int = 100
    upload_seconds: int = 600
    """How long a whole upload may take."""
    idle_seconds: int = 20
    """How long nothing of a body may arrive."""
    json_kilobytes: int = 1_000
    """Of every body that is not an upload."""
    requests_per_minute: int = 600
    """Of one key, and where keys are not needed of one address."""
    refusals_per_minute: int = 30
    """Of one address: after so many wrong keys it has to wait."""
    followers: int = 20
    """How many jobs one caller may follow at a time."""
    connections: int = 500
    """How many may be open; one more gets 503."""
    job_workers: int = 1
    """Processes that work on jobs beside the requests."""

    def __post_init__(self) -> None:
        for limit in fields(self):
            if getattr(self, limit.name) < 1:
                raise ValueError(f"{limit.name} must be 1 or more")
