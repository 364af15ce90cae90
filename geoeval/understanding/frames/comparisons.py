"""Frames that compare two figures: their difference, and whether one is greater."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from geoeval.calculators.units import find_distances, find_durations
from geoeval.query import algebra
from geoeval.query.filter_kinds import Total
from geoeval.understanding import scene
from geoeval.understanding.choices import offered_options
from geoeval.understanding.frames.route_steps import FASTER
from geoeval.understanding.reading import (
    PLAIN_ASK,
    Account,
    Draft,
    Frame,
    Mention,
    Reading,
    covered_words,
)
from geoeval.understanding.vocabulary import word_list
from geoeval.world.model import TravelMode


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of a comparison; ``loose`` is a place without a preposition."""

    origin: str | None = None
    goal: str | None = None
    loose: str | None = None
    mode: TravelMode | None = None
    via: str | None = None
    order: str | None = None
    rank: int = 1
    used: frozenset[Mention] = frozenset()

    def completed(self, other: _Side) -> _Side:
        """Return this side with its missing fields taken from the other side.

        A place without a preposition is the end that the two sides do not share.
        """
        origin, goal = self.origin, self.goal
        if self.loose is None or other.loose is None:
            origin, goal = origin or other.origin, goal or other.goal
        else:
            origin = origin or (None if goal else other.origin)
            goal = goal or (None if origin else other.goal)
        if self.loose is not None and origin is None:
            origin = self.loose
        elif self.loose is not None and goal is None:
            goal = self.loose
        named = self.via or self.order
        return replace(
            self,
            origin=origin,
            goal=goal,
            loose=None,
            mode=self.mode or (other.mode if not named or other.via or other.order else None),
        )


def quantity_of(reading: Reading) -> Total | None:
    """Return whether times or distances differ, by the options, else by the words."""
    option = " ".join(offered_options(reading))
    if find_durations(option):
        return "time"
    if find_distances(option):
        return "distance"
    words = {word.key for word in reading.words if word.sentence in reading.asking}
    timed, long = (
        bool(words & word_list("comparing.time")),
        bool(words & word_list("comparing.distance")),
    )
    return None if timed == long else "time" if timed else "distance"


def _find_pivots(reading: Reading) -> Iterator[Mention]:
    """Yield the words that may separate the sides: "than", "and" after "difference"."""
    yield from reading.of("contrast", "than")
    differs = reading.asked("ask", "difference")
    for pivot in reading.asked("contrast", "and"):
        if any(m.end <= pivot.start for m in differs):
            yield pivot


def _words_after_pivot(reading: Reading, pivot: Mention) -> range:
    sentence = reading.words[pivot.start].sentence
    starts_sentence = pivot.start == 0 or reading.words[pivot.start - 1].sentence != sentence
    end = pivot.end
    while end < len(reading.words) and reading.words[end].sentence == sentence:
        if starts_sentence and "," in reading.words[end].gap:
            break
        end += 1
    return range(pivot.end, end)


def _read_side(reading: Reading, indices: set[int], *, is_story: bool) -> _Side | None:
    """Return the side that the words of ``indices`` describe, or None if it is ambiguous.

    Sentences that ask take precedence; the others count only if ``is_story``.
    """

    def inside(mentions: list[Mention]) -> list[Mention]:
        found = [m for m in mentions if indices.issuperset(m.span)]
        asked = [m for m in found if reading.words[m.start].sentence in reading.asking]
        return asked or (found if is_story else [])

    modes = inside(scene.named_modes(reading))
    named = _drop_nested(inside(_find_roads(reading)))
    superlatives = inside(reading.of("superlative"))
    orders = [m for m in superlatives if m.value in FASTER and not _is_comparative(reading, m)]
    if any(len({m.value for m in found}) > 1 for found in (modes, named, orders)):
        return None
    places = [
        m
        for m in scene.named_places(reading, asked=None if is_story else True)
        if indices.issuperset(m.span) and not scene.is_locality(reading, m)
    ]
    ends = _read_ends(reading, places)
    if ends is None:
        return None
    ranks = [m for m in inside(reading.of("ordinal")) if m.end in {o.start for o in orders}]
    return _Side(
        **ends,
        mode=TravelMode(modes[0].value) if modes else None,
        via=named[0].value if named else None,
        order=orders[0].value if orders else None,
        rank=int(ranks[0].value) if ranks else 1,
        used=frozenset((*modes, *named, *orders, *places, *ranks)),
    )


