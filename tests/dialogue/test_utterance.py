"""The JSON of a reply is found among whatever a model says around it, and never a part for the whole."""

from __future__ import annotations

import json

import pytest

from pincite.dialogue.utterance import json_in
from pincite.errors import UnreadableReply

MEANT = {"items": [{"value": {"text": "a {brace} and a ``` fence"}}], "found": True}
SAID = json.dumps(MEANT)
INDENTED = json.dumps(MEANT, indent=2)


@pytest.mark.parametrize(
    "text",
    [
        SAID,
        f"\n {INDENTED}\n",
        f"<think>Let me see. {{not json}} The fee?</think>\n{SAID}",
        f'<think>A draft: {{"items": []}}</think>{SAID}',
        f"The opening tag was swallowed by the template.</think>\n\n{SAID}",
        f"<reasoning>\nlines 3 to 4\n</reasoning>{SAID}",
        f"Here is the reply:\n```json\n{INDENTED}\n```\nI hope it helps.",
        f"```\n{SAID}\n```",
        f"Sure! {SAID}",
        f"{SAID} That is all.",
        f'First I thought of {{"items": []}}, but it is {SAID}',
        f"A set {{x}} of braces, then {SAID}",
    ],
)
def test_json_is_found_among_other_words(text):
    assert json_in(text) == MEANT


@pytest.mark.parametrize("around", ["%s", "Here: %s"])
@pytest.mark.parametrize(
    ("spelled", "read"),
    [
        (r"\ud83d", "\ufffd"),
        (r"a\uDC00\ud83d", "a\ufffd\ufffd"),
        (r"\ud83d\ude00", "\U0001f600"),
        (r"\\ud83d", r"\ud83d"),
        (r"\\\ud83d", "\\\ufffd"),
        (r"\u00e9\n", "é\n"),
    ],
)
def test_half_of_a_character_is_read_as_one_that_cannot_be_told(around: str, spelled: str, read: str):
    assert json_in(around % f'{{"text": "{spelled}"}}') == {"text": read}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("The fee is EUR 4,500.00.", "is not JSON"),
        ("<think>I do not know</think>", "is not JSON"),
        (SAID[:-1], "breaks off"),
        (SAID[:-30], "breaks off"),
        ("[" * 100_000, "nested too deeply|is not JSON|breaks off"),
        ("{" * 100_000, "is not JSON"),
        ('{"items": ' + "9" * 5_000 + "}", "is not JSON"),
    ],
)
def test_reply_without_json_says_why(text, said):
    with pytest.raises(UnreadableReply, match=said):
        json_in(text)


def test_part_of_an_object_that_breaks_off_is_not_taken_for_the_reply():
    with pytest.raises(UnreadableReply):
        json_in('The reply: {"items": [{"value": 1}], "signals": {"found": true}, "rest": [')


def test_whole_draft_is_not_taken_for_a_reply_that_breaks_off():
    with pytest.raises(UnreadableReply):
        json_in('{"items": []} or rather {"items": [{"value": 1}')
