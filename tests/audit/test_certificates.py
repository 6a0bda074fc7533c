"""What a certificate holds, which runs have one, and what each level of a check proves."""

from __future__ import annotations

import hashlib
import json
import os
import re
import runpy
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.audit.certificate import LibraryChain, Parsing
from pincite.audit.certifying import Certifying, InstalledWeights, certifiable
from pincite.audit.grounds import version_of
from pincite.errors import InputError
from pincite.models.weight_files import are_installed
from pincite.records.library import RunRecord
from pincite.structure.excerpts import content_hash
from pincite.values import registered
from pincite.values.registered import value_types
from tests.audit.certificates import evidences, forged
from tests.audit.contracts import written
from tests.factories import AGREEMENT
from tests.form_readers import ShowsTable
from tests.test_cells_answered import REPORT

FEE = "What is the monthly fee?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("audit")
    (folder / "agreement.txt").write_text(AGREEMENT, "utf-8")
    (folder / "contract.pdf").write_bytes(written(7, "pdf"))
    with pincite.open(folder / "library") as library:
        library.add(folder / "agreement.txt", folder / "contract.pdf", isolated=False)
    return folder


@pytest.fixture
def library(folder):
    with pincite.open(folder / "library") as opened:
        yield opened


@pytest.fixture
def fee(library) -> dict[str, Any]:
    return certified(library, FEE, "agreement.txt")


def certified(library, question: str, name: str, **options: Any) -> dict[str, Any]:
    answer = library.ask(question, documents=[name])
    return json.loads(library.certify(answer.run, **options))


def reasons(result: pincite.Checked, *statuses: str) -> set[str]:
    return {finding.cause for finding in result.of(*statuses)}  # type: ignore[arg-type]


def reread(certificate: dict[str, Any], **parse: str) -> dict[str, Any]:
    """The same certificate as if another parser had read its source, every digest computed again."""
    source = certificate["sources"][0]
    source["parse"] |= parse
    source["version"] = version_of(source["sha256"], Parsing(**source["parse"]))
    source |= {"text_sha256": content_hash(source["text"]), "characters": len(source["text"])}
    for place in [*evidences(certificate), *certificate["coverage"]["nearest"]]:
        place["version"] = source["version"]
    return forged(certificate)


def test_certificate_holds_what_proves_the_answer(fee, folder):
    source, (item,) = fee["sources"][0], fee["items"]
    assert fee["schema"] == "pincite.certificate/2"
    assert source["sha256"] == hashlib.sha256((folder / "agreement.txt").read_bytes()).hexdigest()
    assert source["text_sha256"] == hashlib.sha256(AGREEMENT.encode()).hexdigest()
    assert (source["text"], source["parse"]["parser"]) == (AGREEMENT, "text")
    assert item["value"] == {"value": "4500.00", "currency": "EUR", "unit": None}
    assert fee["rules"] == 1
    assert [each["item"] for each in fee["judgement"]["items"]] == [item["id"]]


def test_same_run_gives_the_same_certificate_wherever_the_library_lies(
    library, folder, tmp_path, monkeypatch
):
    answer = library.ask(FEE, documents=["agreement.txt"])
    here = library.certify(answer.run)
    shutil.copytree(folder / "library", tmp_path / "elsewhere")
    monkeypatch.chdir(tmp_path)
    with pincite.open("elsewhere") as moved:
        assert moved.certify(answer.run) == here == library.certify(answer.run)


@pytest.mark.parametrize("name", ["agreement.txt", "contract.pdf"])
def test_nothing_in_a_certificate_names_this_machine(library, folder, name):
    content = json.dumps(certified(library, FEE, name))
    for private in (str(folder), str(Path.home()), str(Path.cwd()), os.uname().nodename):
        assert private not in content
    assert not re.search(r'"/[a-z]+/', content)


def test_no_note_names_a_folder(library, folder):
    answer = library.ask(FEE, documents=["agreement.txt"], unread=["/home/someone/secret.pdf"])
    content = json.loads(library.certify(answer.run))
    assert any("secret.pdf" in caveat or "left out" in caveat for caveat in content["question"]["caveats"])
    assert "someone" not in json.dumps(content)


