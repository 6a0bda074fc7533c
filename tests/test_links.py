"""Links of our pages lead to a file and a heading, and so do the pages that messages name."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
_LEFT_OUT = {".git", ".venv", ".venv-bench", ".growth", ".postgres-bench"}
# Documents that tests ask about are data: what they link to is not ours.
_DATA = ("tests/traps/docs", "tests/gold_shapes", "tests/hidden")
PAGES = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not _LEFT_OUT & set(path.relative_to(ROOT).parts)
    and not path.relative_to(ROOT).as_posix().startswith(_DATA)
)
NAMING = sorted(
    path
    for folder in ("src", "deploy", "evals", "tests")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".sql", ".js", ".html", ".yaml", ".service"}
    and not path.relative_to(ROOT).as_posix().startswith(_DATA)
)
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_INLINE_CODE = re.compile(r"`[^`\n]*`")
_LINK = re.compile(r"\]\(([^()\s]+)\)")
_ELSEWHERE = re.compile(r"[a-z]+:")
_NAMED = re.compile(r"\bdocs/[a-z0-9_/-]+\.(?:md|svg|json|py)\b")


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_of_a_page_lead_to_a_file_and_a_heading(page: Path):
    for link in links(page):
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{link} leads nowhere"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), f"{link} names no heading of {target.name}"


def test_pages_that_messages_and_comments_name_are_there():
    named = {
        (name, path.relative_to(ROOT).as_posix())
        for path in NAMING
        for name in _NAMED.findall(path.read_text("utf-8"))
    }
    assert ("docs/postgres.md", "src/pincite/stores/postgres_faults.py") in named
    assert not [(name, where) for name, where in sorted(named) if not (ROOT / name).exists()]


def links(page: Path) -> Iterator[str]:
    text = _INLINE_CODE.sub("", _FENCED.sub("", page.read_text("utf-8")))
    return (link for link in _LINK.findall(text) if not _ELSEWHERE.match(link))


@functools.cache
def anchors(page: Path) -> frozenset[str]:
    """The headings of a page as GitHub names them: lower case, without signs, with hyphens for spaces."""
    made: dict[str, int] = {}
    found = set()
    for heading in re.findall(r"^#{1,6} +(.+?) *$", _FENCED.sub("", page.read_text("utf-8")), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        number = made[anchor] = made.get(anchor, -1) + 1
        found.add(f"{anchor}-{number}" if number else anchor)
    return frozenset(found)
