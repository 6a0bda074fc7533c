"""What a scripted model is shown and says, in the form that the product holds its readers to."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.mission import machinery
from tests.mission.machinery import Claim, Record, first
from tests.mission.model_server import Request, Script

LINES: dict[Any, list[str]] = {}
"""By lines as the document counts them the sentences in them: tests may name a place so."""
SELF_ASSESSMENT = (
    dict.fromkeys(["found", "complete", "context_structured"], True)
    | {"new_keywords": [], "keywords_found": [], "caveats": []}
    | {"extraction_method": "verbatim", "confidence": "sure", "context_completeness": "complete"}
    | {"conflicting_evidence": False, "suggested_clarification": None}
)


def shown(request: Request) -> Record:
    """The form of a prompt, its question, its numbered lines without what is added to them, and its rung."""
    fenced = first(r'(?s)<lines mark="\w+">\n(.*?)</lines mark="', request.text)
    grammar = {"grammar", "json_schema", "guided_json", "format"} & set(request.body)
    lines = re.findall(r"^(\d+): (?:\[(?:part )?\d+ of \d+\] )?(.*)$", fenced, re.MULTILINE)
    return Record(
        form=(request.form or {}).get("properties", {}),
        question=first(r"(?s).*^Question: ([^\n]*)$", request.text),
        lines={int(n): line for n, line in lines},
        rung="structured" if request.form is not None else "grammar" if grammar else "prompt",
        reading=True,
    )


def reader(*claims: Claim, **signals: Any) -> Script:
    """A model that points at those claims whose quote it is shown; at the nearest where one is asked for."""
    told = {"context_complete": "context_completeness", "context_well_parsed": "context_structured"}
    words_for = {"context_completeness": {True: "complete", False: "partial"}, "confidence": {0.4: "likely"}}
    named = {told.get(name, name): value for name, value in signals.items()}
    stated = {n: words_for[n][v] if n in words_for else v for n, v in named.items()}

    def item(claim: Claim, asked: Record, offered: str) -> dict[str, Any] | None:
        there = machinery.lines_of(claim.quote, asked.lines)
        own = LINES.get(claim.lines, ())  # tests may name lines as the document counts them
        lines = [n for n, line in asked.lines.items() if line in own] or [999]
        if not claim.lines:
            lines = list(range(there[0], there[1] + 1)) if there else []
        typed = claim.value and f'["{claim.type}"]' in offered and claim.type != "boolean"
        made = dict.fromkeys(["column", "label", "parent"]) | {"lines": lines, "words": claim.words}
        made["words"] = (claim.words if there and claim.quote.strip() else "") or claim.quote
        made["value"] = {"answer_type": claim.type, **claim.value} if claim.value and typed else None
        made["limit"] = first(f"({'.*'.join(claim.limits)})", claim.quote) or None
        return made if lines else None

    def said(request: Request) -> str:
        asked, one = shown(request), "seems to ask for one thing" in request.text
        offered = json.dumps(request.form) if request.form else re.sub(r"\s", "", request.text)
        items = [made for claim in claims if (made := item(claim, asked, offered))]
        items = machinery.nearest(asked.question, items, asked.lines) if one else items
        yes = [claim.value["value"] for claim in claims if claim.type == "boolean" and claim.value]
        kind = "none" if not items else "list" if len(items) > 1 else "words"
        kind = ("yes" if yes[0] else "no") if items and yes else kind
        rest = {name: [] for name in ("condition_lines", "rule_lines", "head_lines", "row_lines")}
        whole = {"formula": None, "whole_list": True if kind == "list" else None}
        found = {} if items else {"found": False, "extraction_method": "none"}
        return json.dumps(
            {"q1": {"kind": kind, "items": items} | rest | whole | SELF_ASSESSMENT | found | stated}
        )

    return said


def amount(quote: str, words: str, value: str, currency: str = "EUR", **more: Any) -> Claim:
    return Claim(quote, words, "amount", {"value": value, "currency": currency, "unit": None}, **more)


def reply(request: Request, **said: Any) -> str | None:
    """What is asked beside values: a page's lines, what a picture shows, a whole question, or a plan."""
    form, box = shown(request).form, {"left": 100, "top": 100, "right": 700, "bottom": 130}
    titles = re.findall(r"^  (\d+\.\d+): (.*)$", request.text, re.MULTILINE)
    sections = [number for number, title in titles if any(word in title for word in said.get("sections", ()))]
    unsaid = {"documents": [], "answer_type": None, "context": "usual"}
    forms = {
        "lines": {"lines": [{"text": line} | box for line in said.get("lines", ())]},
        "whole": {"whole": False, "question": said.get("completed")},
        "description": {"description": said.get("shows"), "decorative": False},
        "sections": unsaid | {"sections": sections, "keywords": said.get("keywords")},
    }
    return next((json.dumps(reply) for name, reply in forms.items() if name in form), None)
