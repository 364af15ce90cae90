"""A plan of what to record, with the number and cost of its requests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from geoeval.errors import UsageError, quote, quote_path
from geoeval.world.records import TravelMode
from geoeval.world.service import RankBy

Kind = Literal["search", "details", "nearby", "matrix", "directions"]

# US dollars per thousand requests (for a matrix: elements) at the lowest volume, beyond the free
# quota: https://developers.google.com/maps/billing-and-pricing/pricing as of March 2025. A details
# request for all fields is billed at the highest of its tiers.
PRICES: Final[dict[Kind, float]] = {
    "search": 32.0,
    "details": 25.0,
    "nearby": 32.0,
    "matrix": 5.0,
    "directions": 5.0,
}

Name = Annotated[str, Field(min_length=1, max_length=300)]


class _PlanPart(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Nearby(_PlanPart):
    """A list of places around a place; a list ranked by distance has no radius."""

    place: Name
    type: Name | None = None
    keyword: Name | None = None
    rank_by: RankBy = "prominence"
    radius_m: Annotated[float, Field(gt=0, le=50_000)] | None = None

    @model_validator(mode="after")
    def _check_parameters(self) -> Self:
        if self.rank_by == "prominence" and self.radius_m is None:
            raise ValueError("expected radius_m, or rank_by distance")
        if self.rank_by == "distance" and self.radius_m is not None:
            raise ValueError("expected no radius_m with rank_by distance")
        if self.rank_by == "distance" and not (self.type or self.keyword):
            raise ValueError("expected type or keyword with rank_by distance")
        return self


class Matrix(_PlanPart):
    """Travel from each origin to each destination."""

    origins: Annotated[tuple[Name, ...], Field(min_length=1, max_length=25)]
    destinations: Annotated[tuple[Name, ...], Field(min_length=1, max_length=25)]
    modes: Annotated[tuple[TravelMode, ...], Field(min_length=1)] = (TravelMode.DRIVING,)


class Directions(_PlanPart):
    """Routes from one place to another."""

    origin: Name
    destination: Name
    mode: TravelMode = TravelMode.DRIVING
    alternatives: bool = True


class Plan(_PlanPart):
    """What to record; every place named in any part is also searched for."""

    places: tuple[Name, ...] = ()
    details: bool = True
    nearby: tuple[Nearby, ...] = ()
    travel: tuple[Matrix, ...] = ()
    routes: tuple[Directions, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The distinct names of all places in the plan."""
        named = [*self.places, *(each.place for each in self.nearby)]
        for each in self.travel:
            named += [*each.origins, *each.destinations]
        for route in self.routes:
            named += [route.origin, route.destination]
        return tuple(dict.fromkeys(named))

    def requests(self) -> dict[Kind, int]:
        """Return the maximum number of requests of each kind; each element of a matrix counts."""
        names = len(self.names)
        return {
            "search": names,
            "details": names if self.details else 0,
            "nearby": len(self.nearby),
            "matrix": sum(
                len(each.origins) * len(each.destinations) * len(each.modes) for each in self.travel
            ),
            "directions": len(self.routes),
        }

    def cost(self) -> float:
        """Return the maximum cost in US dollars at the rates in ``PRICES``."""
        return sum(count * PRICES[kind] / 1000 for kind, count in self.requests().items())


def read_plan(path: str | Path) -> Plan:
    """Read a plan from a JSON file."""
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"the plan {quote_path(path)} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"expected JSON in the plan {quote_path(path)}: {error}") from error
    try:
        return Plan.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the plan"
        reason = first["msg"].removeprefix("Value error, ")
        raise UsageError(f"{path}: {where}: {reason}, got {quote(first['input'])}") from None
