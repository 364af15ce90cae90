"""A route drawn on the plane: numbered stops and the order in which they are made."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import cos, hypot, pi, radians, remainder, sin
from typing import TypeAlias

from matplotlib.axes import Axes

from geoeval.calculators.sphere.points import LatLon, check_point
from geoeval.errors import UsageError
from geoeval.planning.pictures.picture import (
    LIMIT,
    STAY,
    TRAVEL,
    Picture,
    empty_picture,
    numbered,
    write,
)
from geoeval.planning.problem import TripProblem, day_of
from geoeval.planning.schedule import Timeline
from geoeval.planning.words import Wording

Point: TypeAlias = tuple[float, float]

_NAME_COLUMNS = 32
_WIDTH_IN, _HEIGHT_IN, _LINE_IN = 9.0, 5.0, 0.23
_MAP_SHARE = 0.62
_APART = 0.055
_ROUNDS = 300


def plot_route(
    timeline: Timeline,
    problem: TripProblem,
    coordinates: Sequence[LatLon],
    wording: Wording | None = None,
) -> Picture:
    """Sketch where a trip leads: numbers joined by arrows, north up and to scale, names beside.

    Where numbers would hide each other they are moved apart; a dot then marks the place.
    ``coordinates`` are the latitude and longitude in degrees of each place of the travel matrix;
    ``wording`` writes places; None: ``Wording(problem)``.

    Notes
    -----
    Longitudes are shortened by the cosine of the middle latitude, which is true enough for a
    town and not for a continent. Legs are drawn straight, whatever road they take.

    Examples
    --------
    >>> from geoeval.planning import Stop, TravelMatrix, simulate
    >>> stops = (Stop(name="zoo"), Stop(name="port"))
    >>> trip = TripProblem(stops=stops, travel=TravelMatrix([[0, 5], [5, 0]]))
    >>> picture = plot_route(simulate((1, 0), trip), trip, [(43.73, 7.41), (43.74, 7.42)])
    >>> [text.get_text() for text in picture.axes[0].texts if text.get_text()]
    ['1', '2']
    """
    words = wording or Wording(problem)
    names = numbered(map(words.stop, timeline.order), _NAME_COLUMNS)
    height = max(_HEIGHT_IN, 1 + _LINE_IN * (len(names) + 2))
    picture = empty_picture(_WIDTH_IN, height)
    chart, beside = picture.subplots(ncols=2, width_ratios=(_MAP_SHARE, 1 - _MAP_SHARE))
    _draw(chart, timeline, problem, _projected(coordinates, problem))
    beside.set(xlim=(0, 1), ylim=(2 - height / _LINE_IN, 1))
    for line, name in enumerate(names):
        beside.text(0, -line, name, va="center", fontsize="small")
    ends = [label for label, place, _ in _ends(problem) if place is not None]
    for line, label in enumerate(ends, start=len(names)):
        beside.text(0, -line, label, va="center", fontsize="small", color=LIMIT)
    for axes in (chart, beside):
        axes.set_axis_off()
    write(beside.texts)
    return picture


def _projected(coordinates: Sequence[LatLon], problem: TripProblem) -> list[Point]:
    """Return the places on the plane, as degrees of latitude."""
    if len(coordinates) != problem.travel.size:
        message = (
            f"expected coordinates of the {problem.travel.size} places of the travel matrix, "
            f"got {len(coordinates)}"
        )
        raise UsageError(message)
    known = [check_point(point) for point in coordinates]
    if not known:
        return []
    lats = [lat for lat, _ in known]
    scale = cos(radians((min(lats) + max(lats)) / 2))
    return [(remainder(lon - known[0][1], 360) * scale, lat) for lat, lon in known]


def _ends(problem: TripProblem) -> tuple[tuple[str, int | None, str], ...]:
    """Return what the ends of a trip are called, their places and how they are marked."""
    if problem.origin == problem.end:
        return (("■  start and end", problem.origin, "s"),)
    return ("■  start", problem.origin, "s"), ("◆  end", problem.end, "D")


def _draw(chart: Axes, timeline: Timeline, problem: TripProblem, points: list[Point]) -> None:
    """Draw arrows, ends and numbers."""
    stops = [points[problem.place(stop)] for stop in timeline.order]
    ends = [(points[place], sign) for _, place, sign in _ends(problem) if place is not None]
    numbers = stops
    if stops or ends:
        numbers, corners = _spread(stops, [point for point, _ in ends])
        chart.set(xlim=corners[0], ylim=corners[1], aspect="equal")
    for point, sign in ends:
        chart.plot(*point, sign, color=LIMIT, markersize=11, zorder=2)
    for place, spot in zip(stops, numbers, strict=True):
        if spot != place:
            chart.plot(*zip(place, spot, strict=True), color=STAY, linewidth=0.8, zorder=2)
            chart.plot(*place, ".", color=STAY, markersize=5, zorder=2)
    arrow = {"arrowstyle": "-|>", "color": TRAVEL, "shrinkA": 8, "shrinkB": 8, "linewidth": 1.6}
    for first, second in pairwise(_path(timeline, problem, points, numbers)):
        if first != second:
            chart.annotate("", second, first, arrowprops=arrow, zorder=1)
    for number, spot in enumerate(numbers, start=1):
        chart.plot(*spot, "o", color=STAY, markersize=15, zorder=3)
        chart.text(*spot, str(number), color="white", ha="center", va="center", fontsize="small")


def _spread(stops: list[Point], ends: list[Point]) -> tuple[list[Point], list[Point]]:
    """Return where numbers stand, and the limits of both axes that hold them all."""
    numbers, margin = stops, 1 + 2 * _APART
    for _ in range(3):
        east, north = zip(*numbers, *stops, *ends, strict=True)
        middle = [(min(axis) + max(axis)) / 2 for axis in (east, north)]
        half = margin * max(max(axis) - min(axis) for axis in (east, north)) / 2 or 1.0
        numbers = _apart(stops, ends, 2 * half * _APART)
    return numbers, [(centre - half, centre + half) for centre in middle]


def _path(
    timeline: Timeline, problem: TripProblem, points: list[Point], numbers: list[Point]
) -> list[Point]:
    """Return what the arrows join: the ends, the numbers, and the hotel at night."""
    hotel = [] if problem.origin is None else [points[problem.origin]]
    path, now = list(hotel), timeline.depart
    for call, spot in zip(timeline.calls, numbers, strict=True):
        if day_of(problem, call.leaves) > day_of(problem, now):
            path += hotel
        path.append(spot)
        now = call.end
    return path if problem.end is None else [*path, points[problem.end]]


def _apart(points: list[Point], fixed: list[Point], distance: float) -> list[Point]:
    """Move points away from each other and from fixed ones, until none are closer if possible."""
    spots = [*points, *fixed]
    for _ in range(_ROUNDS):
        still = True
        for i, j in combinations(range(len(spots)), 2):
            (ax, ay), (bx, by) = spots[i], spots[j]
            gap = hypot(ax - bx, ay - by)
            if gap > distance * 0.99 or i >= len(points):
                continue
            still = False
            angle = pi * (3 - 5**0.5) * j
            east, north = ((ax - bx) / gap, (ay - by) / gap) if gap else (cos(angle), sin(angle))
            push = distance - gap
            if j < len(points):
                push /= 2
                spots[j] = bx - push * east, by - push * north
            spots[i] = ax + push * east, ay + push * north
        if still:
            break
    return spots[: len(points)]
