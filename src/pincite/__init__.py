"""Answers about documents, each pinned to the exact place that proves it and checked by code."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.answer.answers import (
        Answer,
        Evidence,
        Item,
        Lead,
    )
    from pincite.answer.document_tables import Cell, Table
    from pincite.ask.conversation import Conversation, Turn
    from pincite.audit.chain_check import copy_library
    from pincite.audit.checking import check
    from pincite.audit.findings import Checked, Finding
    from pincite.errors import (
        ConfigError,
        InputError,
        PinciteError,
        ProviderError,
        Stopped,
        StoreError,
        UnverifiedError,
    )
    from pincite.extract.bulk import JobLimits
    from pincite.extract.rounds import ByBatch
    from pincite.jobs.batch import Added
    from pincite.service import Library
    from pincite.service import open_library as open
    from pincite.service import restore_library as restore
    from pincite.values.readings import Reading
    from pincite.values.registered import ValueType, register
    from pincite.values.types import (
        Address,
        Amount,
        Boolean,
        Clause,
        DateRange,
        DateValue,
        Duration,
        Iban,
        Number,
        Organisation,
        Percentage,
        PersonName,
        TableValue,
        Text,
        Value,
    )
    from pincite.verification.claim_rows import Verified
    from pincite.verification.quoted_fields import Quoted
    from pincite.verification.read_documents import ReadDocuments
    from pincite.verification.verifying import verify

__version__ = "0.1.0"
__all__ = [
    "Added",
    "Address",
    "Amount",
    "Answer",
    "Boolean",
    "ByBatch",
    "Cell",
    "Checked",
    "Clause",
    "ConfigError",
    "Conversation",
    "DateRange",
    "DateValue",
    "Duration",
    "Evidence",
    "Finding",
    "Iban",
    "InputError",
    "Item",
    "JobLimits",
    "Lead",
    "Library",
    "Number",
    "Organisation",
    "Percentage",
    "PersonName",
    "PinciteError",
    "ProviderError",
    "Quoted",
    "ReadDocuments",
    "Reading",
    "Stopped",
    "StoreError",
    "Table",
    "TableValue",
    "Text",
    "Turn",
    "UnverifiedError",
    "Value",
    "ValueType",
    "Verified",
    "check",
    "copy_library",
    "open",
    "register",
    "restore",
    "verify",
]

# A name's module is loaded when the name is first used, so that `import pincite` costs nothing.
_HOMES = {
    "Added": ("pincite.jobs.batch", "Added"),
    "Address": ("pincite.values.types", "Address"),
    "Amount": ("pincite.values.types", "Amount"),
    "Answer": ("pincite.answer.answers", "Answer"),
    "Boolean": ("pincite.values.types", "Boolean"),
    "ByBatch": ("pincite.extract.rounds", "ByBatch"),
    "Cell": ("pincite.answer.document_tables", "Cell"),
    "Checked": ("pincite.audit.findings", "Checked"),
    "Clause": ("pincite.values.types", "Clause"),
    "ConfigError": ("pincite.errors", "ConfigError"),
    "Conversation": ("pincite.ask.conversation", "Conversation"),
    "DateRange": ("pincite.values.types", "DateRange"),
    "DateValue": ("pincite.values.types", "DateValue"),
    "Duration": ("pincite.values.types", "Duration"),
    "Evidence": ("pincite.answer.answers", "Evidence"),
    "Finding": ("pincite.audit.findings", "Finding"),
    "Iban": ("pincite.values.types", "Iban"),
    "InputError": ("pincite.errors", "InputError"),
    "Item": ("pincite.answer.answers", "Item"),
    "JobLimits": ("pincite.extract.bulk", "JobLimits"),
    "Lead": ("pincite.answer.answers", "Lead"),
    "Library": ("pincite.service", "Library"),
    "Number": ("pincite.values.types", "Number"),
    "Organisation": ("pincite.values.types", "Organisation"),
    "Percentage": ("pincite.values.types", "Percentage"),
    "PersonName": ("pincite.values.types", "PersonName"),
    "PinciteError": ("pincite.errors", "PinciteError"),
    "ProviderError": ("pincite.errors", "ProviderError"),
    "Quoted": ("pincite.verification.quoted_fields", "Quoted"),
    "ReadDocuments": ("pincite.verification.read_documents", "ReadDocuments"),
    "Reading": ("pincite.values.readings", "Reading"),
    "Stopped": ("pincite.errors", "Stopped"),
    "StoreError": ("pincite.errors", "StoreError"),
    "Table": ("pincite.answer.document_tables", "Table"),
    "TableValue": ("pincite.values.types", "TableValue"),
    "Text": ("pincite.values.types", "Text"),
    "Turn": ("pincite.ask.conversation", "Turn"),
    "UnverifiedError": ("pincite.errors", "UnverifiedError"),
    "Value": ("pincite.values.types", "Value"),
    "ValueType": ("pincite.values.registered", "ValueType"),
    "Verified": ("pincite.verification.claim_rows", "Verified"),
    "check": ("pincite.audit.checking", "check"),
    "copy_library": ("pincite.audit.chain_check", "copy_library"),
    "open": ("pincite.service", "open_library"),
    "register": ("pincite.values.registered", "register"),
    "restore": ("pincite.service", "restore_library"),
    "verify": ("pincite.verification.verifying", "verify"),
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'pincite' has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return ["__version__", *__all__]
