"""Questions about opening hours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, get_args

from geoeval.calculators.clock import DAY_MIN, clock_text, format_clock, minute_of
from geoeval.generation import draft
from geoeval.generation.kinds.figures import yes_or_no
from geoeval.generation.kinds.lists import by_distance, draft_count, places_of, show_list, slots_of
from geoeval.query.algebra import Best, Check, Count, Days, Distance, Hours, Listing, Value
from geoeval.query.filter_kinds import OpenFilter
from geoeval.query.parts import Day
from geoeval.query.values import Clock, Quantity, YesNo
from geoeval.world.model import NearbyList, Place

_DAYS: tuple[Day, ...] = get_args(Day)
_TRIED = 8
# At least two places of a kind are needed for a choice.
_LEAST = draft.OPTIONS


def hours_of(task: draft.Task, edge: Literal["opens", "closes", "length"]) -> draft.Draft:
    """When a place opens or closes on a day, or how long it is open."""
    place, *others = task.draw.sample(_regular_spots(task, _LEAST), _LEAST)
    scene = _draw_scene(task, place, *others)
    asked = Hours(place=place.name, edge=edge, day=task.draw.choice(_DAYS))
    query = Value(figure=asked)
    value = scene.value(query)
    assert isinstance(value, Clock | Quantity), "hours are times or lengths"
    mistaken: list[tuple[dict[str, object], str]] = [
        ({"day": other}, f"that of {other.title()}") for other in _DAYS
    ]
    if edge != "length":
        turned = "closes" if edge == "opens" else "opens"
        mistaken.append(({"edge": turned}, f"when it {turned}"))
    mistaken += [({"place": each.name}, f"that of {each.name}") for each in others]
    numbers = ((scene.amount(asked.filled(change)), mistake) for change, mistake in mistaken)
    likely = [(number, mistake) for number, mistake in numbers if number > 0]
    wrong = draft.number_options(task.draw, value, likely, grains=draft.COARSE)
    slots = {"place": place.name, "day": str(asked.day).title()}
    return scene.draft(slots, query, value, wrong)


def is_open(task: draft.Task) -> draft.Draft:
    """Whether a place is open at a time; both answers are equally frequent."""
    place, *others = task.draw.sample(_regular_spots(task, _LEAST), _LEAST)
    scene = _draw_scene(task, place, *others)
    wanted = YesNo(yes=task.draw.random() < 0.5)
    for _ in range(_TRIED):
        passes = _draw_moment(task, [place])
        query = Check(place=place.name, passes=passes)
        if scene.find(query) == wanted:
            slots = {"place": place.name, **_moment_slots(passes)}
            wrong = yes_or_no(wanted, "hours read wrongly")
            return scene.draft(slots, query, wanted, wrong, margin=_SAFE_MIN, unit="min")
    raise draft.Unsuitable


def closed_days(task: draft.Task) -> draft.Draft:
    """On which day of the week a place is closed, if any."""
    closed: dict[int, list[Place]] = {}
    for place in task.town.spots:
        if _is_regular(place) and place.hours is not None and place.hours.days.count(()) == 1:
            closed.setdefault(place.hours.days.index(()), []).append(place)
    draft.require_that(
        len(closed) > 1
    )  # a day on which all of them are closed would be easy to guess
    place = task.draw.choice(closed[task.draw.choice(sorted(closed))])  # not always a Sunday
    scene = _draw_scene(task, place)
    query = Listing(of=Days(place=place.name, open=False))
    right = draft.format_value(scene.value(query))
    others = [day for day in (_DAYS[number].title() for number in sorted(closed)) if day != right]
    days = task.draw.sample(others, min(draft.OPTIONS - 1, len(others)))
    wrong = [draft.Wrong(text=day, mistake="a day on which it is open") for day in days]
    return scene.draft({"place": place.name}, query, right, wrong)


def count_days(task: draft.Task) -> draft.Draft:
    """On how many days of the week a place is open."""
    place = task.draw.choice(_regular_spots(task, 1))
    scene = _draw_scene(task, place)
    query = Count(of=Days(place=place.name))
    value = scene.need(Quantity, query)
    number = int(value.amount)
    draft.require_that(number > 1)
    others = [n for n in range(max(1, number - 3), min(7, number + 3) + 1) if n != number]
    wrong = [
        draft.Wrong(text=str(day), mistake="a day miscounted")
        for day in task.draw.sample(others, draft.OPTIONS - 1)
    ]
    return scene.draft({"place": place.name}, query, value, wrong)


def nearest_open(task: draft.Task) -> draft.Draft:
    """Which place of a kind is the nearest that is open at a time; a nearer one is closed."""
    found = _draw_list_with_hours(task)
    listed, scene = show_list(task, found, keep=("hours",))
    away = by_distance(task, listed)
    passes = _draw_moment(task, found.places, closed=away[0][1])
    opened, closed = _split_by_state(away, passes, scene)
    draft.require_that(len(opened) > 1 and away[0] in closed and len(away) >= draft.OPTIONS)
    (first_m, right), (second_m, _) = opened[:2]
    draft.require_that(task.margins.clear(first_m, second_m, "m"))
    likely = dict.fromkeys([closed[0], opened[1], *closed, *opened[1:]])
    wrong = [
        draft.Wrong(
            text=each[1],
            mistake="open, but farther away" if each in opened else "closed at that time",
        )
        for each in [*likely][: draft.OPTIONS - 1]
    ]
    return scene.draft(
        _kind_slots(listed) | _moment_slots(passes),
        lambda options: Best(figure=Distance(), among=places_of(listed, options, passes)),
        right,
        wrong,
        margin=second_m - first_m,
        unit="m",
    )


def open_at(task: draft.Task) -> draft.Draft:
    """Which of the options is open at a time; exactly one is."""
    found = _draw_list_with_hours(task, whole=False)
    passes = _draw_moment(task, found.places)
    listed, scene = show_list(task, found, keep=("hours",))
    opened, closed = _split_by_state([(0.0, place.name) for place in listed.places], passes, scene)
    draft.require_that(opened and len(closed) >= draft.OPTIONS - 1)
    _, right = task.draw.choice(opened)
    return scene.draft(
        _kind_slots(listed) | _moment_slots(passes),
        lambda options: Listing(of=places_of(listed, options, passes), wanted="any"),
        right,
        [
            draft.Wrong(text=name, mistake="closed at that time")
            for _, name in task.draw.sample(closed, draft.OPTIONS - 1)
        ],
        margin=_SAFE_MIN,
        unit="min",
    )


def count_open(task: draft.Task) -> draft.Draft:
    """How many places of a kind within a radius are open at a time."""
    found = _draw_list_with_hours(task)
    passes = _draw_moment(task, found.places)
    listed, scene = show_list(task, found, keep=("hours",))
    places = places_of(listed, (), passes, within_m=listed.radius_m)
    return draft_count(
        task, listed, scene, places, _moment_slots(passes), margin=_SAFE_MIN, unit="min"
    )


def first_or_last(task: draft.Task, edge: Literal["opens", "closes"]) -> draft.Draft:
    """Which place of a kind within a radius opens first or closes last on a day."""
    listed, scene = show_list(task, _draw_list_with_hours(task), keep=("hours",))
    day = task.draw.choice(_DAYS)
    sign = 1 if edge == "opens" else -1
    asked = Hours(edge=edge, day=day)
    minutes = [
        (sign * scene.amount(asked.filled({"place": p.name})), p.name) for p in listed.places
    ]
    timed = sorted(each for each in minutes if each[0])
    draft.require_that(len(timed) >= draft.OPTIONS and abs(timed[0][0] - timed[1][0]) >= _SAFE_MIN)
    near = by_distance(task, listed)[0][1]
    right, *others = (name for _, name in timed)
    likely = dict.fromkeys([others[0], near, others[-1], *others])
    names = {others[0]: "the runner-up", near: "the nearest"}
    wrong = [
        draft.Wrong(text=name, mistake=names.get(name, f"one that {edge} at another time"))
        for name in likely
        if name in others
    ]
    return scene.draft(
        slots_of(listed) | {"day": day.title()},
        lambda options: Best(
            figure=asked,
            among=places_of(listed, options, within_m=listed.radius_m),
            most=edge == "closes",
        ),
        right,
        wrong[: draft.OPTIONS - 1],
        margin=abs(timed[0][0] - timed[1][0]),
        unit="min",
    )


_SAFE_MIN = 15
"""Minimum distance in minutes between a time in a question and an opening or closing time."""


def _draw_moment(
    task: draft.Task, places: Sequence[Place], *, closed: str | None = None
) -> OpenFilter:
    """Draw a day and a time clear of all openings and closings.

    The ``closed`` place, if given, must be closed then.
    """
    for _ in range(_TRIED):
        number = task.draw.randrange(7)
        minute = 30 * task.draw.randint(14, 45)  # from 7:00 AM to 10:30 PM
        edges = _opening_edges(places, number)
        if all(abs(minute - edge) >= _SAFE_MIN for edge in edges) and not any(
            place.name == closed and place.hours and place.hours.is_open_on(number, minute)
            for place in places
        ):
            return OpenFilter(day=_DAYS[number], at=clock_text(minute))
    raise draft.Unsuitable


def _opening_edges(places: Sequence[Place], number: int) -> list[int]:
    return [
        edge % DAY_MIN
        for place in places
        if place.hours is not None
        for day in (number, (number - 1) % 7)
        for interval in place.hours.days[day] or ()
        for edge in interval
    ]


def _moment_slots(passes: OpenFilter) -> dict[str, str]:
    minute = minute_of(passes.at or "00:00")
    return {"day": str(passes.day).title(), "time": format_clock(minute)}


def _draw_list_with_hours(task: draft.Task, *, whole: bool = True) -> NearbyList:
    for _ in range(_TRIED):
        found = task.town.list_around(task.draw, _is_regular, whole=whole)
        if found is not None:
            return found
    raise draft.Unsuitable


def _regular_spots(task: draft.Task, least: int) -> list[Place]:
    spots = [place for place in task.town.spots if _is_regular(place)]
    draft.require_that(len(spots) >= least)
    return spots


def _is_regular(place: Place) -> bool:
    hours = place.hours
    return (
        hours is not None
        and len(hours.days) == len(_DAYS)
        and None not in hours.days
        and not (hours.seasons or hours.dates)
    )


def _split_by_state(
    away: Sequence[tuple[float, str]], passes: OpenFilter, scene: draft.Scene
) -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
    """Return the named places that are open, and the others."""
    opened = [
        each for each in away if scene.find(Check(place=each[1], passes=passes)) == YesNo(yes=True)
    ]
    return opened, [each for each in away if each not in opened]


def _draw_scene(task: draft.Task, *places: Place) -> draft.Scene:
    return task.scene(task.draw.sample(places, len(places)), keep=("hours", "address"))


def _kind_slots(listed: NearbyList) -> dict[str, str]:
    """Return the slots for a kind of place around another, without a radius."""
    return {slot: text for slot, text in slots_of(listed).items() if slot != "radius"}


HOURS: dict[str, Callable[[draft.Task], draft.Draft]] = {
    "opens": partial(hours_of, edge="opens"),
    "closes": partial(hours_of, edge="closes"),
    "open_length": partial(hours_of, edge="length"),
    "is_open": is_open,
    "closed_days": closed_days,
    "count_days": count_days,
    "nearest_open": nearest_open,
    "open_at": open_at,
    "count_open": count_open,
    "opens_first": partial(first_or_last, edge="opens"),
    "closes_last": partial(first_or_last, edge="closes"),
}
