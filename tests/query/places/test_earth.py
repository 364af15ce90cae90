"""Distances on the sphere or the ellipsoid, by convention."""

from __future__ import annotations

import pytest
from pyproj import Geod

from geoeval.query.algebra import Best, Compare, Detour, Difference, Distance, Pairs, Query, Value
from geoeval.query.conventions import Conventions
from geoeval.query.parts import Pair
from geoeval.query.solve import solve
from geoeval.query.values import CannotSolve, Derivation, Names, Quantity, YesNo
from geoeval.query.values import Value as Result
from geoeval.world.model import NearbyList, Place, World
from tests.query.asking import all_of, count, nearest

ELLIPSOID = Conventions(earth="ellipsoid")
# A degree to the north is 110.57 km on the ellipsoid, a degree to the east 111.32 km; on the sphere
# a degree is 111.19 km either way, so a place 0.998° to the east is nearer there.
NORTH, EAST = (
    Distance(origin="Mill", destination="Inn"),
    Distance(origin="Mill", destination="Hall"),
)
SPOTS = {"Mill": (0.0, 0.0), "Inn": (1.0, 0.0), "Hall": (0.0, 0.998)}
PLACES = tuple(Place(name=name, location=spot) for name, spot in SPOTS.items())
WORLD = World(places=PLACES, lists=(NearbyList(anchor="Mill", category="inn", places=PLACES[1:]),))


def derived(query: Query, conventions: Conventions) -> Derivation:
    """Return the derivation of an answer."""
    outcome = solve(query, WORLD, conventions)
    assert isinstance(outcome, Derivation)
    return outcome


def length(first: str, second: str) -> float:
    """Return the geodesic distance between two places from pyproj."""
    (lat1, lon1), (lat2, lon2) = SPOTS[first], SPOTS[second]
    return float(Geod(ellps="WGS84").inv(lon1, lat1, lon2, lat2)[2])


def first_name(value: Result) -> str:
    """Return the first name."""
    assert isinstance(value, Names)
    return value.names[0]


def test_ellipsoidal_distances_match_pyproj() -> None:
    """The step and the conventions name the model."""
    found = derived(Value(figure=NORTH), ELLIPSOID)
    assert found.value == Quantity(amount=length("Mill", "Inn"), unit="m")
    assert found.steps == ("Mill (0.0, 0.0) to Inn (1.0, 0.0): 111 km WGS 84 geodesic",)
    assert found.conventions == (("earth", "ellipsoid"),)


def test_the_sphere_is_the_default() -> None:
    found = derived(Value(figure=NORTH), Conventions())
    assert found.steps == ("Mill (0.0, 0.0) to Inn (1.0, 0.0): 111 km great-circle",)
    assert found.conventions == ()


def test_differences_and_detours_use_the_ellipsoid() -> None:
    apart = derived(Difference(first=NORTH, second=EAST), ELLIPSOID).value
    legs = length("Mill", "Inn"), length("Mill", "Hall")
    assert apart == Quantity(amount=abs(legs[0] - legs[1]), unit="m")
    detour = derived(
        Value(figure=Detour(first="Mill", second="Hall", place="Inn")), ELLIPSOID
    ).value
    assert isinstance(detour, Quantity)
    assert detour.amount == pytest.approx(legs[0] + length("Inn", "Hall") - legs[1])


PAIRS = Pairs(
    pairs=(
        Pair(text="to the Hall", first="Mill", second="Hall"),
        Pair(text="to the Inn", first="Mill", second="Inn"),
    )
)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        (nearest(among=("Inn", "Hall"), anchor="Mill"), ("Hall", "Inn")),
        (nearest(among=("Inn", "Hall"), anchor="Mill", farthest=True), ("Inn", "Hall")),
        (Best(figure=Distance(), among=PAIRS), ("to the Hall", "to the Inn")),
        (
            all_of(
                category="inn",
                anchor="Mill",
                filters=[
                    {"kind": "figure", "figure": "distance", "comparator": "<", "value": 111e3}
                ],
            ),
            ("Hall", "Inn"),
        ),
    ],
    ids=["nearest", "farthest", "pairs", "filter"],
)
def test_rankings_and_filters_use_the_ellipsoid(query: Query, names: tuple[str, str]) -> None:
    """The sphere would give another first name."""
    answers = [first_name(derived(query, each).value) for each in (Conventions(), ELLIPSOID)]
    assert tuple(answers) == names


def test_comparisons_use_the_ellipsoid() -> None:
    """The northern distance is greater on the sphere, and smaller on the ellipsoid."""
    closer = Compare(first=NORTH, second=EAST)
    assert derived(closer, Conventions()).value == YesNo(yes=False)
    assert derived(closer, ELLIPSOID).value == YesNo(yes=True)


@pytest.mark.parametrize(
    ("radius", "on_sphere", "on_ellipsoid"), [(110_700, 0, 1), (111_150, 1, 2)]
)
def test_a_radius_uses_the_ellipsoid(radius: int, on_sphere: int, on_ellipsoid: int) -> None:
    """A place just outside on the sphere may be inside."""
    query = count(category="inn", anchor="Mill", within_m=radius)
    assert derived(query, Conventions()).value == Quantity(amount=on_sphere, unit="count")
    assert derived(query, ELLIPSOID).value == Quantity(amount=on_ellipsoid, unit="count")


def test_missing_coordinates_are_absent_in_every_model() -> None:
    world = World(places=(PLACES[0], Place(name="Inn")))
    outcome = solve(Value(figure=NORTH), world, ELLIPSOID)
    assert isinstance(outcome, CannotSolve)
    assert outcome.reason == "no_coordinates"
