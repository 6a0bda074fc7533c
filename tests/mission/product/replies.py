"""What a language model is asked, and how it replies: the forms of the prompts that the product sends.

The other half of `product.py`: it changes when a prompt's form does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.mission.model_server import Reply, Request, Script

SELF_ASSESSMENT = (
    "extraction_method confidence found complete context_complete context_well_parsed new_keywords "
    "keywords_found conflicting_evidence suggested_clarification"
).split()


class Claim(NamedTuple):
    """What a model says: words it takes for the answer, out of a quote that stands in the lines it was shown."""  # noqa: E501

    quote: str
    words: str = ""
    type: str = "text"
    value: Mapping[str, Any] | None = None
    limits: Sequence[str] = ()
    method: str = "verbatim"
    lines: tuple[int, int] | None = None


def lines_shown(request: Request) -> dict[int, str]:
    """The lines of the document that a prompt holds, by their numbers."""
    fenced = re.search(r"<lines mark=\"(\w+)\">\n(.*?)</lines mark=\"\1\">", request.text, re.DOTALL)
    numbered = re.finditer(r"^(\d+): (.*)$", fenced[2], re.MULTILINE) if fenced else ()
    return {int(one[1]): one[2] for one in numbered}


def is_reading(request: Request) -> bool:
    """Whether the model is asked for values, not to choose among sentences that somebody proposed."""
    return (
        "answering" not in (request.form or {}).get("properties", {})
        and "Proposed answer:" not in request.text
    )


def question_of(request: Request) -> str:
    found = re.findall(r"^Question: (.*)$", request.text, re.MULTILINE)
    return found[-1] if found else ""


def rung_of(request: Request) -> str:
    """How a request holds the model to a form: by the service, by its own grammar, or by words alone."""
    if request.form is not None:
        return "structured"
    return "grammar" if {"grammar", "json_schema", "guided_json", "format"} & set(request.body) else "prompt"


def propose(request: Request, *claims: Claim, own: Mapping[str, Any] | None = None, **signals: Any) -> str:
    """A reply in the form that a reading asks for, with those claims whose quote was shown."""
    items = []
    for claim in claims:
        lines = claim.lines or _lines_of(claim.quote, lines_shown(request))
        if lines is None:
            continue
        typed = (
            f'["{claim.type}"]' in json.dumps(request.form)
            if request.form
            else f'"{claim.type}"' in request.text
        )
        value = claim.value if typed and claim.value else {"text": claim.words or claim.quote}
        items.append({
            "value": {"answer_type": claim.type if typed else "text", **value}, "original": claim.words or claim.quote,  # noqa: E501
            "qualifiers": list(claim.limits), "method": claim.method,
            "evidence": [{"first_line": lines[0], "last_line": lines[1], "quote": claim.quote}],
        })  # fmt: skip
    said = dict.fromkeys(SELF_ASSESSMENT, True) | {
        "extraction_method": "verbatim" if items else "none", "confidence": 0.9, "found": bool(items),
        "new_keywords": [], "keywords_found": [], "conflicting_evidence": False, "suggested_clarification": None,  # noqa: E501
    }  # fmt: skip
    return json.dumps({"items": items, "signals": said | signals | ({"own": own} if own is not None else {})})


def _lines_of(quote: str, shown: Mapping[int, str]) -> tuple[int, int] | None:
    """The shortest run of shown lines that holds a quote, up to spacing."""
    wanted = " ".join(quote.split())
    numbers = list(shown)
    for length in range(1, 6):
        for place in range(len(numbers) - length + 1):
            run = numbers[place : place + length]
            if wanted in " ".join(" ".join(shown[n] for n in run).split()):
                return run[0], run[-1]
    return None


def page_words(request: Request, *lines: str) -> str | None:
    """A reply that reads these lines off the picture of a page; None where it is asked what a picture shows."""  # noqa: E501
    if "lines" not in (request.form or {}).get("properties", {}):
        return None
    rows = [
        {"text": t, "left": 100, "top": 100 + 40 * n, "right": 700, "bottom": 130 + 40 * n}
        for n, t in enumerate(lines)
    ]
    return json.dumps({"lines": rows})


def described(words: str) -> str:
    return json.dumps({"description": words, "decorative": not words})


def choose(request: Request, *quotes: str) -> str:
    """A reply that chooses the sentences that hold one of the quotes."""
    wanted = [" ".join(quote.split()) for quote in quotes]
    chosen = [
        n for n, line in lines_shown(request).items() if any(w in line or line.endswith(w) for w in wanted)
    ]
    return json.dumps({"answering": chosen, "why": "It says so."})


def reader(*claims: Claim, **signals: Any) -> Script:
    """A model that proposes these claims wherever it is shown their quotes, and stands by them when asked."""

    def said(request: Request) -> Reply | str:
        if is_reading(request):
            return propose(request, *claims, **signals)
        return choose(request, *(claim.quote for claim in claims))

    return said


def amount(quote: str, words: str, value: str, currency: str = "EUR", **more: Any) -> Claim:
    return Claim(quote, words, "amount", {"value": value, "currency": currency, "unit": None}, **more)


def plan(sections: Sequence[str] = (), keywords: Sequence[str] = ()) -> Script:
    """A planner's reply: sections by a word of their title, and words to search with."""

    def said(request: Request) -> str:
        titles = re.findall(r"^  (\d+\.\d+): (.*)$", request.text, re.MULTILINE)
        chosen = [number for number, title in titles if any(word in title for word in sections)]
        return json.dumps({
            "documents": [], "sections": chosen, "keywords": list(keywords), "answer_type": None,
            "answer_shape": None, "context": "usual",
        })  # fmt: skip

    return said


def completed(request: Request, question: str) -> str | None:
    """A reply that completes a follow-up; None where that is not what is asked."""
    if "whole" not in (request.form or {}).get("properties", {}):
        return None
    return json.dumps({"whole": False, "question": question})
