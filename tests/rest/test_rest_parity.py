"""Every verb of the service has a form on the command line and one over HTTP, or a reason why not."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.main import get_command

from pincite.access import Keys
from pincite.audit.recorded_runs import Runs
from pincite.cli.main import app as command_line
from pincite.extract.bulk import Jobs
from pincite.service import Library
from tests.rest.servers import Here


@dataclass(frozen=True)
class Forms:
    """How one verb is used elsewhere; where it is not, the sentence says why."""

    cli: str
    rest: str


INNER = "A part that other verbs use; it gives nothing to see by itself."
MACHINE = "For whoever has the machine: over HTTP it would let a caller spend its time and money unseen."
DRAWN = "It draws many pages at once; over HTTP, `page_image` draws them one by one."

VERBS = {
    "add": Forms("add", "Takes paths of the machine, which no caller may name; `add_bytes` is its form."),
    "add_bytes": Forms("A command line has files: `add`.", "POST /v1/documents"),
    "ask": Forms("ask", "POST /v1/ask"),
    "attached_to": Forms("Told by `forget`.", "Deleted with their e-mail; their names begin with its name."),
    "backup": Forms("backup", MACHINE),
    "batches": Forms("jobs list", MACHINE),
    "certify": Forms("certify", "GET /v1/runs/{run}/certificate"),
    "close": Forms("At the end of every verb.", "At the end of the server."),
    "collections": Forms("documents", "GET /v1/collections"),
    "compare": Forms("compare", "POST /v1/comparisons"),
    "content": Forms("The file is at hand.", "GET /v1/documents/{name}/file"),
    "conversation": Forms("chat", "POST /v1/turns"),
    "current": Forms(INNER, INNER),
    "decide": Forms("review", "POST /v1/tables/{table}/decisions"),
    "documents": Forms("documents", "GET /v1/documents"),
    "extract": Forms("extract", "POST /v1/tables"),
    "families": Forms("table", "GET /v1/families"),
    "fields_of_schema": Forms(INNER, INNER),
    "forget": Forms("forget", "DELETE /v1/documents/{name}"),
    "found": Forms("`ask` searches.", "GET /v1/search"),
    "highlight": Forms("highlight", DRAWN),
    "jobs": Forms("jobs", "GET /v1/jobs"),
    "keys": Forms("keys", "A stolen key must not be able to make others."),
    "levels": Forms("The page docs/quality.md has them.", "GET /v1/levels"),
    "made_table": Forms("review", "GET /v1/tables/{table}"),
    "matching": Forms(INNER, INNER),
    "outdated": Forms("reread", MACHINE),
    "page_image": Forms("`show --png` draws it.", "GET /v1/documents/{name}/pages/{number}.png"),
    "pending": Forms("documents", MACHINE),
    "picture": Forms("show", "GET /v1/documents/{name}/pages/{number}.png"),
    "pipeline": Forms(INNER, INNER),
    "preparing": Forms(INNER, INNER),
    "quoted": Forms("`check` proves quotes.", "GET /v1/documents/{name}/text"),
    "read": Forms("show", "GET /v1/documents/{name}"),
    "rejections": Forms("why", "GET /v1/rejections"),
    "report": Forms("report", "GET /v1/runs/{run}/report"),
    "reread": Forms("reread", MACHINE),
    "reread_outdated": Forms("reread", MACHINE),
    "retrieve": Forms("`why` shows what was found.", "For measuring; a run shows what was found."),
    "reanchor": Forms("reanchor", MACHINE),
    "rows": Forms("`jobs` makes them, document by document.", INNER),
    "runs": Forms("runs", "GET /v1/runs"),
    "search": Forms("`ask` searches.", "GET /v1/search"),
    "sweep": Forms("library sweep", MACHINE),
    "table": Forms("table", "POST /v1/tables"),
    "tables": Forms("extract", "GET /v1/tables"),
    "under": Forms("The options before the verb.", "The parameters `collection` and `strictness`."),
    "versions": Forms("Told by `documents`.", "GET /v1/documents"),
    "waiting_pictures": Forms("documents", MACHINE),
    "why": Forms("why", "GET /v1/runs/{run}"),
    "work": Forms("work", MACHINE),
    "working_behind": Forms(INNER, MACHINE),
}  # fmt: skip

JOB_VERBS = {
    "add": Forms("jobs submit", "Files are sent one by one: POST /v1/documents."),
    "attempts": Forms("jobs show", "GET /v1/jobs/{job}"),
    "cancel": Forms("jobs cancel", "POST /v1/jobs/{job}/cancel"),
    "drop": Forms(INNER, INNER),
    "items": Forms("jobs show", "GET /v1/jobs/{job}"),
    "list": Forms("jobs list", "GET /v1/jobs"),
    "measure": Forms("eval", MACHINE),
    "measured": Forms("eval", MACHINE),
    "pause": Forms("jobs pause", "POST /v1/jobs/{job}/pause"),
    "results": Forms("jobs results", "GET /v1/jobs/{job}/results"),
    "resume": Forms("jobs resume", "POST /v1/jobs/{job}/resume"),
    "retry": Forms("jobs retry", "POST /v1/jobs/{job}/retry"),
    "show": Forms("jobs show", "GET /v1/jobs/{job}/events"),
    "submit": Forms("jobs submit", "POST /v1/jobs"),
    "waits": Forms(INNER, INNER),
    "work": Forms("jobs work", "The server works on jobs by itself."),
    "stand_by": Forms("worker", "The server works on jobs by itself."),
}

KEY_VERBS = {
    "any_made": Forms(INNER, INNER),
    "list": Forms("keys list", "A stolen key must not tell of others."),
    "new": Forms("keys new", "A stolen key must not be able to make others."),
    "recognised": Forms(INNER, "With every request."),
    "revoke": Forms("keys revoke", "A stolen key must not be able to lock others out."),
}
RUN_VERBS = {
    "apply_limit": Forms("With every question, by the setting.", "With every question, by the setting."),
    "apply_retention": Forms("With every question, by the setting.", "With every question, by the setting."),
    "compact": Forms(INNER, INNER),
    "erase": Forms("runs erase", MACHINE),
    "is_only_on_record": Forms(INNER, INNER),
    "list": Forms("runs list", "GET /v1/runs"),
    "missing": Forms(INNER, INNER),
    "purge": Forms("forget", "DELETE /v1/documents/{name}"),
    "review": Forms("runs review", "POST /v1/runs/{run}/reviews"),
    "reviews": Forms("runs show", "GET /v1/runs/{run}"),
    "show": Forms("runs show", "GET /v1/runs/{run}"),
    "verify": Forms("runs verify", MACHINE),
}
OWNERS = {Library: VERBS, Jobs: JOB_VERBS, Keys: KEY_VERBS, Runs: RUN_VERBS}


def public(owner: type) -> set[str]:
    """Methods and properties, not the fields of the record."""
    members = inspect.getmembers(owner, lambda each: inspect.isfunction(each) or isinstance(each, property))
    return {name for name, _ in members if not name.startswith("_")}


@pytest.mark.parametrize("owner", OWNERS, ids=lambda each: each.__name__)
def test_every_verb_is_in_the_list_and_no_other(owner: type):
    assert public(owner) == set(OWNERS[owner])


@pytest.mark.parametrize("owner", OWNERS, ids=lambda each: each.__name__)
def test_every_form_on_the_command_line_is_there(owner: type):
    root = get_command(command_line)
    words = set(root.commands) | {
        f"{name} {inner}" for name, group in root.commands.items() for inner in getattr(group, "commands", ())
    }
    for name, forms in OWNERS[owner].items():
        assert forms.cli in words or is_sentence(forms.cli), name


@pytest.mark.parametrize("owner", OWNERS, ids=lambda each: each.__name__)
def test_every_form_over_http_is_there(here: Here, owner: type):
    paths = here.client.get("/openapi.json").json()["paths"]
    routes = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    for name, forms in OWNERS[owner].items():
        assert forms.rest in routes or is_sentence(forms.rest), name


def test_every_route_is_told_on_the_page_of_the_service(here: Here):
    page = (Path(__file__).parents[2] / "docs" / "service.md").read_text("utf-8")
    paths = here.client.get("/openapi.json").json()["paths"]
    for path, methods in paths.items():
        for method in methods:
            assert f"`{method.upper()} {path}`" in page, f"{method} {path}"


def is_sentence(text: str) -> bool:
    return text.endswith(".") and " " in text
