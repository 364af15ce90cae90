"""Short builders of queries about places."""

from __future__ import annotations

from typing import Literal

from geoeval.query.algebra import (
    Best,
    Check,
    Compare,
    Count,
    Days,
    Detour,
    DirectionOf,
    Distance,
    Fact,
    FactName,
    Hours,
    Listing,
    Pairs,
    Places,
    Quality,
    Toward,
    Travel,
    TravelLeg,
    Value,
)
from geoeval.query.filter_kinds import (
    DirectionFilter,
    FeatureFilter,
    Measure,
    NotFilter,
    OpenFilter,
    PlainFilter,
)
from geoeval.query.parts import Day, Direction, Pair


def nearest(*, rank: int = 1, farthest: bool = False, **places: object) -> Best:
    """Ask for the k-th nearest, or farthest, place."""
    return Best(figure=Distance(), among=Places.model_validate(places), rank=rank, most=farthest)


def count(**places: object) -> Count:
    """Ask for the number of places."""
    return Count(of=Places.model_validate(places))


def all_of(**places: object) -> Listing:
    """Ask for all places of a selection."""
    return Listing(of=Places.model_validate(places))


def any_of(**places: object) -> Listing:
    """Ask for any place of a selection."""
    return Listing(of=Places.model_validate(places), wanted="any")


def highest(
    fact: Measure, *, lowest: bool = False, after: str | None = None, **places: object
) -> Best:
    """Ask for the place with the highest, or lowest, figure."""
    return Best(
        figure=Fact(fact=fact), among=Places.model_validate(places), most=not lowest, after=after
    )


def first_by(
    edge: Literal["opens", "closes", "length"],
    *,
    most: bool = False,
    day: Day | None = None,
    **places: object,
) -> Best:
    """Ask for the place that opens or closes first or last, or is open longest."""
    return Best(figure=Hours(edge=edge, day=day), among=Places.model_validate(places), most=most)


def recommended(praise: str = "good", **places: object) -> Best:
    """Ask for the best place, which is an opinion."""
    return Best(figure=Quality(praise=praise), among=Places.model_validate(places), most=True)


def between(first: str, second: str, **places: object) -> Best:
    """Ask for the place with the smallest detour."""
    return Best(figure=Detour(first=first, second=second), among=Places.model_validate(places))


def in_direction(direction: Direction, **places: object) -> Best:
    """Ask for the place in a direction from the anchor."""
    return Best(
        figure=Toward(direction=direction, of_anchor=True), among=Places.model_validate(places)
    )


def farthest_toward(direction: Direction, **places: object) -> Best:
    """Ask for the northernmost place, or the like."""
    return Best(figure=Toward(direction=direction), among=Places.model_validate(places), most=True)


def fact(place: str | Places | Best, name: FactName) -> Value:
    """Ask for a fact of a place, named or described."""
    return Value(figure=Fact(place=place, fact=name))


def has_feature(place: str, feature: str) -> Check:
    """Ask whether a place has a service flag."""
    return Check(place=place, passes=FeatureFilter(feature=feature))


def is_open(place: str, **when: object) -> Check:
    """Ask whether a place is open."""
    return Check(place=place, passes=OpenFilter.model_validate(when))


def is_closed(place: str, **when: object) -> Check:
    """Ask whether a place is closed."""
    return Check(place=place, passes=closed(**when))


def closed(**when: object) -> NotFilter:
    """Build the filter for closed places."""
    return NotFilter(of=OpenFilter.model_validate(when))


def lacks(wanted: PlainFilter) -> NotFilter:
    """Build the filter for places that do not meet a condition."""
    return NotFilter(of=wanted)


def lies(place: str, direction: Direction, seen_from: str) -> Check:
    """Ask whether a place lies in a direction from another."""
    return Check(place=place, passes=DirectionFilter(direction=direction, seen_from=seen_from))


def opening(
    place: str, edge: Literal["opens", "closes"] = "opens", day: Day | None = None
) -> Value:
    """Ask when a place opens or closes."""
    return Value(figure=Hours(place=place, edge=edge, day=day))


def opening_length(place: str, day: Day | None = None, *, week: bool = False) -> Value:
    """Ask how long a place is open."""
    return Value(figure=Hours(place=place, edge="length", day=day, week=week))


def open_days(place: str, *, count: bool = False, **when: object) -> Listing | Count:
    """Ask on which days a place opens, or on how many."""
    days = Days.model_validate({"place": place, **when})
    return Count(of=days) if count else Listing(of=days)


def higher(first: str, second: str, measure: Measure, *, lower: bool = False) -> Compare:
    """Ask whether a place has a greater figure than another."""
    figures = [Fact(place=place, fact=measure) for place in (first, second)]
    return Compare(first=figures[0], second=figures[1], more=not lower)


def distance(origin: str, destination: str) -> Value:
    """Ask for the distance between two places."""
    return Value(figure=Distance(origin=origin, destination=destination))


def direction(place: str, seen_from: str) -> Value:
    """Ask for the direction of a place."""
    return Value(figure=DirectionOf(place=place, seen_from=seen_from))


def both(origin: str, destination: str) -> Value:
    """Ask for the direction and distance of a place."""
    return Value(
        figure=DirectionOf(place=destination, seen_from=origin),
        also=Distance(origin=origin, destination=destination),
    )


def extreme_pair(*pairs: tuple[str, str, str], farthest: bool = False) -> Best:
    """Ask for the closest or farthest pair among (text, first, second)."""
    offered = tuple(Pair(text=text, first=first, second=second) for text, first, second in pairs)
    return Best(figure=Distance(), among=Pairs(pairs=offered), most=farthest)


def travel(
    *legs: tuple[str, str], measure: Literal["time", "distance"] = "time", **leg: object
) -> Value:
    """Ask for the travel time or distance over some legs."""
    parts = tuple(
        TravelLeg.model_validate({"origin": start, "destination": end, **leg})
        for start, end in legs
    )
    return Value(figure=Travel(legs=parts, measure=measure))
