"""Frames for times relative to the opening or closing of a place.

Examples: "How long until it closes?"; "I leave half an hour before it closes and drive to the
Pier: when do I arrive?"; "I come an hour after it opens and stay for two".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from geoeval.query.algebra import Hours, Sum, Travel, TravelLeg, Value
from geoeval.understanding import scene
from geoeval.understanding.journey.visits import placed_names
from geoeval.understanding.reading import PLAIN_ASK, Account, Draft, Frame, Mention, Reading
from geoeval.understanding.times import find_named_day
from geoeval.understanding.vocabulary import word_list

_Edge = Literal["opens", "closes"]
_BEFORE = frozenset({"before", "prior", "ahead"})
_MAX_WORDS_TO_EDGE = 5


class _Offset(NamedTuple):
    """A duration before (negative) or after a place opens or closes."""

    edge: _Edge
    minutes: float
    words: range
    place: str
    duration: Mention


def _find_edge(reading: Reading, start: int) -> tuple[_Edge, int] | None:
    """Return the edge in the next few words ("it closes", "the Mill opens"), and its end."""
    named = {i for m in scene.named_places(reading) for i in m.span}
    for index in range(start, min(start + _MAX_WORDS_TO_EDGE + len(named), len(reading.words))):
        word = reading.words[index]
        if word.sentence != reading.words[start].sentence:
            return None
        if word.key in word_list("ways.opens") | word_list("ways.closes"):
            edge: _Edge = "opens" if word.key in word_list("ways.opens") else "closes"
            return edge, index + 1 + (reading.text(index + 1, index + 2) == "time")
        if index not in named and word.key not in word_list("ways.doors"):
            return None
    return None


def _find_offsets(reading: Reading) -> list[_Offset]:
    found = []
    for duration in reading.of("duration"):
        lead = reading.text(duration.end, duration.end + 1)
        edge_start = (
            duration.end + 1 + (reading.text(duration.end + 1, duration.end + 2) in {"to", "of"})
        )
        edge = _find_edge(reading, edge_start) if lead in word_list("ways.beside") else None
        if edge is None:
            continue
        names = placed_names(reading)
        within = [m for m in names if duration.end <= m.start < edge[1]]
        near = within or [m for m in names if m.end <= duration.start][-1:]
        if not near and len({m.value for m in names}) == 1:
            near = names
        if near:
            minutes = duration.amount * (-1 if lead in _BEFORE else 1)
            words = range(duration.start, edge[1])
            found.append(_Offset(edge[0], minutes, words, near[0].value, duration))
    return found


def _read_edge(
    reading: Reading, offset: _Offset | None, *mentions: Mention
) -> tuple[Account, Hours | None]:
    account = Account()
    day, day_words = find_named_day(reading)
    account.take(*day_words, *placed_names(reading), *mentions)
    account.take(*reading.of("closing"), *reading.of("state", "open", "closed"))
    if offset is None:
        return account, None
    account.used |= set(offset.words)
    return account, Hours(place=offset.place, edge=offset.edge, day=day)


def _read_time_at_edge(reading: Reading) -> Iterator[Draft]:
    """Read "when do I arrive if I leave half an hour before it closes", "when do I leave"."""
    offsets = _find_offsets(reading)
    places = list(dict.fromkeys(m.value for m in placed_names(reading)))
    if len(offsets) != 1 or reading.of("clock"):
        return
    (offset,) = offsets
    visits = [m for m in reading.of("duration") if m != offset.duration]
    modes = scene.named_modes(reading)
    account, hours = _read_edge(reading, offset, *visits, *modes)
    assert hours is not None
    movement, verb = _movement_before(reading, offset.words.start)
    wanted = _asked_movement(reading)
    minutes = offset.minutes
    if len(places) == 2 and not visits and len({m.value for m in modes}) == 1:
        if (movement, wanted) != ("parting", "arriving"):
            return
        left = [m.value for m in placed_names(reading) if verb < m.start < offset.words.start]
        origin = left[0] if left else offset.place
        goal = places[1 - places.index(origin)]
        leg = TravelLeg(origin=origin, destination=goal, mode=scene.single_mode(modes))
        figure = Sum(of=(hours, Travel(legs=(leg,))), plus=60 * minutes)
    elif len(places) == 1 and not modes and len(visits) < 2:
        if visits:
            if {movement, wanted} != {"arriving", "parting"}:
                return
            minutes += visits[0].amount * (1 if movement == "arriving" else -1)
            account.take(*reading.asked("superlative", "latest"))
        figure = Sum(of=(hours,), plus=60 * minutes)
    else:
        return
    yield _build_draft(account, figure, offset)


def _movement_verbs(reading: Reading, indices: Iterable[int]) -> Iterator[tuple[str, int]]:
    """Yield the kind and index of each verb of arriving or parting among some words."""
    for index in indices:
        for name in ("arriving", "parting"):
            if reading.words[index].key in word_list(f"journeys.{name}") - _BEING:
                yield name, index


_BEING = frozenset({"am", "are", "be", "come"})


def _movement_before(reading: Reading, start: int) -> tuple[str | None, int]:
    sentence = reading.words[start].sentence
    indices = [i for i in range(start) if reading.words[i].sentence == sentence]
    return next(_movement_verbs(reading, reversed(indices)), (None, start))


def _asked_movement(reading: Reading) -> str | None:
    asks = reading.asked("ask", "when")
    start = asks[0].end if asks else 0
    asked = [i for i, w in enumerate(reading.words) if w.sentence in reading.asking and i >= start]
    return next(_movement_verbs(reading, asked), (None, 0))[0]


def _build_draft(account: Account, figure: Sum | Hours, offset: _Offset | None) -> Draft:
    draft = account.draft(Value(figure=figure))
    words = draft.used if offset is None else draft.used | set(offset.words)
    return Draft(draft.query, draft.used, carried=frozenset(words))


def _read_until_edge(reading: Reading) -> Iterator[Draft]:
    """Read "at 5 PM, how long until it closes", "I come at 3 and stay until an hour before"."""
    clocks, offsets = reading.of("clock"), _find_offsets(reading)
    places = list(dict.fromkeys(m.value for m in placed_names(reading)))
    if len(clocks) != 1 or len(places) != 1 or scene.named_modes(reading) or len(offsets) > 1:
        return
    since = scene.clock_text(clocks[0].amount)
    offset = offsets[0] if offsets else None
    awaited = _awaited_edge(reading)
    if offset is None and (awaited is None or reading.asked("leave")):
        return
    if offset is not None and (offset.edge == "opens" or offset.minutes > 0):
        return
    if len(reading.of("duration")) != (offset is not None):
        return
    day, _ = find_named_day(reading)
    account, _ = _read_edge(reading, offset, *clocks, *reading.of("moment"), *reading.of("waiting"))
    edge = "closes" if offset else awaited
    figure = Hours.model_validate({"place": places[0], "edge": edge, "day": day, "since": since})
    shifted = figure if offset is None else Sum(of=(figure,), plus=60 * offset.minutes)
    yield _build_draft(account, shifted, offset)


def _awaited_edge(reading: Reading) -> _Edge | None:
    """Return the edge that the question waits for ("until it closes", "still open")."""
    indices = [i for i, word in enumerate(reading.words) if word.sentence in reading.asking]
    for index in indices:
        if reading.words[index].key in word_list("ways.until"):
            edge = _find_edge(reading, index + 1)
            if edge is not None:
                return edge[0]
    words = {reading.words[i].key for i in indices}
    still = not words.isdisjoint(word_list("ways.still"))
    return "closes" if still and words & {"open"} and not reading.asked("negation") else None


_ABSORBED = (
    *PLAIN_ASK, "ask:when", "ask:time", "ask:count", "ask:difference", "visit", "leave", "finish",
    "arrival", "closing", "relation:before", "relation:after", "state:open", "state:closed",
    "topic:opening", "topic:free_time", "topic:feasible", "stay", "deadline", "waiting",
    "superlative:latest", "superlative:slowest", "comparison",
)  # fmt: skip

FRAMES = (
    Frame(
        name="time from an edge",
        cues=(("ask:when", "story:duration"),),
        fill=_read_time_at_edge,
        absorbs=_ABSORBED,
    ),
    Frame(
        name="time until an edge",
        cues=(
            ("ask:time", "story:clock"),
            ("ask:time", "story:clock", "closing"),
            ("ask:time", "story:clock", "state"),
            ("ask:difference", "story:clock", "state"),
        ),
        fill=_read_until_edge,
        absorbs=_ABSORBED,
    ),
)
