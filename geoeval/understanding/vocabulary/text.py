"""Tokenises questions into words and sentences; spelling variants share a key."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from anyascii import anyascii

from geoeval.understanding.vocabulary import word_list

TYPOGRAPHY = str.maketrans(
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
"""Abbreviations, variants and typos, with the spelling under which they are compared."""

_SENTENCE_OPENING = re.compile(
    r"\s+(?:which|what|where|how|when|who|can|could|is|are|does|do|please|i|my|then|after|until|if|it|we)\b"
)
_SENTENCE_OPENING_ANY_CASE = re.compile(_SENTENCE_OPENING.pattern, re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.?!]+[\"')\]]*(?=\s|$)|[?!]+|\.(?=[A-Z][a-z])|\n+")
_LAST_WORD = re.compile(r"[\w.]+$")
_MAX_DOTTED = 30  # characters before a dot that are searched for an abbreviation


class Token(NamedTuple):
    """A word or number as written, with its comparison key, offsets and sentence number.

    ``gap`` holds the punctuation between the previous word and this one, without spaces.
    """

    text: str
    key: str
    start: int
    end: int
    sentence: int
    gap: str = ""

    @property
    def is_capital(self) -> bool:
        """Whether the word starts like a name: upper case, a digit or a non-ASCII letter."""
        first = self.text[0]
        return first.isupper() or first.isdigit() or not first.isascii()


@lru_cache(maxsize=8192)
def key_of(word: str) -> str:
    """Return the key for comparing a word: Latin letters, lower case, one spelling."""
    plain = word if word.isascii() else anyascii(word)
    plain = plain.casefold()
    if plain in _CLITICS:
        return _CLITICS[plain]
    if plain.endswith("'s") and len(plain) > 3:
        plain = plain[:-2]
    plain = plain.rstrip("'") or plain
    return SPELLINGS.get(plain, plain)


def clean_text(text: str) -> str:
    """Return the text with plain quotes and dashes, expanded contractions and no markup."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(TYPOGRAPHY)
    if "<" in text:
        text = _TAG.sub(" ", text)
    text = _SPACES.sub(" ", text)
    if "'" in text:
        for pattern, replacement in _CONTRACTIONS:
            text = pattern.sub(replacement, text)
    return text


def _sentence_breaks(text: str) -> list[int]:
    """Return the offsets at which sentences end, ignoring the dots of abbreviations."""
    breaks = []
    for mark in _SENTENCE_END.finditer(text):
        if mark.group()[0] == ".":
            word = _LAST_WORD.search(text, max(0, mark.start() - _MAX_DOTTED), mark.start())
            abbreviation = word.group().casefold() if word else ""
            next_char = text[mark.end() :].lstrip()[:1]
            if (
                (next_char.islower() and not _SENTENCE_OPENING.match(text, mark.end()))
                or (abbreviation in word_list("spelling.abbreviations") - {"a.m", "p.m"})
                or (
                    abbreviation in word_list("spelling.abbreviations_in_names")
                    and not _SENTENCE_OPENING_ANY_CASE.match(text, mark.end())
                )
                or (abbreviation in {"a.m", "p.m"} and not next_char.isupper())
            ):
                continue
            if len(abbreviation) == 1 and abbreviation.isalpha() and abbreviation != "i":
                continue
        breaks.append(mark.end())
    return breaks


def tokenise(text: str) -> tuple[Token, ...]:
    """Return the words of a cleaned text, each with its sentence number."""
    breaks = _sentence_breaks(text)
    tokens: list[Token] = []
    sentence = end = 0
    for match in _WORD.finditer(text):
        while sentence < len(breaks) and breaks[sentence] <= match.start():
            sentence += 1
        gap = "".join(text[end : match.start()].split())
        end = match.end()
        word = match.group()
        tokens.append(Token(word, key_of(word), match.start(), end, sentence, gap))
    return tuple(tokens)


@lru_cache(maxsize=8192)
def split_keys(text: str) -> tuple[str, ...]:
    """Return the keys of the words in a name or phrase."""
    return tuple(map(key_of, _WORD.findall(clean_text(text))))
