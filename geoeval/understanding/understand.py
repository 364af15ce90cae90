"""Chooses the query that accounts for every word of a question."""

from __future__ import annotations

from dataclasses import dataclass

from geoeval.datasets.records import Question
from geoeval.errors import UsageError, quote
from geoeval.query.algebra import Query, Unanswerable
from geoeval.query.inspect import is_yes_or_no
from geoeval.understanding import choices
from geoeval.understanding.accounting import leftover
from geoeval.understanding.frame import Draft, Frame
from geoeval.understanding.frames import (
    differences,
    facts,
    geometry,
    hours,
    modes,
    nearby,
    picked,
    positions,
    relative,
    route_steps,
    route_turns,
    routes,
    routes_told,
    stays,
    travel,
    trip_times,
    trips,
)
from geoeval.understanding.plans.prompt import understand_prompt
from geoeval.understanding.question import NotUnderstood
from geoeval.understanding.reading import Reading, cover
from geoeval.understanding.recognise import read
from geoeval.world.model import World

FRAMES: tuple[Frame, ...] = (
    *facts.FRAMES,
    *hours.FRAMES,
    *nearby.FRAMES,
    *picked.FRAMES,
    *relative.FRAMES,
    *positions.FRAMES,
    *geometry.FRAMES,
    *travel.FRAMES,
    *trips.FRAMES,
    *trip_times.FRAMES,
    *stays.FRAMES,
    *routes.FRAMES,
    *route_steps.FRAMES,
    *route_turns.FRAMES,
    *routes_told.FRAMES,
    *modes.FRAMES,
    *differences.FRAMES,
)

MAX_WORDS = 500
"""The longest question that is read, in words: reading grows with their square (1.2 s here)."""


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A draft with the frame it comes from, its weight, and the words it leaves over."""

    frame: str
    weight: tuple[int, int]
    draft: Draft
    left: tuple[int, ...]


def reckon(reading: Reading) -> list[Reckoned]:
    """Return the drafts of all frames, those that leave least over and cover most first."""
    reckoned = []
    for frame in FRAMES:
        for cues, draft in frame.drafts(reading):
            if not _fits_the_options(reading, draft):
                continue
            left = tuple(leftover(reading, draft))
            reckoned.append(Reckoned(frame.name, (cues, len(draft.used)), draft, left))
    return sorted(reckoned, key=lambda r: (len(r.left), -r.weight[0], -r.weight[1]))


def _fits_the_options(reading: Reading, draft: Draft) -> bool:
    """Whether a choice is offered names, and yes and no just where a query is answered by them."""
    if draft.places is not None and draft.places.among and not choices.may_be_names(reading):
        return False
    if not reading.question.options:
        return True
    return choices.options_are_verdicts(reading) is is_yes_or_no(draft.query)


def _may_be_noted(reading: Reading) -> bool:
    """Whether a road side may be told after all: by the notes of a route's steps."""
    on_route = (
        reading.has("topic:landmark")
        or reading.has("passed")
        or "destination" in {w.key for w in reading.words}
    )
    return bool(reading.world.routes) and on_route


def understand(question: Question, world: World) -> Query | NotUnderstood:
    """Return the query that a question asks, or why it is not understood.

    Parameters
    ----------
    question
        The text and the options; labels and categories are not part of it.
    world
        The world whose places the question names.

    Returns
    -------
    Query or NotUnderstood
        The one query that accounts for every word that narrows the answer. A question that
        turns on a kind of fact no world holds is an ``Unanswerable`` query. One that states its
        own world is read sentence by sentence, and ``world`` is not looked at. A question of more
        than ``MAX_WORDS`` words is not read, unless it states its own world.

    Raises
    ------
    UsageError
        If what came is no question or no world.

    Examples
    --------
    >>> from geoeval import Place, World
    >>> world = World(places=(Place(name="Old Mill"), Place(name="New Tower")))
    >>> question = Question(id=1, text="How far is New Tower from Old Mill as the crow flies?")
    >>> understand(question, world).figure.kind
    'distance'
    """
    if not isinstance(question, Question):
        message = f"expected a Question(id=…, text=…), got {quote(question)}"
        raise UsageError(message)
    if not isinstance(world, World):
        message = f"expected a World, such as read_context gives it, got {quote(world)}"
        raise UsageError(message)
    if question.states_world:
        return understand_prompt(question.text)
    length = len(question.text.split())
    if length > MAX_WORDS:
        detail = f"it has {length} words, and at most {MAX_WORDS} are read"
        return NotUnderstood(reason="question too long", detail=detail)
    reading = read(question, world)
    reckoned = reckon(reading)
    clean = [r for r in reckoned if not r.left]
    if clean:
        best = clean[0]
        rivals = [
            r for r in clean[1:] if r.weight == best.weight and r.draft.query != best.draft.query
        ]
        if not rivals:
            return best.draft.query
        return NotUnderstood(reason=f"ambiguous between {best.frame} and {rivals[0].frame}")
    lacking = reading.asked("lacking")
    lacked = cover(lacking)
    if (
        lacking
        and not _may_be_noted(reading)
        and (
            not reckoned
            or lacked.issuperset(reckoned[0].left)
            or not lacked.isdisjoint(reckoned[0].left)
        )
    ):
        first = lacking[0]
        return Unanswerable(fact=first.value, words=reading.text(first.start, first.end))
    if not reckoned:
        return NotUnderstood(reason="no frame fits", unexplained=())
    left = reckoned[0].left
    words = tuple(reading.words[index].key for index in left)
    return NotUnderstood(reason="words unexplained", unexplained=words)


def passed_over(question: Question, world: World) -> tuple[str, ...]:
    """Return the words that may turn a question and that its query carries in no part.

    Parameters
    ----------
    question
        A question that ``understand`` gives a query for.
    world
        Its world.

    Returns
    -------
    tuple of str
        Words such as "not", "only" or "already", anywhere in the text but in names; and clock
        times of which the half of the day is a guess ("half past six"). They are harmless or
        guessed rightly, as a rule; to answer, that is enough.

    Examples
    --------
    >>> from geoeval import Place
    >>> world = World(places=(Place(name="Old Mill"), Place(name="New Tower")))
    >>> text = "I am not tired. How far is New Tower from Old Mill as the crow flies?"
    >>> passed_over(Question(id=1, text=text), world)
    ('not',)
    """
    reading = read(question, world)
    best = next((r for r in reckon(reading) if not r.left), None)
    named = cover(m for kind in _NAMES for m in reading.of(kind))
    carried = named if best is None else named | best.draft.used
    doubtful = [m for m in reading.of("doubtful", "doubtful") if m.start not in carried]
    return tuple(reading.text(m.start, m.end) for m in (*doubtful, *reading.of("guessed")))


_NAMES = ("place", "unknown", "road", "route")
