"""Bearings, compass points, destinations, midpoints and sides for arrays of points."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from geoeval.calculators.sphere import array_math, directions
from geoeval.calculators.sphere.array_math import (
    BLOCK,
    broadcast_columns,
    check_numbers,
    check_shapes,
    first_of,
    in_blocks,
)
from geoeval.calculators.sphere.compass import POINTS
from geoeval.calculators.sphere.distance import haversine
from geoeval.calculators.sphere.geometries import same_rows
from geoeval.calculators.sphere.points import EARTH_RADIUS_M, at_index
from geoeval.errors import InvalidCoordinateError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy.typing import NDArray

    from geoeval.calculators.sphere.points import Floats, LatLon, Points

_POINTS_OR_NONE = np.array([*POINTS, None], dtype=object)
_LINE_ANGLE = 1e-3 / EARTH_RADIUS_M
_EQUAL_ANGLE = 1e-6 / EARTH_RADIUS_M
_SIDE_NAMES = np.array([None, "right", "left"], dtype=object)


def compute_bearings(
    a: Points | LatLon, b: Points | LatLon, formula: Callable[..., Floats]
) -> Floats:
    """Return the bearings of a formula in [0, 360) degrees; NaN for the same place."""

    def bearing_block(lat1: Floats, lon1: Floats, lat2: Floats, lon2: Floats) -> Floats:
        bearing = formula(lat1, lon1, lat2, lon2, m=array_math)
        bearing += 360.0 * (bearing < 0)
        bearing[bearing >= 360] = 0.0
        candidates = np.flatnonzero(lat1 == lat2)
        ends = (column[candidates] for column in (lat1, lon1, lat2, lon2))
        bearing[candidates[directions.same_place(*ends, m=array_math)]] = np.nan
        if formula is directions.initial_direction:
            candidates = np.flatnonzero(np.abs(lat1 + lat2) < directions.MIRRORED)
            ends = (column[candidates] for column in (lat1, lon1, lat2, lon2))
            bearing[
                candidates[directions.halfway_point(*ends, m=array_math)[2] < directions.ANTIPODAL]
            ] = np.inf
        return bearing

    columns = broadcast_columns(a, b)
    bearings = in_blocks(bearing_block, *columns)
    antipodal = np.isinf(bearings)
    if antipodal.any():
        first = np.unravel_index(int(antipodal.argmax()), antipodal.shape)
        lat1, lon1, lat2, lon2 = (float(each[first]) for each in np.broadcast_arrays(*columns))
        raise InvalidCoordinateError(
            f"expected pairs of points that are not antipodes, got {(lat1, lon1)} and "
            f"{(lat2, lon2)}{at_index(first)}: every direction leads from one to the other"
        )
    return bearings


def normalise_turns(bearing: Floats) -> Floats:
    """Return angles reduced to [0, 360) degrees."""
    turned = bearing % 360
    turned[turned >= 360] = 0.0
    return turned


def nearest_cardinals(bearing: Floats, points: int) -> NDArray[np.object_]:
    """Return the nearest of 4, 8, 16 or 32 compass points; None for NaN."""
    sector = (normalise_turns(bearing) // (180 / points) + 1) // 2 % points
    sector[np.isnan(sector)] = points
    members: NDArray[np.object_] = _POINTS_OR_NONE[sector.astype(np.intp) * (len(POINTS) // points)]
    return members


def compute_destinations(start: Points | LatLon, bearing_deg: object, distance_m: object) -> Floats:
    """Return the destinations as an array; see ``destination``."""
    start, bearing_deg, distance_m = same_rows((start, bearing_deg, distance_m))
    lat, lon = broadcast_columns(start)
    bearing = check_numbers(bearing_deg, "bearing", "degrees")
    distance = check_numbers(distance_m, "distance", "metres")
    if (distance < 0).any():
        first = first_of(distance, distance < 0)
        raise UsageError(f"expected a distance of 0 or more metres, got {first}")
    check_shapes(lat, bearing, distance)
    ends = np.broadcast_arrays(lat, lon, bearing, distance)
    return np.stack(directions.reached_point(*ends, m=array_math), axis=-1)


def compute_midpoints(a: Points | LatLon, b: Points | LatLon) -> Floats:
    """Return the midpoints as an array; NaN between antipodes."""
    lat, lon, length = directions.halfway_point(
        *np.broadcast_arrays(*broadcast_columns(a, b)), m=array_math
    )
    points = np.stack([lat, lon], axis=-1)
    points[length < directions.ANTIPODAL] = np.nan
    return points


def track_distances(points: Points | LatLon, start: LatLon, end: LatLon) -> Floats:
    """Return the signed distances of points from a great circle in metres."""
    return directions.signed_offset(
        *np.broadcast_arrays(*broadcast_columns(points, start, end)), m=array_math
    )


def relative_sides(route: Floats, points: Points | LatLon) -> NDArray[np.object_]:
    """Return "left", "right" or None for each point; see ``relative_side``."""
    lat, lon = broadcast_columns(points)
    flat = np.stack([lat.ravel(), lon.ravel()], axis=-1)
    signs = np.empty(len(flat), dtype=np.intp)
    per_block = max(1, 4 * BLOCK // len(route))
    for start in range(0, len(flat), per_block):
        signs[start : start + per_block] = _side_signs(route, flat[start : start + per_block])
    named: NDArray[np.object_] = _SIDE_NAMES[signs].reshape(lat.shape)
    return named


def _side_signs(route: Floats, points: Floats) -> Floats:
    """Return 1 for points to the right of a route, −1 to the left, 0 on its line."""
    starts, ends = route[:-1].T, route[1:].T
    lat, lon = points.T[..., None]
    right, along, up = directions.local_vector(lat, lon, *starts, *ends, m=array_math)
    _, end_along, end_up = directions.local_vector(*ends, *starts, *ends, m=array_math)
    reached = array_math.atan2(along, up)
    aside = (reached < 0) | (reached > array_math.atan2(end_along, end_up))
    to_route = haversine(points[:, None], route) / EARTH_RADIUS_M
    to_ends = np.minimum(to_route[:, :-1], to_route[:, 1:])
    to_line = np.abs(array_math.atan2(right, array_math.hypot(along, up)))
    distance = np.where(aside, to_ends, to_line)

    rows = np.arange(len(points))
    leg = (distance <= distance.min(axis=1, keepdims=True) + _EQUAL_ANGLE).argmax(axis=1)
    vertex = leg + (to_route[rows, leg + 1] < to_route[rows, leg])
    at_bend = aside[rows, leg] & (vertex > 0) & (vertex < len(route) - 1)
    sign = _line_sign(right)
    first = sign[rows, np.where(at_bend, vertex - 1, leg)]
    second = sign[rows, np.where(at_bend, vertex, leg)]
    outside = np.where(at_bend, -_turn_signs(route)[vertex], 0.0)
    outside[outside == 0] = first[outside == 0]
    side = np.sign(first + second)
    undecided = (side == 0) & (distance[rows, leg] > _LINE_ANGLE)
    return np.where(undecided, outside, side)


def _turn_signs(route: Floats) -> Floats:
    """Return 1 for right turns at the points of a route, −1 for left turns, otherwise 0."""
    starts, bends, following = route[:-2].T, route[1:-1].T, route[2:].T
    right, _, _ = directions.local_vector(*following, *starts, *bends, m=array_math)
    return np.concatenate([[0.0], _line_sign(right), [0.0]])


def _line_sign(right: Floats) -> Floats:
    return np.where(np.abs(right) > _LINE_ANGLE, np.sign(right), 0.0)
