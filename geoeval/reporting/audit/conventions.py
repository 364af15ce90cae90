"""What each choice of the conventions means, in a sentence."""

from __future__ import annotations

from geoeval.query.conventions import Conventions

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


def meaning(field: str, choice: str) -> str:
    """Return what a choice means.

    Parameters
    ----------
    field
        A field of ``Conventions``.
    choice
        One of its values.

    Returns
    -------
    str
        A sentence.

    Examples
    --------
    >>> meaning("return_leg", "always")
    'The way back counts.'
    """
    return _MEANINGS[field][choice]


def choices(conventions: Conventions) -> tuple[tuple[str, str], ...]:
    """Return the fields of conventions with the choices taken.

    Examples
    --------
    >>> choices(Conventions())[0]
    ('nearest', 'list')
    """
    return tuple((field, str(getattr(conventions, field))) for field in _MEANINGS)
