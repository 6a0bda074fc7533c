"""Tell the language of a text by its script, or by the small words that every sentence needs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from pincite.ingest.profile.opening import Opening

_SAMPLE = 8_000
_LEAST_LETTERS = 8
_LEAST_HITS = 5
_LEAST_DIFFERENT = 3
_LEAST_SHARE = 0.07
"""Running text in any of these languages has three to six times as many of its small words."""
_CLEAR_LEAD = 1.4

_SMALL_WORDS = {
    "en": "the of and to in that is was for it with as on be by this are or from at which not have shall any",
    "de": "der die und das den von zu ist mit sich des auf für nicht eine ein dem im werden oder nach wird",
    "fr": "le la les des et en un une du est que qui dans pour par sur au avec ne pas plus ce cette ou sont",
    "es": "el la los las de y en que un una del por con para se no al su es lo como más o este sus son",
    "it": "il lo la gli di e che un una della del per con non si è da sono al dei nel alla le delle più ha",
    "pt": "o a os as de e que um uma do da em para com não no na se por dos das mais ao é foi ou pelo são",
    "nl": "de het een en van in is dat op te zijn met voor niet aan er om als bij door ook worden wordt naar",
    "sv": "och att det som en på är av för med den till inte om ett han de var jag ska eller har kan från",
    "da": "og at det som en på er af for med den til ikke om et han de var jeg skal eller har kan fra ved",
    "no": "og at det som en på er av for med den til ikke om et han de var jeg skal eller har kan fra ved",
    "fi": "ja on ei se että oli hän joka mutta niin kuin myös ovat tai sekä olla mukaan voi sen jos kun ne",
    "pl": "i w na z do się nie to że jest o od po jak za dla przez oraz są lub które który przy może tym",
    "cs": "a v na se je že z do s o pro si jako ve by k za po jsou nebo od při který která podle není bude",
    "hu": "a az és hogy nem is egy ez de meg van volt csak már mint vagy kell lehet által el ki még ezt",
    "ro": "și de în la a cu pe nu că din pentru o un este care sau prin mai al ale fi sunt dintre după",
    "tr": "ve bir bu ile için de da olarak olan en daha veya gibi kadar sonra her ise değil çok ancak göre",
}
_LISTS = {language: frozenset(words.split()) for language, words in _SMALL_WORDS.items()}
# One script, one language, unless letters tell more; ranges of the letters that only this script has.
_SCRIPTS = {
    "el": "\u0370-\u03ff\u1f00-\u1fff",
    "ru": "\u0400-\u04ff",
    "hy": "\u0530-\u058f",
    "he": "\u0590-\u05ff",
    "ar": "\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufefe",
    "hi": "\u0900-\u097f",
    "th": "\u0e00-\u0e7f",
    "ka": "\u10a0-\u10ff",
    "ko": "\u1100-\u11ff\uac00-\ud7a3",
    "ja": "\u3040-\u30ff",
    "zh": "\u3400-\u4dbf\u4e00-\u9fff",
}
_SCRIPT_LETTERS = {script: re.compile(f"[{letters}]") for script, letters in _SCRIPTS.items()}
_LETTER = re.compile(r"[^\W\d_]")
_ASCII = re.compile(r"[\x00-\x7f]+")
# In this order: the first of them that the text has enough of decides.
_TELLING_LETTERS = {
    "ru": (("uk", "іїєґ"), ("sr", "ђјљњћџ"), ("ru", "ыэ"), ("bg", "ъ")),
    "ar": (("ur", "ٹڈڑے"), ("fa", "پچژگ")),
}
_TELLING_SHARE = 0.01


def language(opening: Opening) -> str:
    """ISO 639-1; empty when the text is too short or too mixed to tell."""
    sample = opening.text[:_SAMPLE]
    if script := _script(sample):
        return script
    return _by_small_words(Counter(opening.words))


def _script(sample: str) -> str:
    """The language of a text that is mostly in a script other than Latin; empty for Latin."""
    beyond = _ASCII.sub("", sample)
    if len(beyond) * 5 < len(sample):  # digits, signs and spaces never make up that much
        return ""
    letters = len(_LETTER.findall(sample))
    counts = {script: len(pattern.findall(beyond)) for script, pattern in _SCRIPT_LETTERS.items()}
    script = max(counts, key=lambda name: counts[name])
    if letters < _LEAST_LETTERS or sum(counts.values()) * 2 < letters:
        return ""
    if script == "zh" and counts["ja"] * 10 > counts["zh"]:
        return "ja"
    lowered = sample.lower()
    for name, telling in _TELLING_LETTERS.get(script, ()):
        if sum(lowered.count(letter) for letter in telling) >= _TELLING_SHARE * letters:
            return name
    return script


def _by_small_words(counts: Mapping[str, int]) -> str:
    total = sum(count for word, count in counts.items() if not word.isdigit())
    scores = sorted(((_hits(counts, words), name) for name, words in _LISTS.items()), reverse=True)
    (most, name), (next_most, _) = scores[:2]
    different = sum(word in counts for word in _LISTS[name])
    if most < max(_LEAST_HITS, _LEAST_SHARE * total) or different < _LEAST_DIFFERENT:
        return ""
    return name if most >= _CLEAR_LEAD * next_most else _between(scores, counts)


def _hits(counts: Mapping[str, int], words: frozenset[str]) -> int:
    return sum(counts.get(word, 0) for word in words)


def _between(scores: list[tuple[int, str]], counts: Mapping[str, int]) -> str:
    """Of two languages that share most small words, the one whose own words stand there; else empty."""
    (_, one), (_, other), (third, _) = scores[:3]
    if scores[1][0] < _CLEAR_LEAD * third:
        return ""
    ones, others = (_hits(counts, _OWN[name]) for name in (one, other))
    if ones >= 2 * others + 2:
        return one
    return other if others >= 2 * ones + 2 else ""


_OWN_WORDS = {
    "da": "af efter mellem hvis blev dig mig nogle også uden være bliver ikke aftalen aftale afsnit",
    "no": "av etter mellom hvis ble deg meg noen også uten være blir ikke avtalen avtale avsnitt",
}
_OWN = {name: frozenset(words.split()) for name, words in (_SMALL_WORDS | _OWN_WORDS).items()}
