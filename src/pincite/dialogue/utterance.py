"""Find the JSON in what a model said: past its reasoning, out of a code fence, from among other words."""

from __future__ import annotations

import json
import re

from pincite.errors import UnreadableReply

_SHOWN = 120
_MOST_STARTS = 200
# Models that reason aloud do so between such tags; a chat template may swallow the opening one.
_REASONING = re.compile(r"<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_REASONED = re.compile(r"^.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
# JSON can spell half of a character, which no file can hold. Pairs of halves and other escapes stay.
_ESCAPE = re.compile(
    r"\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(?P<half>ud[89a-f][0-9a-f]{2})|.)",
    re.DOTALL | re.IGNORECASE,
)
_ITEMS = re.compile(r'"items"\s*:\s*\[\s*')
_COMMA = re.compile(r"\s*,\s*")
_FENCED = re.compile(r"```(?:json)?[ \t]*\n(.*?)\n[ \t]*```", re.DOTALL | re.IGNORECASE)


def json_in(text: str) -> object:
    """The JSON value that is the reply, or an UnreadableReply that says why there is none.

    Of several objects among other words the last is taken: drafts come before what is meant.
    """
    if not text.strip():
        raise UnreadableReply("The model's reply is empty.", hint="Ask again.", retryable=True)
    text = _ESCAPE.sub(lambda escape: r"\ufffd" if escape["half"] else escape[0], text)
    try:
        return json.loads(text)
    except RecursionError:
        raise _unreadable(text, "is nested too deeply") from None
    except ValueError as error:
        problem = _problem(text, error)
    said = _REASONED.sub("", _REASONING.sub("", text))
    for candidate in (*reversed(_FENCED.findall(said)), said):
        found = _last_object(candidate)
        if found is not None:
            return found
    raise problem


def whole_items(text: str) -> list[object]:
    """The items of a reply that breaks off, as far as each is whole; none where it breaks off before."""
    start = _ITEMS.search(text)
    decoder, found, at = json.JSONDecoder(), list[object](), start.end() if start else len(text)
    while at < len(text):
        try:
            item, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        found.append(item)
        if not (comma := _COMMA.match(text, at)):
            break
        at = comma.end()
    return found


def _last_object(text: str) -> object | None:
    """The last object that stands in a text by itself, not inside another; None where there is none."""
    decoder, found, start = json.JSONDecoder(), None, text.find("{")
    for _ in range(_MOST_STARTS):
        if start < 0:
            break
        try:
            found, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            if _opens(text, start):  # it breaks off, and what stands inside it is not the reply
                return None
            end = start + 1
        start = text.find("{", end)
    return found


def _opens(text: str, start: int) -> bool:
    """Whether an object begins here rather than a brace in a sentence."""
    return re.match(r"\{\s*\"", text[start : start + 40]) is not None


def _problem(text: str, error: ValueError) -> UnreadableReply:
    if not isinstance(error, json.JSONDecodeError):  # a number too long to read
        return _unreadable(text, f"is not JSON: {error}")
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return _unreadable(text, "breaks off before its end")
    return _unreadable(text, f"is not JSON: {error.msg} at character {error.pos}")


def _unreadable(text: str, problem: str) -> UnreadableReply:
    tail = text.rstrip()[-_SHOWN:]
    shown = repr(tail if len(tail) < _SHOWN else f"…{tail}")
    hint = (
        "Ask again, with a higher limit on the reply's length." if "breaks off" in problem else "Ask again."
    )
    return UnreadableReply(f"The model's reply {problem}. It ends: {shown}", hint=hint, retryable=True)
