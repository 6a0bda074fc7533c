"""Which quotes are taken for genuine, and how long that takes, beside the quote checks of others.

Run: python evals/bench/quote_check.py [--quick]
The document and the quotes are made up here. Where the folder named by PINCITE_SHARED (or `shared` beside the
checkout) holds checks/quotes-dev.jsonl, quotes of real contracts are tried too.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from figures import Figure, Row, Table, milliseconds, peer_row, run
from matchers import MATCHERS, OURS, Matcher, pincite, quiet
from publish import STOPPED
from quotes import Quoted, Sentence, long_text, quotes

CHARACTERS = 340_000
_EACH, _LIMIT_SECONDS = 16, 30.0
_QUICK_EACH, _QUICK_LIMIT_SECONDS = 1, 1.0
# Seconds for one quote in a whole document: timed once.
_SLOW = ("langextract, default", "instructor")
# The exact aligner is the other one without its last step, and would double the longest part of the run.
_NOT_TIMED = (OURS, "langextract, exact only")
_SCRIPT = "quote_check.py"
_SET_COLUMNS = ("genuine accepted", "falsified accepted", "each")


def measure(quick: bool) -> list[Table]:
    quiet()
    text, places = long_text(CHARACTERS)
    made = quotes(text, places, _QUICK_EACH if quick else _EACH)
    timed = _timed(text, places, quick)
    tables = [timed, _rated("Quote check, quotes of the made-up contract", made, _ABOUT_MADE)]
    if shared := _shared_checks():
        chosen = shared[:: 20 if quick else 1]
        tables.append(_rated("Quote check, quotes of real contracts", chosen, _ABOUT_REAL))
    return tables


_ABOUT_MADE = (
    "Genuine quotes differ by line breaks, words broken over lines, ligatures, quotation marks or spacing; "
    "falsified ones by a digit, a negation, a party, a unit, a word, or by ending inside a number. Each is "
    "looked for in the 3,000 characters around its place, so that slow matchers can take part. "
    "The set is ours (`evals/bench/quotes.py`)."
)
_ABOUT_REAL = (
    "The same question for quotes of real contracts, 250 genuine and 425 falsified in the full set, each "
    "in an excerpt of 1,700 characters. The set is not part of the repository: the table is "
    "there only when it is found."
)


def _shared_checks() -> list[Quoted]:
    beside = Path(__file__).parents[3] / "shared"
    path = Path(os.environ.get("PINCITE_SHARED", beside)) / "checks" / "quotes-dev.jsonl"
    if not path.exists():
        return []
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Quoted(row["quote"], row["source"], bool(row["accept"]), row["kind"]) for row in rows]


def _rated(title: str, chosen: list[Quoted], about: str) -> Table:
    ours = _rates(OURS, pincite, chosen)
    peers = {name: load for name, load in MATCHERS.items() if name != OURS}
    rows = [peer_row(name, partial(_rates, name, load, chosen)) for name, load in peers.items()]
    return Table(title, _SCRIPT, _SET_COLUMNS, (ours, *rows), about, compared=2)


def _rates(name: str, load: Callable[[], Matcher], chosen: list[Quoted]) -> Row:
    matcher = load()
    matcher("ready", "Loaded and ready.")
    started = time.process_time()
    accepted = [matcher(each.quote, each.source) for each in chosen]
    each_ms = (time.process_time() - started) * 1000 / len(chosen)
    genuine = sum(each.genuine for each in chosen)
    right = sum(taken for taken, each in zip(accepted, chosen, strict=True) if each.genuine)
    wrong = sum(accepted) - right
    of_genuine, of_false = f"of {genuine}", f"of {len(chosen) - genuine}"
    if name != OURS:
        return Row(name, (Figure(right, of_genuine), Figure(wrong, of_false), Figure(each_ms, "ms")))
    held = (
        Figure(right, of_genuine, least=genuine),
        Figure(wrong, of_false, most=0),
        Figure(each_ms, "ms", most=1),
    )
    return Row(name, held, ours=True)


def _timed(text: str, places: list[Sentence], quick: bool) -> Table:
    """One quote in the whole document: as printed, with its lines moved, and one that is not there."""
    late = places[len(places) * 9 // 10 :]
    place = next(each for each in late if text[each.start : each.end].count("\n") == 2)
    absent = _absent(place.words)
    cases = {"as printed": text[place.start : place.end], "line breaks moved": place.words, "absent": absent}
    rows = [_ours(cases, text), _ours_cold(place.words, text)]
    limit = _QUICK_LIMIT_SECONDS if quick else _LIMIT_SECONDS
    tried = {"as printed": cases["as printed"]} if quick else cases
    rows += [
        peer_row(name, partial(_peer, name, tried, text, limit))
        for name in MATCHERS
        if name not in _NOT_TIMED
    ]
    about = (
        f"One quote of {len(place.words)} characters in {len(text):,}. A peer is stopped after {limit:.0f} "
        "s; where it gives the wrong answer, that is said. Cold means that the document's folded "
        "form is built first."
    )
    title = "Quote check, one quote in a long document"
    return Table(title, _SCRIPT, tuple(cases), tuple(rows), about, compared=2)


def _absent(words: str) -> str:
    """The same words in another order: nothing of it but single words is in the document."""
    shuffled = words.split()
    random.Random(5).shuffle(shuffled)
    return " ".join(shuffled)


def _ours(cases: dict[str, str], text: str) -> Row:
    matcher = pincite()
    figures = []
    for case, quote in cases.items():
        found = matcher(quote, text)
        took = milliseconds(partial(matcher, quote, text))
        figures.append(Figure(took, "ms", most=5 if case == "absent" else 2, remark=_remark(case, found)))
    return Row(OURS, tuple(figures), ours=True)


def _ours_cold(quote: str, text: str) -> Row:
    from pincite.records.fold import fold_once

    matcher = pincite()
    took = milliseconds(lambda: matcher(quote, text), fold_once.cache_clear)
    return Row(f"{OURS}, cold", (None, Figure(took, "ms", most=60), None), ours=True)


def _peer(name: str, cases: dict[str, str], text: str, limit: float) -> Row:
    """Each case in a process of its own, which can be stopped."""
    MATCHERS[name]()
    return Row(name, tuple(_apart(name, case, quote, text, limit) for case, quote in cases.items()))


def _apart(name: str, case: str, quote: str, text: str, limit: float) -> Figure:
    runs = 1 if name in _SLOW else 5
    asked = json.dumps({"quote": quote, "text": text, "runs": runs, "limit": limit})
    command = [sys.executable, str(Path(__file__).with_name("matchers.py")), name]
    done = subprocess.run(command, input=asked, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode == -signal.SIGALRM:
        return Figure(limit * 1000, "ms", remark=STOPPED)
    done.check_returncode()
    answer = json.loads(done.stdout)
    return Figure(answer["milliseconds"], "ms", remark=_remark(case, answer["found"]))


def _remark(case: str, found: bool) -> str:
    """Only what is wrong."""
    if found is (case != "absent"):
        return ""
    return "found" if found else "not found"


if __name__ == "__main__":
    run(measure, __doc__)
