"""Queries about places: the facts of one, and selections of them around an anchor."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from geoeval.query.base import Direction, Measure, Model, PlaceName, PlaceSelection

Attribute = Literal["address", "rating", "rating_count", "price_level", "phone", "hours"]


# Facts of one place.
class AttributeOf(Model):
    """A fact of a place: its address, rating, number of ratings, price level, phone, hours."""

    kind: Literal["attribute_of"] = "attribute_of"
    place: PlaceName
    attribute: Attribute


class HasFeature(Model):
    """Whether a place carries a service flag ("serves dinner", "wheelchair accessible")."""

    kind: Literal["has_feature"] = "has_feature"
    place: PlaceName
    feature: str


# Places around an anchor.
class Nearest(PlaceSelection):
    """The ``rank``-th nearest (or farthest) place of a selection, straight-line or as listed."""

    kind: Literal["nearest"] = "nearest"
    rank: int = Field(1, ge=1)
    farthest: bool = False


class CountPlaces(PlaceSelection):
    """How many places of the selection there are."""

    kind: Literal["count_places"] = "count_places"


class ListPlaces(PlaceSelection):
    """All places of the selection."""

    kind: Literal["list_places"] = "list_places"


class PickPlace(PlaceSelection):
    """A place of the selection: any one, or the one with the highest or lowest figure.

    With ``after``, the one that follows a place in that order.
    """

    kind: Literal["pick_place"] = "pick_place"
    by: Measure | None = None
    lowest: bool = False
    after: PlaceName | None = Field(None, description="The place that comes before it in the order")


class Recommend(PlaceSelection):
    """The best (good, reputable, most renowned) place of a selection, an opinion by nature."""

    kind: Literal["recommend"] = "recommend"
    quality: str = Field("good", description="The word of praise in the question")


class AttributeOfPicked(Model):
    """A fact of the place that is nearest, or has the highest or lowest figure."""

    kind: Literal["attribute_of_picked"] = "attribute_of_picked"
    picked: Annotated[Nearest | PickPlace, Field(discriminator="kind")]
    attribute: Attribute


class ComparePlaces(Model):
    """Whether a figure of one place is higher (or lower) than that of another."""

    kind: Literal["compare_places"] = "compare_places"
    first: PlaceName
    second: PlaceName
    measure: Measure
    lower: bool = False


class BetweenPlaces(PlaceSelection):
    """The place of a selection that lies between two others: the smallest detour."""

    kind: Literal["between_places"] = "between_places"
    first: PlaceName
    second: PlaceName


class InDirection(PlaceSelection):
    """The place of a selection that lies in a direction of the anchor."""

    kind: Literal["in_direction"] = "in_direction"
    direction: Direction
