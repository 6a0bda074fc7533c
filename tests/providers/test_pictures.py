"""Each SDK, unmodified, carries a picture to its service as that service takes one."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.errors import ConfigError
from pincite.providers.served_model import ServedModel
from pincite.providers.vision import ByVision, PictureDescriber, SeenPage
from pincite.records.completion import Earlier, PicturePrompt
from pincite.records.png import png
from pincite.records.reading import Raster
from tests.ingest.printed import lines, pdf
from tests.providers.servers import Service
from tests.providers.speaking import MADE, speak
from tests.providers.test_language_models import model
from tests.providers.test_models_in_a_library import settings

PICTURE = png(Raster(4, 2, bytes(range(24))))
ASKED = "What is printed on the page?"
PROMPT = PicturePrompt("Read the page.\n", "", ASKED, SeenPage.model_json_schema(), picture=PICTURE)
PAGE = json.dumps(
    {"lines": [{"text": "The monthly fee is EUR 4,500.00.", "left": 1, "top": 2, "right": 500, "bottom": 40}]}
)
every_model = pytest.mark.parametrize("name", MADE)
every_rung = pytest.mark.parametrize(
    ("name", "rung"), [(name, rung) for name, made in MADE.items() for rung in made("http://h").rungs]
)


def shown(name: str, body: dict[str, Any]) -> tuple[bytes, str]:
    """The picture and the words of the first turn, from where the service looks for them."""
    if name == "gemini":
        picture, words = body["contents"][0]["parts"]
        # The SDK has its own way to write names and pictures, which the service reads as well.
        assert picture["inlineData"]["mime_type"] == "image/png"
        return base64.urlsafe_b64decode(picture["inlineData"]["data"]), words["text"]
    turns = body["input"] if name == "openai" else body["messages"][name == "served" :]
    assert turns[0]["role"] == "user"
    picture, words = turns[0]["content"]
    if name == "anthropic":
        source = picture["source"]
        assert (picture["type"], source["type"], source["media_type"]) == ("image", "base64", "image/png")
        return base64.b64decode(source["data"]), words["text"]
    kinds = ("input_image", "input_text") if name == "openai" else ("image_url", "text")
    assert (picture["type"], words["type"]) == kinds
    address = picture["image_url"] if name == "openai" else picture["image_url"]["url"]
    return base64.b64decode(address.removeprefix("data:image/png;base64,")), words["text"]


@every_rung
def test_picture_arrives_beside_the_question_on_every_rung(service: Service, name: str, rung: str):
    speaker = speak(service, text=PAGE)

    said = model(service, name).complete(replace(PROMPT, rung=rung))

    assert json.loads(said.text) == json.loads(PAGE)
    picture, words = shown(name, speaker.heard[0][1])
    assert picture == PICTURE
    assert ASKED in words


@every_model
def test_picture_is_shown_again_where_a_reply_is_to_be_mended(service: Service, name: str):
    speaker = speak(service, text=PAGE)

    model(service, name).complete(replace(PROMPT, rung="prompt", earlier=Earlier("{", "It breaks off.")))

    assert shown(name, speaker.heard[0][1])[0] == PICTURE
    assert "It breaks off." in json.dumps(speaker.heard[0][1])


@pytest.mark.parametrize("name", ["anthropic", "openai", "gemini"])
def test_hosted_model_may_be_shown_pictures(service: Service, name: str):
    speak(service, text=json.dumps({"description": "A chart.", "decorative": False}))

    assert PictureDescriber(model(service, name)).describe(Raster(4, 2, bytes(24))) == "A chart."


def test_model_behind_an_address_is_not_shown_any_until_it_is_said_that_it_sees():
    with pytest.raises(ConfigError, match="cannot read pictures"):
        ByVision(ServedModel("http://127.0.0.1:1"))
    assert ByVision(ServedModel("http://127.0.0.1:1", sees=True)).name == "vision"


@every_model
def test_page_of_a_library_is_read_anew_by_the_model_of_the_setting(
    service: Service, name: str, tmp_path: Path
):
    speak(service, text=PAGE)
    file = tmp_path / "lease.pdf"
    file.write_bytes(pdf(lines("Th e m0nthIy f33 |s 3UR ????")))
    chosen = {"vision": settings(service, name)["language_model"], "isolated": False, "ocr": "off"}

    with pincite.open(tmp_path / "library", settings=chosen) as library:
        library.add(file)
        library.reread("lease.pdf", [1], by="vision")
        text = library.read("lease.pdf").document.text

    assert "The monthly fee is EUR 4,500.00." in text


def test_address_alone_is_enough_in_the_setting(service: Service, tmp_path: Path):
    speak(service, text=PAGE)
    file = tmp_path / "lease.pdf"
    file.write_bytes(pdf(lines("Th e m0nthIy f33")))
    chosen = {"vision": f"{service.url}/open/v1#m", "isolated": False, "ocr": "off"}

    with pincite.open(tmp_path / "library", settings=chosen) as library:
        library.add(file)
        assert library.reread("lease.pdf", [1], by="vision").status == "updated"
