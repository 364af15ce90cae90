"""What a question about nearby places may name: anchors, a radius, a number of places."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING

from geoeval.calculators.sphere.points import are_arrays, check_point, is_finite
from geoeval.errors import UsageError, quote

if TYPE_CHECKING:
    from geoeval.calculators.sphere.points import LatLon


def check_radius(radius_m: float) -> float:
    """Return a radius in metres, or raise if it is none.

    Parameters
    ----------
    radius_m
        A finite number of metres, 0 or more; beyond half the circumference of the Earth, about
        20,015 km, it holds every point.

    Returns
    -------
    float
        The same.

    Raises
    ------
    UsageError
        If it is no such number.

    Examples
    --------
    >>> check_radius(500)
    500.0
    >>> check_radius(-1)
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected a finite radius of 0 or more metres, got -1
    """
    if not isinstance(radius_m, Real) or not is_finite(radius_m) or radius_m < 0:
        message = f"expected a finite radius of 0 or more metres, got {quote(radius_m)}"
        raise UsageError(message)
    return float(radius_m)


def check_count(k: int) -> int:
    """Return a number of places to find, or raise if it is none.

    Parameters
    ----------
    k
        A whole number, 1 or more.

    Returns
    -------
    int
        The same.

    Raises
    ------
    UsageError
        If it is no such number.

    Examples
    --------
    >>> check_count(0)
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected a number of places of 1 or more, got 0
    """
    if not isinstance(k, Integral) or isinstance(k, bool) or k < 1:
        message = f"expected a number of places of 1 or more, got {quote(k)}"
        raise UsageError(message)
    return int(k)


def are_many(anchor: object, where: object = None) -> bool:
    """Return whether there are many anchors, or raise if a filter is to hold for them.

    Parameters
    ----------
    anchor
        What a caller gave: one point, or an array of points.
    where
        A filter, which may ask in which direction a place lies, and so needs one anchor.

    Returns
    -------
    bool
        True for an array of points.

    Raises
    ------
    UsageError
        If there are many and a filter.

    Examples
    --------
    >>> are_many((48, 2)), are_many([(48, 2)])
    (False, True)
    """
    many = are_arrays(anchor)
    if many and where is not None:
        message = f"expected one anchor (latitude, longitude) with a filter, got {quote(anchor)}"
        raise UsageError(message)
    return many


def check_anchor(anchor: LatLon) -> LatLon:
    """Return one anchor as two floats in degrees, or raise if it is none or there are many.

    Parameters
    ----------
    anchor
        (latitude, longitude) in degrees.

    Returns
    -------
    tuple of float
        The same.

    Raises
    ------
    UsageError
        If there are many.
    InvalidCoordinateError
        If it is not degrees in range.

    Examples
    --------
    >>> check_anchor([(48, 2), (52, 13)])
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected one anchor (latitude, longitude), got [(48, 2), (52, 13)]
    """
    if are_arrays(anchor):
        message = f"expected one anchor (latitude, longitude), got {quote(anchor)}"
        raise UsageError(message)
    return check_point(anchor)
