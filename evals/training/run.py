"""From data to weights in one command: gather, pack, train, measure, export.

`python -m evals.training.run all --data DIR --base FILE --tokenizer FILE --out DIR` does everything; the
parts can be run one by one, which is how a machine that is lent for minutes at a time is used.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections import Counter
from pathlib import Path
from typing import Any

_SEED = 7


def main() -> None:
    options = _parser().parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    steps = {
        "prepare": (prepare,),
        "embedder": (embedder,),
        "reader": (reader,),
        "average": (average,),
        "files": (files,),
        "calibrate": (calibrate,),
        "all": (prepare, embedder, readers, average, files, calibrate),
    }
    for step in steps[options.step]:
        step(options)
        print(f"{step.__name__} done after {time.monotonic() - began:.0f} s", flush=True)


def prepare(options: argparse.Namespace) -> None:
    """Read and pack the data; needs no accelerator and no torch."""
    from evals.training.gather import gather
    from evals.training.pack import pack
    from evals.training.sources.files import Data

    corpus = gather(Data(options.data, options.workers, options.limit), _SEED)
    report = {
        "texts": len(corpus.texts),
        "passages": len(corpus.passages),
        "dropped as repeats of validation text": corpus.dropped,
        "rows": dict(Counter(row.source for row in corpus.rows)),
        "rows with an answer": dict(Counter(row.source for row in corpus.rows if row.positives)),
        "claims": dict(Counter(claim.source for claim in corpus.claims)),
        "supported": dict(Counter(claim.source for claim in corpus.claims if claim.supported)),
        "queries": dict(Counter(query.set for query in corpus.queries)),
        "cases": dict(Counter(case.dataset for case in corpus.cases)),
        "judged": dict(Counter(claim.source for claim in corpus.judged)),
    }
    _write(options.out / "data.json", report)
    packed = pack(corpus, options.tokenizer)
    packed.save(options.packed)
    print(f"{len(packed.tokens) / 1e6:.1f}M tokens packed", flush=True)


def embedder(options: argparse.Namespace) -> None:
    """Train the embedder, and measure it beside its base and between the two."""
    import torch

    from evals.training.embedder import averaged, train_embedder
    from evals.training.hard import by_vectors
    from evals.training.measure import vector_figures
    from evals.training.model import Embedder, load_base, save_half
    from evals.training.scoring import half_on

    packed, table, device = _loaded(options)
    rows = _rows(packed, options)
    base = Embedder(load_base(options.base, options.layers)).to(device, half_on(device)).eval()
    negatives = by_vectors(base, packed, table, rows)
    torch.save((negatives.near, negatives.far), options.out / "negatives.pt")
    tuned = Embedder(load_base(options.base, options.layers))
    train_embedder(tuned, packed, table, rows, negatives, epochs=options.embedder_epochs, seed=_SEED)
    save_half(tuned, options.out / "embedder.safetensors")
    figures: dict[str, Any] = {"machine": _machine()}
    for name, model in (
        ("base", base),
        ("tuned", tuned),
        *((f"average_{s}", averaged(tuned, base, s)) for s in (0.5, 0.7)),
    ):
        figures[name] = vector_figures(model, packed, table)[0]
    _write(options.out / "embedder.json", figures)


def reader(options: argparse.Namespace) -> None:
    """Train the multi-head model and measure it."""
    import torch

    from evals.training.hard import by_vectors
    from evals.training.measure import left_out_presence
    from evals.training.mix import Negatives
    from evals.training.model import Embedder, MultiHead, load_half, save_half
    from evals.training.reader import Options, train_reader
    from evals.training.scoring import half_on

    packed, table, device = _loaded(options)
    rows = _rows(packed, options)
    base = Embedder(_reader_base(options)).to(device, half_on(device)).eval()
    known = options.out / "negatives.pt"
    if known.exists() and not options.leave_out:
        near, far = torch.load(known, weights_only=False)
        negatives = Negatives(near, far, {})
    else:
        negatives = by_vectors(base, packed, table, rows)
    print("negatives ready", flush=True)
    model = MultiHead(_reader_base(options))
    if options.start:
        load_half(model, options.start)
    settings = Options(
        epochs=options.epochs,
        rate=options.rate,
        seconds=options.seconds,
        seed=_SEED,
        plain=options.plain,
        later=bool(options.start),
    )
    watch = (lambda one: left_out_presence(one, packed, table)) if options.leave_out else None
    train_reader(model, packed, table, rows, negatives, settings, watch, _teacher(options, device))
    name = _reader_name(options)
    save_half(model, options.out / f"{name}.safetensors")
    _measure_reader(options, model, name, (packed, table, device))


def readers(options: argparse.Namespace) -> None:
    """Both readers that are averaged: with our own subjects, and without them."""
    for plain in (False, True):
        reader(argparse.Namespace(**{**vars(options), "plain": plain, "leave_out": False}))


def average(options: argparse.Namespace) -> None:
    """The reader that is shipped lies in the middle of the two that were trained."""
    from evals.training.average import average_files
    from evals.training.model import MultiHead, load_half
    from evals.training.scoring import half_on

    target = options.out / "reader.safetensors"
    average_files(
        options.out / "reader_subjects.safetensors", options.out / "reader_plain.safetensors", target
    )
    packed, table, device = _loaded(options)
    model = MultiHead(_reader_base(options))
    load_half(model, target)
    _measure_reader(options, model.to(device, half_on(device)).eval(), "reader", (packed, table, device))


def calibrate(options: argparse.Namespace) -> None:
    """Thresholds and probabilities, out of the raw scores of the reader and of its twin if there is one."""
    import numpy as np

    from evals.training.calibrate import calibration
    from evals.training.questions import clauses

    raw = dict(np.load(options.out / "reader.scores.npz", allow_pickle=False))
    twin = options.out / "reader_left_out.scores.npz"
    without = dict(np.load(twin, allow_pickle=False)) if twin.exists() else None
    made_on = (
        f"validation fold of dev: {len(set(raw['cuad_documents'].tolist()))} CUAD contracts in two wordings, "
        f"{len(raw['case_scores'])} questions on short texts, {len(raw['claim_sets'])} claims"
    )
    found = calibration(raw, options.out, made_on, without, clauses().left_out)
    (options.out / "calibration.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    print(
        f"calibration.json: {json.dumps({k: v for k, v in found.items() if k != 'reliability'})}", flush=True
    )


def _reader_base(options: argparse.Namespace) -> Any:
    """The encoder that the reader starts from: a deeper one than the embedder's, if there is one."""
    from evals.training.model import load_base

    return load_base(options.reader_base or options.base, options.reader_layers or options.layers)