def test_check_needs_no_library_and_no_settings(fee, folder, tmp_path):
    """In another folder, with another home, time zone, language and order of hashing."""
    (tmp_path / "certificate.json").write_text(json.dumps(fee), "utf-8")
    code = "import pincite, sys; r = pincite.check(*sys.argv[1:]); print(r.level, r.exit_code)"
    root = Path(__file__).parents[2]
    environment = {
        "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}",
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "TZ": "Asia/Tokyo",
        "LC_ALL": "C",
        "PYTHONHASHSEED": "7",
    }
    done = subprocess.run(
        [sys.executable, "-c", code, "certificate.json", str(folder / "agreement.txt")],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.split() == ["source", "0"], done.stderr


def test_without_text_only_the_source_proves_anything(library, folder):
    certificate = certified(library, FEE, "agreement.txt", with_text=False)
    assert certificate["sources"][0]["text"] is None
    alone = pincite.check(certificate)
    assert (alone.exit_code, alone.level, alone.holds) == (12, "none", False)
    proved = pincite.check(certificate, folder / "agreement.txt", isolated=False)
    assert (proved.exit_code, proved.level) == (0, "source")


def test_source_that_another_parser_reads_otherwise_is_searched_for_the_quotes(fee, folder):
    fee["sources"][0]["text"] += "\n\n"
    result = pincite.check(reread(fee, version="3"), folder / "agreement.txt", isolated=False)
    assert (result.exit_code, result.level) == (0, "source, parser differs")


def test_quote_that_the_source_does_not_have_is_found_whatever_parser_is_claimed(fee, folder):
    source = fee["sources"][0]
    source["text"] = source["text"].replace("4,500.00", "9,500.00")
    for place in evidences(fee):
        place["snippet"] = place["snippet"].replace("4,500.00", "9,500.00")
    item = fee["items"][0]
    item["original"], item["value"]["value"] = item["original"].replace("4,5", "9,5"), "9500.00"
    claimed = reread(fee, version="3")
    assert pincite.check(claimed).level == "text"
    result = pincite.check(claimed, folder / "agreement.txt", isolated=False)
    assert (result.exit_code, reasons(result, "disproved")) == (6, {"quote"})


def test_other_text_by_the_same_parser_is_disproved(fee, folder):
    source = fee["sources"][0]
    source["text"] = source["text"].replace("loss of profit", "loss of prufit")
    result = pincite.check(reread(fee), folder / "agreement.txt", isolated=False)
    assert (result.exit_code, reasons(result, "disproved")) == (6, {"text"})


def test_quote_that_leaves_out_what_turns_its_sentence_round_is_disproved_by_the_source(tmp_path):
    text = "1. Fees\n\nUnder no circumstances is a fee of EUR 500 payable by the Customer.\n\n" + AGREEMENT
    (tmp_path / "fees.txt").write_text(text, "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "fees.txt", isolated=False)
        certificate = certified(library, FEE, "fees.txt")
    item, quote = certificate["items"][0], "a fee of EUR 500 payable by the Customer"
    start = text.index(quote)
    place = item["evidence"][0] | {"start": start, "end": start + len(quote), "snippet": quote}
    place |= {"lines": [3, 3], "section": "1. Fees", "anchor": "line 3"}
    item |= {"evidence": [place], "original": "EUR 500", "limits": []}
    item["value"] = {"value": "500", "currency": "EUR", "unit": None}
    result = pincite.check(forged(certificate), tmp_path / "fees.txt", isolated=False)
    assert result.exit_code == 12
    assert "value" in reasons(result, "unproved")


def test_words_that_a_reader_does_not_see_prove_nothing(tmp_path):
    page = (
        "<html><body><p>The monthly fee is EUR 400.</p>"
        '<p style="display:none">The monthly fee is EUR 900.</p></body></html>'
    )
    (tmp_path / "fees.html").write_text(page, "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "fees.html", isolated=False)
        certificate = certified(library, FEE, "fees.html")
    text = certificate["sources"][0]["text"]
    quote = "The monthly fee is EUR 900."
    start = text.index(quote)
    item = certificate["items"][0]
    item["evidence"] = [item["evidence"][0] | {"start": start, "end": start + len(quote), "snippet": quote}]
    item |= {"original": "EUR 900", "value": item["value"] | {"value": "900"}}
    result = pincite.check(forged(certificate))
    assert (result.exit_code, reasons(result, "disproved")) == (6, {"hidden"})


def test_judgement_is_told_apart_and_other_weights_are_no_fault(fee, folder):
    for name in ("reader", "embedder", "decision"):
        fee["judgement"][name] = {"name": "another/1", "sha256": "0" * 64}
    result = pincite.check(forged(fee), folder / "agreement.txt", isolated=False)
    assert result.exit_code == 0
    assert "judgement" in reasons(result, "recorded")
    assert "judgement" not in reasons(result, "proved")


def test_value_of_a_type_that_is_not_registered_here_is_unproved(fee, monkeypatch):
    monkeypatch.setattr(registered, "_VALUE_TYPES", dict(value_types()))
    item = fee["items"][0]
    item |= {"type": "fee_code", "value": {"code": "EUR-4500"}}
    result = pincite.check(forged(fee))
    assert (result.exit_code, reasons(result, "unproved")) == (12, {"value"})


def test_own_type_is_proved_where_it_is_registered(tmp_path, monkeypatch):
    monkeypatch.setattr(registered, "_VALUE_TYPES", dict(value_types()))
    example = Path(__file__).parents[2] / "examples" / "own_type.py"
    own = runpy.run_path(str(example))
    kind = pincite.ValueType("policy_number", own["PolicyNumber"], own["find_policy_numbers"])
    pincite.register(kind)
    (tmp_path / "policy.txt").write_text("The policy number is NW-2024-00017.\n", "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "policy.txt", isolated=False)
        answer = library.ask("What is the policy number?", answer_type="policy_number")
        content = library.certify(answer.run)
    assert pincite.check(content, tmp_path / "policy.txt", isolated=False).exit_code == 0
    monkeypatch.setattr(registered, "_VALUE_TYPES", {})
    assert pincite.check(content).exit_code == 12


def test_constant_that_the_question_does_not_give_is_disproved(library):
    certificate = certified(library, "Is the monthly fee above one thousand euros?", "contract.pdf")
    item = certificate["items"][0]
    assert "EUR 1,000" in item["original"]
    item["original"] = item["original"].replace("EUR 1,000", "EUR 10")
    item["derivation"]["formula"] = item["original"]
    result = pincite.check(forged(certificate))
    assert (result.exit_code, reasons(result, "disproved")) == (6, {"formula"})


def test_file_that_is_not_needed_is_no_fault(fee, folder):
    both = folder / "agreement.txt", folder / "contract.pdf"
    assert pincite.check(fee, *both, isolated=False).exit_code == 0


def test_nothing_found_lists_what_was_read(library, folder):
    certificate = certified(library, "Who insures the machinery against flooding?", "contract.pdf")
    assert certificate["question"]["outcome"] == "not_found"
    result = pincite.check(certificate, folder / "contract.pdf", isolated=False)
    assert result.exit_code == 0
    assert "coverage" in reasons(result, "proved")
    assert "outcome" in reasons(result, "recorded")


@pytest.mark.parametrize(
    ("question", "said"),
    [("What is the?", "cannot be certified"), ("", "it failed"), ("What is the rent of the moon?", "")],
)
def test_run_without_an_answer_is_refused_with_the_reason(library, question, said):
    answer = library.ask(question, documents=["agreement.txt"])
    if answer.outcome == "not_found":
        assert library.certify(answer.run)
        return
    with pytest.raises(InputError, match=said):
        library.certify(answer.run)


def test_run_whose_document_was_forgotten_is_refused(tmp_path):
    (tmp_path / "agreement.txt").write_text(AGREEMENT, "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "agreement.txt", isolated=False)
        answer = library.ask(FEE)
        library.forget("agreement.txt")
        with pytest.raises(InputError, match="cannot be certified"):
            library.certify(answer.run)


def test_document_that_was_replaced_since_is_certified_as_it_was_read(tmp_path):
    path = tmp_path / "agreement.txt"
    path.write_text(AGREEMENT, "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(path, isolated=False)
        answer = library.ask(FEE)
        path.write_text(AGREEMENT.replace("4,500", "7,700"), "utf-8")
        library.add(path, isolated=False)
        content = library.certify(answer.run)
    assert pincite.check(content).exit_code == 0
    assert pincite.check(content, path, isolated=False).exit_code == 6


def test_answer_of_another_form_is_refused_by_its_name(library):
    answer = library.ask(FEE, documents=["agreement.txt"])
    record = library.why(answer.run)
    older = answer.to_json().replace('"pincite.answer/3"', '"pincite.answer/1"')

    with pytest.raises(InputError, match=r"has the form 'pincite.answer/1'"):
        certifiable(replace(record, answer=older))
    assert isinstance(record, RunRecord)


def test_same_bytes_under_two_names_are_two_sources(tmp_path):
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text(AGREEMENT, "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "one.txt", tmp_path / "two.txt", isolated=False)
        answer = library.ask(FEE, documents=["one.txt", "two.txt"])
        content = library.certify(answer.run)
    assert pincite.check(content, tmp_path / "one.txt", isolated=False).exit_code == 0


def test_run_whose_answer_was_erased_is_refused(library):
    record = library.why(library.ask(FEE, documents=["agreement.txt"]).run)
    for erased in ("", "{}", "null"):
        with pytest.raises(InputError, match="was erased"):
            certifiable(replace(record, answer=erased))


def test_place_in_the_chain_of_the_library_is_part_of_the_certificate(library):
    record = library.why(library.ask(FEE, documents=["agreement.txt"]).run)
    making = Certifying(
        *(library._load, library.store.content),
        *(InstalledWeights(), lambda content, format, page: None),
        entry_of=lambda run: LibraryChain(entry=7, hash="a" * 64),
    )
    certificate = making.certificate(record)
    assert certificate["library_chain"] == {"entry": 7, "hash": "a" * 64}
    assert pincite.check(certificate).exit_code == 0
    certificate["library_chain"]["entry"] = 8
    assert reasons(pincite.check(certificate), "disproved") == {"chain"}


def test_side_that_a_rule_of_the_document_puts_above_need_not_be_likely_itself(library):
    certificate = certified(library, "What is the deposit under this agreement?", "contract.pdf")
    item = certificate["items"][0]
    for judged in certificate["judgement"]["items"]:
        judged["chance"] = 0.01
    assert reasons(pincite.check(forged(certificate)), "disproved") == {"judgement"}
    certificate["conflict"]["rule"] = {"evidence": item["evidence"][0]}
    assert pincite.check(forged(certificate)).exit_code == 0


def test_words_of_a_value_may_end_before_an_apostrophe(tmp_path):
    text = "1. Term\n\nThe notice period is six (6) months' prior written notice.\n"
    (tmp_path / "term.txt").write_text(text, "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "term.txt", isolated=False)
        certificate = certified(library, "What is the notice period?", "term.txt")
    assert certificate["items"][0]["original"] == "six (6) months"
    assert pincite.check(certificate, tmp_path / "term.txt", isolated=False).exit_code == 0


def quoted(certificate: dict[str, Any], quote: str, **place: Any) -> dict[str, Any]:
    """The first place of the first item, put on other words of the document."""
    start = certificate["sources"][0]["text"].index(quote)
    moved = certificate["items"][0]["evidence"][0]
    moved |= {"start": start, "end": start + len(quote), "snippet": quote, **place}
    return certificate["items"][0]


def test_part_of_a_sentence_proves_no_value(tmp_path):
    text = "The monthly fee is EUR 400.\n\nIn no case is a monthly fee of EUR 500 payable.\n"
    (tmp_path / "fees.txt").write_text(text, "utf-8")
    with pincite.open(tmp_path / "library", strictness="lenient") as library:
        library.add(tmp_path / "fees.txt", isolated=False)
        certificate = certified(library, FEE, "fees.txt")
    item = quoted(certificate, "a monthly fee of EUR 500 payable", lines=[3, 3], anchor="line 3")
    item |= {"original": "EUR 500", "limits": []}
    item["value"] |= {"value": "500"}
    result = pincite.check(forged(certificate), tmp_path / "fees.txt", isolated=False)
    assert result.exit_code == 12
    assert "value" in reasons(result, "unproved")


def test_yes_or_no_of_a_part_of_a_sentence_is_disproved_and_none_is_ever_proved(tmp_path):
    text = "The monthly fee is EUR 400.\n\nIn no case shall the Provider be liable for loss of profit.\n"
    (tmp_path / "fees.txt").write_text(text, "utf-8")
    with pincite.open(tmp_path / "library", strictness="lenient") as library:
        library.add(tmp_path / "fees.txt", isolated=False)
        certificate = certified(library, FEE, "fees.txt")
    for quote, code in (
        ("the Provider be liable for loss of profit", 6),
        ("In no case shall the Provider be liable for loss of profit.", 0),
    ):
        item = quoted(certificate, quote, lines=[3, 3], anchor="line 3")
        item |= {"type": "boolean", "value": {"value": False}}
        item |= {"original": quote, "limits": []}
        result = pincite.check(forged(certificate), tmp_path / "fees.txt", isolated=False)
        assert result.exit_code == code, result.findings
        assert "value" not in reasons(result, "proved")


def test_words_of_an_item_are_those_of_its_value(tmp_path):
    text = "The monthly fee is EUR 12,400.00, and EUR 1,240.00 of it is due at once.\n"
    (tmp_path / "fees.txt").write_text(text, "utf-8")
    with pincite.open(tmp_path / "library", strictness="lenient") as library:
        library.add(tmp_path / "fees.txt", isolated=False)
        certificate = certified(library, FEE, "fees.txt")
    item = quoted(certificate, text.strip())
    item |= {"original": "EUR 12,400.00", "value": item["value"] | {"value": "1240.00"}}
    for sources in ((), (tmp_path / "fees.txt",)):
        result = pincite.check(forged(certificate), *sources, isolated=False)
        assert result.exit_code == 6
        assert "value" in reasons(result, "disproved")


@pytest.mark.parametrize("changed", [{"value": "4600.00"}, {"value": "-4500.00"}, {"currency": "USD"}])
def test_changed_value_is_disproved_by_the_embedded_text_alone(fee, changed):
    fee["items"][0]["value"] |= changed
    result = pincite.check(forged(fee))
    assert result.exit_code == 6
    assert "value" in reasons(result, "disproved")


def test_value_that_is_proved_is_told(fee):
    (told,) = [each.says for each in pincite.check(fee).of("proved") if each.cause == "value"]
    assert "4500.00" in told
    assert "EUR" in told


def test_text_alone_says_that_it_is_the_embedded_one_that_speaks(fee, folder):
    quotes = [each.says for each in pincite.check(fee).of("proved") if each.cause == "quote"]
    assert quotes
    assert all(quote.startswith("The embedded text of agreement.txt says") for quote in quotes)
    bare = forged(fee | {"sources": [fee["sources"][0] | {"text": None}]})
    assert not reasons(pincite.check(bare), "proved") & {"quote", "value"}


def test_counts_of_pages_are_proved_by_the_file_alone(library, folder):
    certificate = certified(library, "Who insures the machinery against flooding?", "contract.pdf")
    certificate["sources"][0] |= {"pages": 500, "passages": 12000}
    certificate["coverage"]["pages"] |= {"total": 500, "read": 500}
    certificate["coverage"] |= {"spans_read": 12000, "spans_total": 12000}
    alone = pincite.check(forged(certificate))
    assert "coverage" in reasons(alone, "recorded")
    assert "coverage" not in reasons(alone, "proved")
    assert pincite.check(forged(certificate), folder / "contract.pdf", isolated=False).exit_code == 6


def test_certificate_without_sources_is_none(library, folder):
    certificate = certified(library, "Who insures the machinery against flooding?", "contract.pdf")
    with pytest.raises(InputError, match="sources"):
        pincite.check(forged(certificate | {"sources": []}), folder / "contract.pdf")


def test_outcome_checks_and_what_limits_an_item_are_recorded(fee, folder):
    fee["items"][0]["limits"].append("fee")
    result = pincite.check(forged(fee), folder / "agreement.txt", isolated=False)
    assert result.exit_code == 0
    assert {"outcome", "words"} <= reasons(result, "recorded")


def test_which_side_of_a_conflict_applies_is_recorded(library, folder):
    certificate = certified(library, "What is the deposit under this agreement?", "contract.pdf")
    certificate["conflict"]["sides"].reverse()
    result = pincite.check(forged(certificate), folder / "contract.pdf", isolated=False)
    assert "conflict" in reasons(result, "recorded")


def test_run_that_was_changed_in_the_library_is_refused(tmp_path):
    (tmp_path / "agreement.txt").write_text(AGREEMENT, "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(tmp_path / "agreement.txt", isolated=False)
        answer = library.ask(FEE)
        assert library.certify(answer.run)
    (database,) = (tmp_path / "library").glob("*.db")
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("DROP TRIGGER run_unchanged")
        opened.execute("UPDATE run SET question = 'What is the yearly fee?'")
    with pincite.open(tmp_path / "library") as library, pytest.raises(InputError, match="was changed"):
        library.certify(answer.run)


def test_figures_of_tables_and_what_is_computed_from_them_have_certificates(tmp_path):
    """A cell that prints no currency, and figures in thousands."""
    (tmp_path / "prices.csv").write_text("Item,Price in EUR,Stock\nDrill,89.00,2\nHammer,12.50,7\n", "utf-8")
    rows = "| EUR thousand | 2023 | 2022 |\n|---|---|---|\n| Revenue | 1,200 | 1,100 |\n"
    (tmp_path / "report.md").write_text(f"# Report\n\n{rows}", "utf-8")
    asked = {
        "What is the price of the drill?": "prices.csv",
        "What is the growth of revenue from 2022 to 2023?": "report.md",
        "Is the revenue in 2023 above one million euros?": "report.md",
    }
    with pincite.open(tmp_path / "library", strictness="lenient") as library:
        library.add(tmp_path / "prices.csv", tmp_path / "report.md", isolated=False)
        for question, name in asked.items():
            certificate = certified(library, question, name)
            result = pincite.check(certificate, tmp_path / name, isolated=False)
            assert (result.exit_code, result.level) == (0, "source"), (question, result.findings)
            # Which row and column an operand stands in, only the file can tell.
            assert not pincite.check(certificate).of("disproved")


@pytest.mark.skipif(not are_installed(), reason="this checkout comes without the weights")
def test_table_is_proved_by_the_cells_of_the_file(tmp_path, models_as_by_default):
    """Which rows are heads, the text alone does not tell."""
    source = tmp_path / "report.md"
    source.write_text(REPORT, "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(source, isolated=False)
        library.reader = ShowsTable(
            ("Year", "2024"), ("Net", "Cost of", "Gross profit", "Income tax", "Basic")
        )
        certificate = certified(library, "Show me the income statement", "report.md")
    (item,) = certificate["items"]
    assert item["type"] == "table"
    assert reasons(pincite.check(certificate), "unproved") == {"value"}
    assert pincite.check(certificate, source, isolated=False).exit_code == 0
    item["value"]["rows"][-1].reverse()
    assert pincite.check(forged(certificate), source, isolated=False).exit_code == 6
    item["value"]["rows"][-1][1] = "$ 9.91"
    assert pincite.check(forged(certificate)).exit_code == 6


@pytest.mark.skipif(not are_installed(), reason="this checkout comes without the weights")
def test_currency_that_stands_alone_in_a_head_is_proved_by_the_file(tmp_path, models_as_by_default):
    """A "$" in a cell of its own is cited with the figure."""
    rows = ("|  | 2024 | 2023 |", "|---|---|---|", "|  | $ | $ |", "| Other receivables | 6,665 | 8,620 |")
    source, table = tmp_path / "note.md", "\n".join((*rows, "| Cash | 4,100 | 3,900 |", ""))
    source.write_text(f"# Receivables\n\nIn thousands, at the end of the year:\n\n{table}", "utf-8")
    with pincite.open(tmp_path / "library") as library:
        library.add(source, isolated=False)
        certificate = certified(library, "What were the other receivables in 2024?", "note.md")
    for sources in ((), (source,)):
        assert pincite.check(certificate, *sources, isolated=False).exit_code == 0
    certificate["items"][0]["value"]["currency"] = "EUR"
    result = pincite.check(forged(certificate), source, isolated=False)
    assert reasons(result, "disproved") == {"value"}
