"""Relations between shapes, on both sides of each tolerance."""

from __future__ import annotations

import pytest

from geoeval.calculators.areas import (
    EDGE_M,
    FAR_M,
    LEAST_M,
    SHARED_M,
    Relation,
    can_relate,
    centre_along,
    centroid_of,
    edge_of,
    is_beyond,
    parse_shape,
    relate,
)
from geoeval.calculators.sphere.points import EARTH_RADIUS_M
from geoeval.errors import UsageError

shapely = pytest.importorskip("shapely")
M = 360 / (2 * 3.141592653589793 * EARTH_RADIUS_M)  # degrees of a metre at the equator


def box(west: float, south: float, east: float, north: float) -> str:
    """Return a rectangle with corners in metres from 0° N, 0° E."""
    return str(shapely.box(west * M, south * M, east * M, north * M).wkt)


def point(x: float, y: float) -> str:
    return f"POINT ({x * M} {y * M})"


def line(*points: tuple[float, float]) -> str:
    return str(shapely.LineString([(x * M, y * M) for x, y in points]).wkt)


TOWN = box(0, 0, 2000, 2000)


@pytest.mark.parametrize(
    ("part", "within"),
    [
        (point(1000, 1000), True),
        (point(EDGE_M + 1, 1000), True),
        (point(EDGE_M - 1, 1000), None),
        (point(1 - EDGE_M, 1000), None),
        (point(-1 - EDGE_M, 1000), False),
        (box(0, 0, 500, 500), True),  # it shares the outline
        (box(-EDGE_M + 1, 0, 500, 500), True),
        (box(-EDGE_M - 1, 0, 500, 500), None),  # a part of it is outside
        (box(-500, 0, EDGE_M - 1, 500), False),  # only its edge is inside
        (box(-500, 0, EDGE_M + 1, 500), None),
        (box(0, 0, EDGE_M - 1, 500), None),  # only the edge of the town is around it
        (box(-9000, -9000, 9000, 9000), False),  # the town is within it
        (line((500, 500), (900, 900)), True),
        (line((500, 500), (900, 9000)), None),
        (line((-500, 500), (-100, 500)), False),
    ],
)
def test_within(part: str, within: bool | None) -> None:
    """The opposite relation gives the same."""
    assert relate(part, TOWN, "within") is within
    assert relate(TOWN, part, "contains") is within


@pytest.mark.parametrize(
    ("neighbour", "borders"),
    [
        (box(2000, 0, 3000, 2000), True),
        (box(2000, 0, 3000, LEAST_M), True),
        (box(2000, 0, 3000, LEAST_M - 2 * SHARED_M - 1), None),
        (box(2000, 2000, 3000, 3000), None),  # the corners meet
        (box(2000 + SHARED_M - 0.1, 0, 3000, 2000), True),
        (box(2000 + SHARED_M + 0.1, 0, 3000, 2000), None),
        (box(2000 + FAR_M - 1, 0, 3000, 2000), None),
        (box(2000 + FAR_M + 1, 0, 3000, 2000), False),
        (box(2000 - 2 * SHARED_M + 0.1, 0, 3000, 2000), None),  # drawn from different sources
        (box(2000 - 2 * SHARED_M - 0.1, 0, 3000, 2000), None),  # the areas overlap
        (box(0, 0, 1000, 1000), False),  # it is a part of the town
        (box(-9000, -9000, 9000, 9000), False),
    ],
)
def test_borders(neighbour: str, borders: bool | None) -> None:
    assert relate(neighbour, TOWN, "borders") is borders
    assert relate(TOWN, neighbour, "borders") is borders


@pytest.mark.parametrize(
    ("river", "crosses"),
    [
        (line((-500, 500), (2500, 500)), True),
        (line((-500, 500), (EDGE_M + LEAST_M + 1, 500)), True),
        (line((-500, 500), (EDGE_M + LEAST_M - 1, 500)), None),
        (line((-500, 500), (1 - EDGE_M, 500)), None),
        (line((-500, 500), (-1 - EDGE_M, 500)), False),
        (line((0, -500), (0, 2500)), None),  # it is the border
        (line((500, 500), (900, 900)), None),  # it stays inside
    ],
)
def test_crosses(river: str, crosses: bool | None) -> None:
    assert relate(river, TOWN, "crosses") is crosses
    assert relate(TOWN, river, "crossed_by") is crosses


