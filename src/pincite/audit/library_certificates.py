"""Certify runs of a library: what it keeps, and what its settings say of models and rates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pincite.audit.certificate import LibraryChain
from pincite.audit.certifying import Certifying, InstalledWeights, written_bytes
from pincite.audit.grounds import image_sha256
from pincite.audit.signing import sign
from pincite.errors import InputError
from pincite.protocols import Store
from pincite.records.library import Held, Identity, RunRecord
from pincite.settings import Settings


@dataclass(frozen=True, slots=True)
class Certificates:
    """Makes certificates of runs that were recorded."""

    store: Store
    settings: Settings
    load: Callable[[Identity], Held]

    def of(self, record: RunRecord, with_text: bool, key_file: Path | None) -> bytes:
        """The certificate of a run as it is written to a file, signed where a key is given."""
        weights = str(self.settings.weights) if self.settings.weights else ""
        making = Certifying(
            *(self.load, self.store.content),
            InstalledWeights(weights, self.settings.decision),
            image_sha256,
            self._entry_of,
        )
        certificate = making.certificate(record, with_text)
        if key_file is not None:
            signature = sign(certificate["chain"][-1]["link"], key_file)
            certificate["signature"] = signature.model_dump(mode="json")
        return written_bytes(certificate)

    def _entry_of(self, run: str) -> LibraryChain | None:
        """The entry of a run in the chain of this library; None where it was recorded before the chain."""
        trail = self.store.trail()
        entry = trail.entry_of("run", run)
        if entry is not None and (not entry.is_whole or trail.digest_of(entry) != entry.payload):
            raise InputError(
                f"The run {run[:8]} cannot be certified: it was changed after it was recorded.",
                hint="`pincite runs verify` shows what is wrong in the library. Ask again.",
            )
        return LibraryChain(entry=entry.number, hash=entry.hash) if entry else None
