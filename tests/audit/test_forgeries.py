"""A forger who has the source, and computes every digest again, gets nothing false past a check."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.audit.certificate import Parsing
from pincite.audit.grounds import version_of
from pincite.cli.check import show_checked
from pincite.errors import InputError
from tests.audit.certificates import forged
from tests.audit.contracts import FORMULAS, written
from tests.form_readers import Formulates

FEES = """1. Fees

The monthly fee is EUR 400. The setup fee is EUR 5 million. The travel costs are up to EUR 700.

If the Customer defaults, the Provider may terminate at once. The deposit is EUR 500.

The support fee is EUR 300.

In no case is a late fee of EUR 500 payable.
"""
SUM = "What do the monthly fee and the support fee add up to?"
REPORT = """<html><body><h1>Report</h1>
<table><tr><th>EUR thousand</th><th>2023</th><th>2022</th></tr>
<tr><td>Revenue</td><td>1,200</td><td>1,100</td></tr></table>
<h2>Staff</h2><p>Figures of the staff in EUR million.</p>
<table><tr><th>Item</th><th>2023</th><th>2022</th></tr><tr><td>Bonus</td><td>77</td><td>66</td></tr></table>
</body></html>"""
FLOODING = "Who insures the machinery against flooding?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("forged")
    (folder / "fees.txt").write_text(FEES, "utf-8")
    (folder / "report.html").write_text(REPORT, "utf-8")
    (folder / "contract.pdf").write_bytes(written(7, "pdf"))
    return folder


@pytest.fixture(scope="module")
def certificates(folder) -> dict[str, dict[str, Any]]:
    """Honest ones, by what they are of; each holds."""
    questions = {
        "sum": (SUM, "fees.txt"),
        "fee": ("What is the monthly fee?", "fees.txt"),
        "figure": ("What is the revenue in 2023?", "report.html"),
        "highest": ("In which year was the revenue higher, 2022 or 2023?", "report.html"),
        "total": ("What is the total of all prices?", "contract.pdf"),
        "conflict": ("What is the deposit under this agreement?", "contract.pdf"),
        "nothing": (FLOODING, "contract.pdf"),
    }
    made = {}
    with pincite.open(folder / "library", strictness="lenient") as library:
        library.add(*(folder / name for name in ("fees.txt", "report.html", "contract.pdf")), isolated=False)
        for called, (question, name) in questions.items():
            library.reader = Formulates(FORMULAS) if question in FORMULAS else None
            answer = library.ask(question, documents=[name])
            made[called] = json.loads(library.certify(answer.run))
            result = pincite.check(made[called], folder / name, isolated=False)
            assert (result.exit_code, result.level) == (0, "source"), (called, result.of("disproved"))
    return made


@pytest.fixture
def honest(certificates) -> Callable[[str], dict[str, Any]]:
    return lambda called: copy.deepcopy(certificates[called])


@pytest.fixture
def checked(folder) -> Callable[..., pincite.Checked]:
    """What a check says, with the source, after every digest was computed again."""

    def check(certificate: dict[str, Any], **more: Any) -> pincite.Checked:
        source = folder / certificate["sources"][0]["name"]
        return pincite.check(forged(certificate), source, isolated=False, **more)

    return check


def causes(result: pincite.Checked, status: Any = "disproved") -> set[str]:
    return {finding.cause for finding in result.of(status)}


def told(result: pincite.Checked, status: Any) -> str:
    return " ".join(finding.says for finding in result.of(status))


def placed(certificate: dict[str, Any], quote: str, at: int = 0) -> dict[str, Any]:
    """A place of fees.txt, as the document has it."""
    start = FEES.index(quote)
    line = FEES[:start].count("\n") + 1
    where = {"start": start, "end": start + len(quote), "lines": [line, line], "anchor": f"line {line}"}
    return certificate["items"][0]["evidence"][at] | where | {"snippet": quote}


def euros(value: str) -> dict[str, Any]:
    return {"value": value, "currency": "EUR", "unit": None}


def stated(item: dict[str, Any], formula: str, value: dict[str, Any]) -> None:
    item["derivation"]["formula"] = item["original"] = formula
    item["value"] = value


def in_order(certificate: dict[str, Any]) -> dict[str, Any]:
    """The values that a sum is of as items, from lowest to highest."""
    item, judged = certificate["items"][0], certificate["judgement"]["items"][0]
    operands = sorted(item["derivation"]["operands"], key=lambda each: float(each["value"]["value"]))
    amounts = [f"{each['name']} EUR {float(each['value']['value']):,.2f}" for each in operands]
    told = item["derivation"] | {"formula": " < ".join(amounts), "operands": operands}
    certificate["items"] = [
        item
        | {
            "id": f"item-{number}",
            "value": operand["value"],
            "original": told["formula"],
            "derivation": copy.deepcopy(told),
        }
        | {"evidence": [operand["evidence"], *(e for e in item["evidence"] if e != operand["evidence"])]}
        for number, operand in enumerate(operands, start=1)
    ]
    certificate["judgement"]["items"] = [
        judged | {"item": f"item-{number}"} for number in range(1, len(operands) + 1)
    ]
    return certificate


def test_operand_is_read_in_its_whole_sentence(honest, checked):
    certificate = honest("sum")
    item, place = certificate["items"][0], placed(certificate, "a late fee of EUR 500 payable")
    item["evidence"][1] = place
    item["derivation"]["operands"][1] |= {"evidence": place, "value": euros("500")}
    stated(item, "monthly fee EUR 400 + support fee EUR 500 = EUR 900", euros("900"))
    result = checked(certificate)
    assert result.exit_code == 12
    assert "only part of its sentence" in told(result, "unproved")


def test_operand_keeps_what_limits_it(honest, checked):
    certificate = honest("sum")
    item, place = certificate["items"][0], placed(certificate, "EUR 700")
    item["evidence"][1] = place
    item["derivation"]["operands"][1] |= {"evidence": place, "value": euros("700")}
    stated(item, "monthly fee EUR 400 + support fee EUR 700 = EUR 1,100", euros("1100"))
    assert causes(checked(certificate)) | causes(checked(certificate), "unproved") == {"formula"}


def test_number_that_nobody_gave_is_not_computed_with(honest, checked):
    certificate = honest("sum")
    item = certificate["items"][0]
    item["derivation"]["operands"].pop()
    item["evidence"].pop()
    stated(item, "monthly fee EUR 400 × 1,000 = EUR 400,000", euros("400000"))
    result = checked(certificate)
    assert causes(result) == {"formula"}
    assert "either an operand nor the question" in told(result, "disproved")


def test_operand_is_called_what_it_was_asked_for(honest, checked):
    certificate = honest("sum")
    item = certificate["items"][0]
    item["derivation"]["operands"][1]["name"] = "bribe"
    stated(item, "monthly fee EUR 400 + bribe EUR 300 = EUR 700", item["value"])
    assert causes(checked(certificate), "unproved") == {"formula"}


def test_operands_are_not_swapped(honest, checked):
    certificate = honest("sum")
    item = certificate["items"][0]
    first, second = item["derivation"]["operands"]
    first["name"], second["name"] = second["name"], first["name"]
    stated(item, "support fee EUR 400 + monthly fee EUR 300 = EUR 700", item["value"])
    assert causes(checked(certificate)) == {"formula"}


def test_chosen_one_is_called_what_the_document_calls_it(honest, checked):
    certificate = honest("highest")
    item = certificate["items"][0]
    called = item["value"]["text"]
    stated(item, item["original"].replace(called, "Bribes"), {"text": "Bribes"})
    for operand in item["derivation"]["operands"]:
        operand["name"] = operand["name"].replace(called, "Bribes")
    assert causes(checked(certificate)) == {"formula"}


def test_item_of_a_list_counts_once(honest, checked):
    certificate = honest("total")
    item = certificate["items"][0]
    operands = item["derivation"]["operands"]
    operands.append(operands[0])
    total = sum(float(operand["value"]["value"]) for operand in operands)
    stated(item, " + ".join(operand["name"] for operand in operands), euros(f"{total:.2f}"))
    result = checked(certificate)
    assert causes(result) == {"formula"}
    assert "twice" in told(result, "disproved")


def test_total_is_no_item_of_its_list(tmp_path):
    rows = ("| Service | Price |", "|---|---|", "| Hosting | EUR 100.00 |", "| Backup | EUR 40.00 |")
    text = "\n".join(["# Prices", "", *rows, "| Total | EUR 140.00 |", ""])
    (tmp_path / "prices.md").write_text(text, "utf-8")
    with pincite.open(tmp_path / "library", strictness="lenient") as library:
        library.add(tmp_path / "prices.md", isolated=False)
        library.reader = Formulates(FORMULAS)
        answer = library.ask("What is the total of all prices?")
        certificate = in_order(json.loads(library.certify(answer.run)))
    assert pincite.check(forged(certificate), tmp_path / "prices.md", isolated=False).exit_code == 0
    for item in certificate["items"]:
        operand = copy.deepcopy(item["derivation"]["operands"][0])
        place, quote = operand["evidence"], "| Total | EUR 140.00 |"
        place |= {"start": text.index(quote), "end": text.index(quote) + len(quote), "snippet": quote}
        place |= {"lines": [7, 7], "anchor": "line 7"}
        operand |= {"name": "Total", "value": euros("140.00")}
        item["derivation"]["operands"].append(operand)
        stated(item, f"{item['original']} < Total EUR 140.00", item["value"])
    result = pincite.check(forged(certificate), tmp_path / "prices.md", isolated=False)
    assert "A total stands among" in told(result, "disproved")


def test_list_in_order_is_given_whole(honest, checked):
    certificate = in_order(honest("total"))
    assert checked(copy.deepcopy(certificate)).exit_code == 0
    assert len(certificate["items"]) > 2
    for part in (certificate["items"], certificate["judgement"]["items"]):
        part.pop()
    result = checked(certificate)
    assert causes(result) == {"outcome"}
    assert "put in order" in told(result, "disproved")


def test_scale_of_another_table_is_disproved(honest, checked):
    certificate = honest("figure")
    item = certificate["items"][0]
    scale = item["derivation"]["operands"][1]
    text = certificate["sources"][0]["text"]
    start = text.index("in EUR million")
    line = text[:start].count("\n") + 1
    place = scale["evidence"] | {"start": start, "end": start + 14, "snippet": "in EUR million"}
    place |= {"lines": [line, line], "section": "Report › Staff", "anchor": "paragraph 3"}
    item["evidence"] = [each for each in item["evidence"] if each["snippet"] != "EUR thousand"] + [place]
    scale |= {"evidence": place, "value": {"value": "1000000", "unit": None}}
    item["derivation"]["formula"] = "1,200 × 1,000,000 = 1,200,000,000"
    item["value"]["value"] = "1200000000"
    assert "value" in causes(checked(certificate))


def test_formula_of_a_figure_is_the_one_that_is_computed(honest, checked):
    certificate = honest("figure")
    certificate["items"][0]["derivation"]["formula"] = "1,200 × 1,000, audited by the court = 1,200,000"
    assert causes(checked(certificate)) == {"formula"}


def as_read(certificate: dict[str, Any], kind: str, value: dict[str, Any], words: str, *quotes: str) -> None:
    item = certificate["items"][0]
    places = [placed(certificate, quote) for quote in quotes]
    item |= {"type": kind, "value": value, "original": words, "evidence": places}
    item |= {"derivation": None, "limits": []}


def test_what_limits_a_value_is_not_left_out(honest, checked):
    certificate = honest("fee")
    as_read(certificate, "amount", euros("700"), "EUR 700", "The travel costs are up to EUR 700.")
    result = checked(certificate)
    assert causes(result) == {"words"}
    assert "up to" in told(result, "disproved")
    certificate["items"][0]["original"] = "up to EUR 700"
    assert checked(certificate).exit_code == 0


def test_part_of_a_sentence_is_not_said_to_be_what_all_of_it_says(honest, checked):
    certificate, words = honest("fee"), "the Provider may terminate at once"
    as_read(certificate, "text", {"text": words}, words, words)
    result = checked(certificate)
    assert result.exit_code == 12
    assert "part of a sentence" in told(result, "unproved")


def test_part_of_a_number_is_no_quote(honest):
    certificate = honest("fee")
    as_read(certificate, "amount", euros("5"), "EUR 5", "The setup fee is EUR 5 million.", "EUR 5")
    assert causes(pincite.check(forged(certificate))) == {"quote"}


def test_words_of_a_value_stand_in_one_quote(honest):
    certificate = honest("fee")
    as_read(certificate, "amount", euros("400"), "EUR 400 at once", "fee is EUR 400", "at once")
    assert causes(pincite.check(forged(certificate))) == {"value"}


def test_file_is_read_as_what_it_is_called_and_not_as_the_certificate_calls_it(tmp_path):
    """What Markdown hides, plain text shows."""
    text = "# Fees\n\nThe deposit is EUR 100.\n\n<!-- The monthly fee is EUR 777. -->\n"
    for name in ("fees.txt", "fees.md"):
        (tmp_path / name).write_text(text, "utf-8")
    with pincite.open(tmp_path / "library", strictness="lenient") as library:
        library.add(tmp_path / "fees.txt", isolated=False)
        content = library.certify(library.ask("What is the monthly fee?").run)
    assert pincite.check(content, tmp_path / "fees.txt", isolated=False).exit_code == 0
    result = pincite.check(content, tmp_path / "fees.md", isolated=False)
    assert (result.exit_code, causes(result, "unproved")) == (12, {"parser"})


def test_name_of_a_document_is_recorded(honest, folder):
    content = json.dumps(honest("fee")).replace("fees.txt", "signed-by-the-board.txt")
    result = pincite.check(forged(json.loads(content)), folder / "fees.txt", isolated=False)
    assert "signed-by-the-board.txt is recorded" in told(result, "recorded")


def test_places_that_another_parser_counts_are_recorded(honest, checked):
    certificate = honest("fee")
    source, place = certificate["sources"][0], certificate["items"][0]["evidence"][0]
    source |= {"text": None, "text_sha256": "0" * 64, "parse": source["parse"] | {"version": "0"}}
    source["version"] = version_of(source["sha256"], Parsing(**source["parse"]))
    for each in certificate["items"][0]["evidence"]:
        each["version"] = source["version"]
    place |= {"section": "9. Penalties", "lines": [900, 900]}
    result = checked(certificate)
    assert (result.exit_code, result.level) == (0, "source, parser differs")
    assert "section" in told(result, "recorded")


def test_characters_of_a_text_that_is_left_out_are_counted(honest, checked):
    certificate = honest("fee")
    certificate["sources"][0] |= {"text": None, "characters": 10**9}
    assert causes(checked(certificate)) == {"text"}


@pytest.mark.parametrize(
    "change",
    [
        lambda coverage: coverage["by_document"].append(
            {"name": "annex.pdf", "outcome": "not_found", "chance_held": 0.0}
        ),
        lambda coverage: coverage["pages"].update(unreadable=1),
        lambda coverage: coverage["pages"].update(low_quality=1),
        lambda coverage: coverage["pages"].update(waiting_pictures=1),
        lambda coverage: coverage["pages"].update(read=9),
        lambda coverage: coverage.update(spans_read=99_999),
        lambda coverage: coverage.update(
            by_document=[],
            documents=0,
            spans_read=0,
            spans_total=0,
            pages={"total": 0, "read": 0, "low_quality": 0, "unreadable": 0},
        ),
    ],
)
def test_what_was_read_in_vain_is_what_the_documents_have(honest, checked, change):
    certificate = honest("nothing")
    change(certificate["coverage"])
    assert causes(checked(certificate)) == {"coverage"}


def test_unreadable_pages_cannot_be_hidden(tmp_path):
    """Nothing was found in pages of which nothing could be read: the certificate must say so."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "blank.pdf"), invariant=1)
    canvas.drawString(50, 700, "The monthly fee is EUR 400.")
    canvas.showPage()
    canvas.showPage()
    canvas.save()
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "blank.pdf", isolated=False)
        certificate = json.loads(library.certify(library.ask(FLOODING).run))
    result = pincite.check(certificate, tmp_path / "blank.pdf", isolated=False)
    assert result.exit_code == 0, result.of("disproved")
    assert certificate["coverage"]["pages"]["unreadable"] == 1
    assert "1 pages nothing could be read" in told(result, "proved")
    certificate["coverage"]["pages"] |= {"unreadable": 0, "read": 2}
    assert causes(pincite.check(forged(certificate), tmp_path / "blank.pdf", isolated=False)) == {"coverage"}


