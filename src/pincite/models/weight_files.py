"""Find the weights of the local models, and prove that they are the ones that were measured."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from pydantic import ValidationError

from pincite.errors import ConfigError
from pincite.models.calibration import MEND, Calibration

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
