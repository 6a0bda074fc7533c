"""Certificates of generated contracts, made once for all tests that take them apart."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pincite
from pincite.audit.certificate_file import chain_of
from pincite.errors import InputError
from tests.audit.contracts import FORMULAS, QUESTIONS, files
from tests.form_readers import Formulates


@dataclass(frozen=True, slots=True)
class Case:
    """A certificate and the file that it is about."""

    certificate: dict[str, Any]
    source: Path

    def copy(self) -> dict[str, Any]:
        return copy.deepcopy(self.certificate)


def made(folder: Path, documents: int, wanted: int) -> list[Case]:
    """So many certificates of so many contracts, drawn from all kinds of answers."""
    paths, found = list(files(folder, documents)), []
    with pincite.open(folder / "library") as library:
        library.add(*paths, isolated=False)
        for path in paths:
            for question in QUESTIONS:
                library.reader = Formulates(FORMULAS) if question in FORMULAS else None
                answer = library.ask(question, documents=[path.name])
                try:
                    content = library.certify(answer.run)
                except InputError:
                    assert answer.outcome == "unverified"
                    continue
                found.append(Case(json.loads(content), path))
    assert len(found) >= wanted
    return random.Random(23).sample(found, wanted)


def forged(certificate: dict[str, Any]) -> dict[str, Any]:
    """The same after whoever changed it has computed every digest again."""
    return certificate | {"chain": chain_of(certificate)}


def evidences(certificate: dict[str, Any]) -> list[dict[str, Any]]:
    """Every place that an item cites."""
    return [place for item in certificate["items"] for place in item["evidence"]]
