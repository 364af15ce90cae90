"""Placing names next to points without overlaps."""

from __future__ import annotations

from itertools import combinations
from math import cos, sin

from hypothesis import given
from hypothesis import strategies as st

from geoeval.drawing.labels import Labels, text_width

SPOTS = st.tuples(st.floats(60, 320), st.floats(40, 220))


@given(st.lists(SPOTS, min_size=1, max_size=5))
def test_few_names_never_overlap(points: list[tuple[float, float]]) -> None:
    """All points may be at the same position."""
    room = Labels(points, 380, 270)
    boxes = [room.place_near("Old Mill", point).box for point in points]
    assert all(one.overlap(other) == 0 for one, other in combinations(boxes, 2))


def test_names_stay_inside_the_picture() -> None:
    label = Labels([(370.0, 100.0)], 380, 270).place_near("Old Mill", (370.0, 100.0))
    assert label.anchor == "end"
    assert label.box.right <= 380


def test_numbers_of_many_points_do_not_overlap() -> None:
    points = [(190 + 60 * cos(n / 3.2), 135 + 60 * sin(n / 3.2)) for n in range(20)]
    room = Labels(points, 380, 270)
    boxes = [room.place_near(str(n), point).box for n, point in enumerate(points)]
    assert all(one.overlap(other) == 0 for one, other in combinations(boxes, 2))


def test_a_length_is_placed_on_its_line() -> None:
    """It is moved if a name occupies the middle."""
    free = Labels([], 380, 270).place_along("3 km", [(100.0, 100.0), (300.0, 100.0)])
    assert (free.x, free.anchor) == (200.0, "middle")
    room = Labels([], 380, 270)
    name = room.place_near("Old Mill", (170.0, 100.0))
    moved = room.place_along("3 km", [(100.0, 100.0), (300.0, 100.0)])
    assert moved.box.overlap(name.box) == 0


def test_combining_accents_have_no_width() -> None:
    assert text_width("e\u0301") == text_width("e")


def test_names_avoid_lines_kept_free() -> None:
    room = Labels([(60.0, 100.0), (30.0, 200.0)], 380, 270)
    room.keep_free([(340.0, 100.0), (60.0, 100.0)])
    room.keep_free([(340.0, 200.0), (30.0, 200.0)])
    assert room.place_near("West", (60.0, 100.0)).anchor == "end"
    assert room.place_near("West", (30.0, 200.0)).anchor == "middle"
