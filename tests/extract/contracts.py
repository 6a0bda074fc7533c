"""Small contracts that differ in what they state, for tables over many of them."""

from __future__ import annotations

from pathlib import Path

FIELDS = (
    "monthly fee, effective date, expiry date, notice period, liability cap, governing law, "
    "parking charge, payment: Within how many days is each invoice payable?"
)


def contract(number: int) -> str:
    """Every third has no cap on liability, every fourth no end; all have another fee."""
    end = "is open-ended" if number % 4 == 3 else f"expires on 28 February {2020 + number % 8}"
    cap = f"The Supplier's total liability in any year shall not exceed EUR {number + 1},000,000."
    liability = "" if number % 3 == 2 else f"3. Liability\n\n{cap}\n\n"
    return (
        "1. Fees\n\n"
        f"The Customer shall pay the Supplier a monthly fee of EUR {1000 + number}.00 for the Services. "
        f"Each invoice is payable within {14 + number % 30} days after its receipt.\n\n"
        "2. Term\n\n"
        f"This Agreement takes effect on 1 March {2016 + number % 8} and {end}. Either party may terminate "
        f"it by giving {30 + number % 60} days' written notice.\n\n"
        f"{liability}4. Law\n\nThis Agreement is governed by the laws of Ireland.\n"
    )


def write_contracts(folder: Path, count: int) -> list[Path]:
    folder.mkdir(exist_ok=True)
    paths = [folder / f"contract-{number:03}.txt" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_text(contract(number), "utf-8")
    return paths
