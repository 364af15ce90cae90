"""A strategy for small random trips."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from geoeval.planning import Stop, TravelMatrix, TripProblem, Window

_BOUNDS = st.sampled_from(["end", "end", "start"])


@st.composite
def _windows(draw: st.DrawFn) -> tuple[Window, ...] | None:
    """Draw up to two windows, or None for no limit."""
    cuts = sorted(draw(st.lists(st.integers(0, 60), min_size=4, max_size=4)))
    bounds = draw(_BOUNDS)
    one = (Window(cuts[0], cuts[3], bounds),)
    two = (Window(cuts[0], cuts[1], bounds), Window(cuts[2], cuts[3], bounds))
    return draw(st.sampled_from([None, None, (), one, one, two]))


@st.composite
def _stops(draw: st.DrawFn, name: str) -> Stop:
    """Draw a stop, sometimes optional, reached by bus or with a fixed start."""
    return Stop(
        name=name,
        duration=draw(st.integers(0, 12)),
        windows=draw(_windows()),
        starts_at=draw(st.none() | st.none() | st.none() | st.integers(0, 40)),
        prize=draw(st.integers(0, 3)),
        mandatory=draw(st.sampled_from([True, True, False])),
        mode=draw(st.sampled_from([None, None, "bus"])),
    )


@st.composite
def _matrices(draw: st.DrawFn, size: int) -> TravelMatrix:
    """Draw travel times with missing legs that may depend on the time of day."""
    legs = st.sampled_from([None, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    tables = st.lists(st.lists(legs, min_size=size, max_size=size), min_size=size, max_size=size)
    since = draw(st.lists(st.integers(1, 40), max_size=2, unique=True))
    return TravelMatrix(draw(tables), by_time={tick: draw(tables) for tick in since})


@st.composite
def _problems(draw: st.DrawFn, most: int = 4) -> TripProblem:
    """Draw a trip of a few stops."""
    count = draw(st.integers(0, most))
    size = count + 2
    one = st.integers(0, max(count - 1, 0))
    pairs = st.lists(st.tuples(one, one).filter(lambda p: p[0] != p[1]), max_size=1)
    some = pairs if count > 1 else st.just([])
    return TripProblem(
        stops=tuple(draw(_stops(name)) for name in "abcdefgh"[:count]),
        travel=draw(_matrices(size)),
        modes={"bus": draw(_matrices(size))},
        depart=draw(st.integers(0, 10)),
        origin=draw(st.none() | st.just(count)),
        end=draw(st.none() | st.just(count + 1) | st.just(count)),
        deadline=draw(st.none() | st.integers(10, 80)),
        budget=draw(st.none() | st.none() | st.integers(0, 70)),
        before=tuple(draw(some)),
        directly=tuple(draw(some)),
    )


@pytest.fixture(scope="session")
def problems() -> st.SearchStrategy[TripProblem]:
    """Return the strategy for random trips."""
    return _problems()
