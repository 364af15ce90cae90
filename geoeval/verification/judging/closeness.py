"""Decide whether a label misses the computed answer by too little to be wrong."""

from __future__ import annotations

import re

from geoeval.calculators.sphere.bearing import angle_between
from geoeval.calculators.sphere.compass import Compass
from geoeval.calculators.units import format_distance
from geoeval.query.algebra import Check, Compare, DirectionOf, Distance, Places, Value
from geoeval.query.filter_kinds import DirectionFilter, NotFilter
from geoeval.query.inspect import candidates_of, figures_of, substitute_model, summands_of
from geoeval.query.values import Bearing, Compound, Names, Quantity, YesNo
from geoeval.query.values import Value as Result
from geoeval.verification.answer import known_names
from geoeval.verification.judging.case import Case
from geoeval.verification.labels.match import EARTH_MODEL, fit_half_planes
from geoeval.verification.labels.naming import NameRanks
from geoeval.verification.labels.readings import read_bearings, read_figures

EDGE_DEG = 1.0
"""A bearing this near to an edge may lie in either sector: 10 m turn it by 1° at 500 m."""

LENGTH_M = 10.0
"""About the precision of coordinates with four decimals."""

LENGTH_SHARE = 2 * EARTH_MODEL
"""Two lengths on a sphere may both be off from the ellipsoid, in opposite directions."""

_HALF_SECTOR = 45.0  # for the four main directions


def too_close_to_call(case: Case) -> str | None:
    """Return why a label that differs from the computed answer is not wrong, or None."""
    value = case.value
    if value is None or case.label < 0:
        return None
    return _compare_value(case, value) or _try_other_radius(case) or _is_close_comparison(case)


def _compare_value(case: Case, value: Result) -> str | None:
    if isinstance(value, Bearing):
        return _is_near_edge(case, value)
    if isinstance(value, Quantity):
        return _is_within_rounding(case, value)
    if isinstance(value, Names):
        return _is_equally_far(case, value)
    if isinstance(value, Compound):
        notes = [_compare_value(case, part) for part in value.parts]
        return "; ".join(note for note in notes if note) if all(notes) else None
    return None


def _is_near_edge(case: Case, value: Bearing) -> str | None:
    """Compare the angles from the bearing to the labelled point and to the best point."""
    points = read_bearings(case.question.options)
    labelled = points.get(case.label)
    if labelled is None:  # for example "None of these"
        return None
    angles = [angle_between(point, value.degrees) for point in points.values()]
    beyond_edge = (angle_between(labelled, value.degrees) - min(angles)) / 2
    if beyond_edge >= EDGE_DEG:
        return None
    return f"{value.degrees:.1f}° lies {beyond_edge:.1f}° outside the sector of the label"


def _is_within_rounding(case: Case, value: Quantity) -> str | None:
    """Compare the label with a figure, within the rounding of its digits.

    The tolerance of a sum of rounded legs does not count: annotators add up the same legs.
    """
    reading = read_figures(case.question.options, value)[case.label]
    if reading is None or value.unit not in {"m", "s"}:
        return None
    slack = reading.half
    figures = summands_of(case.query) if isinstance(case.query, Value) else ()
    if any(isinstance(figure, Distance) for figure in figures):
        slack += EARTH_MODEL * value.amount
    if abs(reading.amount - value.amount) > slack:
        return None
    return "the label agrees with the computed figure within its rounding, but another is nearer"


_THOUSANDS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?![\d.,])")
_SWAPPED = str.maketrans(".,", ",.")


def follows_by_separator(case: Case) -> str | None:
    """Return why a label with "1.234" or "1,234" follows if it is read the other way, or None."""
    value, options = case.value, case.question.options
    if not isinstance(value, Quantity) or not _THOUSANDS.search(case.key):
        return None
    written = options or (case.key,)
    swapped = [_THOUSANDS.sub(lambda m: m[0].translate(_SWAPPED), each) for each in written]
    reading = read_figures(swapped, value)[max(case.label, 0)]
    if reading is None or abs(reading.amount - value.amount) > reading.half + value.tolerance:
        return None
    return "the comma or point in the label may separate thousands or decimals"


def _is_equally_far(case: Case, value: Names) -> str | None:
    """Compare the distances by which the labelled place and the best place are ranked."""
    rank, match = case.label_rank(value), case.answer.match
    if not value.lengths_m or rank is None or match is None:
        return None
    options = case.question.options
    index = NameRanks.offered(value, known_names(case.query, case.world), options)
    best_ranks = [best for i in match.fits if (best := index.rank(options[i])) is not None]
    if not best_ranks or not _is_equal_length(
        value.lengths_m[rank], value.lengths_m[best_ranks[0]]
    ):
        return None
    one, other = (format_distance(value.lengths_m[each]) for each in (rank, best_ranks[0]))
    return f"{one} and {other} are too close to distinguish"


def _try_other_radius(case: Case) -> str | None:
    """Try a radius that is slightly smaller or larger."""
    places = candidates_of(case.query)
    if not isinstance(places, Places) or places.within_m is None:
        return None
    step = max(LENGTH_M, LENGTH_SHARE * places.within_m)
    for radius in (places.within_m - step, places.within_m + step):
        other = places.model_copy(update={"within_m": radius})
        if radius > 0 and case.follows(
            case.solved(query=substitute_model(case.query, places, other))
        ):
            return f"the label follows within {radius:g} m instead of {places.within_m:g} m"
    return None


def _is_close_comparison(case: Case) -> str | None:
    """Test whether two compared lengths, or a bearing and the edge of its sector, are close."""
    query = case.query
    if isinstance(query, Compare) and isinstance(query.first, Distance):
        first, second = (case.solved(query=Value(figure=each)) for each in figures_of(query))
        if (
            isinstance(first, Quantity)
            and isinstance(second, Quantity)
            and _is_equal_length(first.amount, second.amount)
        ):
            return "the two distances are too close to distinguish"
    checked = _find_checked_direction(case)
    if checked is None:
        return None
    bearing, off = checked
    if abs(off - _HALF_SECTOR) >= EDGE_DEG:
        return None
    return f"{bearing:.1f}° lies within {EDGE_DEG:g}° of the edge of the sector"


def _find_checked_direction(case: Case) -> tuple[float, float] | None:
    """Return the bearing that a query checks, and its angle to the direction in question."""
    query = case.query
    passes = query.passes if isinstance(query, Check) else None
    passes = passes.of if isinstance(passes, NotFilter) else passes
    if not (isinstance(query, Check) and isinstance(passes, DirectionFilter) and passes.seen_from):
        return None
    figure = DirectionOf(place=query.place, seen_from=passes.seen_from)
    value = case.solved(query=Value(figure=figure))
    assert isinstance(value, Bearing)  # the check has been answered by it
    return value.degrees, angle_between(value.degrees, Compass(passes.direction).degrees)


def follows_by_half_planes(case: Case) -> bool:
    """Return whether a label follows if "north" means the northern half, not a sector of 90°."""
    if isinstance(case.value, Bearing):
        return case.label in fit_half_planes(case.value, case.question.options)
    checked = _find_checked_direction(case)
    if checked is None or not isinstance(case.value, YesNo):
        return False
    return _HALF_SECTOR < checked[1] < 2 * _HALF_SECTOR and case.follows(
        YesNo(yes=not case.value.yes)
    )


def _is_equal_length(one: float, other: float) -> bool:
    """Return whether two lengths differ by less than the error of coordinates and Earth model."""
    return abs(one - other) < max(LENGTH_M, LENGTH_SHARE * max(one, other))
