"""Count what the answering code knows by rule: lines, alternatives of patterns, entries of word lists.

`python evals/bench/rules.py [SOURCE]` counts `src/pincite` less the rooms that read files, keep, serve and
measure. It is a measure of how much English is written into code that a learned chance could judge.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

LEFT_OUT = {"ingest", "stores", "providers", "models", "cli", "jobs"}
_ALTERNATIVE = re.compile(r"(?<!\\)\|")


def modules(source: Path) -> Iterator[Path]:
    """The modules that take part in answering."""
    for path in sorted(source.rglob("*.py")):
        if path.relative_to(source).parts[0] not in LEFT_OUT:
            yield path


def rules_in(code: str) -> int:
    """Alternatives of the patterns in a module, and the strings of its word lists."""
    return sum(_count(node) for node in ast.parse(code).body if isinstance(node, ast.Assign | ast.AnnAssign))


def _count(assigned: ast.Assign | ast.AnnAssign) -> int:
    """Of one module-level name: what its strings list, as words or as alternatives."""
    if assigned.value is None:
        return 0
    found = 0
    for node in ast.walk(assigned.value):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.strip():
            words = len(node.value.split()) if "\n" in node.value and "|" not in node.value else 1
            found += max(words, len(_ALTERNATIVE.findall(node.value)) + 1)
    return found


def main() -> None:
    source = Path(sys.argv[1] if len(sys.argv) > 1 else "src/pincite")
    texts = [path.read_text("utf-8") for path in modules(source)]
    lines = sum(len(text.splitlines()) for text in texts)
    print(f"{len(texts)} modules, {lines:,} lines, {sum(map(rules_in, texts)):,} alternatives and entries")


if __name__ == "__main__":
    main()