def _teacher(options: argparse.Namespace, device: Any) -> Any:
    """The larger reader that the reader learns from, if there is one: what `reader` made of a larger base."""
    from evals.training.model import MultiHead, load_base, load_half
    from evals.training.scoring import half_on

    if not options.teacher:
        return None
    teacher = MultiHead(load_base(options.teacher_base, options.teacher_layers))
    load_half(teacher, options.teacher)
    return teacher.requires_grad_(False).to(device, half_on(device)).eval()


def _reader_name(options: argparse.Namespace) -> str:
    if options.leave_out:
        return "reader_left_out"
    return "reader_plain" if options.plain else "reader_subjects"


def _measure_reader(options: argparse.Namespace, model: Any, name: str, loaded: Any) -> None:
    import numpy as np

    from evals.training.embedder import averaged
    from evals.training.measure import reader_figures, vector_figures
    from evals.training.model import Embedder, load_base, load_half
    from evals.training.scoring import half_on

    packed, table, device = loaded
    near_by_set = {}
    if (options.out / "embedder.safetensors").exists():
        base = Embedder(load_base(options.base, options.layers)).to(device, half_on(device)).eval()
        tuned = Embedder(load_base(options.base, options.layers))
        load_half(tuned, options.out / "embedder.safetensors")
        shipped = averaged(tuned.to(device, half_on(device)), base, options.share)
        near_by_set = vector_figures(shipped, packed, table)[1]
    only = ("cuad", "cuad-plain") if options.leave_out else tuple(options.measured)
    figures, raw = reader_figures(model, packed, table, near_by_set, only)
    np.savez_compressed(options.out / f"{name}.scores.npz", **raw)
    figures["machine"] = _machine()
    _write(options.out / f"{name}.json", figures)