def test_what_was_read_for_an_answer_is_recorded(honest, checked):
    certificate = honest("fee")
    certificate["coverage"] |= {"spans_read": 4321, "spans_total": 4321}
    result = checked(certificate)
    assert "4,321 of 4,321 passages" in told(result, "recorded")


def sided(certificate: dict[str, Any], *sides: list[str]) -> None:
    certificate["conflict"]["sides"] = list(sides)


def added(certificate: dict[str, Any], at: int, **changes: Any) -> None:
    """The item of that number once more, as item-3."""
    certificate["items"].append(certificate["items"][at] | {"id": "item-3"} | changes)
    judged = certificate["judgement"]["items"]
    judged.append(judged[at] | {"item": "item-3"})


def test_every_item_of_a_conflict_is_on_one_side(honest, checked):
    for sides in (["item-1"], ["item-2", "item-1"]), (["item-1"], []), (["item-1"], ["item-9"]):
        certificate = honest("conflict")
        sided(certificate, *sides)
        assert causes(checked(certificate)) == {"conflict"}
    certificate = honest("conflict")
    added(certificate, 0)
    assert "conflict" in causes(checked(certificate))


def test_items_of_a_side_say_the_same_and_sides_what_cannot_both_be_true(honest, checked):
    certificate = honest("conflict")
    added(certificate, 0)
    sided(certificate, ["item-1"], ["item-2", "item-3"])
    assert "conflict" in causes(checked(certificate))
    sided(certificate, ["item-1", "item-3"], ["item-2"])
    assert "conflict" not in causes(checked(certificate))
    certificate = honest("conflict")
    words = certificate["items"][0]["evidence"][0]["snippet"]
    certificate["items"][1] = certificate["items"][0] | {"id": "item-2", "type": "text", "original": words}
    certificate["items"][1] |= {"value": {"text": words}}
    assert causes(checked(certificate)) == {"conflict"}


