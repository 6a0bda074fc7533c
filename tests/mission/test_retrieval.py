"""R: what is found, what is read, and what is kept for it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from tests.mission import documents, product
from tests.mission.model_server import ModelServer

_DUTIES = """\
(a) keep record a of the north;
(b) keep record b of the south;
(c) keep record c of the east; and
(d) keep record d of the west."""
_LISTED = f"""\
1. General

The parties agree on the following terms.

2. Duties of the Supplier

The Supplier shall:

{_DUTIES}

3. Payment

The Customer pays within thirty days of each overlapword invoice.

4. Law

The law of Ireland applies.
"""
_ITEMS = [product.Claim(line) for line in _DUTIES.splitlines()]


def test_R1_every_sentence_bullet_row_caption_and_heading_is_a_unit_of_its_own(
    plain: product.Library, tmp_path: Path
) -> None:
    said = "# Fees\n\nThe fee is EUR 5. It is due in May.\n\n- one item\n- another item\n\n| Name | Fee |\n|---|---|\n| A | EUR 7 |\n\nTable 1: what it costs\n"  # noqa: E501
    web = "<!DOCTYPE html><html><body><table><caption>Table 1: what it costs</caption><tr><th>Name</th><th>Age</th></tr><tr><td>Anna</td><td>7</td></tr></table></body></html>"  # noqa: E501
    plain.add(documents.text(tmp_path, "units.md", said), documents.text(tmp_path, "units.html", web))
    units = [
        (b.kind, plain.document(n).text[b.start : b.end])
        for n in ("units.md", "units.html")
        for b in plain.document(n).blocks
    ]
    for wanted in [
        ("heading", "# Fees"),
        ("sentence", "The fee is EUR 5."),
        ("sentence", "It is due in May."),
        ("bullet", "- one item"),
        ("bullet", "- another item"),
        ("table_row", "| A | EUR 7 |"),
        ("caption", "Table 1: what it costs"),
        ("table_row", "Anna\t7"),
    ]:
        kind, words = wanted
        assert any(k == kind and (t == words or t == words.lstrip("#- ")) for k, t in units), wanted
    blocks = plain.document("units.md").blocks
    assert [b.start for b in blocks] == sorted(b.start for b in blocks)
    assert all(b.section is not None for b in blocks)
    assert all(b.end > b.start for b in blocks)


def test_R2_passages_are_whole_sentences_of_one_section_and_parts_overlap(
    model: ModelServer, tmp_path: Path
) -> None:
    sections = [
        f"{n}. Section {n}\n\n" + documents.filler(60, 10**6, f"The party {n}")[0].replace(". ", ".\n")
        for n in range(1, 7)
    ]
    path = documents.text(tmp_path, "long.txt", "\n\n".join(sections))
    schema = documents.text(
        tmp_path, "schema.yaml", product.schema({"meetings": ("text", "Which meetings are held?", "many")})
    )
    model.script = product.reader()
    with product.Library(tmp_path / "library", reads=False, model=model, strictness="lenient") as library:
        library.add(path)
        document = library.document("long.txt")
        passages = library.passages("long.txt", "Which matters do the parties review?")
        library.extract("long.txt", schema)
    assert len(passages) > 6
    for start, end in ((passage.start, passage.end) for passage in passages):
        assert end - start <= 1000
        held = [s.title for s in document.sections if s.start <= start and end <= s.end]
        assert held, "never across a section"
        for block in document.blocks:
            assert not block.start < start < block.end, "never inside a sentence"
            assert not block.start < end < block.end
    parts = [list(product.shown(request).lines.values()) for request in model.requests]
    assert len(parts) > 2, "a long document is read part by part"
    whole = " ".join(document.text.split())
    for part in parts:
        assert 4 * 300 < len(" ".join(part)) < 4 * 2400
    seen = [re.findall(r"(The party \d+) shall meet .*? number (\d+)\.", " ".join(part)) for part in parts]
    assert {one for part in seen for one in part} == set(
        re.findall(r"(The party \d+) shall meet .*? number (\d+)\.", whole)
    )
    shares = [len(set(a) & set(b)) / len(b) for a, b in itertools.pairwise(seen)]
    assert all(0.02 <= share <= 0.3 for share in shares), shares


def test_R3_every_path_is_recorded_and_all_is_scanned_before_not_found(
    shipped: product.Library, tmp_path: Path
) -> None:
    absent = shipped.ask("What is the liability cap?", of="lease.txt")
    assert absent.outcome == "not_found"
    assert absent.spans_read == absent.spans_total == len(shipped.document("lease.txt").blocks)
    assert {"exact_title", "fuzzy_title", "attribute", "words", "passages", "vectors", "scan"} <= set(
        absent.paths
    )
    sentence = "The monthly rent is EUR 2,400.00, payable on the first day of each month."
    by_title = _paths(shipped.passages("lease.txt", "What does the section Rent say?", sentence))
    assert {"exact_title", "words", "vectors"} <= by_title
    assert "fuzzy_title" in _paths(
        shipped.passages(
            "lease.txt",
            "What about the depossit?",
            "The Tenant shall pay a deposit of EUR 7,200.00 on signing.",
        )
    )
    # Evidence of several sections.
    spread = shipped.ask("List all amounts of money that are payable.", of="lease.txt")
    assert spread.paths["spread"] > 1


def test_R4_the_anchor_is_small_and_the_context_is_as_large_as_the_question_needs(
    model: ModelServer, tmp_path: Path
) -> None:
    model.script = product.reader(
        product.Claim("The Customer pays within thirty days", "thirty days", "duration", {"iso8601": "P30D"})
    )
    with product.Library(tmp_path / "library", reads=False, model=model, strictness="lenient") as library:
        library.add(documents.text(tmp_path, "terms.txt", _LISTED))
        fact = library.ask("Within how many days does the Customer pay?")
        around_fact = product.shown(model.requests[0]).lines
        model.requests.clear()
        model.script = product.reader(*_ITEMS)
        listed = library.ask("List the duties of the Supplier.")
        around_list = product.shown(model.requests[0]).lines
    place = fact.items[0].places[0]
    assert place.lines[0] == place.lines[1], "the anchor is one line"
    assert len(around_fact) > 1, "the context is more"
    assert set(_DUTIES.splitlines()) <= set(around_list.values()), "a list is read with its whole section"
    assert "The Supplier shall:" in around_list.values()
    assert [item.words for item in listed.items] == _DUTIES.splitlines()


def test_R5_what_follows_a_list_is_fetched_but_never_reaches_the_model(
    model: ModelServer, tmp_path: Path
) -> None:
    model.script = product.reader(*_ITEMS)
    with product.Library(tmp_path / "library", reads=False, model=model, strictness="balanced") as library:
        library.add(documents.text(tmp_path, "terms.txt", _LISTED))
        whole = library.ask("List the duties of the Supplier.")
        shown = model.requests[0].text
        model.script = product.reader(*_ITEMS[:2])
        cut = library.ask("List the duties of the Supplier.")
    assert "keep record d" in shown
    assert "overlapword" not in shown, "the overlap is evidence, and no context"
    assert (whole.outcome, len(whole.items)) == ("answered", 4)
    # The overlap proves where the list ends: half of it is never a whole answer.
    assert cut.outcome != "answered"


def test_R6_nothing_is_embedded_twice_and_forgetting_leaves_nothing_behind(
    model: ModelServer, tmp_path: Path
) -> None:
    folder = tmp_path / "library"
    sections = {
        n: f"{n}. Part {n}\n\nThe uniqueword{n} shall be kept by both parties for {n} years."
        for n in range(1, 9)
    }
    with product.Library(folder, reads=False, embedder=model) as library:
        path = documents.text(tmp_path, "terms.txt", "\n\n".join(sections.values()))
        library.add(path, wait=True)
        first = list(model.embedded)
        assert len(first) >= 8
        assert library.add(path, wait=True)[0].unchanged
        library.work()
        assert model.embedded == first, "an unchanged document does nothing"
        sections[5] = sections[5].replace("uniqueword5", "otherword5")
        path.write_text("\n\n".join(sections.values()))
        library.add(path, wait=True)
        again = model.embedded[len(first) :]
        assert 1 <= len(again) <= 2
        assert all("otherword5" in text for text in again), "only what changed"
        library.forget("terms.txt", purge=True)
    left = [file.name for file in folder.rglob("*") if file.is_file() and b"uniqueword3" in file.read_bytes()]
    assert left == []


def test_R7_no_prompt_holds_more_than_one_view(model: ModelServer, tmp_path: Path) -> None:
    long = ", ".join(f"annex {n} as amended from time to time" for n in range(12))
    said = "\n\n".join(
        f"{n}. Fee number {n}\n\nThe fee for service {n} is stated in {long}." for n in range(1, 250)
    )
    model.script = product.reader()
    with product.Library(tmp_path / "library", reads=False, model=model, strictness="lenient") as library:
        library.add(documents.text(tmp_path, "long.txt", said))
        for question in ("What is the fee for the moon?", "List all fees."):
            library.ask(question)
    sizes = [sum(map(len, product.shown(request).lines.values())) for request in model.requests]
    assert len(said) > 80_000
    assert len(sizes) > 2
    assert max(sizes) <= 24_000


def test_R8_adapters_take_what_users_run_and_name_the_extra_that_is_missing(
    model: ModelServer, tmp_path: Path
) -> None:
    with product.Library(tmp_path / "library", reads=False, embedder=model) as library:
        library.add(documents.lease(tmp_path), wait=True)
        answer = library.ask("What is the monthly rent?")
    assert any("monthly rent" in text for text in model.embedded)
    assert answer.paths["vectors"] > 0
    for stage, names in product.ADAPTERS.items():
        for name, word in names.items():
            fault = product.fault_of(tmp_path / f"{stage}-{name}", documents.lease(tmp_path), **{stage: name})
            assert word in fault, f"{stage} {name}: {fault}"
    # The contract test that any embedder can run passes a good one and finds a bad one out.
    product.embedder_keeps_its_promise(_Own(), ["one text", "another text"])
    with pytest.raises(AssertionError):
        product.embedder_keeps_its_promise(_Own(by_place=True), ["one text", "another text"])


@dataclass
class _Own:
    """An embedder of somebody's own; `by_place` lets the other texts of a call change a vector."""

    by_place: bool = False
    name: str = "own"
    version: str = "1"
    dimensions: int = 4

    def embed(self, texts: Sequence[str], kind: str) -> np.ndarray:
        rows = [[float(n + 1 if self.by_place else len(text)), 1.0, 2.0, 3.0] for n, text in enumerate(texts)]
        made = np.array(rows, np.float32).reshape(len(texts), self.dimensions)
        return made / np.linalg.norm(made, axis=1, keepdims=True)


