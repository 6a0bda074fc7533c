"""What each score, outcome and kind of error is called, what it says, and which way is better."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from pincite.evaluate.evaluation import ErrorKind

Form = Literal["share", "index", "count", "milliseconds", "number"]
Better = Literal["up", "down", "neither"]


@dataclass(frozen=True, slots=True)
class ScoreName:
    """A score for a reader: its name, one line that explains it, and how it is written."""

    label: str
    meaning: str
    better: Better = "up"
    form: Form = "share"


SCORES: dict[str, ScoreName] = {
    "right": ScoreName("Right", "Of the questions with an answer, those answered rightly: value and place."),
    "wrong": ScoreName(
        "Wrong",
        "Of all questions, those with a false answer, also where the document is silent.",
        "down",
    ),
    "not_found_on_absent": ScoreName(
        "Silence recognised",
        "Of the questions without an answer, those that came out as not found.",
    ),
    "quiet_on_absent": ScoreName(
        "Quiet where silent",
        "Of the questions without an answer, those that ended without an item.",
    ),
    "not_found_risk": ScoreName(
        "Not found, though it is there",
        "Of the questions that came out as not found, those whose document has the answer.",
        "down",
    ),
    "led": ScoreName(
        "Led to the place",
        "Of the questions with a known place, those whose answer or first five leads touch it.",
    ),
    "leads_on_absent": ScoreName(
        "Leads where silent", "Of the questions without an answer, those that show leads.", "down"
    ),
    "coverage_at_5": ScoreName(
        "Answerable at 5 % wrong",
        "Questions that one bar on the chance would answer with at most 5 % wrong here.",
    ),
    "oracle_believed": ScoreName(
        "Truth believed", "Of the right answers that were proposed, those that left as right answers."
    ),
    "oracle_quiet": ScoreName(
        "Quiet with the truth", "Of the questions whose answer is not there, those without an item."
    ),
    "liar_believed": ScoreName(
        "Lies believed", "Of the wrong answers that were proposed, those that were shown.", "down"
    ),
    "invented": ScoreName(
        "Invented items", "Items that their own citation does not prove. Must be none.", "down", "count"
    ),
    "answered": ScoreName("Answered", "Questions that got an answer, right or wrong.", "neither"),
    "risk": ScoreName(
        "Wrong when shown",
        "Of the answers that show items, those that are wrong, and conflicts with no right side.",
        "down",
    ),
    "value_accuracy": ScoreName(
        "Value right", "Of the questions with an answer, those whose value came out the same."
    ),
    "value_exact": ScoreName("Value right to the letter", "The same, written exactly as expected."),
    "page_accuracy": ScoreName(
        "Page right", "Of the questions with an answer, those cited on an expected page only."
    ),
    "span_f1": ScoreName(
        "Words cited", "How far the cited words are the expected ones; no answer counts as 0."
    ),
    "citation_precision": ScoreName(
        "Citations that count", "Of the cited places, those that are an expected one."
    ),
    "citation_recall": ScoreName("Places cited", "Of the expected places, those that were cited."),
    "page_precision": ScoreName("Pages that count", "Of the cited pages, those that were expected."),
    "page_recall": ScoreName("Pages cited", "Of the expected pages, those that were cited."),
    "completeness": ScoreName(
        "Lists complete", "Of the items that a list should have, those that were given."
    ),
    "list_precision": ScoreName("Lists true", "Of the items given in a list, those that are right."),
    "presence_precision": ScoreName(
        "Shown rightly", "Of the questions for which something was shown, those that have an answer."
    ),
    "presence_recall": ScoreName(
        "Presence seen", "Of the questions with an answer, those for which something was shown."
    ),
    "presence_auroc": ScoreName(
        "Presence told from absence",
        "How often a question with an answer ranks above one without; 0.5 is chance.",
        "up",
        "index",
    ),
    "calibration_error": ScoreName(
        "Calibration error",
        "How far the chance of the best candidate and the share that is right lie apart.",
        "down",
    ),
    "conflicts": ScoreName(
        "Conflicts", "Questions that came out as a conflict: several answers in the document.", "neither"
    ),
    "failed": ScoreName("Failed", "Questions that ended in an error.", "down"),
    "verifier_auroc": ScoreName(
        "Support told from no support",
        "How often a supported claim scores above one that is not; 0.5 is chance.",
        "up",
        "index",
    ),
    "verifier_balanced_accuracy": ScoreName(
        "Claims judged rightly", "Supported and unsupported claims counting the same (50 % is chance)."
    ),
    "counterfactual_followed": ScoreName(
        "Change followed", "Of the changed facts, those for which the answer changed with them."
    ),
    "counterfactual_stale": ScoreName(
        "Change overlooked", "Of the changed or removed facts, those answered as before.", "down"
    ),
    "deletion_vanished": ScoreName(
        "Removal noticed", "Of the removed facts, those that came out as not found."
    ),
    "p50_ms": ScoreName("Median time", "Half of the questions take no longer.", "down", "milliseconds"),
    "p95_ms": ScoreName(
        "95th percentile of time", "95 in 100 questions take no longer.", "down", "milliseconds"
    ),
    "cost": ScoreName("Cost", "Spent on models, for each question.", "down", "number"),
}

# What came of a question, in the order and the colours of the bar.
OUTCOMES: dict[str, tuple[str, str]] = {
    "right": ("answered rightly", "right"),
    "answered": ("answered", "right"),
    "recognised": ("silence recognised", "absent"),
    "not_found": ("not found", "absent"),
    "untold": ("answered, not to be judged", "partial"),
    "incomplete": ("incomplete", "partial"),
    "conflict": ("a conflict", "other"),
    "missed": ("missed", "unanswered"),
    "withheld": ("withheld", "withheld"),
    "unverified": ("withheld", "withheld"),
    "unclear": ("asked what is meant", "other"),
    "needs_clarification": ("asked what is meant", "other"),
    "failed": ("failed", "failed"),
    "not_recognised": ("silence neither recognised nor answered", "withheld"),
    "not_absent": ("answered though the document is silent", "invented"),
    "wrong": ("answered wrongly", "wrong"),
}

# The gravest first: the heading of each kind of error, and what it means.
ERRORS: dict[ErrorKind, tuple[str, str]] = {
    "invented": ("Invented", "The place that is cited does not prove what was given."),
    "not_absent": (
        "Answered though the document is silent",
        "The document has no answer, and one was given.",
    ),
    "wrong": ("Wrong", "An answer was given, and it is not the one that was expected."),
    "incomplete": ("Incomplete", "Some of the expected items were given, but not all."),
    "withheld": ("Withheld", "Something was found, and kept back because it did not pass every check."),
    "missed": ("Missed", "The document has the answer, and it was not given."),
    "failed": ("Failed", "The question ended in an error."),
}


def score_name(name: str) -> ScoreName:
    """The name of a score, also of one of a single data set, of a depth, or not known here."""
    if name in SCORES:
        return SCORES[name]
    if "recall_at_" in name:
        return _recall(name)
    if (known := _known(name)) in SCORES:
        return replace(
            SCORES[known], label=f"{SCORES[known].label}: {spelled(name[len(known) + 1 :])}", meaning=""
        )
    return ScoreName(spelled(name).capitalize(), "", "neither", "number")


def spelled(name: str) -> str:
    """A name of the program as words."""
    return name.replace("_", " ").strip()


def in_order(names: Iterable[str]) -> list[str]:
    """Scores in the order in which they are read; those not known here come last."""
    known = {name: place for place, name in enumerate(SCORES)}
    return sorted(names, key=lambda name: (known.get(_known(name), len(known)), _depth(name), name))


def _recall(name: str) -> ScoreName:
    depth = _depth(name)
    if name.startswith("page_"):
        return ScoreName(
            f"Page in the first {depth}", f"Questions with an expected page among the first {depth} pages."
        )
    if name.startswith("all_"):
        return ScoreName(
            f"All in the first {depth}", f"Of the expected places, those among the first {depth} passages."
        )
    return ScoreName(
        f"Found in the first {depth}", f"Questions with an expected place among the first {depth} passages."
    )


def _known(name: str) -> str:
    """The score that a name like `verifier_auroc/set` is a part of."""
    return name.split("/", 1)[0]


def _depth(name: str) -> int:
    last = name.rsplit("_", 1)[-1]
    return int(last) if last.isdecimal() else 0
