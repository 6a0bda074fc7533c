"""What each score, outcome and kind of error is called, what it says, and which way is better."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from evals.score.evaluation import ErrorKind

Form = Literal["share", "index", "count", "milliseconds", "number"]
Better = Literal["up", "down", "neither"]


@dataclass(frozen=True, slots=True)
class ScoreName:
    """A score for a reader: its name, one line that explains it, and how it is written."""

    label: str
    meaning: str
    better: Better = "up"
    form: Form = "share"

    @property
    def share_of(self) -> str:
        """What a share is counted of, as its meaning says; empty for what is no share."""
        of = next((of for begins, of in _SHARE_OF.items() if self.meaning.startswith(begins)), "")
        return of if self.form == "share" else ""


_SHARE_OF = {
    "Of all questions": "all questions",
    "Of the questions with an answer": "answerable ones",
    "Of the questions without an answer": "unanswerable ones",
    "Of the questions with a known place": "answerable ones",
    "Of the questions that came out as not found": "those not found",
    "Of the questions for which something was shown": "those answered",
    "Of the answers": "those answered",
    "Of the cited places": "cited places",
    "Of the cited pages": "cited pages",
    "Of the expected places": "expected places",
    "Of the expected pages": "expected pages",
}


SCORES: dict[str, ScoreName] = {
    "right": ScoreName("Right", "Of the questions with an answer, those answered rightly: value and place."),
    "wrong": ScoreName(
        "Wrong",
        "Of all questions, those answered wrongly, also where the document has no answer.",
        "down",
    ),
    "not_found_on_absent": ScoreName(
        "Not found, rightly",
        "Of the questions without an answer, those that came out as not found.",
    ),
    "quiet_on_absent": ScoreName(
        "No answer given, rightly",
        "Of the questions without an answer, those that got none: not found, or leads only.",
    ),
    "not_found_risk": ScoreName(
        "Not found, wrongly",
        "Of the questions that came out as not found, those whose document has the answer.",
        "down",
    ),
    "led": ScoreName(
        "Right place shown",
        "Of the questions with a known place, those whose answer or first five leads show it.",
    ),
    "leads_on_absent": ScoreName(
        "Leads to nothing", "Of the questions without an answer, those that show leads.", "down"
    ),
    "coverage_at_5": ScoreName(
        "Coverage at 5 % wrong",
        "Of all questions, those answered at a bar where at most 5 % of the answers are wrong.",
    ),
    "oracle_believed": ScoreName("Truth believed", "Of the right answers proposed, those given as answers."),
    "oracle_quiet": ScoreName(
        "No answer given, rightly", "Of the questions without an answer, those that got none."
    ),
    "oracle_shown": ScoreName(
        "Shown truth believed", "Of the right answers whose lines were shown, those given as answers."
    ),
    "proved_share": ScoreName("Values proved", "Of the right values proposed, those that code proves."),
    "left_out_share": ScoreName(
        "Places not shown", "Of the questions with a known place, those whose place no line shows.", "down"
    ),
    "forger_believed": ScoreName("Forgeries believed", "Of what was forged, what left.", "down"),
    "calls_per_question": ScoreName(
        "Calls a question", "How often the reader is asked for one question.", "down", "number"
    ),
    "most_calls": ScoreName("Most calls", "How often it is asked for one question at most.", "down", "count"),
    "identical_calls": ScoreName(
        "Identical calls", "Calls that repeat another. There must be none.", "down", "count"
    ),
    "disagreements": ScoreName(
        "Disagreements", "Items that the prover or the watchman alone refuses.", "down", "count"
    ),
    "watchman_unread": ScoreName(
        "Not read again", "Of the items given, those that the watchman cannot read.", "down"
    ),
    "liar_believed": ScoreName("Lies believed", "Of the wrong answers proposed, those shown.", "down"),
    "invented": ScoreName(
        "Invented items", "Items that their own citation does not prove. There must be none.", "down", "count"
    ),
    "silent": ScoreName(
        "Not answered, rightly", "Of the questions without an answer, those that got none, or a probable one."
    ),
    "probable_right": ScoreName(
        "Probable and right", "Of the questions with an answer, those whose probable answer is right."
    ),
    "probable_wrong": ScoreName(
        "Probable and wrong", "Of the probable answers, those that are wrong.", "down"
    ),
    "answered": ScoreName("Answered", "Of all questions, those that got an answer.", "neither"),
    "risk": ScoreName(
        "Wrong when answered",
        "Of the answers given, those that are wrong; a conflict with no right side counts as wrong.",
        "down",
    ),
    "value_accuracy": ScoreName(
        "Value right", "Of the questions with an answer, those whose value is the expected one."
    ),
    "value_exact": ScoreName(
        "Value right to the letter",
        "Of the questions with an answer, those whose value is written alike.",
    ),
    "page_accuracy": ScoreName(
        "Page right", "Of the questions with an answer, those cited on an expected page only."
    ),
    "span_f1": ScoreName(
        "Words cited", "How much the cited words and the expected ones overlap (F1); no answer counts as 0."
    ),
    "citation_precision": ScoreName("Citations right", "Of the cited places, those that were expected."),
    "citation_recall": ScoreName("Places cited", "Of the expected places, those that were cited."),
    "page_precision": ScoreName("Cited pages right", "Of the cited pages, those that were expected."),
    "page_recall": ScoreName("Pages cited", "Of the expected pages, those that were cited."),
    "completeness": ScoreName("Lists complete", "Of the items that a list should have, those given."),
    "item_recall": ScoreName("Items found", "Of the items of all lists together, those that were found."),
    "item_precision": ScoreName(
        "Items right", "Of the items given in all lists together, those that are right."
    ),
    "list_precision": ScoreName("List items right", "Of the items given in a list, those that are right."),
    "presence_precision": ScoreName(
        "Answered, answerable", "Of the questions for which something was shown, those that have an answer."
    ),
    "presence_recall": ScoreName(
        "Answerable, answered", "Of the questions with an answer, those for which something was shown."
    ),
    "presence_auroc": ScoreName(
        "Answerable ranked first",
        "How often a question with an answer ranks above one without; 0.5 is chance.",
        "up",
        "index",
    ),
    "calibration_error": ScoreName(
        "Calibration error",
        "How far the stated chance differs, on average, from the share that is right.",
        "down",
    ),
    "conflicts": ScoreName(
        "Conflicts", "Of all questions, those with conflicting answers in the document.", "neither"
    ),
    "failed": ScoreName("Failed", "Of all questions, those that ended in an error.", "down"),
    "verifier_auroc": ScoreName(
        "Support ranked first",
        "How often a supported claim scores above one that is not; 0.5 is chance.",
        "up",
        "index",
    ),
    "verifier_balanced_accuracy": ScoreName(
        "Claims judged rightly", "The mean for supported and for unsupported claims; 50 % is chance."
    ),
    "counterfactual_followed": ScoreName(
        "Change followed", "Of the changed facts, those whose answer changed too."
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
    "cost": ScoreName("Cost", "Spent on models for one question.", "down", "number"),
}

# What came of a question, in the order and the colours of the bar.
OUTCOMES: dict[str, tuple[str, str]] = {
    "right": ("answered rightly", "right"),
    "answered": ("answered", "right"),
    "recognised": ("not found, rightly", "absent"),
    "not_found": ("not found", "absent"),
    "probable_right": ("probable, and right", "partial"),
    "probable": ("probable", "partial"),
    "untold": ("answered, cannot be judged", "partial"),
    "incomplete": ("incomplete", "partial"),
    "conflict": ("a conflict", "other"),
    "missed": ("not found, wrongly", "unanswered"),
    "withheld": ("leads only", "withheld"),
    "unverified": ("leads only", "withheld"),
    "unclear": ("asked what you mean", "other"),
    "needs_clarification": ("asked what you mean", "other"),
    "failed": ("failed", "failed"),
    "not_recognised": ("leads only, and there is no answer", "withheld"),
    "probable_wrong": ("probable, and wrong", "withheld"),
    "probable_not_absent": ("probable, and there is no answer", "withheld"),
    "not_absent": ("answered, and there is no answer", "invented"),
    "wrong": ("answered wrongly", "wrong"),
}

# The gravest first: the heading of each kind of error, and what it means.
ERRORS: dict[ErrorKind, tuple[str, str]] = {
    "invented": ("Invented", "The cited place does not prove the answer."),
    "not_absent": (
        "Answered, and there is no answer",
        "The document has no answer, but one was given.",
    ),
    "wrong": ("Wrong", "The answer given is not the expected one."),
    "incomplete": ("Incomplete", "Some of the expected items were given, but not all."),
    "withheld": ("Not answered", "Nothing was sure enough to be the one answer."),
    "missed": ("Not found, wrongly", "The document has the answer, but Pincite said it does not."),
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
