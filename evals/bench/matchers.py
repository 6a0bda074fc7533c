"""The quote checks that stand beside ours, each called as its own users call it.

A matcher takes a quote and a text and says whether it takes the quote for one of that text. Peers are loaded
when asked for, so that one that is not installed costs its own row and nothing else.

As a script it times one matcher on one quote and is killed by its own alarm when that takes too long: a
matcher written in C cannot be stopped from inside. It reads {"quote", "text", "runs", "limit"}.
"""

from __future__ import annotations

import json
import logging
import signal
import sys
from collections.abc import Callable
from types import SimpleNamespace

from figures import milliseconds

Matcher = Callable[[str, str], bool]


def pincite() -> Matcher:
    from pincite.prove.quote import locate

    return lambda quote, text: bool(locate(quote, text))


def substring() -> Matcher:
    return lambda quote, text: quote in text


def langextract(exact: bool = False) -> Matcher:
    from langextract.core.data import Extraction
    from langextract.resolver import Resolver

    options = {"enable_fuzzy_alignment": False, "accept_match_lesser": False} if exact else {}
    resolver = Resolver()

    def accepts(quote: str, text: str) -> bool:
        (aligned,) = resolver.align([Extraction("quote", quote)], text, 0, **options)
        return aligned.char_interval is not None

    return accepts


def verbatim(mode: str) -> Matcher:
    """Its extractor, with a stand-in for the language model that always says the quote."""
    from verbatim_core.extractors import LLMSpanExtractor

    said: list[str] = []
    client = SimpleNamespace(extract_relevant_spans=lambda question, text: list(said))
    extractor = LLMSpanExtractor(llm_client=client, extraction_mode="individual", span_match_mode=mode)

    def accepts(quote: str, text: str) -> bool:
        said[:] = [quote]
        return bool(extractor.extract_spans("", [SimpleNamespace(text=text)])[text])

    return accepts


def instructor() -> Matcher:
    import regex  # its matcher needs it, and says so only when the first quote is checked
    from instructor import CitationMixin

    assert regex

    def accepts(quote: str, text: str) -> bool:
        checked = CitationMixin.model_validate({"substring_quotes": [quote]}, context={"context": text})
        return bool(checked.substring_quotes)

    return accepts


OURS = "Pincite"
MATCHERS: dict[str, Callable[[], Matcher]] = {
    OURS: pincite,
    "`quote in text`": substring,
    "langextract, default": langextract,
    "langextract, exact only": lambda: langextract(exact=True),
    "verbatim-core, exact": lambda: verbatim("exact"),
    "verbatim-core, fuzzy": lambda: verbatim("fuzzy"),
    "instructor": instructor,
}


def quiet() -> None:
    """Peers log each quote they refuse."""
    logging.disable(logging.CRITICAL)


def main() -> None:
    quiet()
    asked = json.load(sys.stdin)
    matcher = MATCHERS[sys.argv[1]]()
    matcher("ready", "Loaded and ready.")
    signal.setitimer(signal.ITIMER_REAL, asked["limit"] * asked["runs"])
    answers: list[bool] = []
    took = milliseconds(lambda: answers.append(matcher(asked["quote"], asked["text"])), runs=asked["runs"])
    print(json.dumps({"milliseconds": took, "found": answers[0]}))


if __name__ == "__main__":
    main()