def test_R9_presets_and_every_stage_by_name_in_a_yaml_file(tmp_path: Path) -> None:
    levels = {}
    for preset in ("fast", "balanced", "strict", "paranoid", "max-recall"):
        with product.Library(tmp_path / preset, reads=False, preset=preset) as library:
            levels[preset] = library.ask("What is the rent?").strictness
            library.add(documents.lease(tmp_path))
            answer = library.ask("What is the rent?")
            assert (answer.paths.keys() >= {"exact_title"}) == (preset != "fast")
            levels[preset] = answer.strictness
    assert levels == {
        "fast": "balanced",
        "balanced": "balanced",
        "strict": "strict",
        "paranoid": "paranoid",
        "max-recall": "balanced",
    }
    # Stages of the user's own, by name in a file: a path that proposes one block, and a preset beneath it.
    config = product.settings_file(
        tmp_path / "settings.yaml", reads=False, preset="strict", paths=[f"{__name__}:OnlyTheLaw"]
    )
    with product.Library(tmp_path / "own", config=config) as library:
        library.add(documents.lease(tmp_path))
        answer = library.ask("What is the rent?")
    assert answer.strictness == "strict"
    assert answer.paths["only_the_law"] == 1
    assert "words" not in answer.paths
    # A stage that does not exist is an error that suggests the right one.
    wrong = product.settings_file(tmp_path / "wrong.yaml", reads=False, paths=["wrods"])
    done = product.run("ask", "What is the rent?", library=tmp_path / "own", config=wrong)
    assert done.code == 3
    assert "words" in done.err


