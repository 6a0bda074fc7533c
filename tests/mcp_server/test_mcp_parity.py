"""Every verb of the service is a tool, or the page of the MCP server says why it is none."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from pincite.mcp.tools import Tools
from pincite.service import Library

PAGE = Path(__file__).parents[2] / "docs" / "mcp.md"
ROW = re.compile(r"^\| `(\w+)` \| (?:`(\w+)`|–) \| ?(.*?) ?\|$", re.MULTILINE)


def verbs() -> set[str]:
    state = {each.name for each in fields(Library)}
    return {name for name in dir(Library) if not name.startswith("_")} - state


def offered() -> set[str]:
    return {name for name in dir(Tools) if not name.startswith("_")} - {each.name for each in fields(Tools)}


def rows() -> list[tuple[str, str, str]]:
    return ROW.findall(PAGE.read_text("utf-8").partition("## Which verbs have a tool")[2])


def test_page_names_every_verb_once():
    assert sorted(verb for verb, _, _ in rows()) == sorted(verbs())


def test_every_tool_has_a_verb_and_every_verb_without_a_tool_a_reason():
    assert {tool for _, tool, _ in rows() if tool} == offered()
    assert [verb for verb, tool, why in rows() if not tool and not why] == []
