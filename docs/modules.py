"""Write docs/modules.md: every module with what it is for, room by room as data meets them.

`python docs/modules.py` writes the page; a test compares it with the code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pincite"
PAGE = ROOT / "docs" / "modules.md"
# In the order in which data meets them; the modules that stand alone come first.
ROOMS = (
    *("records", "values", "answer", "language", "structure", "relevance", "dialogue"),
    *("compute", "prove", "ingest", "question", "retrieve", "read", "generate", "decide"),
    *("models", "providers", "stores", "picture", "jobs", "ask", "extract", "audit", "verification"),
    *("quality", "rest", "mcp", "cli"),
)


def purpose(path: Path) -> str:
    """The first line of a module's docstring."""
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    assert docstring, f"{path} does not say what it is for"
    return docstring.split("\n")[0]


def page() -> str:
    """The whole page."""
    alone = [path for path in sorted(SOURCE.glob("*.py")) if path.name != "__init__.py"]
    parts = [
        "# Modules",
        "Made by `python docs/modules.py`. The story is in [ARCHITECTURE.md](../ARCHITECTURE.md).",
        f"## pincite/: {purpose(SOURCE / '__init__.py')}",
        _table(alone),
    ]
    for room in ROOMS:
        parts += [f"## {room}/: {purpose(SOURCE / room / '__init__.py')}", _table(_modules(SOURCE / room))]
        for inner in sorted(path.parent for path in (SOURCE / room).glob("*/__init__.py")):
            name = inner.relative_to(SOURCE).as_posix()
            parts += [f"### {name}/: {purpose(inner / '__init__.py')}", _table(_modules(inner))]
    return "\n\n".join(parts) + "\n"


def _modules(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]


def _table(modules: Iterable[Path]) -> str:
    rows = [f"| `{path.relative_to(SOURCE).as_posix()}` | {purpose(path)} |" for path in modules]
    return "\n".join(("| module | purpose |", "|---|---|", *rows))


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
