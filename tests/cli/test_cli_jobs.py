"""`pincite jobs` as a user runs it."""

from __future__ import annotations

import csv
import json
import signal
import time
from pathlib import Path

import pytest
from command_line import CommandLine

FIELDS = "monthly fee, written notice"


@pytest.fixture
def papers(pincite: CommandLine) -> str:
    folder = pincite.folder / "papers"
    folder.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        pincite.file(f"papers/{name}")
    return str(folder)


def waiting(pincite: CommandLine, papers: str, *options: str) -> str:
    """The id of a job that nobody works on."""
    shown = pincite("jobs", "submit", papers, "--fields", FIELDS, "--no-start", "--json", *options)
    assert shown.code == 0, shown.stderr
    return str(json.loads(shown.stdout)["job"])


def state_of(pincite: CommandLine, job: str) -> dict[str, object]:
    shown: dict[str, object] = json.loads(pincite("jobs", "show", job, "--json").stdout)
    return shown


def until(pincite: CommandLine, job: str, *states: str) -> dict[str, object]:
    give_up = time.monotonic() + 60
    while (found := state_of(pincite, job))["state"] not in states and time.monotonic() < give_up:
        time.sleep(0.2)
    return found


def test_submitted_and_waited_for_the_job_is_shown_at_its_end(pincite: CommandLine, papers: str):
    (Path(papers) / "d.pdf").write_bytes(b"%PDF-1.7\nnothing")
    shown = pincite("jobs", "submit", papers, "--fields", FIELDS, "--wait", "--workers", "1")

    assert shown.code == 8
    assert "3 done of 4 · 1 set aside" in shown.stdout
    assert "d.pdf cannot be read as a PDF" in shown.stdout


def test_job_that_is_not_begun_says_so_and_how_to_begin(pincite: CommandLine, papers: str):
    shown = pincite("jobs", "submit", papers, "--fields", FIELDS, "--no-start")

    assert "waits for `pincite worker`" in shown.stdout
    assert "jobs resume" in shown.stdout


def test_job_may_ask_the_fields_of_a_schema(pincite: CommandLine, papers: str):
    schema = pincite.file(
        "s.yaml", "fields:\n  - name: fee\n    type: amount\n    question: How much is the monthly fee?\n"
    )
    target = pincite.folder / "out.jsonl"

    done = pincite("jobs", "submit", papers, "--schema", schema, "--wait", "--json")
    job = json.loads(done.stdout.splitlines()[-1])["job"]
    pincite("jobs", "results", job, "--output", str(target))
    both = pincite("jobs", "submit", papers, "--schema", schema, "--fields", FIELDS)

    rows = [json.loads(line) for line in target.read_text("utf-8").splitlines()]
    assert done.code == 0, done.stderr
    assert [list(row["cells"]) for row in rows] == [["fee"]] * 3
    assert both.code == 2
    assert "--fields and --schema" in both.stderr


def test_with_json_every_line_is_how_the_job_stands(pincite: CommandLine, papers: str):
    shown = pincite("jobs", "submit", papers, "--fields", FIELDS, "--wait", "--json")

    lines = [json.loads(line) for line in shown.stdout.splitlines()]
    assert shown.code == 0
    assert lines[-1]["state"] == "done"
    assert lines[-1]["documents"] == {
        **{"total": 3, "pending": 0, "running": 0, "done": 3, "failed": 0, "set_aside": 0}
    }


def test_job_is_done_behind_the_command_that_submitted_it(pincite: CommandLine, papers: str):
    submitted = pincite.run("jobs", "submit", papers, "--fields", FIELDS, "--json")
    job = json.loads(submitted.stdout)["job"]

    found = until(pincite, job, "done")

    assert found["state"] == "done"
    assert not (pincite.library / "jobs.log").read_text()


