"""The rules of ARCHITECTURE.md, executed."""

from __future__ import annotations

import ast
import functools
import gc
import re
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import pincite
from pincite import patterns

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pincite"
MODULES = sorted(p for p in SOURCE.rglob("*.py") if p.stat().st_size)

# Low to high. A module imports from lower layers and from its own folder, nothing else.
LAYERS: tuple[set[str], ...] = (
    {"errors", "markup", "patterns", "telemetry"},
    {"logs"},
    {"records"},
    {"values"},
    {"answer"},
    {"language"},
    {"structure"},
    {"relevance"},
    {"dialogue"},
    {"protocols"},
    {"compute"},
    {"prove"},
    {
        *("ingest", "question", "retrieve", "generate", "decide"),
        *("models", "providers", "stores", "picture", "testing"),
    },
    {"read"},
    {"settings"},
    {"registry"},
    {"local_models"},
    {"jobs"},
    {"ask"},
    {"extract"},
    {"audit"},
    {"verification"},
    {"access", "addresses"},
    {"diagnosis", "service"},
    {"job_worker", "page_drawer"},
    {"drawing", "quality"},
    {"rest", "mcp"},
    {"client"},
    {"cli"},
)
LEVEL = {part: level for level, parts in enumerate(LAYERS) for part in parts}
# Rooms whose names are settled: they are as others have them, or as their formats do.
LEFT_ALONE = ("ingest/pdf/", "providers/", "stores/")
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
HEAVY_TO_LOOK = HEAVY - {"pydantic", "rich", "tantivy", "typer"}


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


def test_modules_import_only_lower_layers():
    inside = [path for path in MODULES if part_of(path) not in {"__init__", "__main__"}]
    wrong = [
        f"{path.relative_to(SOURCE)} must not import {part}"
        for path in inside
        for part in sorted(imports(path) - {part_of(path)})
        if LEVEL[part] >= LEVEL[part_of(path)]
    ]
    assert not wrong, "\n".join(wrong)


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
    elsewhere = [path for path in MODULES if part_of(path) not in {"question", "cli"}]
    for path in elsewhere:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            assert not matched.search(line), f"{path.relative_to(SOURCE)}:{number} matches a question"


def test_importing_the_package_loads_nothing_heavy():
    assert not HEAVY & loaded_by("import pincite")


def test_help_and_the_stages_of_local_models_load_no_model_library():
    code = "import pincite.cli.main, pincite.registry, pincite.ask.build, pincite.models.reader"
    assert not {"onnxruntime", "tokenizers"} & loaded_by(f"{code}, pincite.models.embedder")


def test_help_loads_the_command_line_and_nothing_else(tmp_path):
    loaded = loaded_by_command(tmp_path, "--help")
    assert not (HEAVY - {"typer"}) & packages(loaded)
    assert rooms(loaded) <= {"cli", "errors", "logs", "telemetry"}


def test_looking_at_a_library_loads_no_stage(library):
    """Nor what a document is made of: a list of names does not wait for it."""
    for verb in (["why"], ["why", "--json"], ["why", "--rejected"]):
        loaded = loaded_by_command(library, *verb)
        assert not HEAVY_TO_LOOK & packages(loaded)
        assert rooms(loaded) <= {
            *("cli", "errors", "language", "logs", "records", "service", "settings", "stores", "telemetry")
        }
        assert "pincite.records.document" not in loaded


def test_listing_documents_loads_no_model_and_no_stage(library):
    """It says of which documents vectors are missing: for that, the embedder's version is enough."""
    loaded = loaded_by_command(library, "documents")
    assert not HEAVY_TO_LOOK & packages(loaded)
    stages = LAYERS[LEVEL["ingest"]] - {"models", "stores"} | {"structure", "relevance", "values", "answer"}
    assert not stages & rooms(loaded)
    assert not {"pincite.records.document", "pincite.models.network", "pincite.jobs.embedding"} & loaded


def test_question_loads_what_it_meets_and_nothing_else(library):
    """No parser, no model, and nothing that computes or asks a language model."""
    asked = ("--no-local-models", "ask", "What is the notice period?")
    loaded = loaded_by_command(library, *asked)
    assert "pincite.ask.claimed_items" in loaded, "the question was not asked"
    assert not {"yaml", "pypdfium2", "nupunkt", "onnxruntime", "tokenizers"} & packages(loaded)
    assert not {"compute", "providers", "picture"} & rooms(loaded)
    assert {name for name in loaded if name.startswith("pincite.ingest.")} <= {
        "pincite.ingest.versions",
        "pincite.ingest.watch",
    }
    for unmet in ("generate.model", "dialogue.forms", "models.network"):
        assert f"pincite.{unmet}" not in loaded


def test_every_pattern_that_waits_for_its_first_use_can_be_compiled():
    for name in (".".join(path.relative_to(SOURCE.parent).with_suffix("").parts) for path in MODULES):
        if "pincite.patterns" in (SOURCE.parent / f"{name.replace('.', '/')}.py").read_text("utf-8"):
            import_module(name)
    waiting = [each for each in gc.get_objects() if isinstance(each, patterns._CompiledOnUse)]
    assert len(waiting) > 100
    for each in waiting:
        re.compile(each.pattern, each.flags)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A library with one document, about which one question was asked."""
    folder = tmp_path_factory.mktemp("looked_at")
    (folder / "lease.txt").write_text("The rent is EUR 950. Notice is given in writing.", "utf-8")
    with pincite.open(folder / "library", settings={"isolated": False, "local_models": False}) as library:
        library.add(folder / "lease.txt")
        library.ask("What is the deposit?")
    return folder / "library"


def loaded_by_command(library: Path, *arguments: str) -> set[str]:
    """The modules that are loaded when a command line ends."""
    probe = (
        "import atexit, runpy, sys\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        f"sys.argv = ['pincite', '--library', {str(library)!r}, *{arguments!r}]\n"
        "runpy.run_module('pincite', run_name='__main__')\n"
    )
    result = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert "Traceback" not in result.stderr
    return set(result.stderr.splitlines()[-1].split())


def packages(modules: set[str]) -> set[str]:
    return {name.split(".")[0] for name in modules}


def rooms(modules: set[str]) -> set[str]:
    return {name.split(".")[1] for name in modules if name.startswith("pincite.")}


def loaded_by(code: str) -> set[str]:
    probe = f"{code}; import sys; print(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    result = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    return set(result.stdout.split())


def test_continuous_integration_runs_the_test_command_of_the_readme():
    readme = (ROOT / "README.md").read_text("utf-8")
    blocks = readme.split("```")[1::2]
    (command,) = [block.split("\n", 1)[1].strip() for block in blocks if "pytest" in block]
    assert command in (ROOT / ".ci" / "run").read_text("utf-8")


def test_no_function_stands_twice():
    """One line that only calls another function may: such a name says what is meant there."""
    standing: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) is not None else node.body
                told = "".join(ast.dump(each) for each in (node.args, *body))
                standing.setdefault(told, []).append(f"{path.relative_to(SOURCE)}: {node.name}")
    assert not [names for told, names in standing.items() if len(names) > 1 and len(told) > 400]


def test_version_is_stated_once_in_effect():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == pincite.__version__
