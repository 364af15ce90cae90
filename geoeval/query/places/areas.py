"""Relations between areas, rivers and places, and directions between areas."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from geoeval.calculators.areas import (
    Relation,
    can_relate,
    centre_along,
    centroid_of,
    edge_of,
    is_beyond,
    parse_shape,
    relate,
)
from geoeval.calculators.filters.truth import Truth, sector_of
from geoeval.calculators.sphere.cardinal import is_directly
from geoeval.errors import CoincidentPointsError, UsageError
from geoeval.extras import check_installed
from geoeval.query.algebra import PlaceRef, Places
from geoeval.query.filter_kinds import AreaFilter, Filter, plain_filters
from geoeval.query.trace import Blocked, Trace, under_specified
from geoeval.world.atlas import Unresolved
from geoeval.world.categories import category_of
from geoeval.world.model import LatLon, Place

_LEVEL = "administrative_area_level_"
"""How the types of administrative areas begin that give their level in the hierarchy."""


_NEED_AREA: frozenset[Relation] = frozenset({"contains", "borders", "crossed_by"})
"""The relations of areas to something."""
_OF_AREA: frozenset[Relation] = frozenset({"within", "borders", "crosses"})
"""The relations of something to an area."""


def relate_places(places: list[Place], wanted: AreaFilter, trace: Trace) -> list[Truth]:
    """Return whether each place is in a relation to another; None if ``doubt_of`` says why not."""
    check_installed("shapely", "maps")
    return [_relate_place(place, wanted, trace) for place in places]


def _relate_place(place: Place, wanted: AreaFilter, trace: Trace) -> Truth:
    other = find_other(wanted, trace)
    if place.id == other.id:
        return False
    try:
        return relate(*_shapes_of(place, other, wanted.relation, trace), wanted.relation)
    except Blocked:
        return None


def doubt_of(place: Place, wanted: AreaFilter, trace: Trace) -> Blocked | None:
    """Return why it is unknown whether a place is in a relation, or None if it is known."""
    if _relate_place(place, wanted, trace) is not None:
        return None
    other = find_other(wanted, trace)
    try:
        _shapes_of(place, other, wanted.relation, trace)
    except Blocked as blocked:
        return blocked
    relation = wanted.relation.replace("_", " ")
    return under_specified(
        detail=f"it is too close to call whether {place.name} has the relation {relation!r} to "
        f"{other.name}"
    )


def find_other(wanted: AreaFilter, trace: Trace) -> Place:
    """Return the place that a relation is to; of several of its name, the only area if needed."""
    return _find_place(wanted.other, trace, is_area=wanted.relation in _OF_AREA)


def find_checked(place: PlaceRef, passes: Filter, trace: Trace) -> Place:
    """Return the place that a filter is about; of several of its name, the only area if needed."""
    return _find_place(place, trace, is_area=_needs_area([passes]))


def _find_place(ref: PlaceRef, trace: Trace, *, is_area: bool) -> Place:
    found = trace.world.atlas.resolve(ref) if isinstance(ref, str) and is_area else None
    if isinstance(found, Unresolved) and len(areas := _keep_areas(found.places, trace)) == 1:
        return areas[0]
    return trace.place(ref)


def keep_areas(places: list[Place], query: Places, trace: Trace) -> list[Place]:
    """Return those of several places with one name that a name may refer to: areas, if needed.

    If there is none, all are returned.
    """
    areas = _keep_areas(places, trace) if len(places) > 1 and _needs_area(query.filters) else []
    return areas or places


def _needs_area(filters: Sequence[Filter]) -> bool:
    leaves = (plain for each in filters for plain in plain_filters(each))
    return any(isinstance(leaf, AreaFilter) and leaf.relation in _NEED_AREA for leaf in leaves)


def _keep_areas(places: Sequence[Place], trace: Trace) -> list[Place]:
    shape = trace.world.atlas.shape
    return [place for place in places if "POLYGON" in (shape(place) or "")]


def _shapes_of(place: Place, other: Place, relation: Relation, trace: Trace) -> tuple[str, str]:
    first, second = _shape_of(place, trace), _shape_of(other, trace)
    if can_relate(first, second, relation):
        return first, second
    for each in (place, other):
        if trace.world.atlas.shape(each) is None:
            raise under_specified(detail=f"the world has no shape of {each.name}", value=each.name)
    detail = f"the relation {relation!r} is not between the shapes of {place.name} and {other.name}"
    raise under_specified(detail=detail)


def _shape_of(place: Place, trace: Trace) -> str:
    """Return the shape of a place as WKT, which is its point if no other is known."""
    shape = trace.world.atlas.shape(place)
    if shape is None:
        latitude, longitude = trace.location(place)
        return f"POINT ({longitude} {latitude})"
    try:
        parse_shape(shape)
    except UsageError as error:
        detail = f"the shape of {place.name} cannot be used: {error}"
        raise under_specified(detail=detail, value=place.name) from error
    return shape


def keep_one_level(query: Places, places: list[Place], trace: Trace) -> list[Place]:
    """Return the administrative areas of the level that a question asks for.

    A word such as "parish" has different levels in different countries. Areas that border
    another are of its level; otherwise all areas found must be of one level.
    """
    wanted = _area_filters(query)
    if not wanted or "administrative area" not in [category_of(kind or "") for kind in query.kinds]:
        return places
    levels = {place.id: _level_of(place, trace) for place in places}
    chosen = _levels_of_neighbours(wanted, trace) or set(levels.values())
    if len(chosen) > 1:
        found = ", ".join(f"{place.name} ({levels[place.id] or 'no level'})" for place in places)
        raise under_specified(detail=f"administrative areas of several levels match: {found}")
    for level in chosen:
        trace.add_assumption(f"the areas asked for are those of administrative level {level}")
    return [place for place in places if levels[place.id] in chosen]


def _area_filters(query: Places) -> list[AreaFilter]:
    leaves = chain.from_iterable(map(plain_filters, query.filters))
    return [leaf for leaf in leaves if isinstance(leaf, AreaFilter)]


def _levels_of_neighbours(wanted: Sequence[AreaFilter], trace: Trace) -> set[str]:
    """Return the levels of the areas that the areas asked for must border, if they are known."""
    others = [find_other(each, trace) for each in wanted if each.relation == "borders"]
    return {_level_of(other, trace) for other in others} - {""}


def _level_of(place: Place, trace: Trace) -> str:
    types = trace.world.atlas.types(place)
    return next((each.removeprefix(_LEVEL) for each in types if each.startswith(_LEVEL)), "")


def compare_edges(first: Place, places: Sequence[Place], direction: str, trace: Trace) -> None:
    """Assume that the points of areas count, if edges or centroids make another place first."""
    if all(trace.world.atlas.shape(place) is None for place in places):
        return
    shapes = {place.id: _shape_of(place, trace) for place in places}
    for measure in (edge_of, centre_along):
        farthest = max(places, key=lambda place: measure(shapes[place.id], direction))
        if farthest.id != first.id:
            trace.add_assumption(f"{first.name} is farthest {direction} by one point of each area")


def compare_readings(
    start: Place, place: Place, direction: str, trace: Trace, sector_deg: float | None = None
) -> None:
    """Assume that the points of areas count, if the direction of whole areas may differ.

    The other readings are the centroids, and that all of one area lies beyond all of the other.
    """
    atlas = trace.world.atlas
    if atlas.shape(start) is None and atlas.shape(place) is None:
        return
    sector = sector_of(direction) if sector_deg is None else sector_deg
    shapes = _shape_of(start, trace), _shape_of(place, trace)
    readings = {
        _is_directly(trace.location(start), trace.location(place), direction, sector),
        _is_directly(centroid_of(shapes[0]), centroid_of(shapes[1]), direction, sector),
        is_beyond(shapes[1], shapes[0], direction),
    }
    if len(readings) > 1:
        names = f"{start.name} and {place.name}"
        trace.add_assumption(f"the direction between {names} is that between one point of each")


def _is_directly(start: LatLon, end: LatLon, direction: str, sector_deg: float) -> Truth:
    try:
        return is_directly(start, end, direction, sector_deg)
    except CoincidentPointsError:
        return None
