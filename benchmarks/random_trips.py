"""Days out drawn at random: places in a town, stays, opening hours with lunch breaks, a hotel."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from random import Random
from typing import Literal, TypeAlias

from geoeval.planning import Stop, TravelMatrix, TripProblem, windows_of

Wish: TypeAlias = Literal["earliest_finish", "most_prize", "latest_departure"]
Cells: TypeAlias = list[list[int | None]]

WISHES: tuple[Wish, ...] = ("earliest_finish", "most_prize", "latest_departure")
TICKS_PER_MINUTE = 60
RADIUS_KM = 4.0
LEAVES_MIN, BACK_MIN, BACK_EARLY_MIN = 540, 1320, 1080
HOURS_MIN: tuple[tuple[tuple[int, int], ...] | None, ...] = (
    None,
    None,
    ((360, 1320),),
    ((420, 1080),),
    ((540, 1080),),
    ((600, 1200),),
    ((480, 840),),
    ((480, 720), (900, 1140)),
    ((540, 750), (840, 1140)),
    ((720, 900), (1080, 1380)),
    ((1020, 1440),),
)


def day_trip(
    seed: int,
    count: int,
    wish: Wish = "earliest_finish",
    missing: float = 0.0,
    pieces: int = 1,
) -> TripProblem:
    """Return a day from the hotel round some stops and back, in ticks of a second.

    Stays last 15 to 90 minutes, the shorter the more there are. For the most prize every stop is
    optional and the day ends early. With ``pieces`` of the day, legs take up to twice as long in
    some of them as in others. With ``missing``, that share of the legs leads nowhere.
    """
    random = Random(f"{seed} {count}")  # noqa: S311 - instances to draw again, no secrets
    stops = tuple(_stop(random, number, count) for number in range(count))
    base = _minutes_apart(random, count + 1)
    lost = {(i, j) for i in range(count + 1) for j in range(count + 1) if random.random() < missing}
    changes = sorted(random.sample(range(420, 1260, 15), pieces - 1))
    tables = [_table(random, base, lost, spread=pieces > 1) for _ in range(pieces)]
    trip = TripProblem(
        stops=stops,
        travel=TravelMatrix(
            tables[0],
            by_time={
                minute * TICKS_PER_MINUTE: table
                for minute, table in zip(changes, tables[1:], strict=True)
            },
        ),
        depart=LEAVES_MIN * TICKS_PER_MINUTE,
        origin=count,
        end=count,
        deadline=BACK_MIN * TICKS_PER_MINUTE,
    )
    if wish != "most_prize":
        return trip
    return replace(
        trip,
        stops=tuple(replace(stop, mandatory=False) for stop in stops),
        deadline=BACK_EARLY_MIN * TICKS_PER_MINUTE,
    )


def _stop(random: Random, number: int, count: int) -> Stop:
    """Draw a stop."""
    minutes = round(15 + 75 * random.random() ** ((count - 4) / 4))
    return Stop(
        name=f"stop {number}",
        duration=minutes * TICKS_PER_MINUTE,
        windows=windows_of(random.choice(HOURS_MIN), TICKS_PER_MINUTE),
        prize=random.randint(1, 10),
    )


def _minutes_apart(random: Random, size: int) -> list[list[float]]:
    """Draw places in a town; return the minutes from each to each, longer one way than back."""
    places = [(random.gauss(0, RADIUS_KM / 2), random.gauss(0, RADIUS_KM / 2)) for _ in range(size)]
    return [
        [3 + 2.4 * hypot(a[0] - b[0], a[1] - b[1]) * random.uniform(1, 1.5) for b in places]
        for a in places
    ]


def _table(
    random: Random, base: list[list[float]], lost: set[tuple[int, int]], *, spread: bool
) -> Cells:
    """Return the ticks of travel in one piece of the day."""
    slower = random.uniform(1, 2) if spread else 1.0
    return [
        [
            None if (i, j) in lost else round(minutes * slower * TICKS_PER_MINUTE)
            for j, minutes in enumerate(row)
        ]
        for i, row in enumerate(base)
    ]
