"""The verbs `runs list`, `show`, `review`, `verify` and `erase`: what was asked, and how it is shown."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.options import AsJson, VerbCommand, named
from pincite.cli.reporting import reported
from pincite.cli.screen import (
    new_table,
    notice,
    one_line,
    output,
    print_json,
    print_object,
    print_text,
    printable,
    say,
)
from pincite.errors import DISPROVED_EXIT_CODE, INTERRUPTED_EXIT_CODE, InputError

if TYPE_CHECKING:
    from pincite.answer.reviews import Review
    from pincite.audit.chain_check import ChainReport
    from pincite.audit.recorded_runs import RecordedRun
    from pincite.records.library import RunLine

group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
Run = Annotated[
    str, typer.Argument(metavar="[RUN]", help="The start of a run's id; the last run if left out.")
]
_SHORT_ID = 12
_MOST_NAMES, _MOST_CLAIMS, _LONGEST = 2, 20, 160


class AskedForOption(StrEnum):
    """The same names as in the records, which are not imported here because help must be quick."""

    question = "question"
    cell = "cell"


@group.callback()
def runs() -> None:
    """See what was asked, and check that no record was changed.

    \b
    Examples:
      pincite runs list --outcome answered
      pincite runs show 3f2a91
      pincite runs verify
    """


@group.command("list", cls=VerbCommand)
def list_runs(
    context: typer.Context,
    outcome: Annotated[
        str, typer.Option(metavar="NAME", help="Only with this outcome: answered, not_found, failed …")
    ] = "",
    document: Annotated[
        str, typer.Option(metavar="NAME", help="Only runs that read this document, by its whole name.")
    ] = "",
    since: Annotated[
        str, typer.Option(metavar="DATE", help="Only from this day on (UTC), like 2026-11-17.")
    ] = "",
    asked_for: Annotated[
        AskedForOption | None,
        typer.Option(help="Only what somebody asked, or only cells of tables; both if not set."),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many to show, the newest first.")] = 20,
    after: Annotated[
        str, typer.Option(metavar="RUN", help="Only what was asked before this run, by its whole id.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """List what was asked, the newest first. Erased runs are not listed: `pincite runs verify` counts them.

    \b
    Examples:
      pincite runs list
      pincite runs list --asked-for question --document lease.pdf --since 2026-11-01 --json
    """
    with reported(as_json):
        with named(context).open_existing() as library:
            found = library.runs.list(
                outcome=outcome,
                document=document,
                since=since,
                limit=limit,
                asked_for=asked_for.value if asked_for else None,
                after=after,
            )
        if as_json:
            print_object({"runs": [_row(each) for each in found]})
        elif found:
            show_list(found)
        else:
            narrowed = outcome or document or since or asked_for or after
            say("No run matches." if narrowed else "Nothing has been asked yet.")


def _row(line: RunLine) -> dict[str, object]:
    told = {"run": line.id, "asked_at": line.asked_at, "question": line.question, "outcome": line.outcome}
    return {**told, "documents": list(line.documents), "asked_for": line.asked_for}


@group.command(cls=VerbCommand)
def show(context: typer.Context, run: Run = "", as_json: AsJson = False) -> None:
    """Show all that was recorded of a run: versions, searches, claims with verdicts, calls to models.

    With --json you get everything, also every prompt and every reply as it came.

    \b
    Examples:
      pincite runs show
      pincite runs show 3f2a91 --json
    """
    with reported(as_json):
        with named(context).open_existing() as library:
            found = library.runs.show(run)
            reviews = library.runs.reviews(found.record.id)
        if as_json:
            print_json(found.to_json(reviews))
        else:
            show_run(found, reviews)


@group.command(cls=VerbCommand)
def review(
    context: typer.Context,
    run: Annotated[str, typer.Argument(metavar="RUN", help="The start of a run's id.")],
    part: Annotated[
        str, typer.Argument(metavar="PART", help="An item or a lead of its answer: item-1, lead-2.")
    ],
    accept: Annotated[bool, typer.Option("--accept", help="It answers the question.")] = False,
    reject: Annotated[bool, typer.Option("--reject", help="It does not answer the question.")] = False,
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="What was decided about it before no longer holds.")
    ] = False,
    by: Annotated[
        str, typer.Option(metavar="NAME", help="Who decides; otherwise the name you are logged in by.")
    ] = "",
    note: Annotated[str, typer.Option(metavar="WORDS", help="What to know about the decision.")] = "",
    as_json: AsJson = False,
) -> None:
    """Accept or reject one item or lead of an answer, as a person who has looked at it.

    The decision is kept with your name and the time, and entered in the chain of what was recorded
    (`pincite runs verify`). Nothing is deleted: the last decision counts. It is a judgement and no proof:
    the answer and what code proved of it stay as they are. Reports and `pincite runs show` show it.

    \b
    Examples:
      pincite runs review 3f2a91 item-1 --accept --by "Anna Weber"
      pincite runs review 3f2a91 lead-2 --reject --note "that is the old fee"

    \b
    Exit codes:
      0 kept · 2 no such run or part · 5 the document it is about was forgotten
    """
    with reported(as_json):
        from pincite.answer.reviews import REVIEW_KINDS

        chosen = {"accepted": accept, "rejected": reject, "withdrawn": withdraw}
        kinds = [kind for kind in REVIEW_KINDS if chosen[kind]]
        if len(kinds) != 1:
            raise InputError("A review says one thing.", hint="Write one of: --accept, --reject, --withdraw.")
        with named(context).open_existing() as library:
            kept = library.runs.review(run, part, kinds[0], by=by or login(), note=note)
        if as_json:
            print_json(kept.model_dump_json())
        else:
            say(f"Kept: {kept.part} {kept.kind} by {kept.by}. That is a judgement and no proof.")


@group.command(cls=VerbCommand)
def verify(
    context: typer.Context,
    head: Annotated[
        str, typer.Option(metavar="HASH", help="A hash that this command printed before, kept elsewhere.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Check that nothing that was recorded has been changed, reordered or removed since.

    Each entry of the chain names the one before it by its hash. Erased entries are counted. Someone who
    can write to the library could make a whole new chain: keep the printed hash elsewhere, and compare it
    with --head.

    \b
    Examples:
      pincite runs verify
      pincite runs verify --head 5b1e…

    \b
    Exit codes:
      0 intact · 6 broken, or the hash of --head is not in the chain · 5 library
    """
    with reported(as_json):
        with named(context).open_existing() as library:
            found = library.runs.verify(head)
        if as_json:
            print_object(chain_object(found))
        else:
            show_chain(found)
        if not found.intact:
            raise typer.Exit(DISPROVED_EXIT_CODE)


