"""Questions about opening hours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, get_args

from geoeval.calculators.clock import DAY_MIN, clock_text, format_clock
from geoeval.generation.draft import (
    COARSE,
    OPTIONS,
    Draft,
    Task,
    Unsuitable,
    Wrong,
    need_answer,
    need_value,
    number_options,
    require,
    value_of,
    written,
)
from geoeval.generation.kinds.lists import around, by_distance, counting, slots_of, told_list
from geoeval.generation.town import bare
from geoeval.query.algebra import Best, Check, Count, Days, Distance, Hours, Listing, Places, Value
from geoeval.query.filter_kinds import OpenFilter
from geoeval.query.parts import Day
from geoeval.query.values import Clock, Quantity
from geoeval.world.model import NearbyList, Place, World

_DAYS: tuple[Day, ...] = get_args(Day)
_TRIED = 8
# Two names of one kind are enough to choose from; hours of fewer are no choice.
_LEAST = OPTIONS


def hours_of(task: Task, edge: Literal["opens", "closes", "length"], kind: str) -> Draft:
    """When a place opens or closes on a day, or how long it is open."""
    spots = _regular_spots(task, _LEAST)
    place, *others = task.draw.sample(spots, _LEAST)
    context, world = _described(task, place, *others)
    asked = Hours(place=place.name, edge=edge, day=task.draw.choice(_DAYS))
    query = Value(figure=asked)
    value = need_answer(query, world)
    assert isinstance(value, Clock | Quantity), "hours are times or lengths"
    mistaken: list[tuple[dict[str, object], str]] = [
        ({"day": other}, f"that of {other.title()}") for other in _DAYS
    ]
    if edge != "length":
        turned = "closes" if edge == "opens" else "opens"
        mistaken.append(({"edge": turned}, f"when it {turned}"))
    mistaken += [({"place": each.name}, f"that of {each.name}") for each in others]
    numbers = ((_number(asked.filled(change), world), mistake) for change, mistake in mistaken)
    likely = [(number, mistake) for number, mistake in numbers if number > 0]
    wrong = number_options(task.draw, value, likely, grains=COARSE)
    return Draft(
        kind=kind,
        context=context,
        world=world,
        slots={"place": place.name, "day": str(asked.day).title()},
        ask=lambda _: query,
        right=written(value),
        wrong=wrong,
    )


def is_open(task: Task) -> Draft:
    """Whether a place is open at a time: yes as often as no."""
    spots = _regular_spots(task, _LEAST)
    place, *others = task.draw.sample(spots, _LEAST)
    context, world = _described(task, place, *others)
    wanted = task.draw.random() < 0.5
    for _ in range(_TRIED):
        passes = _moment(task, [place])
        query = Check(place=place.name, passes=passes)
        value = value_of(query, world)
        if value is not None and (written(value) == "Yes") is wanted:
            return Draft(
                kind="is_open",
                context=context,
                world=world,
                slots={"place": place.name, **_when(passes)},
                ask=partial(_same, query),
                right=written(value),
                wrong=(Wrong(text="No" if wanted else "Yes", mistake="hours read wrongly"),),
                margin=_SAFE_MIN,
                unit="min",
            )
    raise Unsuitable


def _same(query: Check, _: Sequence[str]) -> Check:
    return query


def closed_days(task: Task) -> Draft:
    """On which day of the week a place is closed, or that it never is."""
    closed: dict[int, list[Place]] = {}
    for place in task.town.spots:
        if _is_regular(place) and place.hours is not None and place.hours.days.count(()) == 1:
            closed.setdefault(place.hours.days.index(()), []).append(place)
    require(len(closed) > 1)  # the day on which all close needs no looking up
    place = task.draw.choice(closed[task.draw.choice(sorted(closed))])  # not always a Sunday
    context, world = _described(task, place)
    value = need_answer(Listing(of=Days(place=place.name, open=False)), world)
    right = written(value)
    others = [_DAYS[number].title() for number in sorted(closed) if _DAYS[number].title() != right]
    return Draft(
        kind="closed_days",
        context=context,
        world=world,
        slots={"place": place.name},
        ask=lambda _: Listing(of=Days(place=place.name, open=False)),
        right=right,
        wrong=tuple(
            Wrong(text=day, mistake="a day on which it is open")
            for day in task.draw.sample(others, min(OPTIONS - 1, len(others)))
        ),
    )


def count_days(task: Task) -> Draft:
    """On how many days of the week a place is open."""
    spots = _regular_spots(task, 1)
    place = task.draw.choice(spots)
    context, world = _described(task, place)
    query = Count(of=Days(place=place.name))
    value = need_value(Quantity, query, world)
    require(value.amount > 1)
    days = sorted({*range(max(1, int(value.amount) - 3), min(7, int(value.amount) + 3) + 1)})
    others = [day for day in days if day != value.amount]
    return Draft(
        kind="count_days",
        context=context,
        world=world,
        slots={"place": place.name},
        ask=lambda _: query,
        right=written(value),
        wrong=tuple(
            Wrong(text=str(day), mistake="a day miscounted")
            for day in task.draw.sample(others, OPTIONS - 1)
        ),
    )


def nearest_open(task: Task) -> Draft:
    """Which is the nearest of a kind that is open at a time; a nearer one is closed."""
    found = _with_hours(task)
    drawn, context, world = told_list(task, found, keep=("hours",))
    away = by_distance(task, drawn)
    passes = _moment(task, found.places, closed=away[0][1])
    opened = _open_ones(drawn, passes, world)
    metres = {name: each for each, name in away}
    ranked = [name for _, name in away if name in opened]
    require(len(ranked) > 1 and away[0][1] not in opened and len(away) >= OPTIONS)
    right = ranked[0]
    require(task.margins.clear(metres[right], metres[ranked[1]], "m"))
    closed = [name for _, name in away if name not in opened]
    likely = dict.fromkeys([closed[0], ranked[1], *closed, *ranked[1:]])
    wrong = tuple(
        Wrong(
            text=name,
            mistake="open, but farther away" if name in opened else "closed at that time",
        )
        for name in [*likely][: OPTIONS - 1]
    )

    def ask(options: Sequence[str]) -> Best:
        places = Places(
            category=drawn.category, anchor=drawn.anchor, filters=(passes,), among=tuple(options)
        )
        return Best(figure=Distance(), among=places)

    slots = _kind_slots(drawn) | _when(passes)
    margin = metres[ranked[1]] - metres[right]
    return around("nearest_open", context, world, slots, ask, right, wrong, margin, "m")


def open_at(task: Task) -> Draft:
    """Which of the places offered is open at a time: only one of them is."""
    found = _with_hours(task, whole=False)
    passes = _moment(task, found.places)
    drawn, context, world = told_list(task, found, keep=("hours",))
    opened = _open_ones(drawn, passes, world)
    closed = [place.name for place in drawn.places if place.name not in opened]
    require(opened and len(closed) >= OPTIONS - 1)
    right = task.draw.choice(opened)
    wrong = tuple(
        Wrong(text=name, mistake="closed at that time")
        for name in task.draw.sample(closed, OPTIONS - 1)
    )

    def ask(options: Sequence[str]) -> Listing:
        places = Places(
            category=drawn.category, anchor=drawn.anchor, filters=(passes,), among=tuple(options)
        )
        return Listing(of=places, wanted="any")

    slots = _kind_slots(drawn) | _when(passes)
    return around("open_at", context, world, slots, ask, right, wrong, _SAFE_MIN, "min")


def count_open(task: Task) -> Draft:
    """How many of a kind within a radius are open at a time."""
    found = _with_hours(task)
    passes = _moment(task, found.places)
    drawn, context, world = told_list(task, found, keep=("hours",))
    places = Places(
        category=drawn.category, anchor=drawn.anchor, within_m=drawn.radius_m, filters=(passes,)
    )
    drafted = counting(
        task, "count_open", context, world, drawn, places, drawn.radius_m or 0, _SAFE_MIN, "min"
    )
    return replace(drafted, slots={**drafted.slots, **_when(passes)})


def first_or_last(task: Task, edge: Literal["opens", "closes"], kind: str) -> Draft:
    """Which of a kind within a radius opens first or closes last on a day."""
    found = _with_hours(task)
    drawn, context, world = told_list(task, found, keep=("hours",))
    day = task.draw.choice(_DAYS)
    sign = 1 if edge == "opens" else -1
    asked = Hours(edge=edge, day=day)
    minutes = [
        (sign * _number(asked.filled({"place": p.name}), world), p.name) for p in drawn.places
    ]
    timed = sorted(each for each in minutes if each[0])
    require(len(timed) >= OPTIONS and abs(timed[0][0] - timed[1][0]) >= _SAFE_MIN)
    near = by_distance(task, drawn)[0][1]
    right, *others = (name for _, name in timed)
    likely = dict.fromkeys([others[0], near, others[-1], *others])
    names = {others[0]: "the runner-up", near: "the nearest"}
    wrong = [
        Wrong(text=name, mistake=names.get(name, f"one that {edge} at another time"))
        for name in likely
        if name in others
    ]

    def ask(options: Sequence[str]) -> Best:
        places = Places(
            category=drawn.category,
            anchor=drawn.anchor,
            within_m=drawn.radius_m,
            among=tuple(options),
        )
        return Best(figure=asked, among=places, most=edge == "closes")

    slots = slots_of(drawn) | {"day": day.title()}
    margin = abs(timed[0][0] - timed[1][0])
    return around(
        kind, context, world, slots, ask, right, tuple(wrong[: OPTIONS - 1]), margin, "min"
    )


_SAFE_MIN = 15
"""No question asks for a time nearer than this to an opening or a closing, in minutes."""


def _moment(task: Task, places: Sequence[Place], *, closed: str | None = None) -> OpenFilter:
    """Draw a day and a time that is clear of all openings and closings.

    The place that is to be ``closed`` then is.
    """
    for _ in range(_TRIED):
        number = task.draw.randrange(7)
        minute = 30 * task.draw.randint(14, 45)  # from 7:00 AM to 10:30 PM
        edges = _edges(places, number)
        if all(abs(minute - edge) >= _SAFE_MIN for edge in edges) and not any(
            place.name == closed and place.hours and place.hours.is_open_on(number, minute)
            for place in places
        ):
            return OpenFilter(day=_DAYS[number], at=clock_text(minute))
    raise Unsuitable


def _edges(places: Sequence[Place], number: int) -> list[int]:
    return [
        edge % DAY_MIN
        for place in places
        if place.hours is not None
        for day in (number, (number - 1) % 7)
        for interval in place.hours.days[day] or ()
        for edge in interval
    ]


def _when(passes: OpenFilter) -> dict[str, str]:
    hour, minute = map(int, (passes.at or "0:0").split(":"))
    return {"day": str(passes.day).title(), "time": format_clock(60 * hour + minute)}


def _with_hours(task: Task, *, whole: bool = True) -> NearbyList:
    for _ in range(_TRIED):
        found = task.town.list_around(task.draw, _is_regular, whole=whole)
        if found is not None:
            return found
    raise Unsuitable


def _regular_spots(task: Task, least: int) -> list[Place]:
    spots = [place for place in task.town.spots if _is_regular(place)]
    require(len(spots) >= least)
    return spots


def _is_regular(place: Place) -> bool:
    hours = place.hours
    return (
        hours is not None
        and len(hours.days) == len(_DAYS)
        and None not in hours.days
        and not (hours.seasons or hours.dates)
    )


def _open_ones(drawn: NearbyList, passes: OpenFilter, world: World) -> list[str]:
    opened = []
    for place in drawn.places:
        value = value_of(Check(place=place.name, passes=passes), world)
        if value is not None and written(value) == "Yes":
            opened.append(place.name)
    return opened


def _described(task: Task, *places: Place) -> tuple[str, World]:
    drawn = task.draw.sample(places, len(places))
    facts = World(
        places=tuple(bare(place, keep=("hours", "address")) for place in drawn),
        attribution=task.town.world.attribution,
    )
    return task.shown(facts)


def _number(figure: Hours, world: World) -> float:
    """Return a time of day in minutes, or a duration in seconds; 0 if there is none."""
    value = value_of(Value(figure=figure), world)
    if isinstance(value, Clock):
        return float(value.minute)
    return value.amount if isinstance(value, Quantity) else 0.0


def _kind_slots(drawn: NearbyList) -> dict[str, str]:
    """Return the slots of a kind of place around another, without a radius."""
    return {slot: text for slot, text in slots_of(drawn).items() if slot != "radius"}


HOURS: dict[str, Callable[[Task], Draft]] = {
    "opens": partial(hours_of, edge="opens", kind="opens"),
    "closes": partial(hours_of, edge="closes", kind="closes"),
    "open_length": partial(hours_of, edge="length", kind="open_length"),
    "is_open": is_open,
    "closed_days": closed_days,
    "count_days": count_days,
    "nearest_open": nearest_open,
    "open_at": open_at,
    "count_open": count_open,
    "opens_first": partial(first_or_last, edge="opens", kind="opens_first"),
    "closes_last": partial(first_or_last, edge="closes", kind="closes_last"),
}