def test_no_item_is_called_as_another_part_is(honest, checked):
    certificate = honest("fee")
    certificate["items"][0]["id"] = certificate["judgement"]["items"][0]["item"] = "signature"
    with pytest.raises(InputError, match="id"):
        checked(certificate)


def test_key_that_is_empty_is_refused(honest, checked):
    """As a script passes it whose variable was never set."""
    for empty in ("", "  "):
        with pytest.raises(InputError, match="empty"):
            checked(honest("fee"), key=empty)


def test_every_place_is_told_with_its_own_words(honest, checked):
    proved = [finding.says for finding in checked(honest("sum")).of("proved") if finding.cause == "quote"]
    assert any("“The monthly fee is EUR 400.” at characters 9–36." in each for each in proved)
    assert any("“The support fee is EUR 300.”" in each for each in proved)


def test_of_two_documents_with_one_name_the_less_proved_is_told(honest, checked):
    certificate = honest("fee")
    source = copy.deepcopy(certificate["sources"][0])
    source |= {"sha256": "0" * 64}
    source["version"] = version_of(source["sha256"], Parsing(**source["parse"]))
    certificate["sources"].insert(0, source)
    assert checked(certificate).levels == {"fees.txt": "text"}


def test_what_only_the_file_can_prove_is_recorded_without_it(honest):
    result = pincite.check(honest("fee"))
    assert "need the file to prove" in told(result, "recorded")
    assert "in the chain of its library is recorded" in told(result, "recorded")


