"""Find the weights of the local models, prove that they are those measured, and load them once."""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Callable, Hashable
from pathlib import Path
from threading import Lock
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pincite.errors import ConfigError

_Chance = Annotated[float, Field(ge=0, le=1)]
DEFAULT = "default"
MEND = "Check the folder that `weights` names, or work without models: pincite --no-local-models VERB"


class _Record(BaseModel):
    # What else the file tells, such as reliability curves, is for its readers and changes no score.
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class Curve(_Record):
    """How a raw score becomes a chance, and from which chance on it counts."""

    slope: Annotated[float, Field(gt=0)]
    intercept: float
    needed: dict[str, _Chance] = {}
    """By strictness; only of whether a text supports a statement."""

    def chance(self, raw: float) -> float:
        """From 0 to 1; a higher raw score never gives a lower chance."""
        at = self.slope * raw + self.intercept
        # One form for each side, because exp overflows on the other.
        return 1 / (1 + math.exp(-at)) if at >= 0 else math.exp(at) / (1 + math.exp(at))


class Calibration(_Record):
    """The file `calibration.json` beside the weights; it belongs to these very files and no others."""

    version: Literal[1]
    made_on: str
    files: dict[str, str]
    """SHA-256 by name."""
    answerable: dict[str, Curve]
    # Nothing asks these two, but the version by which a fitted decision knows its reader tells them.
    supported: dict[str, Curve]
    contradicted: dict[str, Curve]

    def curve(self, kind: str = DEFAULT) -> Curve:
        """The curve of one kind of answer, or else that of all."""
        found = self.answerable.get(kind) or self.answerable.get(DEFAULT)
        if found is None:
            raise ConfigError("The local models were not measured for 'answerable'.", hint=MEND)
        return found


READER, EMBEDDER, TOKENIZER, CALIBRATION = (
    *("reader.int8.onnx", "embedder.int8.onnx"),
    *("tokenizer.json", "calibration.json"),
)
_PACKAGED = Path(__file__).parent / "weights"


def folder_of(weights: str) -> Path:
    """The folder that an option names; without one, that of the package."""
    return Path(weights).expanduser() if weights else _PACKAGED


def are_installed(weights: str = "") -> bool:
    """Whether there are local models at all; a checkout of the source may come without them."""
    return (folder_of(weights) / CALIBRATION).is_file()


@functools.cache
def calibration(folder: Path) -> Calibration:
    """What was measured of the models in a folder, or a ConfigError that says what is wrong with it."""
    path = folder / CALIBRATION
    try:
        return Calibration.model_validate_json(_bytes(path))
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(map(str, problem["loc"]))
        raise ConfigError(f"{path} cannot be used: {place}: {problem['msg']}.", hint=MEND) from error


def proved(folder: Path, name: str) -> bytes:
    """The bytes of one file, which are those that were measured: scores of others would mean nothing."""
    known = calibration(folder).files.get(name)
    if known is None:
        raise ConfigError(f"{folder / CALIBRATION} does not mention {name}.", hint=MEND)
    content = _bytes(folder / name)
    found = hashlib.sha256(content).hexdigest()
    if found != known:
        raise ConfigError(
            f"{folder / name} is not the file that was measured: its SHA-256 begins {found[:12]}, "
            f"and {known[:12]} is expected.",
            hint=MEND,
        )
    return content


def version_of(folder: Path, name: str) -> str:
    """The model in one file and what was measured of it, in a few characters.

    A vector does not depend on what was measured of the reader: it stays valid where only that is new.
    """
    measured = calibration(folder)
    curves = "" if name == EMBEDDER else _curves(measured)
    said = "\n".join((measured.files.get(name, ""), measured.files.get(TOKENIZER, ""), curves))
    return f"{name.partition('.')[0]}-{hashlib.sha256(said.encode()).hexdigest()[:12]}"


def _curves(measured: Calibration) -> str:
    return measured.model_dump_json(exclude={"files", "made_on"})


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise ConfigError(f"The local models lack a file: there is no {path}.", hint=MEND) from error
    except OSError as error:
        raise ConfigError(
            f"A file of the local models cannot be read: {path}: {error.strerror}.", hint=MEND
        ) from error


K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


def once(load: Callable[[K], T]) -> Callable[[K], T]:
    """The same function, which keeps what it loaded: threads that ask at once wait for one load.

    `functools.cache` alone lets each of them load, and a model takes tens of megabytes.
    """
    kept, turn = functools.cache(load), Lock()

    @functools.wraps(load)
    def loaded(key: K) -> T:
        with turn:
            return kept(key)

    return loaded