@group.command(cls=VerbCommand)
def erase(
    context: typer.Context,
    before: Annotated[
        str, typer.Option("--before", metavar="DATE", help="Erase what is older than this day (UTC).")
    ],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    as_json: AsJson = False,
) -> None:
    """Erase what was asked, answered and decided before a day. This cannot be undone.

    Prompts, replies, quotes and answers are deleted. The chain keeps their hashes and says that they were
    erased, so it can still be verified. The setting retention_days does this by itself.

    \b
    Example:
      pincite runs erase --before 2026-01-01
    """
    with reported(as_json):
        with named(context).open_existing() as library:
            if not yes and not _confirmed(before):
                notice("Nothing was erased.")
                raise typer.Exit(INTERRUPTED_EXIT_CODE)
            count = library.runs.erase(before)
        if as_json:
            print_object({"erased": count})
        else:
            say(
                f"Erased {count:,} run{'' if count == 1 else 's'} and decisions."
                if count
                else "Nothing is that old."
            )


def _confirmed(before: str) -> bool:
    from pincite.audit.recorded_runs import at_utc
    from pincite.cli.screen import printable

    at_utc(before)
    if not sys.stdin.isatty():
        raise InputError(
            "Erasing needs your confirmation, and there is no terminal to ask on.",
            hint="Pass --yes if you are sure.",
        )
    try:
        return typer.confirm(f"Permanently erase all that was asked before {printable(before)}?", err=True)
    except typer.Abort:  # Ctrl-C or the end of the input instead of an answer
        return False


def show_list(found: Sequence[RunLine]) -> None:
    """A line for each run."""
    table = new_table()
    for name in ("run", "asked", "outcome"):
        table.add_column(name, no_wrap=True)
    for name in ("question", "documents"):
        table.add_column(name, overflow="fold")
    for each in found:
        names = ", ".join(map(printable, each.documents[:_MOST_NAMES]))
        more = len(each.documents) - _MOST_NAMES
        named = f"{names} and {more:,} more" if more > 0 else names
        asked_at = each.asked_at[:16].replace("T", " ")
        table.add_row(each.id[:_SHORT_ID], asked_at, each.outcome, printable(one_line(each.question)), named)
    output().print(table)


def show_run(run: RecordedRun, reviews: Sequence[Review] = ()) -> None:
    """What was asked, by what, what was found and claimed, and what came of it."""
    record, trace = run.record, json.loads(run.record.trace)
    print_text((printable(record.question), "bold"))
    print_text((f"{record.outcome} · {record.asked_at} · run {record.id}", "dim"))
    if run.entry:
        say(f"entry {run.entry.number:,} of the chain, hash {run.entry.hash}")
    for title, lines in (*_sections(run, trace), ("Decided by people, not proved", _reviewed(reviews))):
        if lines:
            print_text((title, "bold"), above=1)
        for line in lines:
            print_text(printable(line), indent=2, hanging=2)
    print_text(("Prompts, replies and all else: --json", "dim"), above=1)


