"""Show recorded runs: the list, one run, and what a check of the chain says."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from pincite.cli.running_text import one_line
from pincite.cli.screen import new_table, output, print_text, printable, say
from pincite.language.how_many import how_many

if TYPE_CHECKING:
    from pincite.answer.reviews import Review
    from pincite.audit.chain_check import ChainReport
    from pincite.audit.recorded_runs import RecordedRun
    from pincite.records.library import RunLine

_SHORT_ID = 12
_MOST_NAMES, _MOST_CLAIMS, _LONGEST = 2, 20, 160


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
    print_text(Text(printable(record.question), "bold"))
    print_text(Text(f"{record.outcome} · {record.asked_at} · run {record.id}", "dim"))
    if run.entry:
        say(f"entry {run.entry.number:,} of the chain, hash {run.entry.hash}")
    for title, lines in (*_sections(run, trace), ("Decided by people, not proved", _reviewed(reviews))):
        if lines:
            print_text(Text(title, "bold"), above=1)
        for line in lines:
            print_text(Text(printable(line)), indent=2, hanging=2)
    print_text(Text("Prompts, replies and all else: --json", "dim"), above=1)


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
    counts = {kind: found.counts.get(kind, 0) for kind in ("run", "decision")}
    said = f"{how_many(counts['run'], 'run')} and {how_many(counts['decision'], 'decision')}"
    if found.fault:
        print_text(
            Text(f"Broken at entry {found.fault.number:,}: {printable(found.fault.reason)}.", "bold red")
        )
    elif found.has_kept_head is False:
        print_text(Text(f"Another chain: {_entries(found.entries)}, {said}.", "bold red"))
    else:
        print_text(Text(f"Intact: {_entries(found.entries)}, {said}.", "green"))
    if found.erased:
        by_reason = [each.reason for each in found.erased]
        told = ", ".join(f"{by_reason.count(reason):,} {reason}" for reason in dict.fromkeys(by_reason))
        say(f"{_entries(len(found.erased))} erased ({told}): only their hashes are left.")
    if found.has_kept_head is False:
        print_text(Text("The hash that you kept is not in it: it was cut, or made anew.", "bold red"))
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
