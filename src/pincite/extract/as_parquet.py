"""Write a table over documents as Parquet: the columns of the CSV file, all of them text."""

from __future__ import annotations

import io
from typing import Any

from pincite.answer.document_tables import Table
from pincite.errors import MissingExtra
from pincite.extract.sheet_rows import header_of, rows_of


def to_parquet(table: Table) -> bytes:
    """The whole file, or a MissingExtra where pyarrow is not installed."""
    arrow, parquet = pyarrow()
    header, rows = header_of(table), list(rows_of(table))
    columns = [arrow.array([row[at] for row in rows], arrow.string()) for at in range(len(header))]
    written = io.BytesIO()
    parquet.write_table(arrow.Table.from_arrays(columns, names=header), written)
    return written.getvalue()


def pyarrow() -> tuple[Any, Any]:
    """The package and what it writes Parquet with."""
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise MissingExtra("pyarrow", extra="parquet", needed_for="Writing Parquet") from error
    return arrow, parquet