def _sections(run: RecordedRun, trace: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    yield "Documents", [f"{each.name}, version {each.version}" for each in run.record.documents]
    yield "Made by", list(_made_by(run.part("made_by", {})))
    yield "Searches", list(_searches(run.part("searches", [])))
    yield "Calls to language models", list(_calls(run.part("calls", {})))
    yield "Decisions", list(trace.get("decisions", ()))
    yield "Claims", list(_claims(run.part("claims", [])))
    if run.answer:
        yield (
            "Answer",
            [
                f"{one_line(item.original)} ({item.evidence[0].name}, line {item.evidence[0].lines[0]})"
                for item in run.answer.items
            ],
        )
    steps = [f"{each['name']}: {1000 * each['seconds']:,.0f} ms" for each in trace.get("steps", ())]
    yield "Timings", steps


def _reviewed(reviews: Sequence[Review]) -> list[str]:
    return [
        f"{each.part} {each.kind} by {each.by}, {each.at[:16].replace('T', ' ')} UTC"
        + (f": {one_line(each.note)}" if each.note else "")
        for each in reviews
    ]


def _made_by(made: dict[str, Any]) -> Iterator[str]:
    if not made:
        return
    yield f"pincite {made['pincite']}, Python {made['python']}, {made['machine']}"
    for each in made["parsers"]:
        yield f"{each['document']}: parser {each['parser']} {each['parser_version']}"
    for name, model in made["models"].items():
        if model:
            yield f"{name}: {_model(model)}"
    changed = ", ".join(f"{key} {json.dumps(value)}" for key, value in made["settings"].items())
    yield f"settings {made['settings_sha256'][:_SHORT_ID]}: {changed or 'all as by default'}"


def _model(model: object) -> str:
    if isinstance(model, dict):
        return ", ".join(f"{key} {value}" for key, value in model.items() if value)
    return ", ".join(map(str, model)) if isinstance(model, list) else str(model)


def _searches(searches: Sequence[dict[str, Any]]) -> Iterator[str]:
    for each in searches:
        if "more" in each:
            yield f"and {each['more']:,} more"
            continue
        hits = ", ".join(f"{path['path']} {path['hits']:,}" for path in each["paths"] if path["hits"])
        yield f"{each['document']}: {hits or 'nothing found'}"


def _calls(part: dict[str, Any]) -> Iterator[str]:
    for call in part.get("calls", ()):
        usage = call["reply"]["usage"]
        tokens = f"{usage['input_tokens']:,} tokens in, {usage['output_tokens']:,} out"
        cost = f", cost {usage['cost']}" if usage["cost"] else ""
        prompt = call["prompt"]["sha256"][:_SHORT_ID]
        yield f"{call['by']}: {call['model']}, prompt {prompt}, {tokens}{cost}, {call['seconds']:.1f} s"


def _claims(claims: Sequence[dict[str, Any]]) -> Iterator[str]:
    for each in claims[:_MOST_CLAIMS]:
        failed = [f"{one['check']}: {one['reason']}" for one in each["verdicts"] if not one["passed"]]
        fate = "kept" if each["kept"] else "; ".join(failed) or "every check passed"
        yield f"{_shortened(each['claim']['original'])} ({each['document']}): {fate}"
    if (more := len(claims) - _MOST_CLAIMS) > 0:
        yield f"and {more:,} more"


def _shortened(words: str) -> str:
    line = one_line(words)
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def show_chain(found: ChainReport) -> None:
    from pincite.language.how_many import how_many

    counts = {kind: found.counts.get(kind, 0) for kind in ("run", "decision")}
    said = f"{how_many(counts['run'], 'run')} and {how_many(counts['decision'], 'decision')}"
    if found.fault:
        print_text((f"Broken at entry {found.fault.number:,}: {printable(found.fault.reason)}.", "bold red"))
    elif found.has_kept_head is False:
        print_text((f"Another chain: {_entries(found.entries)}, {said}.", "bold red"))
    else:
        print_text((f"Intact: {_entries(found.entries)}, {said}.", "green"))
    if found.erased:
        by_reason = [each.reason for each in found.erased]
        told = ", ".join(f"{by_reason.count(reason):,} {reason}" for reason in dict.fromkeys(by_reason))
        say(f"{_entries(len(found.erased))} erased ({told}): only their hashes are left.")
    if found.has_kept_head is False:
        print_text(("The hash that you kept is not in it: it was cut, or made anew.", "bold red"))
    elif found.has_kept_head:
        say("The hash that you kept is in this chain: all up to there is as it was.")
    say(f"Last entry: {found.head_number:,}, hash {found.head}")
    if found.has_kept_head is None and not found.fault:
        say("Keep this hash elsewhere. Who can rewrite the whole library can rebuild the chain, too;")
        say("then it has another hash, and `pincite runs verify --head HASH` says so.")


def _entries(number: int) -> str:
    return "1 entry" if number == 1 else f"{number:,} entries"


def chain_object(found: ChainReport) -> dict[str, object]:
    fault = {"entry": found.fault.number, "reason": found.fault.reason} if found.fault else None
    return {
        **{"intact": found.intact, "entries": found.entries, "counts": dict(found.counts)},
        **{"fault": fault, "has_kept_head": found.has_kept_head},
        "erased": [
            {
                **{"entry": each.number, "kind": each.kind, "subject": each.subject},
                **{"erased_at": each.erased_at, "reason": each.reason},
            }
            for each in found.erased
        ],
        "head": {"entry": found.head_number, "hash": found.head},
    }


def login() -> str:
    """That name, or an InputError that says how to give one."""
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError) as error:
        raise InputError("Nobody is logged in by a name.", hint="Say who decides: --by NAME") from error
