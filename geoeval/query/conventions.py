"""The choices that questions leave open, as named fields with documented defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Conventions:
    """The choices for what a question leaves open; a derivation names those that mattered.

    Parameters
    ----------
    nearest
        "list": the order of a list sorted by distance decides, where there is one;
        "computed": the distance from the coordinates decides.
    opening_hours
        "bind": a visit must lie inside the opening hours of its day, where they are known;
        "ignore": opening hours do not matter unless the question names them.
    unstated_day
        "most": where no day is given, a plan must keep the hours of most days of the week;
        "any": it need keep the hours of one of them; "ignore": hours do not bind then.
    return_leg
        "unless_asked": the return leg counts only where it is asked for; "always": it counts.
    missing_leg
        "symmetric": a missing travel time is taken from the opposite direction;
        "absent": it stays unknown.
    missing_flag
        "no": a service flag that a place does not carry means no, if any place of the world
        carries flags or hours; "unknown": it means nothing.
    recommend
        "rating": good and best mean the highest rating; "cannot": they cannot be decided.
    earth
        "sphere": lengths computed from coordinates are great-circle distances; "ellipsoid": they
        are geodesics of WGS 84. Directions are those of the sphere in both cases.
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
