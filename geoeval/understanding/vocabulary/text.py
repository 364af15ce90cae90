"""Question text as tokens and sentences, with one spelling for what means the same."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from anyascii import anyascii

from geoeval.understanding.vocabulary import word_list

_TYPOGRAPHY = str.maketrans(
    {
        "’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
        "–": "-", "—": "-", "−": "-", "→": ">", "،": ",", "\u200e": None, "\u200f": None,
        "\u200b": None, "\ufeff": None, "\u00ad": None,
    }
)  # fmt: skip
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_SPACES = re.compile(r"[ \t]{2,}")
_CONTRACTIONS = tuple(
    (re.compile(pattern, re.IGNORECASE), replacement)
    for pattern, replacement in (
        (r"\bcan't\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"(?<=\w)n't\b", " not"),
        (r"(?<=\bi)'m\b", " am"),
        (r"(?<=\w)'(ll|ve|re|d)\b", r" '\1"),
        (r"\b(what|where|how|when|which|who|it|that|there|here)'s\b", r"\1 is"),
    )
)
_CLITICS = {"'ll": "will", "'ve": "have", "'re": "are", "'d": "would"}
_WORD = re.compile(
    r"\d+(?:[.,:]\d+)*|'(?:ll|ve|re|d)\b|(?<=\d)\+"
    r"|[^\W\d_]+(?:['&][^\W\d_]+|\.(?=[a-z])[^\W\d_]+|(?<=\b\w)\.[^\W\d_]+)*"
)
SPELLINGS = {
    "rd": "road", "ave": "avenue", "av": "avenue", "hwy": "highway", "blvd": "boulevard",
    "expy": "expressway", "street": "st", "saint": "st", "mt": "mount", "sq": "square",
    "centre": "center", "theatre": "theater", "metres": "meters", "metre": "meter",
    "kilometres": "kilometers", "kilometre": "kilometer", "favourite": "favorite",
    "neighbourhood": "neighborhood", "travelling": "traveling", "&": "and",
    "teh": "the", "hte": "the", "fo": "of", "adn": "and", "wiht": "with", "form": "from",
    "whats": "what", "wheres": "where", "hows": "how", "whens": "when", "im": "i",
}  # fmt: skip
"""Words that are compared as others are."""

_OPENING = re.compile(
    r"\s+(?:which|what|where|how|when|who|can|could|is|are|does|do|please|i|my|then|after|until|if|it|we)\b"
)
_OPENING_ANEW = re.compile(_OPENING.pattern, re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.?!]+[\"')\]]*(?=\s|$)|[?!]+|\.(?=[A-Z][a-z])|\n+")
_LAST_WORD = re.compile(r"[\w.]+$")
_LONG = 30  # letters that no abbreviation has


class Token(NamedTuple):
    """A word or figure: as written, its key for comparing, its offsets and its sentence.

    ``gap`` holds the marks between the word before and this one, spaces left out.
    """

    text: str
    key: str
    start: int
    end: int
    sentence: int
    gap: str = ""

    @property
    def is_capital(self) -> bool:
        """Whether the word is written as part of a name would be."""
        first = self.text[0]
        return first.isupper() or first.isdigit() or not first.isascii()


@lru_cache(maxsize=8192)
def key_of(word: str) -> str:
    """Return the key under which a word is compared: Latin letters, lower case, one spelling."""
    plain = word if word.isascii() else anyascii(word)
    plain = plain.casefold()
    if plain in _CLITICS:
        return _CLITICS[plain]
    if plain.endswith("'s") and len(plain) > 3:
        plain = plain[:-2]
    plain = plain.rstrip("'") or plain
    return SPELLINGS.get(plain, plain)


def clean_text(text: str) -> str:
    """Return the text with plain quotes and dashes, no markup, and contractions written out."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_TYPOGRAPHY)
    if "<" in text:
        text = _TAG.sub(" ", text)
    text = _SPACES.sub(" ", text)
    if "'" in text:
        for pattern, replacement in _CONTRACTIONS:
            text = pattern.sub(replacement, text)
    return text


def _sentence_breaks(text: str) -> list[int]:
    """Return the offsets at which a sentence ends, abbreviations left alone."""
    breaks = []
    for found in _SENTENCE_END.finditer(text):
        if found.group()[0] == ".":
            word = _LAST_WORD.search(text, max(0, found.start() - _LONG), found.start())
            before = word.group().casefold() if word else ""
            follows = text[found.end() :].lstrip()[:1]
            if (
                (follows.islower() and not _OPENING.match(text, found.end()))
                or (before in word_list("spelling.abbreviations") - {"a.m", "p.m"})
                or (
                    before in word_list("spelling.abbreviations_in_names")
                    and not _OPENING_ANEW.match(text, found.end())
                )
                or (before in {"a.m", "p.m"} and not follows.isupper())
            ):
                continue
            if len(before) == 1 and before.isalpha() and before != "i":
                continue
        breaks.append(found.end())
    return breaks


def tokenise(text: str) -> tuple[Token, ...]:
    """Return the words of a cleaned text, each with the number of its sentence."""
    breaks = _sentence_breaks(text)
    tokens: list[Token] = []
    sentence = last = 0
    for found in _WORD.finditer(text):
        while sentence < len(breaks) and breaks[sentence] <= found.start():
            sentence += 1
        gap = "".join(text[last : found.start()].split())
        last = found.end()
        word = found.group()
        tokens.append(Token(word, key_of(word), found.start(), last, sentence, gap))
    return tuple(tokens)


@lru_cache(maxsize=8192)
def split_keys(text: str) -> tuple[str, ...]:
    """Return the keys of the words of a name or phrase."""
    return tuple(map(key_of, _WORD.findall(clean_text(text))))
