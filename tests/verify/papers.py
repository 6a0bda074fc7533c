"""Documents that rows of these tests speak of: an agreement on three pages, and a statement in thousands."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pincite.verification.claim_rows import Verified
from pincite.verification.read_documents import ReadDocuments
from pincite.verification.verifying import verify
from tests.documents.press import Sheet, printed

RENT = "The Tenant shall pay a monthly rent of EUR 2,400.00 in advance."
FACTS = (
    ("2024-06-17", "THIS LEASE is dated 17 June 2024", 1),
    ("10 years", "for a term of ten (10) years from the Commencement Date", 1),
    ("EUR 2,400.00", RENT, 2),
    (2400, RENT, 2),
    ("4%", "Interest accrues at 4% per annum on overdue sums.", 2),
    ("USD 5 million", "The liability of the Landlord is limited to USD 5 million.", 3),
    ("Pell & Marsh LLP", 'and Pell & Marsh LLP (the "Tenant")', 1),
    ("the laws of Ireland", "This Lease is governed by the laws of Ireland.", 3),
)
"""Value, quote and page, all of them true."""


def write_lease(folder: Path) -> Path:
    path = folder / "lease.pdf"
    path.write_bytes(lease())
    return path


@cache
def lease() -> bytes:
    def first(sheet: Sheet) -> None:
        sheet.paragraph(
            'THIS LEASE is dated 17 June 2024 and made between Harbour Estates Limited (the "Landlord") and '
            'Pell & Marsh LLP (the "Tenant").'
        )
        sheet.paragraph(
            "The Landlord lets the Premises for a term of ten (10) years from the Commencement Date."
        )

    def second(sheet: Sheet) -> None:
        sheet.paragraph(RENT)
        sheet.paragraph("Interest accrues at 4% per annum on overdue sums.")
        sheet.paragraph("The Tenant shall not sublet the Premises.")

    def third(sheet: Sheet) -> None:
        sheet.paragraph("The liability of the Landlord is limited to USD 5 million.")
        sheet.paragraph("This Lease is governed by the laws of Ireland.")

    return printed(first, second, third)


def write_statement(folder: Path) -> Path:
    def only(sheet: Sheet) -> None:
        sheet.heading("Income statement (in thousands of EUR)")
        for at, row in enumerate(
            (("", "2024", "2023"), ("Revenue", "1,234", "1,111"), ("Costs", "(987)", "(876)"))
        ):
            y = 150 + at * 20
            sheet.at(72, y, row[0], "Helvetica", 9)
            sheet.right(300, y, row[1], "Helvetica", 9)
            sheet.right(400, y, row[2], "Helvetica", 9)

    path = folder / "statement.pdf"
    path.write_bytes(printed(only))
    return path


def one(document: Path | ReadDocuments, **row: object) -> Verified:
    """The verdict on one row."""
    (told,) = verify([row], document, isolated=False)
    return told
