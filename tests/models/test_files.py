"""The weights: found in the package or a folder, and refused unless they are those that were measured."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from pincite.errors import ConfigError
from pincite.models.embedder import LocalEmbedder
from pincite.models.reader import LocalReader, LocalReranker
from pincite.models.weight_files import (
    CALIBRATION,
    READER,
    TOKENIZER,
    are_installed,
    calibration,
    folder_of,
    proved,
    version_of,
)
from pincite.records.evidence import Excerpt

CURVE = {
    "slope": 1.0,
    "intercept": 0.0,
    "needed": {"lenient": 0.2, "balanced": 0.5},
}


def written(folder: Path, weights: bytes = b"weights", **changed: object) -> Path:
    """A folder with two files that are no models, and what was measured of them."""
    folder.mkdir(exist_ok=True)
    files = {READER: weights, TOKENIZER: b"{}"}
    for name, content in files.items():
        (folder / name).write_bytes(content)
    measured = {
        "version": 1,
        "made_on": "somewhere",
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
        "answerable": {"default": CURVE, "value": CURVE | {"intercept": 3.0}},
        "supported": {"default": CURVE},
        "contradicted": {"default": CURVE},
        "reliability": {"anything": []},
    }
    (folder / CALIBRATION).write_text(json.dumps(measured | changed), "utf-8")
    return folder


def test_file_that_was_measured_is_read(tmp_path: Path):
    assert proved(written(tmp_path), READER) == b"weights"


def test_file_that_was_changed_is_refused_with_what_to_do(tmp_path: Path):
    folder = written(tmp_path)
    (folder / READER).write_bytes(b"weightz")

    with pytest.raises(ConfigError, match="is not the file that was measured") as caught:
        proved(folder, READER)
    assert str(folder / READER) in caught.value.message
    assert "--no-local-models" in caught.value.hint


def test_file_that_is_missing_is_named(tmp_path: Path):
    folder = written(tmp_path)
    (folder / READER).unlink()

    with pytest.raises(ConfigError, match=r"there is no .*reader\.int8\.onnx"):
        proved(folder, READER)


def test_file_that_was_never_measured_is_refused(tmp_path: Path):
    folder = written(tmp_path)
    (folder / "other.onnx").write_bytes(b"")

    with pytest.raises(ConfigError, match=r"does not mention other\.onnx"):
        proved(folder, "other.onnx")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"version": 2}, "version"),
        ({"files": None}, "files"),
        ({"answerable": {"default": CURVE | {"slope": -1.0}}}, "answerable.default.slope"),
        ({"supported": {"default": CURVE | {"needed": {"strict": 1.5}}}}, "supported.default.needed.strict"),
    ],
)
def test_calibration_that_cannot_be_used_says_where(tmp_path: Path, changed: dict[str, object], said: str):
    with pytest.raises(ConfigError, match=r"calibration\.json cannot be used") as caught:
        calibration(written(tmp_path, **changed))
    assert said in caught.value.message


def test_models_are_installed_where_their_calibration_is(tmp_path: Path):
    assert not are_installed(str(tmp_path))
    written(tmp_path)
    assert are_installed(str(tmp_path))
    assert folder_of("").name == "weights"


def test_version_changes_with_the_weights_and_with_what_was_measured(tmp_path: Path):
    known = version_of(written(tmp_path / "a"), READER)

    assert known.startswith("reader-")
    assert version_of(written(tmp_path / "b"), READER) == known
    assert version_of(written(tmp_path / "c", weights=b"others"), READER) != known
    assert version_of(written(tmp_path / "d", supported={"default": CURVE | {"slope": 2.0}}), READER) != known
    assert version_of(written(tmp_path / "e", made_on="elsewhere"), READER) == known


@pytest.mark.parametrize(
    "use",
    [
        lambda folder: LocalReader(folder).read("Fee?", [Excerpt("The fee.")]),
        lambda folder: LocalReranker(folder).rerank("Fee?", ["The fee."]),
        lambda folder: LocalEmbedder(folder).embed(["The fee."], "query"),
        lambda folder: LocalReader(folder).version,
    ],
    ids=["reader", "reranker", "embedder", "version"],
)
def test_folder_without_models_is_an_error_wherever_it_is_named(tmp_path: Path, use: object):
    with pytest.raises(ConfigError, match=r"there is no .*calibration\.json"):
        use(str(tmp_path))


@pytest.mark.parametrize("raw", [-1e4, -30.0, -1.0, 0.0, 1.0, 30.0, 1e4])
def test_chance_lies_between_0_and_1_and_grows_with_the_raw_score(tmp_path: Path, raw: float):
    curve = calibration(written(tmp_path)).curve("value")

    assert 0.0 <= curve.chance(raw - 1) <= curve.chance(raw) <= curve.chance(raw + 1) <= 1.0
    assert curve.chance(-3.0) == pytest.approx(0.5)