def _find_roads(reading: Reading) -> list[Mention]:
    """Return the routes and roads named outside the names of places."""
    placed = covered_words(reading.of("place"))
    return [m for m in (*reading.of("route"), *reading.of("road")) if not placed & set(m.span)]


def _comparative_words(reading: Reading) -> set[int]:
    words = enumerate(reading.words)
    return {
        i
        for i, w in words
        if w.sentence in reading.asking and w.key in word_list("comparing.comparative")
    }


def _is_comparative(reading: Reading, mention: Mention) -> bool:
    """Whether a superlative is only the comparative itself ("how much closer")."""
    return bool(word_list("comparing.comparative") & {*reading.keys(mention)})


def _drop_nested(mentions: list[Mention]) -> list[Mention]:
    return [m for m in mentions if not any(set(m.span) < set(o.span) for o in mentions)]


def _read_ends(reading: Reading, places: list[Mention]) -> dict[str, Any] | None:
    """Return the origin, goal and loose place of a side, or None if a role has several."""
    by_role: dict[str, set[str]] = {"origin": set(), "goal": set(), "loose": set()}
    starts = {m.value for m in scene.named_before_goal(reading, places)}
    pair = [m for m in places if reading.relation(m, 2) == "between"]
    for mention in places:
        relation = reading.relation(mention, 2)
        if (
            mention.value in starts
            or relation == "from"
            or scene.is_location_of_asker(reading, mention)
        ):
            by_role["origin"].add(mention.value)
        elif relation == "to":
            by_role["goal"].add(mention.value)
        elif mention in pair and len(places) > 1:
            by_role["origin"].add(mention.value)
        elif pair and mention.start > pair[0].end:
            by_role["goal"].add(mention.value)
        else:
            by_role["loose"].add(mention.value)
    if any(len(values) > 1 for values in by_role.values()):
        return None
    return {role: next(iter(values), None) for role, values in by_role.items()}


def _build_figure(reading: Reading, side: _Side, quantity: Total) -> algebra.AnyFigure | None:
    """Return the figure of a side, or None if an end is missing."""
    routes = algebra.Routes(origin=side.origin, destination=side.goal, mode=side.mode, via=side.via)
    if side.via is not None:
        return algebra.RouteFigure(route=routes, measure=quantity)
    if side.order is not None:
        measure, most = FASTER[side.order]
        best = algebra.Best(
            figure=algebra.RouteFigure(measure=measure), among=routes, most=most, rank=side.rank
        )
        return algebra.RouteFigure(route=best, measure=quantity)
    if side.origin is None or side.goal is None or side.origin == side.goal:
        return None
    unmapped = side.mode is None and not reading.world.legs and not reading.world.routes
    if reading.has("topic:straight_line") or (unmapped and quantity == "distance"):
        return algebra.Distance(origin=side.origin, destination=side.goal)
    leg = algebra.TravelLeg(origin=side.origin, destination=side.goal, mode=side.mode)
    return algebra.Travel(legs=(leg,), measure=quantity)


