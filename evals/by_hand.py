"""Count what came of questions whose language model was somebody who saw only the requests.

    python -m evals.by_hand HOME

HOME holds the requests (`in/*.json`, each with `messages`) and `results.jsonl`: one line for each question,
with its gold `row` and its `answer`. What was not answered is listed with what stopped it: whether it was
proposed rightly is for somebody to see who looks at the replies.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evals.score.marking import mark
from evals.score.observation import Observation, ObservedItem
from pincite.quality.questions import GoldRow


def main() -> int:
    home = Path(sys.argv[1])
    results = [json.loads(line) for line in (home / "results.jsonl").read_text("utf-8").splitlines()]
    requests = [json.loads(path.read_text("utf-8")) for path in sorted((home / "in").glob("*.json"))]
    calls = calls_by_question(requests, [each["row"]["question"] for each in results])
    counts: Counter[str] = Counter()
    for each in results:
        row, answer = each["row"], each["answer"]
        came = came_to(row, answer)
        counts[came] += 1
        reasons = [lead["reason"] for lead in answer.get("leads", [])[:2] if lead.get("reason")]
        told = "; ".join(reasons) if came == "not answered" else ""
        print(f"{came:<14} {calls[row['question']]} calls  {row['id']}  {told}")
    sent = Counter(_digest(request) for request in requests)
    print(json.dumps({
        **counts,
        "questions": len(results),
        "requests": len(requests),
        "calls_per_question": round(sum(calls.values()) / max(1, len(results)), 3),
        "most_calls": max(calls.values(), default=0),
        "identical_calls": sum(count - 1 for count in sent.values()),
    }, indent=1))  # fmt: skip
    return 0


def came_to(row: dict[str, Any], answer: dict[str, Any]) -> str:
    """Right, wrong, probable, not answered; of a question without an answer quiet, or answered absent."""
    outcome = answer.get("outcome", "failed")
    shown = outcome in ("answered", "incomplete", "conflict")
    if row["absent"]:
        return "answered absent" if shown else "probable absent" if outcome == "probable" else "quiet"
    if not shown:
        return "probable" if outcome == "probable" else "failed" if outcome == "failed" else "not answered"
    gold = GoldRow.model_validate(row)
    return "right" if mark(gold, _observation(gold, answer)).right else "wrong"


def _observation(row: GoldRow, answer: dict[str, Any]) -> Observation:
    items = tuple(
        ObservedItem(
            answer_type=item["type"],
            value=item["value"],
            original=item["original"],
            confidence=1.0,
            proved=True,
            places=tuple(
                {"start": at["start"], "end": at["end"], "page": at["page"], "snippet": at["snippet"][:600]}
                for at in item["evidence"]
            ),
        )
        for item in answer["items"]
    )
    return Observation(key="", row=row.id, outcome=answer["outcome"], items=items)


def calls_by_question(requests: list[dict[str, Any]], questions: list[str]) -> Counter[str]:
    """How many requests hold each question; the longest question that a request holds is meant."""
    found: Counter[str] = Counter(dict.fromkeys(questions, 0))
    for request in requests:
        said = "\n".join(_texts(request))
        meant = [question for question in questions if question in said]
        if meant:
            found[max(meant, key=len)] += 1
    return found


def _texts(request: dict[str, Any]) -> Iterator[str]:
    for message in request["messages"]:
        content = message["content"]
        yield content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def _digest(request: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
