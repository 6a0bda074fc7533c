"""Which tables a copy of a library is made of, in which order they are filled, and what is left out and why.

A new table must be named here: a test compares this with the schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

OF_A_VERSION = (
    *("page", "furniture", "line", "section", "paragraph", "block", "passage", "chunk"),
    *("anchor", "table", "cell", "figure", "unseen", "cover"),
)
"""Rows that are made with a version and go with it: they are copied in one transaction with it."""

FIRST = ("collection", "document", "source")
LATER = (
    *("origin", "vector_model", "vector", "run", "run_document", "candidate", "run_part"),
    *("document_table", "document_table_row", "table_decision", "table_cell", "extract_unit"),
    *("job", "job_file", "job_item", "job_attempt", "job_result"),
    *("model_reply", "model_reply_about", "provider_batch", "batch_request", "chain", "api_key"),
)
"""Each behind those that it refers to."""

SEPARATE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "document": frozenset({"current_version", "generation"}),
        "source": frozenset({"content", "outside"}),
        "job_file": frozenset({"content"}),
        "version": frozenset({"text", "words", "postings", "confidences", "profile"}),
    }
)
"""Columns by which rows are not compared: set at the end, proved by a hash of their own, or both."""

DERIVED: Mapping[str, frozenset[str]] = MappingProxyType({})
"""Columns that only one database has, and makes again from others."""

LEFT_OUT: Mapping[str, str] = MappingProxyType(
    {
        "migration": "which migrations PostgreSQL has had",
        "library": "the copy is a library of its own and has an id of its own",
        "model_slot": "who is calling a provider at this moment",
        **dict.fromkeys(
            ("word_segment", "word_posting", "version_words", "vector_signs", "near_attempt"),
            "by which PostgreSQL finds words and vectors; made again from what is copied",
        ),
        "queue_schema": "which version of Procrastinate wakes the workers; its own tables are made anew",
        "request_once": "replies that a server keeps for a day, for requests that are sent to it again",
        "tenant": "users of one server, who may be unknown to another",
        "unfinished_copy": "says of the copy that it is not finished",
    }
)
