"""Conditions that a caller sets on places: where they lie and how they are rated."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from geoeval.tools.families.sphere import Points


class Where(BaseModel):
    """Conditions on places, all of which have to hold."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    direction: Annotated[
        str | None, Field(description='Seen from the anchor: "north", "SW"', max_length=40)
    ] = None
    points: Points = 8
    min_rating: Annotated[float | None, Field(description="0 to 5", ge=0, le=5)] = None
    min_rating_count: Annotated[int | None, Field(ge=0, le=10**9)] = None