def read_compared(
    reading: Reading, quantity: Total
) -> Iterator[tuple[algebra.AnyFigure, algebra.AnyFigure, Account, set[int]]]:
    """Yield both figures in order, the words used and the indices after the pivot."""
    if reading.of("there_and_back"):
        return  # a side with two legs is not supported
    all_indices = set(range(len(reading.words)))
    for pivot in _find_pivots(reading):
        after_pivot = set(_words_after_pivot(reading, pivot))
        is_story = reading.words[pivot.start].sentence not in reading.asking
        second = _read_side(reading, after_pivot, is_story=is_story)
        first = _read_side(reading, all_indices - after_pivot, is_story=True)
        if first is None or second is None:
            continue
        figures = [
            _build_figure(reading, one.completed(other), quantity)
            for one, other in ((first, second), (second, first))
        ]
        if figures[0] is None or figures[1] is None or figures[0] == figures[1]:
            continue
        account = Account()
        account.take(pivot, *first.used, *second.used)
        account.take(*(m for m in scene.named_places(reading) if scene.is_locality(reading, m)))
        account.take(*(m for m in reading.asked("superlative") if _is_comparative(reading, m)))
        account.used.update(_comparative_words(reading))
        account.take(*(m for m in reading.of("negation") if set(m.span) & set(pivot.span)))
        yield figures[0], figures[1], account, after_pivot


_MORE = frozenset("slower longer farther further more".split())
_TAKING = frozenset("take takes taking time".split())
_GOING = frozenset("route routes way path distance".split())


def _read_difference(reading: Reading) -> Iterator[Draft]:
    quantity = quantity_of(reading)
    if quantity is None:
        return
    for first, second, account, after_pivot in read_compared(reading, quantity):
        differs = covered_words(reading.asked("ask", "difference")) | after_pivot
        account.take(*(m for m in reading.asked("comparison") if differs & set(m.span)))
        yield account.draft(algebra.Difference(first=first, second=second))
        return


def _asking_words(reading: Reading) -> set[str]:
    return {word.key for word in reading.words if word.sentence in reading.asking}


def _compared_quantity(reading: Reading) -> Total | None:
    """Return what is compared; "longer" is a time if something takes longer."""
    words = _asking_words(reading)
    if not words & {"longer", "shorter"}:
        return quantity_of(reading)
    if words & _TAKING:
        return "time"
    return "distance" if words & _GOING else None


def _read_whether(reading: Reading) -> Iterator[Draft]:
    words = _asking_words(reading)
    quantity = _compared_quantity(reading)
    if quantity is None or bool(words & word_list("comparing.less")) is bool(words & _MORE):
        return
    for first, second, account, after_pivot in read_compared(reading, quantity):
        if not _is_compared(reading, after_pivot):
            continue
        _take_comparison(reading, account)
        yield account.draft(algebra.Compare(first=first, second=second, more=bool(words & _MORE)))
        return


def _is_compared(reading: Reading, after_pivot: set[int]) -> bool:
    return any(
        i < min(after_pivot, default=0) and word.key in word_list("comparing.less") | _MORE
        for i, word in enumerate(reading.words)
    )


def _take_comparison(reading: Reading, account: Account) -> None:
    """Account for "more time than" and "faster than"."""
    account.take(*reading.asked("comparison"), *reading.asked("comparator", ">", "<"))
    for index, word in enumerate(reading.words):
        if word.sentence in reading.asking and word.key in word_list("comparing.less") | _MORE:
            account.used.add(index)


ABSORBED = (
    *PLAIN_ASK, "ask:time", "ask:distance", "home", "visit", "topic:route",
    "topic:straight_line", "leave", "ordinal", "unit", "connective",
    "comparison",
)  # fmt: skip

FRAMES = (
    Frame(
        name="difference",
        cues=(
            ("ask:difference", "story:contrast"),
            ("ask:difference", "contrast"),
            ("ask:difference", "contrast", "story:mode"),
            ("ask:difference", "contrast", "story:route"),
        ),
        fill=_read_difference,
        absorbs=(*ABSORBED, "ask:difference", "ask:count"),
    ),
    Frame(
        name="compare figures",
        cues=(
            ("ask:whether", "contrast:than"),
            ("ask:whether", "contrast:than", "mode"),
            ("ask:whether", "contrast:than", "route"),
        ),
        fill=_read_whether,
        absorbs=(*ABSORBED, "superlative:fastest", "superlative:slowest"),
    ),
)