@dataclass(frozen=True)
class OnlyTheLaw:
    """A path of somebody's own: it proposes the sentence on the law, whatever is asked."""

    name: ClassVar[str] = "only_the_law"

    def find(self, question: object, held: object) -> list[object]:
        text = held.document.text  # type: ignore[attr-defined]
        blocks = held.document.blocks  # type: ignore[attr-defined]
        return [
            product.Hit(b.number, 1.0) for b in blocks if "governed by" in text[b.span.start : b.span.end]
        ]


def test_R10_an_attribute_is_a_look_up_of_its_term_with_a_typed_value(tmp_path: Path) -> None:
    said = {
        "What is the half-life?": (
            "1. Absorption\n\nFood matters.\n\n2. Elimination\n\nThe half-life was not affected by age. "
            "The mean half-life is 14 hours in adults.\n\n3. Storage\n\nStore for 36 hours.\n",
            "The mean half-life is 14 hours in adults.",
        ),
        "What is the premium?": (
            "1. Cover\n\nThe premium is described below.\n\n2. Rates\n\nA premium of EUR 900 applies.\n\n"
            "3. Excess\n\nThe insured bears EUR 50.\n",
            "A premium of EUR 900 applies.",
        ),
    }
    with product.Library(tmp_path / "library", reads=False) as library:
        for number, (question, (text, stated)) in enumerate(said.items()):
            library.add(documents.text(tmp_path, f"{number}.txt", text))
            answer = library.ask(question, of=f"{number}.txt")
            held = library.document(f"{number}.txt")
            found = [held.blocks[n - 1] for n in library.recorded(answer.run).blocks_by_path["attribute"]]
            looked_up = [held.text[block.start : block.end] for block in found]
            assert looked_up == [stated], "the term with a value: not the term alone, nor a value alone"


def _paths(passages: list[object]) -> set[str]:
    return {path for passage in passages for path in passage.paths}  # type: ignore[attr-defined]
