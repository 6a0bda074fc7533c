"""The files of the page are sent to anybody, under a strict policy, and nothing else is."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from pincite.language import answer_words
from tests.rest.servers import Here

NAMES = ("app.js", "ask.js", "answer.js", "viewer.js", "style.css", "icon.svg")


def test_page_and_its_files_are_sent_without_a_key(here: Here):
    here.with_key("read")  # from now on the server needs one
    assert here.client.get("/v1/documents").status_code == 401
    assert "<title>Pincite</title>" in here.client.get("/").text
    for name in NAMES:
        sent = here.client.get(f"/web/{name}")
        assert sent.status_code == 200
        assert "script-src 'self'" in sent.headers["content-security-policy"]
        again = here.client.get(f"/web/{name}", headers={"If-None-Match": sent.headers["etag"]})
        assert again.status_code == 304
        assert again.headers["content-security-policy"] == sent.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path", ["../web_routes.py", "..%2Fweb_routes.py", "%2e%2e/app.py", "none.js", "x.py"]
)
def test_nothing_beside_them_is_sent(here: Here, path: str):
    assert here.client.get(f"/web/{path}").status_code == 404


def test_every_file_that_the_page_names_is_there(here: Here):
    page = here.client.get("/").text
    named = set(re.findall(r'(?:src|href)="(/web/[^"]+)"', page))
    for script in [name for name in named if name.endswith(".js")]:
        named |= {f"/web/{name}" for name in re.findall(r'from "\./([^"]+)"', here.client.get(script).text)}
    for name in named:
        assert here.client.get(name).status_code == 200, name


def test_no_file_of_the_page_parses_markup(here: Here):
    names = [each.name for each in resources.files("pincite.rest").joinpath("web").iterdir()]
    for name in [each for each in names if each.endswith(".js")]:
        source = here.client.get(f"/web/{name}").text
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", source), name


def test_page_says_in_the_same_words_as_the_command_line_how_a_place_was_found(here: Here):
    source = here.client.get("/web/words.js").text
    for name, said in answer_words.GRADES.items():
        assert f'  {name}: "{said}",\n' in source


def test_text_around_characters_is_cut_at_lines_and_hides_what_readers_do_not_see(here: Here):
    here.add("a.txt", "first line\nsecond line\nthird line\n")
    found = here.client.get("/v1/document/text?name=a.txt&start=14&end=16").json()
    assert (found["start"], found["end"], found["text"]) == (11, 22, "second line")
    whole = here.client.get("/v1/document/text?name=a.txt&start=0&end=999999999").json()
    assert whole["text"].startswith("first line")
    assert here.client.get("/v1/document/text?name=none.txt").status_code == 404


def test_text_far_inside_a_long_line_can_be_read(here: Here):
    here.add("long.txt", "word " * 9_000 + "end.")
    found = here.client.get("/v1/document/text?name=long.txt&start=30000&end=31000").json()
    assert (found["start"], found["end"], len(found["text"])) == (30_000, 31_000, 1_000)