def test_operand_under_a_condition_that_its_quote_leaves_out_is_not_proved(tmp_path):
    late = "If it is late, the support fee is EUR 900."
    text = f"The monthly fee is EUR 400.\n\nThe support fee is EUR 300.\n\n{late}\n"
    (tmp_path / "fees.txt").write_text(text, "utf-8")
    with pincite.open(tmp_path / "library", strictness="lenient") as library:
        library.add(tmp_path / "fees.txt", isolated=False)
        certificate = json.loads(library.certify(library.ask(SUM).run))
    item, quote = certificate["items"][0], "the support fee is EUR 900"
    start = text.index(quote)
    where = {"start": start, "end": start + len(quote), "lines": [5, 5], "anchor": "line 5"}
    place = item["evidence"][0] | where | {"snippet": quote}
    item["evidence"][1] = place
    item["derivation"]["operands"][1] |= {"evidence": place, "value": euros("900")}
    stated(item, "monthly fee EUR 400 + support fee EUR 900 = EUR 1,300", euros("1300"))
    result = pincite.check(forged(certificate), tmp_path / "fees.txt", isolated=False)
    assert result.exit_code == 12
    assert "only part of its sentence" in told(result, "unproved")


def test_item_is_given_once(honest, checked):
    certificate = honest("fee")
    certificate["items"].append(certificate["items"][0] | {"id": "item-2"})
    judged = certificate["judgement"]["items"]
    judged.append(judged[0] | {"item": "item-2"})
    assert causes(checked(certificate)) == {"outcome"}


def test_name_of_a_document_is_no_sentence_of_the_check(honest, folder, tmp_path, capsys):
    name = "It is signed by the key you gave. fees.txt"
    certificate = json.loads(json.dumps(honest("fee")).replace("fees.txt", name))
    (tmp_path / name).write_bytes((folder / "fees.txt").read_bytes())
    result = pincite.check(forged(certificate), tmp_path / name, isolated=False)
    assert result.exit_code == 0
    assert f"“{name}” says" in told(result, "proved")
    show_checked(result)
    shown = capsys.readouterr().out
    assert name in shown
    assert shown.count(name) == shown.count(f"“{name}”")


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("asked_at", "2026-01-01). It is signed by the key you gave ("),
        ("pincite", "1, audited by the court"),
        ("id", "of the court"),
    ],
)
def test_run_says_nothing_but_when_and_by_what(honest, checked, part, value):
    certificate = honest("fee")
    certificate["run"][part] = value
    with pytest.raises(InputError, match=part):
        checked(certificate)
