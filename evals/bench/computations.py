"""Whether a question that asks for arithmetic is read as the right one, and whether others are left alone.

Run: PYTHONPATH=src python evals/bench/computations.py --data DIR [--each]
DIR holds `tatqa` (hybrid.dev.jsonl) and `financebench` (qa.dev.jsonl). Only the fold to train on is read: the
documents whose name has a first byte of its SHA-256 of 64 or more.

TAT-QA gives the derivation of each answer, "((109.0-58.3)/58.3) * 100". `right`: the operation that Pincite
reads has the same form (a difference, growth, an average or sum of so many, a ratio); `wrong`: another one.
`touched` are questions of other kinds (a span, several spans, a count) that are read as arithmetic; `stated`
those where Pincite first looks for the stated answer, and computes only if it finds none; `chosen` are
those that ask in which year something is the most, and are read so. FinanceBench says from how many
lines of the statements an answer is computed, or that it was extracted: `right` is an expression of as many
lines. The rows below show what changes without each reader.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pincite.question import to_compute
from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.records.computation import Computation, Expression, OperandQuestion, Term

_FIRST_OF_TRAINING = 64
_OPERATIONS = {ast.Add: "sum", ast.Sub: "difference", ast.Div: "ratio", ast.Mult: "product"}
_SIGNS = (ast.Add, ast.Sub)
_PERIOD = re.compile(r"\s(?:in|for|during|as of|as at|at|on)\s(?:\w+ ){0,4}\S*\d{2}$")


@dataclass(frozen=True, slots=True)
class Case:
    """A question, and the form of its computation: empty where its answer stands in the document."""

    asked: str
    form: str


def main() -> None:
    options = _options()
    sets = {"TAT-QA": list(tatqa(options.data)), "FinanceBench": list(financebench(options.data))}
    for name, cases in sets.items():
        marks = marked(cases)
        _print(name, marks)
        if options.each:
            for case, mark in zip(cases, marks, strict=True):
                if mark not in ("right", "left", "chosen"):
                    print(f"  {mark:8} {case.form:16} {case.asked}")
        _ablate(cases, marks)


def tatqa(folder: Path) -> Iterator[Case]:
    with (folder / "tatqa" / "hybrid.dev.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if not _is_training(row["table"]["uid"]):
                continue
            for question in row["questions"]:
                computed = question["answer_type"] == "arithmetic"
                # "In which year was it larger?" is a span, and has the comparison as its derivation.
                chosen = re.search("[<>]", question["derivation"] or "") is not None
                form = form_of_derivation(question["derivation"]) if computed else "choice" if chosen else ""
                yield Case(question["question"], form)


def financebench(folder: Path) -> Iterator[Case]:
    with (folder / "financebench" / "qa.dev.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["question_type"] != "metrics-generated" or not _is_training(row["doc_name"]):
                continue
            why = row["justification"] or ""
            lines_used = len(set(re.findall(r"Metric (\d+):", why))) or int("final step" in why)
            yield Case(row["question"], f"{lines_used} lines" if lines_used else "")


def form_of_derivation(derivation: str) -> str:
    """The form of "(680-774)/774": growth."""
    plain = re.sub(r"[$,%£€]", "", derivation).replace("[", "(").replace("]", ")").strip()
    try:
        return _form(ast.parse(plain, mode="eval").body)
    except SyntaxError:
        return "unreadable"


def _form(node: ast.expr) -> str:
    match node:
        case ast.BinOp(left=left, op=ast.Mult(), right=ast.Constant(value=100)):
            return _form(left)
        case ast.BinOp(left=ast.BinOp(left=new, op=ast.Sub(), right=old), op=ast.Div(), right=base) if (
            _is_figure(new) and ast.dump(base) in (ast.dump(old), ast.dump(new))
        ):
            return "growth"
        case ast.BinOp(left=ast.BinOp(op=ast.Div()), op=ast.Sub(), right=ast.Constant(value=1)):
            return "growth"
        case ast.BinOp(left=total, op=ast.Div(), right=count) if 1 < _terms(total, _SIGNS) == _number(count):
            return f"average {_number(count)}"
        case ast.UnaryOp(operand=operand) if not _is_figure(operand):
            return _form(operand)
        case ast.BinOp(op=ast.Add()) if _terms(node):
            return f"sum {_terms(node)}"
        case ast.BinOp(left=left, op=op, right=right) if _is_figure(left) and _is_figure(right):
            return _OPERATIONS.get(type(op), "other")
    return "other"


def _terms(node: ast.expr, signs: tuple[type[ast.operator], ...] = (ast.Add,)) -> int:
    """How many figures are put together by these signs; 0 where anything else is done with them."""
    if _is_figure(node):
        return 1
    match node:
        case ast.UnaryOp(operand=operand):
            return _terms(operand, signs)
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, signs):
            parts = _terms(left, signs), _terms(right, signs)
            return sum(parts) if all(parts) else 0
    return 0


def _is_figure(node: ast.expr) -> bool:
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def _number(node: ast.expr) -> int:
    """ "3", or "2019-2017+1"."""
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.BinOp(left=left, op=op, right=right):
            return _number(left) + (-1 if isinstance(op, ast.Sub) else 1) * _number(right)
    return 0


def form_of_reading(computation: Computation) -> str:
    if computation.kind == "expression" and computation.expression:
        return _form_of_term(computation.expression)
    return "choice" if computation.kind == "choose" else computation.kind


def _form_of_term(term: Term) -> str:
    if not isinstance(term, Expression) or not all(isinstance(part, OperandQuestion) for part in term.parts):
        return "other"
    match term.operation:
        case "+":
            return f"sum {len(term.parts)}"
        case "average":
            return f"average {len(term.parts)}"
        case "−" | "difference":
            return "difference"
        case "÷":
            return "ratio"
    return term.operation


def lines_of(computation: Computation) -> str:
    """From how many lines of statements it is computed, whatever the years."""
    return f"{len({_PERIOD.sub('', operand.name) for operand in computation.operands})} lines"


def marked(cases: list[Case]) -> list[str]:
    """Of each case: right, wrong or missed; of a question of another kind: touched or left."""
    parser = RuleParser(starters())
    return [_mark(case, parser.read(case.asked).generation.computation) for case in cases]


def _mark(case: Case, computation: Computation | None) -> str:
    if not case.form or (case.form == "choice" and not computation):
        if not computation:
            return "left"
        return "stated" if computation.stated else "touched"
    if not computation:
        return "missed"
    read = lines_of(computation) if case.form.endswith("lines") else form_of_reading(computation)
    if case.form == "choice":
        return "chosen" if read == "choice" and len(computation.inputs) > 1 else "touched"
    return "right" if read == case.form else "wrong"


def _print(name: str, marks: list[str]) -> None:
    count = Counter(marks)
    computed = count["right"] + count["wrong"] + count["missed"]
    others = len(marks) - computed
    print(f"{name}: {computed} to compute, {others} others")
    for mark, of in (
        ("right", computed),
        ("wrong", computed),
        ("touched", others),
        ("stated", others),
        ("chosen", others),
    ):
        print(f"  {mark:8} {count[mark]:5} {count[mark] / max(of, 1):7.1%}")


def _ablate(cases: list[Case], whole: list[str]) -> None:
    readers = to_compute.READERS
    print(f"  {'without':16} {'right':>6} {'wrong':>6} {'touched':>8} {'stated':>7} {'chosen':>7}")
    for left_out in readers:
        to_compute.READERS = tuple(each for each in readers if each is not left_out)
        less, all_of = Counter(marked(cases)), Counter(whole)
        row = [less[mark] - all_of[mark] for mark in ("right", "wrong", "touched", "stated", "chosen")]
        print(
            f"  {left_out.__name__.strip('_'):16} {row[0]:+6} {row[1]:+6} {row[2]:+8} {row[3]:+7} {row[4]:+7}"
        )
    to_compute.READERS = readers


def _is_training(name: str) -> bool:
    return hashlib.sha256(name.encode()).digest()[0] >= _FIRST_OF_TRAINING


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--each", action="store_true", help="show every question that is not read rightly")
    return parser.parse_args()


if __name__ == "__main__":
    main()
