"""Names beside points: none hides another as long as there is room."""

from __future__ import annotations

from itertools import combinations
from math import cos, sin

from hypothesis import given
from hypothesis import strategies as st

from geoeval.drawing.labels import Labels, text_width

SPOTS = st.tuples(st.floats(60, 320), st.floats(40, 220))


@given(st.lists(SPOTS, min_size=1, max_size=5))
def test_few_names_never_hide_each_other(points: list[tuple[float, float]]) -> None:
    """Wherever the points are, also all in one place."""
    room = Labels(points, 380, 270)
    boxes = [room.place_near("Old Mill", point).box for point in points]
    assert all(one.overlap(other) == 0 for one, other in combinations(boxes, 2))


def test_names_stay_inside_the_picture() -> None:
    """A point at the right edge has its name to the left."""
    label = Labels([(370.0, 100.0)], 380, 270).place_near("Old Mill", (370.0, 100.0))
    assert label.anchor == "end"
    assert label.box.right <= 380


def test_a_crowd_keeps_its_numbers_apart() -> None:
    """Twenty points on a ring."""
    points = [(190 + 60 * cos(n / 3.2), 135 + 60 * sin(n / 3.2)) for n in range(20)]
    room = Labels(points, 380, 270)
    boxes = [room.place_near(str(n), point).box for n, point in enumerate(points)]
    assert all(one.overlap(other) == 0 for one, other in combinations(boxes, 2))


def test_a_measure_stands_on_its_line() -> None:
    """In its middle, or beside that where a name stands there."""
    free = Labels([], 380, 270).place_along("3 km", [(100.0, 100.0), (300.0, 100.0)])
    assert (free.x, free.anchor) == (200.0, "middle")
    room = Labels([], 380, 270)
    name = room.place_near("Old Mill", (170.0, 100.0))
    moved = room.place_along("3 km", [(100.0, 100.0), (300.0, 100.0)])
    assert moved.box.overlap(name.box) == 0


def test_marks_of_letters_take_no_room() -> None:
    """A letter with a combining accent is as wide as without."""
    assert text_width("e\u0301") == text_width("e")


def test_a_line_that_is_kept_free_is_not_hidden() -> None:
    """The name at its end is to the other side, or above it at an edge."""
    room = Labels([(60.0, 100.0), (30.0, 200.0)], 380, 270)
    room.keep_free([(340.0, 100.0), (60.0, 100.0)])
    room.keep_free([(340.0, 200.0), (30.0, 200.0)])
    assert room.place_near("West", (60.0, 100.0)).anchor == "end"
    assert room.place_near("West", (30.0, 200.0)).anchor == "middle"
