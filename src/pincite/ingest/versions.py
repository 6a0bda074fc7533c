"""The version of each parser: a document that another version of it has read is read again.

They stand apart from the parsers, so that to compare versions loads none of them. A parser that reads the
same file into another text, or into other ranges of it, gets the next number.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# By the name of the parser, which is that of its format.
VERSIONS: Mapping[str, str] = MappingProxyType(
    {
        "pdf": "6",
        "image": "1",
        "docx": "3",
        "html": "3",
        "markdown": "5",
        "text": "4",
        "xlsx": "5",
        "csv": "1",
        "eml": "3",
        "pptx": "3",
    }
)
