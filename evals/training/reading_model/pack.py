"""Tokenise the views and their replies for training, in one small file.

`python -m evals.training.reading_model.pack --rows DIR --tokenizer tokenizer.json --out views.npz.xz`. A
view of more than 1,700 tokens is left out. Views of documents that are kept for the chance measure while it
trains.
"""

from __future__ import annotations

import argparse
import io
import json
import lzma
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from evals.training.reading_model.views import jobs
from pincite.read.reply import NEXT, NONE, Reply, ReplyItem, prompt_ids, reply_ids

_MOST_TOKENS, _MOST_MEASURED = 1_700, 800


def reply_of(told: Mapping[str, Any]) -> Reply:
    items = tuple(ReplyItem(tuple(each["lines"]), each["column"], each["words"]) for each in told["items"])
    return Reply(items, told["says"], told["unless"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    tokenizer.encode_special_tokens = True

    def encode(text: str) -> list[int]:
        found: list[int] = tokenizer.encode(text, add_special_tokens=False).ids
        return found

    assert len(encode(NEXT)) == 1
    views: list[Mapping[str, Any]] = []
    # Views of one document stand together: what they share is then packed once.
    for file, _, _ in jobs(options.rows):
        if file.exists():
            views += [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    measured = [at for at, view in enumerate(views) if view["kept"]]
    chosen = set(Random(7).sample(measured, min(len(measured), _MOST_MEASURED)))
    tokens: list[np.ndarray] = []
    told: list[tuple[int, int, int, float, int, int]] = []
    groups: dict[str, int] = {}
    rows: dict[str, int] = {}
    kinds: Counter[str] = Counter()
    for at, view in enumerate(views):
        if view["kept"] and at not in chosen:
            continue
        reply = reply_of(view["reply"])
        shown = prompt_ids(view["question"], view["view"], encode)
        said = reply_ids(reply, encode)
        if len(shown) + len(said) > _MOST_TOKENS:
            kinds["too long"] += 1
            continue
        first = len(encode(str(reply.items[0].lines[0]))) if reply.items and reply.says is None else 1
        tokens.append(np.array([*shown, *said], np.uint16))
        row = rows.setdefault(view["id"], len(rows))
        group = groups.setdefault(view["group"], len(groups))
        told.append(
            (len(shown), len(said), row, view["visits"], group, first if not view["kept"] else -first)
        )
        kinds[
            f"{view['group']} {'kept' if view['kept'] else 'read'} {'said' if reply.items else 'none'}"
        ] += 1
    columns = list(zip(*told, strict=True))
    arrays = {
        "tokens": np.concatenate(tokens),
        "shown": np.array(columns[0], np.int32),
        "said": np.array(columns[1], np.int32),
        "row": np.array(columns[2], np.int32),
        "visits": np.array(columns[3], np.float32),
        "group": np.array(columns[4], np.int8),
        "first": np.array(columns[5], np.int8),
        "groups": np.array(list(groups)),
        "digits": np.array([encode(digit)[0] for digit in "0123456789"], np.int32),
        "none": np.array(encode(NONE)[0], np.int32),
    }
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    options.out.write_bytes(lzma.compress(buffer.getvalue(), preset=6))
    for what, count in sorted(kinds.items()):
        print(what, count)
    size = options.out.stat().st_size / 1e6
    print(f"{len(told)} views, {len(arrays['tokens']) / 1e6:.1f} M tokens, {size:.1f} MB")


if __name__ == "__main__":
    main()