def test_areas_that_meet_at_an_acute_angle_do_not_share_a_border() -> None:
    """Their outlines are within 25 m of each other for more than 100 m."""
    first = "POLYGON ((0 0, 0.02 0.001, 0.02 0.01, 0 0))"
    second = "POLYGON ((0 0, 0.02 -0.001, 0.02 -0.01, 0 0))"
    assert relate(first, second, "borders") is None


def test_metres_are_those_of_the_latitude() -> None:
    """At 60° N, a degree of longitude is half as long."""
    at_60 = "POLYGON ((0 60, 0.1 60, 0.1 60.1, 0 60.1, 0 60))"
    assert relate(f"POINT ({(EDGE_M - 1) * 2 * M} 60.05)", at_60, "within") is None
    assert relate(f"POINT ({(EDGE_M + 1) * 2 * M} 60.05)", at_60, "within") is True


def test_shapes_at_the_dateline_are_undecided() -> None:
    """Their neighbours may be at the other end of the map."""
    for east, expected in ((179.89, True), (179.91, None)):
        island = f"POLYGON ((179 0, {east} 0, {east} 1, 179 1, 179 0))"
        assert relate("POINT (179.5 0.5)", island, "within") is expected
    assert relate("POINT (-179.91 0)", TOWN, "within") is None
    assert relate("POINT (-179.89 0)", TOWN, "within") is False


def test_an_enclave_borders_the_area_around_it() -> None:
    around = parse_shape(box(-1000, -1000, 3000, 3000)).difference(parse_shape(TOWN)).wkt
    assert relate(TOWN, around, "borders") is True
    assert relate(TOWN, around, "within") is False


def test_outlines_that_cross_themselves_are_repaired() -> None:
    bow = f"POLYGON ((0 0, {1000 * M} {1000 * M}, {1000 * M} 0, 0 {1000 * M}, 0 0))"
    assert relate(point(900, 500), bow, "within") is True
    assert relate(point(500, 900), bow, "within") is False


@pytest.mark.parametrize(
    ("first", "second", "relation"),
    [
        (TOWN, point(0, 0), "within"),
        (TOWN, line((0, 0), (1, 1)), "borders"),
        (TOWN, TOWN, "crosses"),
        (point(0, 0), TOWN, "crosses"),
        (line((0, 0), (1, 1)), TOWN, "crossed_by"),
    ],
)
def test_relations_are_between_certain_shapes(first: str, second: str, relation: Relation) -> None:
    assert not can_relate(first, second, relation)
    with pytest.raises(UsageError, match=f"expected shapes for the relation '{relation}', got"):
        relate(first, second, relation)


@pytest.mark.parametrize(
    "shape", ["", "BOX (0 0)", "POINT EMPTY", "GEOMETRYCOLLECTION (POINT (0 0))"]
)
def test_other_text_is_rejected(shape: str) -> None:
    with pytest.raises(UsageError, match=r"expected .*WKT"):
        relate(shape, TOWN, "within")


def test_shapes_beyond_the_map_are_rejected() -> None:
    shape = "POLYGON ((200 0, 201 0, 201 1, 200 1, 200 0))"
    with pytest.raises(UsageError, match="expected longitudes and latitudes in degrees"):
        relate(shape, TOWN, "borders")


def test_positions_of_whole_shapes() -> None:
    """A shape lies beyond another in a direction only as a whole."""
    east = box(2000, 1000, 3000, 2000)
    assert is_beyond(east, TOWN, "east")
    assert is_beyond(TOWN, east, "west")
    assert not is_beyond(east, TOWN, "north")
    assert not is_beyond(east, TOWN, "northeast")
    assert is_beyond(box(0, 2000, 1, 2001), TOWN, "north")
    assert is_beyond(box(0, -2, 1, 0), TOWN, "south")
    assert centroid_of(TOWN) == pytest.approx((1000 * M, 1000 * M))
    for direction, edge_m, centre_m in (
        ("north", 2000, 1500), ("south", -1000, -1500),
        ("east", 3000, 2500), ("west", -2000, -2500),
    ):  # fmt: skip
        assert edge_of(east, direction) == pytest.approx(edge_m * M)
        assert centre_along(east, direction) == pytest.approx(centre_m * M)
