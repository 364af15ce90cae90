"""What the causes of findings and the choices of the conventions mean, for those new to them."""

from __future__ import annotations

from typing import NamedTuple

from geoeval.query.conventions import Conventions
from geoeval.verification.model import Cause
from geoeval.verification.rules import RULES


class Explanation(NamedTuple):
    """A heading and what is written below it."""

    title: str
    text: str


_CAUSES: dict[Cause, Explanation] = {
    "reversed_bearing": Explanation(
        "Direction seen from the wrong end",
        "The key is right if the two places are exchanged. The direction of A from B is measured "
        "at B, where one stands, towards A.",
    ),
    "web_mercator_distance": Explanation(
        "Distance measured on the Web Mercator plane",
        "The key is a length on the flat map of web tiles, which stretches every distance by one "
        "over the cosine of the latitude. On the ground the places lie closer together.",
    ),
    "swapped_coordinates": Explanation(
        "Latitude and longitude exchanged",
        "The two figures of a point stand in each other's place. As they are written, the points "
        "lie somewhere else, or nowhere on Earth.",
    ),
    "projected_coordinates": Explanation(
        "Projected metres where degrees belong",
        "The figures are metres on a projected map, not degrees. No latitude is beyond 90 degrees "
        "and no longitude beyond 180.",
    ),
    "repeated_coordinates": Explanation(
        "The same coordinates under several names",
        "The same points come back from record to record for places of other names. What is "
        "measured between them says nothing about the places that a question names.",
    ),
    "off_by_one_count": Explanation(
        "Count off by one",
        "The key is one more or one less than the places that count. One just inside or outside "
        "the limit, or the place in the middle itself, was taken the wrong way.",
    ),
    "unit_confusion": Explanation(
        "Right figure, wrong unit",
        "The key is what comes out if a unit is taken for another one. Miles and kilometres, or "
        "hours and minutes, were exchanged.",
    ),
    "inverted_comparison": Explanation(
        "The opposite was keyed",
        "The key answers the question with its comparison turned round. Nearest and farthest, or "
        "most and least, were exchanged.",
    ),
    "closing_time_ignored": Explanation(
        "Closing time ignored",
        "The key holds only if opening hours are left aside. The context states them, and the "
        "plan meets a closed door or stays past closing.",
    ),
    "not_the_nearest": Explanation(
        "Not the nearest",
        "The key is a place of the right kind, but another one is nearer. The coordinates or the "
        "sorted list of the context show it.",
    ),
    "no_option_fits": Explanation(
        "No option fits",
        "What follows from the context is none of the options. Each lies farther off than its own "
        "rounding allows.",
    ),
    "value_differs": Explanation(
        "Another value follows",
        "What follows from the context is not what the key says. None of the common slips leads "
        "from one to the other.",
    ),
    "other_option_fits": Explanation(
        "Another option is right",
        "What follows from the context is another option than the key. None of the common slips "
        "leads from one to the other.",
    ),
}

_MEANINGS: dict[str, dict[str, str]] = {
    "nearest": {
        "list": "The order of a list sorted by distance decides what is nearest.",
        "computed": "The great-circle distance decides what is nearest.",
    },
    "opening_hours": {
        "bind": "A visit lies inside the opening hours of its day, where they are known.",
        "ignore": "Opening hours matter only if the question names them.",
    },
    "unstated_day": {
        "most": "Where no day is said, a plan keeps the hours of most days of the week.",
        "any": "Where no day is said, a plan keeps the hours of one day of the week.",
        "ignore": "Where no day is said, opening hours do not bind.",
    },
    "return_leg": {
        "unless_asked": "The way back counts only where it is asked for.",
        "always": "The way back counts.",
    },
    "missing_leg": {
        "symmetric": "A missing travel time is taken from the opposite direction.",
        "absent": "A missing travel time stays unknown.",
    },
    "missing_flag": {
        "no": "A service that is not named is not offered, if any place has services named.",
        "unknown": "Whether a service that is not named is offered stays unknown.",
    },
    "recommend": {
        "rating": "Good and best mean the highest rating.",
        "cannot": "What is good or best cannot be decided.",
    },
}


def explain(code: str, cause: str | None) -> Explanation:
    """Return what findings of a cause are, or those of a rule where there is no cause.

    Examples
    --------
    >>> explain("GEO301", "unit_confusion").title
    'Right figure, wrong unit'
    >>> explain("GEO107", None).title
    'Duplicate option'
    """
    for known, told in _CAUSES.items():
        if known == cause:
            return told
    rule = RULES[code]
    title = (cause or rule.name).replace("-", " ").replace("_", " ").capitalize()
    return Explanation(title, f"{rule.what} {rule.why}")


def meaning(field: str, choice: str) -> str:
    """Return what a choice of a field of ``Conventions`` means, in a sentence.

    Examples
    --------
    >>> meaning("return_leg", "always")
    'The way back counts.'
    """
    return _MEANINGS[field][choice]


def choices(conventions: Conventions) -> dict[str, str]:
    """Return the fields of conventions with the choices taken.

    Examples
    --------
    >>> choices(Conventions())["nearest"]
    'list'
    """
    return {field: str(getattr(conventions, field)) for field in _MEANINGS}
