"""Make the reader's scores chances: from what `decide collect` wrote of documents kept from the reader."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression

LEVELS = ("lenient", "balanced", "strict", "paranoid")
FILES = ("reader.int8.onnx", "embedder.int8.onnx", "tokenizer.json")


def answerable(collected: Path) -> dict[str, Any]:
    """The curve of a passage's score."""
    logits, right = [], []
    for line in collected.read_text("utf-8").splitlines():
        asked = json.loads(line)
        seen: dict[float, bool] = {}
        for each in asked["candidates"]:
            logit = each["features"]["passage"]
            seen[logit] = seen.get(logit, False) or each["touches"]
        logits += seen
        right += seen.values()
    model = LogisticRegression(C=1e6).fit(np.array(logits)[:, None], right)
    slope, intercept = float(model.coef_[0, 0]), float(model.intercept_[0])

    return {
        "slope": round(slope, 5),
        "intercept": round(intercept, 5),
        "n": len(logits),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("collected", type=Path)
    parser.add_argument("--weights", type=Path, required=True)
    options = parser.parse_args()
    plain = {"slope": 1.0, "intercept": 0.0, "needed": dict.fromkeys(LEVELS, 0.5)}
    found = {
        "version": 1,
        "made_on": "documents kept from the reader; supported and contradicted are the model's own chances",
        "files": {name: hashlib.sha256((options.weights / name).read_bytes()).hexdigest() for name in FILES},
        "answerable": {"default": answerable(options.collected)},
        "supported": {"default": plain},
        "contradicted": {"default": plain},
    }
    (options.weights / "calibration.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    print(json.dumps(found["answerable"]))


if __name__ == "__main__":
    main()
