"""Changes of the words of a question that keep its meaning."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from anyascii import anyascii

from geoeval.datasets.records import Question
from geoeval.understanding.vocabulary.lookalikes import english_words
from geoeval.understanding.vocabulary.spelling import known_words
from geoeval.understanding.vocabulary.text import split_keys
from geoeval.world.categories import category_of
from geoeval.world.model import World

BEFORE = (
    "Hello there!",
    "Good morning!",
    "Hi, I hope you are doing well.",
    "I have a question for you.",
    "My friends told me to ask you this.",
    "I love this city.",
    "The weather is lovely today.",
    "Sorry to bother you.",
    "This is my first trip abroad.",
)
"""Sentences that may precede a question and ask nothing."""

AFTER = (
    "Thank you very much!",
    "Thanks in advance, and have a great day.",
    "Can you help me?",
    "Please answer quickly because my phone battery is almost empty.",
    "I would really appreciate your help.",
    "Any idea?",
    "I am very curious about it.",
)
"""Sentences that may follow a question and ask nothing."""

SYNONYMS = {
    "nearest": "closest",
    "closest": "nearest",
    "farthest": "furthest",
    "fastest": "quickest",
    "quickest": "fastest",
    "highest rated": "best-rated",
    "on foot": "by foot",
    "by foot": "on foot",
    "by bicycle": "by bike",
    "by cycle": "by bicycle",
    "by taxi": "by cab",
    "how long does it take": "how much time does it take",
    "how long will it take": "how much time will it take",
    "how much time": "how long",
    "starting from": "beginning from",
    "approximately": "roughly",
    "want to": "would like to",
    "would like to": "want to",
    "plan to": "intend to",
    "planning to": "going to",
    "return to": "go back to",
    "within a": "in a",
    "maximum number": "greatest number",
    "currently at": "now at",
    "at least": "no less than",
    "more than": "over",
    "less than": "under",
    "afterwards": "after that",
    "straight line distance": "distance as the crow flies",
    "straight-line distance": "distance as the crow flies",
    "is located": "lies",
    "suggest": "recommend",
    "recommend": "suggest",
    "restaurant": "place to eat",
    "nearby": "near me",
}
"""Words and their synonyms."""


def curly(text: str) -> str:
    """Write the quotes of a text as a word processor would."""
    parts = text.split('"')
    quoted = "".join(part + ("“" if i % 2 == 0 else "”") for i, part in enumerate(parts[:-1]))
    return (quoted + parts[-1]).replace("'", "’")


def sentence_before(text: str) -> str:
    """Put a sentence before the text, chosen by its length."""
    return f"{_choose(BEFORE, text)} {text}"


def sentence_after(text: str) -> str:
    """Put a sentence after the text, chosen by its length."""
    return f"{text} {_choose(AFTER, text)}"


def _choose(sentences: tuple[str, ...], text: str) -> str:
    """Return a sentence chosen by the length of the text."""
    return sentences[len(text) % len(sentences)]


def shuffled(question: Question) -> Question:
    """Shuffle the options."""
    options = list(question.options)
    random.Random(question.text).shuffle(options)  # noqa: S311  # the same in every run
    return replace(question, options=tuple(options))


def without_accents(question: Question) -> Question:
    """Remove the accents of Latin letters from the text and the options."""
    return replace(
        question,
        text=_without_accents(question.text),
        options=tuple(_without_accents(option) for option in question.options),
    )


def _without_accents(text: str) -> str:
    """Return a text without the accents of its Latin letters."""
    return "".join(
        anyascii(letter) if "\u00c0" <= letter <= "\u024f" else letter for letter in text
    )


_SYNONYM = re.compile(
    rf"\b(?:{'|'.join(sorted(SYNONYMS, key=len, reverse=True))})\b", re.IGNORECASE
)


def synonymous(text: str) -> str:
    """Replace words by their synonyms."""

    def other(found: re.Match[str]) -> str:
        word = SYNONYMS[found[0].lower()]
        return word.capitalize() if found[0][0].isupper() else word

    return _SYNONYM.sub(other, text)


def with_typos(question: Question, world: World, draw: int, count: int = 2) -> Question:
    """Misspell some words outside names, chosen by the text and the number of the draw.

    A misspelling swaps two inner letters, leaves out a letter or doubles it. It never makes another
    word, which would change the question.
    """
    roads = {road for route in world.routes for step in route.steps for road in step.roads}
    names = {
        word
        for name in (*world.atlas.names, *question.options, *roads)
        for word in split_keys(name)
    }
    generator = random.Random(f"{draw} {question.text}")  # noqa: S311  # the same in every run
    words = question.text.split(" ")
    positions = [
        i
        for i, word in enumerate(words)
        if word.isalpha() and word.islower() and word.isascii() and len(word) >= 5
        and word not in names
    ]  # fmt: skip
    for position in generator.sample(positions, min(count, len(positions))):
        words[position] = _misspell(words[position], generator)
    return replace(question, text=" ".join(words))


def _misspell(word: str, generator: random.Random) -> str:
    """Return a word with one spelling mistake, or unchanged if every mistake makes another word."""
    at = generator.randrange(1, len(word) - 2)
    slips = [
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
    ]
    generator.shuffle(slips)
    return next((slip for slip in slips if slip != word and not _is_word(slip)), word)


def _is_word(slip: str) -> bool:
    """Return whether a misspelling is a word of the vocabulary or of English."""
    return slip in known_words() or category_of(slip) is not None or slip in english_words()
