"""Conventions for what questions leave open, with documented defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Conventions:
    """How to settle what a question leaves open; a derivation names the fields that mattered.

    Parameters
    ----------
    nearest
        "list": the order of a list sorted by distance decides, if there is one;
        "computed": the distance from the coordinates decides.
    opening_hours
        "bind": a visit must lie within the opening hours of its day, if they are known;
        "ignore": opening hours do not matter unless the question names them.
    unstated_day
        "most": if no day is given, a plan must fit the opening hours of most days of the week;
        "any": of at least one day; "ignore": opening hours do not bind then.
    return_leg
        "unless_asked": the return leg counts only if the question asks for it;
        "always": it always counts.
    missing_leg
        "symmetric": a missing travel time is taken from the opposite direction;
        "absent": it stays unknown.
    missing_flag
        "no": a missing service flag means no, if any place of the world has flags or hours;
        "unknown": it means nothing.
    recommend
        "rating": "good" and "best" mean the highest rating; "cannot": they cannot be decided.
    earth
        "sphere": lengths computed from coordinates are great-circle distances; "ellipsoid": they
        are geodesics of WGS 84. Both choices compute directions on the sphere.
    """

    nearest: Literal["list", "computed"] = "list"
    opening_hours: Literal["bind", "ignore"] = "bind"
    unstated_day: Literal["most", "any", "ignore"] = "most"
    return_leg: Literal["unless_asked", "always"] = "unless_asked"
    missing_leg: Literal["symmetric", "absent"] = "symmetric"
    missing_flag: Literal["no", "unknown"] = "no"
    recommend: Literal["rating", "cannot"] = "rating"
    earth: Literal["sphere", "ellipsoid"] = "sphere"


DEFAULT = Conventions()
