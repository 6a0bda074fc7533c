"""The rules of ARCHITECTURE.md, executed."""

from __future__ import annotations

import ast
import functools
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pincite"
MODULES = sorted(p for p in SOURCE.rglob("*.py") if p.stat().st_size)

# Low to high. A module imports from lower layers and from its own folder, nothing else.
LAYERS: tuple[set[str], ...] = (
    {"errors"},
    {"records"},
    {"values"},
    {"answer"},
    {"language"},
    {"structure"},
    {"relevance"},
    {"dialogue"},
    {"protocols"},
    {
        *("ingest", "question", "retrieve", "generate", "verify", "compute", "decide"),
        *("models", "providers", "stores", "picture", "testing"),
    },
    {"settings"},
    {"registry"},
    {"local_models"},
    {"jobs"},
    {"ask"},
    {"diagnosis", "service"},
    {"evaluate"},
    {"measure"},
    {"cli"},
)
LEVEL = {part: level for level, parts in enumerate(LAYERS) for part in parts}
# Rooms whose names are settled: they are as others have them, or as their formats do.
LEFT_ALONE = ("ingest/pdf/", "providers/", "stores/", "evaluate/")
HEAVY = {
    "numpy",
    "pydantic",
    "yaml",
    "tantivy",
    "pypdfium2",
    "rich",
    "typer",
    "nupunkt",
    "onnxruntime",
    "tokenizers",
}


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


@functools.cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


@functools.cache
def imports(path: Path) -> frozenset[str]:
    """Our own parts that a module imports, wherever in the file the import stands."""
    names = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: absolute imports only, or this test cannot see them"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    ours = {name.split(".")[1] for name in names if name.startswith("pincite.")}
    return frozenset(ours - {"__version__"})


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_module_imports_only_lower_layers(path):
    here = part_of(path)
    if here in {"__init__", "__main__"}:
        return
    above = {part for part in imports(path) if part != here and LEVEL[part] >= LEVEL[here]}
    assert not above, f"{path.name} ({here}) must not import {sorted(above)}"


def test_page_of_modules_is_what_the_code_says():
    made = runpy.run_path(str(ROOT / "docs" / "modules.py"))
    rooms = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert set(made["ROOMS"]) == rooms
    assert made["PAGE"].read_text("utf-8") == made["page"](), "run: python docs/modules.py"


def test_architecture_page_is_short_and_names_what_is_there():
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    assert len(page.splitlines()) <= 150
    for name in re.findall(r"`([a-z_]+/[a-z_/]+\.[a-z]+)`", page):
        assert (SOURCE / name).exists() or (ROOT / name).exists(), f"ARCHITECTURE.md names {name}"
    for room in LEVEL:
        assert re.search(rf"`{room}(?:/|\.py)`", page), f"ARCHITECTURE.md does not name {room}"


def test_no_file_name_stands_twice_in_rooms_that_meet():
    """Whoever reads an import knows which module is meant by its last word."""
    met = {(part_of(path), part) for path in MODULES for part in imports(path)}
    by_name: dict[str, list[Path]] = {}
    for path in MODULES:
        settled = path.relative_to(SOURCE).as_posix().startswith(LEFT_ALONE)
        if not settled and path.name != "__init__.py":
            by_name.setdefault(path.name, []).append(path)
    for path, other in ((a, b) for same in by_name.values() for a in same for b in same):
        here, there = part_of(path), part_of(other)
        assert here == there or (here, there) not in met, f"{path} and {other}: one name, two modules"


def test_no_two_modules_import_each_other():
    """Nor in a longer circle: who reads one of them would have to read all."""
    names = {".".join(path.relative_to(SOURCE.parent).with_suffix("").parts): path for path in MODULES}
    below: dict[str, set[str]] = {}
    for name, path in names.items():
        froms = [node for node in nodes(path) if isinstance(node, ast.ImportFrom)]
        meant = {f"{node.module}.{alias.name}" for node in froms for alias in node.names}
        below[name] = ({str(node.module) for node in froms} | meant) & names.keys() - {name}
    while free := {name for name, imported in below.items() if not imported & below.keys()}:
        below = {name: imported for name, imported in below.items() if name not in free}
    assert not below, f"a circle among {sorted(below)}"


def test_records_need_the_standard_library_only():
    for path in (SOURCE / "records").glob("*.py"):
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module:
                top = node.module.split(".")[0]
                assert top in sys.stdlib_module_names | {"pincite"}, f"{path.name} imports {top}"


def test_no_code_reads_the_english_of_a_verdict():
    """What code acts on is `cause`; `reason` is for people, and its wording may change at any time."""
    read = re.compile(
        r"\.reason\s*\.\s*(?:startswith|endswith|find|split|count)\b|\bin \w+\.reason\b|\.reason [!=]="
    )
    for path in MODULES:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            assert not read.search(line), f"{path.relative_to(SOURCE)}:{number} reads a reason"


def test_a_question_is_matched_in_its_own_room_alone():
    """Outside of `question/` its words are counted and its briefs read, and no pattern looks into it."""
    matched = re.compile(
        r"\.(?:search|match|fullmatch|finditer|findall|split|sub)\([^()]*\b(?:asked|generation\.plain)\b"
    )
    elsewhere = [path for path in MODULES if part_of(path) not in {"question", "evaluate", "cli"}]
    for path in elsewhere:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            assert not matched.search(line), f"{path.relative_to(SOURCE)}:{number} matches a question"


def test_importing_the_package_loads_nothing_heavy():
    assert not HEAVY & loaded_by("import pincite")


def test_help_and_the_stages_of_local_models_load_no_model_library():
    code = "import pincite.cli.main, pincite.registry, pincite.ask.build, pincite.models.reader"
    others = "pincite.models.embedder, pincite.models.verifier, pincite.models.reranker"
    assert not {"onnxruntime", "tokenizers"} & loaded_by(f"{code}, {others}")


def test_looking_at_a_library_loads_no_stage():
    """`documents`, `why` and `--help` open the library: none of them waits for patterns to be made."""
    probe = "import pincite.service, pincite.stores.sqlite, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    rooms = {name.split(".")[1] for name in loaded.stdout.split() if name.startswith("pincite.")}
    assert rooms <= {"errors", "records", "language", "settings", "stores", "service"}


def loaded_by(code: str) -> set[str]:
    probe = f"{code}; import sys; print(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    result = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    return set(result.stdout.split())


def test_continuous_integration_runs_the_test_command_of_the_readme():
    readme = (ROOT / "README.md").read_text("utf-8")
    blocks = readme.split("```")[1::2]
    (command,) = [block.split("\n", 1)[1].strip() for block in blocks if "pytest" in block]
    assert command in (ROOT / ".ci" / "run").read_text("utf-8")


def test_version_is_stated_once_in_effect():
    import tomllib

    import pincite

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == pincite.__version__
