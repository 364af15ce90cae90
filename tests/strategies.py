"""Hypothesis strategies shared by the tests: names, places and worlds."""

from __future__ import annotations

from hypothesis import strategies as st

from geoeval.calculators.hours import WeeklyHours
from geoeval.world.model import (
    Leg,
    NearbyList,
    Place,
    Review,
    Route,
    Step,
    TravelMode,
    World,
)

_LETTERS = "abcdeinorstABCDÉéßøñçŁ東京ঢাকামসজিদقهوة"
_SIGNS = "0189.,'&()-|/#:\"«»?+"

words = st.text(_LETTERS, min_size=1, max_size=7)
"""One word of letters of several scripts."""


@st.composite
def names(draw: st.DrawFn, most: int = 4) -> str:
    """Draw words and signs separated by single spaces, starting with a word."""
    parts = st.one_of(words, words, st.text(_LETTERS + _SIGNS, min_size=1, max_size=7))
    return " ".join([draw(words), *draw(st.lists(parts, max_size=most - 1))])


coordinates = st.tuples(
    st.floats(-90, 90, allow_subnormal=False), st.floats(-180, 180, allow_subnormal=False)
)
modes = st.sampled_from([*TravelMode, None])
ends = names().filter(lambda name: not {"to", "transit"} & set(name.casefold().split()))
"""Names allowed at the ends of a leg, see the notes of ``write_context``."""
durations = st.integers(0, 200_000)
distances = st.one_of(
    st.integers(0, 999).map(float),
    st.integers(10, 900).map(lambda tenths: tenths / 10 * 1000),
    st.integers(0, 10**9).map(lambda parts: parts / 1024),
)
ratings = st.one_of(st.integers(0, 50).map(lambda tenths: tenths / 10), st.floats(0, 5))


@st.composite
def intervals(draw: st.DrawFn) -> tuple[tuple[int, int], ...]:
    """Draw at most two openings of a day; the last may pass midnight."""
    if draw(st.booleans()):
        return ((0, 1440),)
    times = sorted(draw(st.sets(st.integers(0, 95), max_size=4)))
    if len(times) % 2:
        times.append(96 + draw(st.integers(0, times[0])))
    return tuple((15 * start, 15 * end) for start, end in zip(times[::2], times[1::2], strict=True))


hours = (
    st.lists(st.one_of(st.none(), intervals()), min_size=7, max_size=7)
    .filter(lambda days: any(day is not None for day in days))
    .map(lambda days: WeeklyHours(tuple(days)))
)
reviews = st.builds(
    Review,
    author=names().map(lambda name: name.replace(":", "-")),
    rating=st.one_of(st.none(), ratings),
    text=st.lists(names(), max_size=3).map("\n".join),
)
places = st.builds(
    Place,
    name=names(),
    id=st.one_of(st.just(""), st.text("abc012", min_size=1, max_size=8)),
    address=st.one_of(st.none(), names(6)),
    location=st.one_of(st.none(), coordinates),
    rating=st.one_of(st.none(), ratings),
    rating_count=st.one_of(st.none(), st.integers(0, 99_999)),
    price_level=st.sampled_from([None, "Inexpensive", "Very Expensive"]),
    hours=st.one_of(st.none(), hours),
    phone=st.sampled_from([None, "+44 20 7946 0000"]),
    features=st.lists(
        st.sampled_from(["Serves Dinner", "Reservable", "Wheelchair Accessible Entrance"]),
        max_size=2,
        unique=True,
    ).map(tuple),
    reviews=st.lists(reviews, max_size=2).map(tuple),
)
lists = st.builds(
    NearbyList,
    anchor=st.one_of(st.none(), names()),
    category=st.one_of(
        st.none(), st.sampled_from(["Restaurants", "mosque", "Places of Worship", "places"])
    ),
    places=st.lists(places, max_size=3).map(tuple),
    sorted_by_distance=st.booleans(),
    radius_m=st.one_of(st.none(), st.integers(1, 50_000).map(float)),
    search=st.one_of(st.none(), names()),
)
legs = st.builds(
    Leg,
    origin=ends,
    destination=ends,
    mode=modes,
    duration_s=st.one_of(st.none(), durations),
    distance_m=st.one_of(st.none(), distances),
)


@st.composite
def steps(draw: st.DrawFn) -> Step:
    """Draw a step whose instruction has its roads in order."""
    roads = draw(st.lists(names().map(lambda name: f"{name} Rd"), max_size=2))
    verb = draw(st.sampled_from(["Turn left", "Merge", "Slight right", "Head north & up"]))
    instruction = " ".join([verb, *(f"onto {road}" for road in roads)])
    return Step(
        instruction=instruction,
        roads=tuple(roads),
        notes=tuple(draw(st.lists(names(), max_size=2))),
        duration_s=draw(st.one_of(st.none(), durations)),
        distance_m=draw(st.one_of(st.none(), distances)),
    )


routes = st.builds(
    Route,
    origin=ends,
    destination=ends,
    mode=modes,
    name=st.one_of(st.just(""), names()),
    steps=st.lists(steps(), max_size=4).map(tuple),
    duration_s=st.one_of(st.none(), durations),
    distance_m=st.one_of(st.none(), distances),
)
worlds = st.builds(
    World,
    places=st.lists(places, max_size=3).map(tuple),
    lists=st.lists(lists, max_size=2).map(tuple),
    legs=st.lists(legs, max_size=3).map(tuple),
    routes=st.lists(routes, max_size=2).map(tuple),
    today=st.one_of(st.none(), st.integers(0, 6)),
    user_location=st.one_of(st.none(), names()),
)
