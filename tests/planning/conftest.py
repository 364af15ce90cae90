"""Small trips drawn at random."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from geoeval.planning import TripProblem, Visit


@st.composite
def _visits(draw: st.DrawFn) -> Visit:
    """Draw a visit with up to two windows, and now and then a fixed start."""
    cuts = sorted(draw(st.lists(st.integers(0, 60), min_size=4, max_size=4)))
    windows = draw(
        st.sampled_from([None, None, (), ((cuts[0], cuts[3]),), (tuple(cuts[:2]), tuple(cuts[2:]))])
    )
    return Visit(
        name=draw(st.sampled_from("abc")),
        duration=draw(st.integers(0, 12)),
        windows=windows,
        starts_at=draw(st.none() | st.none() | st.integers(0, 40)),
    )


@st.composite
def _problems(draw: st.DrawFn) -> TripProblem:
    """Draw a trip of up to five visits in which some legs may be missing."""
    visits = tuple(draw(st.lists(_visits(), max_size=5)))
    nodes = range(len(visits) + 2)
    legs = st.none() | st.integers(0, 9) | st.integers(0, 9) | st.integers(0, 9)
    travel = {(i, j): draw(legs) for i in nodes for j in nodes if i != j}
    one = st.integers(0, max(len(visits) - 1, 0))
    pairs = st.lists(st.tuples(one, one), max_size=2)
    return TripProblem(
        visits=visits,
        travel={pair: ticks for pair, ticks in travel.items() if ticks is not None},
        depart=draw(st.integers(0, 10)),
        origin=draw(st.none() | st.just(len(visits))),
        end=draw(st.none() | st.just(len(visits) + 1) | st.just(len(visits))),
        deadline=draw(st.none() | st.integers(0, 80)),
        before=tuple(pair for pair in draw(pairs) if pair[0] != pair[1]),
    )


@pytest.fixture(scope="session")
def problems() -> st.SearchStrategy[TripProblem]:
    """Return the strategy that draws trips."""
    return _problems()
