"""Words that tell facts apart, and words that every contract has and that therefore tell nothing."""

from __future__ import annotations

import re
from typing import Literal

from pincite.language.vocabulary import stems, telling
from pincite.patterns import pattern

COMMON = frozenset(
    telling(
        stems(
            """
            least most maximum minimum exceed limited up
            agreement contract lease party parties customer client supplier provider vendor buyer
            purchaser seller company contractor service services goods pay payable paid pays payment due
            invoice invoices receipt received receive date amount sum total equal fixed set out forth
            stated shall hereby amend amended amendment replace replaced delete deleted read reads
            follow follows following section clause article paragraph schedule annex appendix exhibit
            order form term terms condition conditions provision provisions effect effective
            notwithstanding contrary herein foregoing anything written writing give giving given apply
            applies applicable period rate number equals amounts agree agreed parties entire entirety
            now new increase increased reduce reduced change changed extend extended raise raised lower
            lowered revised revise instead therefor thereof accordance pursuant original originally
            accordingly subject respective obligation obligations deviation derogation despite word
            words figure figures substitute substituted insert inserted addendum behalf regard made make
            provided
            """
        )
    )
)
"""What contracts say of anything: it names no thing that a value could be of."""

COMMON_TITLES = frozenset(
    telling(
        stems(
            """
            january february march april may june july august september october november december
            fees fee prices price charges payment payments invoicing billing general miscellaneous
            definitions definition notices notice termination term renewal commercial special specific
            particular summary key data overview cover page details body main master framework
            conditions provisions other final standard supplementary additional remuneration
            compensation costs financial warranty warranties liability limitation confidentiality
            governing law delivery acceptance performance support maintenance insurance obligations
            duties rights responsibilities scope services deliverables assignment subcontracting
            amendment addendum schedule annex appendix exhibit attachment letter list rates rate card
            quotation offer statement work purchase policy declarations rider endorsement side
            specification specifications part duration commencement interest taxes default late
            penalties damages indemnity indemnification audit records reporting entire agreement
            precedence interpretation survival force majeure dispute disputes resolution first second
            third fourth version revised updated dated recitals background preamble supplier customer
            client provider vendor buyer seller tenant landlord licensee licensor employer employee
            deposit rent premises use working time hours leave holidays cancellation returns credit
            terms
            """
        )
    )
)
"""Titles that sort the clauses of a contract and name none of the things that it is about."""

ACTORS = frozenset(
    telling(
        stems(
            """
            customer client supplier provider vendor buyer purchaser seller company contractor
            subcontractor landlord tenant lessor lessee licensor licensee employer employee borrower
            lender insurer insured franchisor franchisee consultant distributor agent principal
            guarantor owner operator manufacturer carrier shipper bank host guest user member
            """
        )
    )
)

STRUCTURE = frozenset(
    """section sections clause clauses article articles paragraph schedule annex annexure appendix exhibit
    attachment amendment addendum page no number line item part table figure version chapter subsection
    rider endorsement of to in by the and or is are at for on than""".split()
)
"""What is numbered in every document and is no thing of its own."""

NUMBERED_NAME = pattern(
    r"\b(?P<kind>[A-Za-z]{3,})\s+(?:no\.?\s*)?"
    r"(?P<number>\d{1,4}|[A-Z]|[IVX]{1,4}|one|two|three|four|five)\b(?![.,]\d)"
)
SCOPED = pattern(
    r"\b(?:for|per|each|every|any one|in respect of|with respect to|with regard to|regarding|concerning"
    r"|in case of|in the event of|during|at|in|if|where|when|unless|except|outside|above|below|between"
    r"|only)\s+"
    r"(?P<what>[^,;:.]{1,80})(?!\w)",
    re.IGNORECASE,
)
EFFECT = pattern(
    r"\b(?:with effect (?:from|as of)|effective (?:as of|from|on)?|as of|as from|from and after"
    r"|starting(?: on)?|beginning(?: on)?|since|from)\s+(?:the\s+)?"
    r"(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:(?:day\s+)?of\s+)?"
    r"(?:\d{4}-\d\d-\d\d|(?:January|February|March|April|May|June|July|August|September|October"
    r"|November|December)(?:\s+\d{1,2},?)?(?:\s+\d{4})?|\d{4}|(?:its\s+)?date)\b,?",
    re.IGNORECASE,
)
"""What says since when something holds, which an amendment may say of what it changes."""

TEMPERED = pattern(
    r"\b(?:without|except|unless|if|only|other than|provided|subject to|save|consent|approval"
    r"|but|where|until)\b",
    re.IGNORECASE,
)
CONTRARY = tuple(
    (pattern(rf"\b(?:{one})\b", re.IGNORECASE), pattern(rf"\b(?:{other})\b", re.IGNORECASE))
    for one, other in (
        (
            r"(?:initial|first|original) (?:term|period|year|phase|\w+ (?:term|period|year))",
            r"renewal|(?:renewed|extended|extension|second|subsequent|further) (?:term|period|year|phase)",
        ),
        (r"minimum|at least|not less than|no less than", r"maximum|at most|not more than|no more than"),
        (r"net", r"gross"),
        (r"per claim|each claim|per occurrence|any one claim|each loss", r"aggregate|per year|annual"),
        (r"one-time|one-off|once", r"recurring|monthly|annual|annually|yearly"),
        (r"monthly|per month", r"annual|annually|yearly|per year|per annum|quarterly|per quarter"),
        (r"residential|private", r"commercial|business"),
        (r"domestic|inland", r"foreign|international|abroad"),
        (r"planned|budget|budgeted|estimated?|forecast|target", r"actual|final"),
        (r"weekdays?|business days", r"weekends?|sundays?|public holidays?"),
        (r"adults?", r"child|children"),
        (r"standard|basic", r"premium|express|advanced|enhanced"),
    )
)
"""Pairs that make two things of one name: an initial and a renewal term."""

_LEAST = pattern(
    r"\b(?:at least|not less than|no less than|minimum|not fewer than|no fewer than)\b", re.IGNORECASE
)
_MOST = pattern(
    r"\b(?:at most|not (?:to )?exceed|up to|no(?:t)? more than|maximum|not later than|no longer than)\b",
    re.IGNORECASE,
)


def bound_of(text: str) -> Literal["least", "most", "none"]:
    """Whether a sentence gives the least or the most that something may be."""
    if _LEAST.search(text):
        return "least"
    return "most" if _MOST.search(text) else "none"
