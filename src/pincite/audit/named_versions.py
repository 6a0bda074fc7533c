"""Find the two versions that a caller names: by name, or by name and the beginning of a version's id."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.ask.named_documents import Names
from pincite.errors import InputError
from pincite.protocols import Store
from pincite.records.library import Identity

_SHOWN = 8


@dataclass(frozen=True, slots=True)
class NamedVersions:
    """The versions of the documents of one collection."""

    store: Store
    names: Names

    def pair(self, old: str, new: str | None) -> tuple[Identity, Identity]:
        """Two different versions; without `new`, the current one of the same name.

        A name means its current version. Where both are that one, the version before it is the old one: so a
        file that was added under the name of `old` is compared with what was there before.
        """
        first = self.one(old)
        second = self.names.current(first.name) if new is None else self.one(new)
        if first != second:
            return first, second
        if new is not None and self._is_version(old):
            raise InputError(
                f"{old!r} and {new!r} are the same version.", hint="Name two: pincite reanchor OLD NEW"
            )
        return self._before(first), second

    def one(self, named: str) -> Identity:
        """The version that is meant, or an InputError that says which there are."""
        if not self._is_version(named):
            found = self.names.matching(named)
            if len(found) > 1:
                raise InputError(f"{named!r} means several documents.", hint="Name one of them.")
            return found[0]
        name, _, start = named.rpartition("@")
        held = self._held(self.names.current(name))
        found = [each for each in held if each.version.startswith(start)]
        if len(found) != 1:
            said = "several versions" if found else "no version"
            listed = ", ".join(f"{name}@{each.version}" for each in held[-_SHOWN:])
            raise InputError(f"{name!r} has {said} whose id starts with {start!r}.", hint=f"It has: {listed}")
        return found[0]

    def _is_version(self, named: object) -> bool:
        """Whether a version is named; "@" may also be part of a document's name."""
        if not isinstance(named, str) or "@" not in named:
            return False
        return self.store.current(self.names.collection, named) is None

    def _held(self, identity: Identity) -> list[Identity]:
        return self.store.versions(identity.collection, identity.name)

    def _before(self, identity: Identity) -> Identity:
        """The version that was added last before another one."""
        others = [each for each in self._held(identity) if each != identity]
        if not others:
            raise InputError(
                f"{identity.name!r} has only one version, so there is nothing to compare it with.",
                hint="Add the changed file under the same name, or name two: pincite reanchor OLD NEW",
            )
        return others[-1]
