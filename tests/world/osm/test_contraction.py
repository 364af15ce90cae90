"""The contracted graph gives the same travel times as the whole graph."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from geoeval.world.osm.contraction import Core


@st.composite
def graphs(draw: st.DrawFn) -> csr_array:
    """Draw a sparse graph of up to 24 states with integer weights."""
    size = draw(st.integers(2, 24))
    arcs = draw(
        st.dictionaries(
            st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)),
            st.integers(1, 9).map(float),
            max_size=3 * size,
        )
    )
    before, after = np.array([*arcs] or np.empty((0, 2)), np.int64).reshape(-1, 2).T
    graph = csr_array((np.array([*arcs.values()], float), (before, after)), shape=(size, size))
    graph.sort_indices()
    return graph


@given(graphs(), st.data())
def test_contraction_keeps_shortest_times(graph: csr_array, data: st.DataObject) -> None:
    """Starts and goals are any states with any initial and final weights."""
    states = st.dictionaries(st.integers(0, graph.shape[0] - 1), st.integers(0, 5).map(float))
    starts, goals = data.draw(st.lists(states, min_size=1)), data.draw(st.lists(states, min_size=1))
    whole = dijkstra(graph)
    expected = [
        [
            min(
                (
                    a + whole[one, other] + b
                    for one, a in start.items()
                    for other, b in goal.items()
                ),
                default=np.inf,
            )
            for goal in goals
        ]
        for start in starts
    ]
    assert Core(graph).between(starts, goals, np.inf).tolist() == expected


def test_the_limit_applies_within_a_removed_chain() -> None:
    graph = csr_array((np.ones(3), (range(3), range(1, 4))), shape=(4, 4))
    assert Core(graph).between([{0: 0.0}], [{3: 0.0}], 3.0).item() == 3
    assert Core(graph).between([{0: 0.0}], [{3: 0.0}], 2.9).item() == np.inf


def test_a_chain_is_contracted() -> None:
    """A long road is reduced to shortcuts."""
    size = 50
    graph = csr_array((np.ones(size - 1), (range(size - 1), range(1, size))), shape=(size, size))
    core = Core(graph)
    assert core.between([{0: 0.0}], [{size - 1: 0.0}], np.inf).item() == size - 1
    assert len(core._number) == 0


@pytest.mark.parametrize(("limit", "expected"), [(3.0, 3.0), (2.9, np.inf)])
def test_paths_longer_than_the_limit_are_not_found(limit: float, expected: float) -> None:
    """A path exactly as long as the limit is found."""
    every = np.ones((6, 6)) - np.eye(6)
    every[0, 5] = every[0, 1] = 3.0
    every[0, 2:5] = 9.0
    graph = csr_array(every)
    assert Core(graph).between([{0: 0.0}], [{5: 0.0}], limit).item() == expected
