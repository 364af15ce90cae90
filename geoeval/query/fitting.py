"""Which figures fit together, by their units, and which candidates fill in what one leaves open."""

from __future__ import annotations

from typing import Any, TypeAlias

from geoeval.query.parts import Figure

AnyFigure: TypeAlias = Any
"""Any figure of the algebra, which builds on this module; its ``kind`` tells which."""
Among: TypeAlias = Any
"""Any candidates of the algebra, likewise."""

_MEASURED: dict[str, str] = {"time": "time", "distance": "length"}
_OF_TRIPS = {"finish": "clock", "start": "clock", "departure": "clock", "visits": "count"}


def unit_of(figure: AnyFigure) -> str | None:
    """Return the unit by which a figure is compared with others; None where it is no number.

    Examples
    --------
    >>> from geoeval.query.algebra import DirectionOf, Travel, TravelLeg
    >>> unit_of(Travel(legs=(TravelLeg(origin="A", destination="B"),)))
    'time'
    >>> unit_of(DirectionOf(place="A", seen_from="B")) is None
    True
    """
    match figure.kind:
        case "distance" | "detour":
            return "length"
        case "fact":
            return figure.fact if figure.fact in {"rating", "rating_count", "price_level"} else None
        case "hours":
            return "time" if figure.edge == "length" or figure.since is not None else "clock"
        case "sum":
            return unit_of(figure.of[0])
        case "travel" | "route":
            return _MEASURED.get(figure.measure, "count")
        case "trip":
            return _OF_TRIPS.get(figure.figure, "time")
        case _:
            return None


def refuse_open(*figures: Figure | None) -> None:
    """Refuse figures that leave open what only candidates could fill in."""
    for figure in figures:
        if figure is not None and figure.left_open:
            missing = " and ".join(sorted(figure.left_open))
            kind = getattr(figure, "kind", "figure")
            message = f"expected {missing} of the figure {kind!r}, which is left open"
            raise ValueError(message)


def fills(among: Among, figure: AnyFigure) -> bool:
    """Whether candidates fill in all that a figure leaves open, and it can rank them."""
    left = len(figure.left_open)
    if among.kind == "places":
        match figure.kind:
            case "distance":
                return left > 0
            case "travel":
                return len(figure.legs) == left == 1
            case "fact":
                return left == 1 and unit_of(figure) is not None
            case "hours":
                return left == 1 and not figure.week and figure.since is None
            case "detour" | "quality":
                return left == 1
            case "toward":
                return not figure.of_anchor or among.anchor is not None
        return False
    if among.kind == "pairs":
        one = figure.kind == "distance" or (figure.kind == "travel" and len(figure.legs) == 1)
        return one and left == 2
    if among.kind == "modes":
        one = figure.kind == "travel" and len(figure.legs) == 1 and figure.legs[0].mode is None
        return one and not left
    if among.kind == "routes":
        return figure.kind == "route" and left == 1
    return figure.kind == "trip" and figure.figure == "finish" and left == 1
