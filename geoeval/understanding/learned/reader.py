"""The learned reader as a front end: the most likely queries of a question, with their scores."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from geoeval.datasets.records import Question
from geoeval.errors import RecordError
from geoeval.query.solve import parse_query
from geoeval.understanding.learned.model import SCALE, TENTHS, Model, rank_candidates
from geoeval.understanding.learned.parts import canonical_query
from geoeval.understanding.learned.question import AskedQuestion
from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.readings import Interpretation
from geoeval.understanding.scene import find_unreadable
from geoeval.understanding.understand import FrontEnd, read_without_words
from geoeval.world.model import World

WEIGHTS = Path(__file__).with_name("weights.npz")
_MAX_READINGS = 15
"""Readings that are solved: with 5, two answers in a hundred are lost; with 30, none is gained."""


@cache
def shipped_model() -> Model:
    """Return the model whose weights are part of the package."""
    return Model.load(WEIGHTS)


def likeliest_readings(asked: AskedQuestion, model: Model) -> tuple[Interpretation, ...]:
    """Return the readings of a question with the highest scores, without duplicates."""
    text = asked.reading.text
    doubtful = [text(m.start, m.end) for m in asked.doubtful(model.grams)]
    named = asked.reading.guess_names()
    guessed = tuple(text(m.start, m.end) for m in asked.reading.of("guessed"))
    found: dict[str, Interpretation] = {}
    for score, part in rank_candidates(model, asked):
        key = canonical_query(part.value)
        if key in found:
            continue
        try:
            query = parse_query(part.value)
        except RecordError:
            continue
        unused = [slot for slot in asked.slots if not part.used & slot.bit]
        words = [*(text(slot.start, slot.end) for slot in unused), *doubtful]
        found[key] = Interpretation(
            query=query,
            frame="learned",
            score=score / (SCALE * TENTHS),
            assumptions=(
                *named,
                *(f'"{each}" does not narrow the answer' for each in dict.fromkeys(words)),
            ),
            doubts=guessed,
            corrections=asked.reading.corrections,
        )
        if len(found) == _MAX_READINGS:
            break
    return tuple(found.values())


def read_by_weights(question: Question, world: World) -> tuple[Interpretation, ...] | NotUnderstood:
    """Return the most likely readings of a question, the best first."""
    found = read_without_words(question, world)
    if found is not None:
        return found
    model, asked = shipped_model(), AskedQuestion(question, world)
    if not any(word.key.isalpha() for word in asked.reading.words):
        return NotUnderstood(reason="the question has no words")
    unread = find_unreadable(asked.reading)
    if unread is not None:
        return unread
    narrowing = asked.narrowing(model.grams)
    if narrowing:
        return NotUnderstood(reason="words unexplained", unexplained=narrowing)
    return likeliest_readings(asked, model) or NotUnderstood(reason="no query fits the options")


LEARNED = FrontEnd(name="learned", understand=read_by_weights)
"""The trained model: no network, the same result on every run."""
