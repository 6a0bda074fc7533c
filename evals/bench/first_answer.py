"""How long somebody waits for a first answer on a fresh document, and how much another tree differs.

    python evals/bench/first_answer.py FILE QUESTION [--beside OTHER_TREE] [--runs 5]

Each run is a process of its own with an empty library: import, add, first answer, a second question. With
`--beside` the runs of both trees take turns, so that what else the machine does weighs on both: then
trust the ratios and not the seconds. Start-up of the package and of its help is measured in the same turns.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

_TREE = Path(__file__).resolve().parents[2]
_ASK = """
import json, sys, tempfile, time
from pathlib import Path
began = time.perf_counter()
import pincite
opened = time.perf_counter()
with tempfile.TemporaryDirectory() as folder, pincite.open(Path(folder) / "library") as library:
    library.add(sys.argv[1], wait=True)
    added = time.perf_counter()
    library.ask(sys.argv[2])
    first = time.perf_counter()
    library.ask(sys.argv[2])
    second = time.perf_counter()
print(json.dumps({"ingest": added - opened, "first_answer": first - began, "warm_answer": second - first}))
"""
_COMMANDS = {
    "import": ["-c", "import pincite"],
    "help": ["-c", "from pincite.cli.main import run; run()", "--help"],
}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("file", type=Path)
    asked.add_argument("question")
    asked.add_argument("--beside", type=Path, help="the root of another checkout")
    asked.add_argument("--runs", type=int, default=5)
    wanted = asked.parse_args()
    trees = {"this": _TREE} | ({"other": wanted.beside.resolve()} if wanted.beside else {})
    runs = [
        {name: _run(tree, wanted.file, wanted.question) for name, tree in trees.items()}
        for _ in range(wanted.runs + 1)
    ][1:]  # the first writes compiled files
    found = {name: _medians([run[name] for run in runs]) for name in trees}
    if wanted.beside:
        found["ratio"] = {
            part: round(found["this"][part] / found["other"][part], 3) for part in found["this"]
        }
    print(json.dumps({"file": wanted.file.name, "runs": wanted.runs, **found}, indent=1))


def _run(tree: Path, file: Path, question: str) -> dict[str, float]:
    libraries = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    others = [each for each in libraries if each and not (Path(each) / "pincite").is_dir()]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tree / "src"), *others])}
    times = {}
    for name, command in _COMMANDS.items():
        began = time.perf_counter()
        subprocess.run([sys.executable, *command], env=environment, check=True, stdout=subprocess.DEVNULL)
        times[name] = time.perf_counter() - began
    told = [sys.executable, "-c", _ASK, str(file), question]
    replied = subprocess.run(told, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return times | json.loads(replied.stdout.splitlines()[-1])


def _medians(runs: list[dict[str, float]]) -> dict[str, float]:
    return {part: round(median(run[part] for run in runs), 3) for part in runs[0]}


if __name__ == "__main__":
    main()
