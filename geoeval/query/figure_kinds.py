"""Queries about two figures of one kind: their difference, and which of them is less."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from geoeval.query.base import Model
from geoeval.query.geometry_kinds import StraightLineDistance
from geoeval.query.route_kinds import ExtremeRoute, RouteAttribute
from geoeval.query.travel_kinds import TravelTotal

Figured = Annotated[
    StraightLineDistance | TravelTotal | RouteAttribute | ExtremeRoute,
    Field(discriminator="kind"),
]


class Difference(Model):
    """By how much two figures of one kind differ, whichever is the greater."""

    kind: Literal["difference"] = "difference"
    first: Figured
    second: Figured


class CompareFigures(Model):
    """Whether one figure is less (or more) than another of its kind."""

    kind: Literal["compare_figures"] = "compare_figures"
    first: Figured
    second: Figured
    more: bool = False