def test_results_are_written_in_every_form(pincite: CommandLine, papers: str):
    job = waiting(pincite, papers)
    pincite("jobs", "work", job)
    for ending in ("jsonl", "csv", "xlsx", "html"):
        shown = pincite("jobs", "results", job, "--output", str(pincite.folder / f"out.{ending}"))
        assert (shown.code, shown.stdout) == (0, ""), shown.stderr

    lines = (pincite.folder / "out.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["document"] for line in lines] == ["a.txt", "b.txt", "c.txt"]
    assert json.loads(lines[0])["cells"]["monthly fee"]["items"][0]["evidence"][0]["lines"] == [5, 6]
    rows = list(csv.DictReader((pincite.folder / "out.csv").open(encoding="utf-8")))
    assert rows[0]["monthly fee"].startswith("EUR 48,500.00")
    assert "EUR 48,500.00" in rows[0]["monthly fee (citations)"]
    assert (pincite.folder / "out.xlsx").read_bytes()[:2] == b"PK"


def test_results_so_far_say_what_is_missing(pincite: CommandLine, papers: str):
    shown = pincite("jobs", "results", waiting(pincite, papers), "--json")

    assert shown.code == 0
    assert json.loads(shown.stdout)["rows"] == []
    assert "3 of 3 documents are not in it yet" in shown.stderr


def test_same_job_is_told_and_not_submitted_again(pincite: CommandLine, papers: str):
    first = waiting(pincite, papers)
    shown = pincite("jobs", "submit", papers, "--fields", FIELDS, "--no-start", "--json")

    assert json.loads(shown.stdout)["job"] == first
    assert "The same job is there already, and running" in shown.stderr
    assert waiting(pincite, papers, "--again") != first


def test_paused_job_waits_until_it_is_resumed(pincite: CommandLine, papers: str):
    job = waiting(pincite, papers)
    assert "You paused it." in pincite("jobs", "pause", job).stdout
    pincite("jobs", "work", job)
    assert state_of(pincite, job)["documents"]["pending"] == 3  # type: ignore[index]  # of JSON

    resumed = pincite("jobs", "resume", job, "--wait")

    assert resumed.code == 0
    assert "3 done of 3" in resumed.stdout


def test_time_limit_pauses_the_job_and_a_higher_one_lets_it_go_on(pincite: CommandLine, papers: str):
    for number in range(30):
        pincite.file(f"papers/{number}.txt")
    options = ("--fields", FIELDS, "--wait", "--workers", "1", "--most-minutes", "0.01")
    shown = pincite("jobs", "submit", papers, *options)

    assert shown.code == 8
    assert "The time limit of 0.01 min is reached." in shown.stdout
    job = json.loads(pincite("jobs", "list", "--json").stdout)["jobs"][0]["job"]
    assert pincite("jobs", "resume", job, "--wait").code == 2
    resumed = pincite("jobs", "resume", job, "--wait", "--most-minutes", "9")
    assert resumed.code == 0, resumed.stderr


def test_retry_tells_why_each_document_failed(pincite: CommandLine, papers: str):
    broken = Path(papers) / "d.txt"
    broken.write_bytes(b"%PDF-1.7\nnothing")
    job = waiting(pincite, papers)
    pincite("jobs", "work", job)
    broken.write_text("The monthly fee is EUR 5.\n", "utf-8")

    shown = pincite("jobs", "retry", job, "--wait")

    assert "Trying again d.txt: d.txt cannot be read as a PDF" in shown.stderr
    assert shown.code == 0
    assert "No document failed" in pincite("jobs", "retry", job).stderr


def test_cancelled_job_stays_and_its_results_too(pincite: CommandLine, papers: str):
    job = waiting(pincite, papers)
    assert "is cancelled" in pincite("jobs", "cancel", job).stdout

    assert pincite("jobs", "results", job).code == 0
    assert "was cancelled" in pincite("jobs", "resume", job).stderr
    assert "cancelled" in pincite("jobs", "list").stdout


def test_interruption_at_the_keyboard_leaves_a_job_that_goes_on(pincite: CommandLine, papers: str):
    for number in range(30):
        pincite.file(f"papers/{number}.txt")
    process = pincite.start("jobs", "submit", papers, "--fields", FIELDS, "--wait", "--workers", "1")
    job = ""
    while not job and process.poll() is None:
        found = json.loads(pincite("jobs", "list", "--json").stdout or '{"jobs": []}').get("jobs", [])
        job = next((each["job"] for each in found if each["documents"]["done"] > 2), "")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)

    assert process.returncode == 130
    assert "What is done is kept" in said
    found = state_of(pincite, job)
    assert (found["state"], found["reason"]) == ("paused", "It was interrupted.")
    assert found["documents"]["running"] == 0  # type: ignore[index]  # of JSON
    assert pincite("jobs", "resume", job, "--wait").code == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("submit", "empty", "--fields", "fee"), "is a folder without files to add"),
        (("submit", "nowhere", "--fields", "fee"), "There is no file 'nowhere'"),
        (("submit", "a.txt", "--fields", "fee", "--most-cost", "much"), "'much' is not a number"),
        (("submit", "a.txt", "--fields", "fee", "--most-cost", "5"), "no language model has prices"),
        (("show", "zzz"), "There is no job 'zzz'"),
        (("results", "zzz", "--output", "out.doc"), "does not tell its form"),
        (("results", "zzz", "--output", "none/out.csv"), "There is no folder"),
    ],
)
def test_slip_is_told(pincite: CommandLine, monkeypatch: pytest.MonkeyPatch, options, said):
    monkeypatch.chdir(pincite.folder)
    (pincite.folder / "empty").mkdir()
    pincite("add", pincite.file("a.txt"))
    shown = pincite("jobs", *options)

    assert shown.code == 2
    assert said in " ".join(shown.stderr.split())


def test_job_with_a_model_without_its_key_is_not_submitted(
    pincite: CommandLine, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    given = ("--fields", "fee", "--model", "anthropic/some-model")
    shown = pincite("jobs", "submit", pincite.file("a.txt"), *given)

    assert shown.code == 4
    assert "ANTHROPIC_API_KEY is not set" in " ".join(shown.stderr.split())
    assert "There are no jobs" in pincite("jobs", "list").stderr


def test_option_of_the_program_is_shown_in_its_place(pincite: CommandLine):
    shown = pincite("jobs", "list", "--library", "mine")

    assert shown.code == 2
    assert "pincite --library mine jobs list" in " ".join(shown.stderr.split())


def test_without_jobs_the_list_says_how_to_submit_one(pincite: CommandLine):
    pincite("add", pincite.file("a.txt"))

    assert "pincite jobs submit" in pincite("jobs", "list").stderr


def test_files_may_only_be_added(pincite: CommandLine, papers: str):
    (Path(papers) / "d.pdf").write_bytes(b"%PDF-1.7\nnothing")

    done = pincite("jobs", "submit", papers, "--add", "--wait", "--json")
    job = json.loads(done.stdout.splitlines()[-1])["job"]
    results = pincite("jobs", "results", job)

    assert (done.code, results.code) == (8, 8)
    assert results.stdout.split() == ["a.txt", "b.txt", "c.txt"]
    assert "1 of 4 files were not added" in results.stderr
    assert "c.txt" in pincite("documents").stdout


def test_what_is_only_added_has_no_fields(pincite: CommandLine, papers: str):
    shown = pincite("jobs", "submit", papers, "--add", "--fields", FIELDS)

    assert shown.code == 2
    assert "there is nothing to ask" in shown.stderr
