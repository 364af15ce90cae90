"""Explain the causes of findings and the choices of conventions to new readers."""

from __future__ import annotations

from typing import NamedTuple

from geoeval.query.conventions import Conventions
from geoeval.verification.model import Cause
from geoeval.verification.rules import RULES


class Explanation(NamedTuple):
    """A heading and a paragraph."""

    title: str
    text: str


_CAUSES: dict[Cause, Explanation] = {
    "reversed_bearing": Explanation(
        "Direction seen from the wrong end",
        "The label is right if the two places are swapped. The direction of A from B is the "
        "bearing from B to A.",
    ),
    "web_mercator_distance": Explanation(
        "Distance measured on the Web Mercator plane",
        "The label is a length on the flat map of web tiles. It is too long by a factor of one "
        "over the cosine of the latitude.",
    ),
    "swapped_coordinates": Explanation(
        "Latitude and longitude swapped",
        "The two numbers of each point are swapped. As written, the points are somewhere else, or "
        "nowhere on Earth.",
    ),
    "projected_coordinates": Explanation(
        "Projected metres instead of degrees",
        "The numbers are metres on a projected map. A latitude is at most 90 degrees, a longitude "
        "at most 180.",
    ),
    "repeated_coordinates": Explanation(
        "The same coordinates under several names",
        "Several records give the same points to places with different names. Distances and "
        "directions between them say nothing about these places.",
    ),
    "off_by_one_count": Explanation(
        "Count off by one",
        "The label is one more or one less than the number of places that count. A place just "
        "inside or outside the limit, or the centre itself, was counted wrongly.",
    ),
    "unit_confusion": Explanation(
        "Right number, wrong unit",
        "The label follows if one unit is mistaken for another. Miles were taken for kilometres, "
        "or hours for minutes.",
    ),
    "inverted_comparison": Explanation(
        "The label is the opposite",
        "The label answers the opposite question. Nearest and farthest, or most and least, were "
        "confused.",
    ),
    "closing_time_ignored": Explanation(
        "Closing time ignored",
        "The label follows only if opening hours are ignored. With the hours in the context, the "
        "plan reaches a closed place or stays past closing time.",
    ),
    "not_the_nearest": Explanation(
        "Not the nearest",
        "The label is a place of the right kind, but another place is nearer. The coordinates or "
        "the sorted list in the context show it.",
    ),
    "no_option_fits": Explanation(
        "No option fits",
        "No option agrees with the computed value. Each differs by more than its own rounding.",
    ),
    "value_differs": Explanation(
        "Another value follows",
        "The computed value is not the label. None of the known mistakes explains the label.",
    ),
    "other_option_fits": Explanation(
        "Another option is right",
        "The computed value is another option. None of the known mistakes explains the label.",
    ),
}

_MEANINGS: dict[str, dict[str, str]] = {
    "nearest": {
        "list": "The order of a list sorted by distance decides what is nearest.",
        "computed": "The distance from the coordinates decides what is nearest.",
    },
    "opening_hours": {
        "bind": "A visit lies within the opening hours of its day, if they are known.",
        "ignore": "Opening hours matter only if the question names them.",
    },
    "unstated_day": {
        "most": "If no day is stated, a plan keeps the hours of most days of the week.",
        "any": "If no day is stated, a plan keeps the hours of at least one day of the week.",
        "ignore": "If no day is stated, opening hours do not apply.",
    },
    "return_leg": {
        "unless_asked": "The return leg counts only if the question asks for it.",
        "always": "The return leg counts.",
    },
    "missing_leg": {
        "symmetric": "A missing travel time is taken from the opposite direction.",
        "absent": "A missing travel time stays unknown.",
    },
    "missing_flag": {
        "no": "A service that is not listed is not offered, if any place lists services.",
        "unknown": "Whether a service that is not listed is offered stays unknown.",
    },
    "recommend": {
        "rating": "Good and best mean the highest rating.",
        "cannot": "What is good or best cannot be decided.",
    },
    "earth": {
        "sphere": "Distances are great-circle distances on a sphere.",
        "ellipsoid": "Distances are geodesic distances on the WGS 84 ellipsoid.",
    },
}


def explain_findings(code: str, cause: str | None) -> Explanation:
    """Return the explanation of a cause, or of a rule if there is no known cause."""
    for known, meaning in _CAUSES.items():
        if known == cause:
            return meaning
    rule = RULES[code]
    title = (cause or rule.name).replace("-", " ").replace("_", " ").capitalize()
    return Explanation(title, f"{rule.what} {rule.why}")


def describe_choice(field: str, choice: str) -> str:
    """Return a sentence that explains a choice of a field of ``Conventions``."""
    return _MEANINGS[field][choice]


def list_choices(conventions: Conventions) -> dict[str, str]:
    """Return the choice of each convention by field."""
    return {field: str(getattr(conventions, field)) for field in _MEANINGS}
