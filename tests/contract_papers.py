"""Papers of contracts that belong together, and some that only look so."""

from __future__ import annotations

from pathlib import Path

from pincite.service import Library
from tests.factories import write

MASTER = """MASTER SERVICES AGREEMENT

This Master Services Agreement is made on 4 May 2019 between Harbour Lights Ltd and Ostrava Tools GmbH.

1. Fee

The monthly fee is EUR 500.00.

2. End

The end date is 31 March 2020.

3. Law

The governing law is the law of Ireland.
"""
AMENDMENT = """AMENDMENT NO. 1

This Amendment No. 1 is made on 2 March 2020 between Harbour Lights Ltd and Ostrava Tools GmbH. It amends the
Master Services Agreement dated 4 May 2019.

1. Section 2 is replaced with the following: "The end date is 31 March 2023."
"""
WORK = """STATEMENT OF WORK NO. 1

This Statement of Work is made on 9 June 2019 under the Master Services Agreement dated 4 May 2019 between
Harbour Lights Ltd and Ostrava Tools GmbH.

The monthly fee is EUR 90.00. The end date is 30 June 2020.
"""
# The same day and a party in common, but another contract.
OTHER = """SUPPLY AGREEMENT

This Supply Agreement is made on 4 May 2019 between Harbour Lights Ltd and Quillon Paper plc.

The monthly fee is EUR 700.00. The end date is 1 June 2020.
"""
TEXTS = {"amendment.txt": AMENDMENT, "master.txt": MASTER, "other.txt": OTHER, "work.txt": WORK}


def add_families(library: Library, folder: Path) -> None:
    """Add all papers, and say which one amends which."""
    paths = {name: write(folder, name, text) for name, text in TEXTS.items()}
    amendment = paths.pop("amendment.txt")
    library.add(*paths.values())
    library.add(amendment, part_of="master.txt")
