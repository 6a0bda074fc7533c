"""A generator that takes as long as anybody needs to press Ctrl-C, and says when it has begun."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.answer.claims import Proposal
from pincite.records.document import Document
from pincite.records.evidence import Found
from pincite.records.library import Identity
from pincite.records.question import Question


@dataclass(frozen=True, slots=True)
class Slow:
    """Proposes nothing, after a minute."""

    def propose(
        self, question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
    ) -> Proposal:
        print("begun", file=sys.stderr, flush=True)
        time.sleep(60)
        return Proposal(())
