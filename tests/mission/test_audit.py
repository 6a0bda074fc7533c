"""A: what is on record, and what can be shown to others."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.mission import documents, product
from tests.mission.model_server import ModelServer

_FEE = product.amount("The monthly fee is EUR 500", "EUR 500", "500")
_ASKED = "What is the monthly fee?"


def _pages() -> list[list[str]]:
    return [
        ["Terms of service", *documents.filler(4)],
        ["1. Fees", "The monthly fee is EUR 500.", "It is due in advance."],
    ]


def test_A1_the_trace_holds_everything_that_happened(model: ModelServer, tmp_path: Path) -> None:
    model.script = product.reader(_FEE)
    with product.Library(tmp_path / "library", reads=False, model=model, prices=product.PRICES) as library:
        library.add(documents.pdf(tmp_path / "terms.pdf", *_pages()))
        answer = library.ask(_ASKED)
        record = library.recorded(answer.run)
        intact = product.run("runs", "verify", library=library.place)
    assert record.question == _ASKED
    assert [one["name"] for one in record.documents] == ["terms.pdf"]
    assert any(step.startswith("plan") for step in record.decisions)
    assert record.search_words
    assert any(path["hits"] for search in record.searches for path in search["paths"])
    assert record.steps
    assert all(step["seconds"] >= 0 for step in record.steps)
    assert record.made_by
    recorded = json.dumps(record.calls)
    for request in model.requests:
        body = request.messages[-1]
        assert (
            json.dumps(body[:80])[1:-1] in recorded
            or json.dumps(product.shown(request).question)[1:-1] in recorded
        )
    assert "The monthly fee is EUR 500" in recorded, "raw replies"
    assert "cost" in recorded
    assert any(
        verdict["check"] == "value" and verdict["reason"]
        for claim in record.claims
        for verdict in claim["verdicts"]
    )
    assert intact.code == 0, "the chain is intact"


def test_A2_a_report_is_one_file_with_the_words_highlighted_and_there_is_a_marked_pdf(
    model: ModelServer, tmp_path: Path
) -> None:
    model.script = product.reader(_FEE)
    with product.Library(tmp_path / "library", reads=False, model=model, strictness="lenient") as library:
        library.add(documents.pdf(tmp_path / "terms.pdf", *_pages()))
        run = library.ask(_ASKED).run
        page = library.report(run, "html").decode()
        csv = library.report(run, "csv").decode()
        data = library.report(run, "json")
        marked = library.marked_pdf(run)
    assert "EUR 500" in page
    assert "data:image/png;base64," in page, "a picture of the page, inside the file"
    assert not re.search(r"<script|https?://(?!www\.w3\.org)[^\"' ]+\.(?:js|css|png)", page)
    assert re.search(r"href=\"#", page), "each item links to its page"
    assert "EUR 500" in csv
    assert "terms.pdf" in csv
    assert "EUR 500" in json.dumps(json.loads(data))
    assert marked.startswith(b"%PDF")
    assert b"/Highlight" in marked


def test_A3_a_certificate_is_proved_again_offline_and_tampering_is_found(
    shipped: product.Library, tmp_path: Path
) -> None:
    run = shipped.ask("What is the monthly rent?").run
    proof = shipped.certify(run)
    source = documents.lease(tmp_path)
    (tmp_path / "answer.json").write_bytes(proof)
    # A process without library, model and network.
    done = product.run("check", str(tmp_path / "answer.json"), str(source), library=tmp_path / "nowhere")
    assert done.code == 0, done.err + done.out
    assert product.check(proof, source).holds
    assert product.check(proof).holds, "also by the text inside it"
    assert not product.check(product.forge(proof, "2400.00", "2900.00"), source).holds
    assert not product.check(proof.replace(b"30 April 2029", b"31 April 2029"), source).holds
    (tmp_path / "changed.json").write_bytes(product.forge(proof, "2400.00", "2900.00"))
    changed = product.run("check", str(tmp_path / "changed.json"), str(source), library=tmp_path / "nowhere")
    assert changed.code == 6
    other = documents.lease(tmp_path, "lease.txt", rent="EUR 2,900.00")
    assert not product.check(proof, other).holds
    for name in (b"sha256", b"2,400.00", b"version"):
        assert name in proof


def test_A4_cited_passages_go_out_as_w3c_annotations(model: ModelServer, tmp_path: Path) -> None:
    model.script = product.reader(_FEE)
    with product.Library(tmp_path / "library", reads=False, model=model, strictness="lenient") as library:
        library.add(documents.pdf(tmp_path / "terms.pdf", *_pages()))
        answer = library.ask(_ASKED)
        text = library.document("terms.pdf").text
        notes = library.annotations(answer.run)
    place = answer.items[0].places[0]
    selectors = {one["type"]: one for one in _selectors(notes[0]["target"])}
    quote, position, fragment = (
        selectors[f"{name}Selector"] for name in ("TextQuote", "TextPosition", "Fragment")
    )
    assert quote["exact"] == place.snippet == text[position["start"] : position["end"]]
    assert text[: position["start"]].endswith(quote["prefix"])
    assert text[position["end"] :].startswith(quote["suffix"])
    assert "page=2" in fragment["value"]
    assert notes[0]["type"] == "Annotation"


def _selectors(target: object) -> list[dict[str, object]]:
    chosen = target["selector"] if isinstance(target, dict) else target[0]["selector"]  # type: ignore[index]
    return chosen if isinstance(chosen, list) else [chosen]


def test_A5_past_answers_hold_move_change_or_vanish_in_a_new_version(
    model: ModelServer, tmp_path: Path
) -> None:
    said = {
        "What is the rent?": product.amount("The monthly rent is EUR 2,400.00", "EUR 2,400.00", "2400.00"),
        "What is the deposit?": product.amount(
            "The Tenant shall pay a deposit of EUR 7,200.00", "EUR 7,200.00", "7200.00"
        ),
        "When does it end?": product.Claim(
            "The lease ends on 30 April 2029",
            "30 April 2029",
            "date",
            {"iso": "2029-04-30", "precision": "day"},
        ),
        "Which law applies?": product.Claim("This Lease is governed by the laws of Ireland."),
    }
    with product.Library(tmp_path / "library", reads=False, model=model, strictness="lenient") as library:
        library.add(documents.lease(tmp_path))
        for question, claim in said.items():
            model.script = product.reader(claim)
            assert library.ask(question).items, question
        law = "6. Law\n\nThis Lease is governed by the laws of Ireland.\n"
        new = (
            documents.LEASE.replace("7,200.00", "9,900.00")
            .replace("4. Term\n\nThe lease ends on 30 April 2029.\n\n", "")
            .replace(law, "")
        )
        documents.text(tmp_path, "lease.txt", law.replace("6.", "1.") + "\n" + new)
        asked = len(model.requests)
        library.add(tmp_path / "lease.txt")
        became = library.reanchored("lease.txt")
    assert became == {
        "What is the rent?": "holds",
        "What is the deposit?": "changed",
        "When does it end?": "vanished",
        "Which law applies?": "moved",
    }
    assert len(model.requests) == asked, "nobody is asked again"