def files(options: argparse.Namespace) -> None:
    """Write the ONNX files out of saved weights, and show what 8 bits cost."""
    from evals.training.compact import shown_pairs, shown_texts
    from evals.training.embedder import averaged
    from evals.training.export import export
    from evals.training.model import Embedder, MultiHead, load_base, load_half
    from evals.training.smaller import embedder_loss, reader_loss

    packed, table, _ = _loaded(options)
    model = MultiHead(_reader_base(options))
    load_half(model, options.out / "reader.safetensors")
    full, small = export(model, options.out, "reader", ("scores", "span"), shown_pairs(packed, table, _SEED))
    figures: dict[str, Any] = {"reader": reader_loss(full, small, packed, table, options.compared, _SEED)}
    tuned = Embedder(load_base(options.base, options.layers))
    load_half(tuned, options.out / "embedder.safetensors")
    shipped = averaged(tuned, Embedder(load_base(options.base, options.layers)), options.share)
    full, small = export(shipped, options.out, "embedder", ("vector",), shown_texts(packed, table, _SEED))
    figures["embedder"] = embedder_loss(full, small, packed, table, options.compared, _SEED)
    _write(options.out / "int8.json", figures)


def _loaded(options: argparse.Namespace) -> Any:
    import torch

    from evals.training.batches import Table
    from evals.training.pack import Packed

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    packed = Packed.load(options.packed)
    return packed, Table.of(packed, device), device


def _rows(packed: Any, options: argparse.Namespace) -> Any:
    """The rows to train on; without the left-out clause types when the generalisation row is wanted."""
    from evals.training.questions import clauses

    return [row for row in packed.rows if not (options.leave_out and clauses().is_left_out(row.group))]


def _machine() -> dict[str, str]:
    import torch

    name = torch.cuda.get_device_name() if torch.cuda.is_available() else platform.processor()
    return {"accelerator": name, "torch": torch.__version__, "python": platform.python_version()}


def _write(file: Path, figures: Any) -> None:
    file.write_text(json.dumps(figures, indent=1, sort_keys=True, default=float) + "\n", "utf-8")
    shown = {key: value for key, value in figures.items() if key != "machine"}
    print(f"{file.name}: {json.dumps(_short(shown), default=float)}", flush=True)


def _short(figures: Any) -> Any:
    """Without the long lists, and rounded."""
    if isinstance(figures, dict):
        return {key: _short(value) for key, value in figures.items() if key != "per_clause"}
    return round(figures, 4) if isinstance(figures, float) else figures


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    steps = ("prepare", "embedder", "reader", "average", "files", "calibrate", "all")
    parser.add_argument("step", choices=steps)
    parser.add_argument("--data", type=Path, help="folder with the unpacked public sets")
    parser.add_argument("--base", type=Path, help="weights of the base (safetensors); random ones without it")
    parser.add_argument("--tokenizer", type=Path, help="tokenizer.json of the base")
    parser.add_argument("--packed", type=Path, default=Path("packed.pickle"))
    parser.add_argument("--out", type=Path, default=Path("out"))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--limit", type=int, help="read only this many rows of each file, for a dry run")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--reader-base", type=Path, help="weights of the reader's base, if it has its own")
    parser.add_argument("--reader-layers", type=int, help="layers of the reader's base")
    parser.add_argument("--start", type=Path, help="weights of an earlier stage that the reader goes on from")
    parser.add_argument("--teacher", type=Path, help="weights of a larger reader that this one learns from")
    parser.add_argument("--teacher-base", type=Path, help="weights of the teacher's base")
    parser.add_argument("--teacher-layers", type=int, default=12, help="layers of the teacher's base")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--embedder-epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--seconds", type=float, default=450.0, help="most time for training the reader")
    parser.add_argument("--share", type=float, default=1.0, help="how much of the tuned embedder is kept")
    parser.add_argument("--plain", action="store_true", help="train the reader without our own subjects")
    parser.add_argument(
        "--leave-out", action="store_true", help="train without the ten left-out clause types"
    )
    parser.add_argument(
        "--measured", nargs="*", default=(), help="the sets of questions to measure; without it all"
    )
    parser.add_argument("--compared", type=int, default=600, help="examples that show what 8 bits cost")
    return parser


if __name__ == "__main__":
    main()
