"""Validation errors reported as faults of arguments."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from geoeval.query.algebra import Days, Places, Travel
from geoeval.query.parts import ClockTime, MeetingPlan, OfferedOrder, PlaceName
from geoeval.tools.failure import ArgumentFault
from geoeval.tools.faults import explain_faults
from geoeval.tools.registry import TOOLS


class Asked(BaseModel):
    """Arguments of several types."""

    size: Annotated[int | str, Field(description="A size", alias="Size")]
    points: Literal[4, 8] = 4
    at: ClockTime = "09:00"
    travel: dict[str, dict[str, int]] = Field(default_factory=dict)
    place: PlaceName | None = None


FAULTS: list[tuple[type[BaseModel], object, dict[str, str]]] = [
    (
        Asked,
        {"Size": 1.5},
        {"Size": "an integer or a string"},
    ),
    (Asked, {}, {"Size": "A size"}),
    (
        Asked,
        {"Size": 1, "points": 7, "at": "25:00"},
        {"points": "one of 4, 8", "at": "Time of day, 24-hour HH:MM"},
    ),
    (
        Asked,
        {"Size": 1, "travel": {"A": {"B": "x"}}},
        {"travel.A.B": "an integer"},
    ),
    (
        Places,
        {"filters": [{"kind": "zzz"}]},
        {
            "filters[0].kind": "one of compare, open, hours, feature, name, address, direction, "
            "figure, area, has, not, any"
        },
    ),
    (Places, {"filters": [5]}, {"filters[0]": "an object"}),
    (
        Places,
        {"filters": [{"kind": "open", "all_day": "maybe", "att": "1"}]},
        {
            "filters[0].all_day": "true or false",
            "filters[0].att": "one of the arguments day, at, until, all_day",
        },
    ),
    (
        Places,
        {"filters": [{"kind": "any", "of": [{"kind": "hours"}, {"kind": "name"}]}]},
        {
            "filters[0].of[0].edge": "one of opens, closes",
            "filters[0].of[0].comparator": "one of >=, >, <=, <, ==",
            "filters[0].of[0].at": "Time of day, 24-hour HH:MM",
            "filters[0].of[1].contains": "a string",
        },
    ),
    (Days, {"kind": "x", "place": "A"}, {"kind": "'days'"}),
    (
        Travel,
        {"legs": [{"origin": "A", "to": "B"}]},
        {"legs[0].to": "one of the arguments origin, destination, mode"},
    ),
    (
        MeetingPlan,
        {"origin": "A", "depart": "9", "meetings": []},
        {"depart": "Time of day, 24-hour HH:MM", "meetings": "at least 1 items"},
    ),
    (OfferedOrder, {"text": "A"}, {"places": "a list"}),
    (Travel, 5, {"arguments": "an object: legs, measure"}),
    (Travel, {"legs": ["x"]}, {"legs[0]": "an object: origin, destination, mode"}),
]


@pytest.mark.parametrize(("model", "given", "expected"), FAULTS)
def test_faulty_arguments_are_reported_once(
    model: type[BaseModel], given: object, expected: dict[str, str]
) -> None:
    """Paths have no tags of unions, and each fault has the expected value."""
    with pytest.raises(ValidationError) as caught:
        model.model_validate(given)
    faults = explain_faults(caught.value, model, given)
    assert {each.argument: each.expected for each in faults} == expected
    assert len(faults) == len(expected)


def test_number_of_faults_is_limited() -> None:
    """Arguments with many faults are rejected quickly."""
    read = []

    class Counted:
        def __repr__(self) -> str:
            read.append(self)
            return "counted"

    ways = {f"stop {number}": Counted() for number in range(5_000)}
    given = {"Size": 1, "travel": {"home": ways}}
    with pytest.raises(ValidationError) as caught:
        Asked.model_validate(given)
    assert len(explain_faults(caught.value, Asked, given)) == 6
    assert 6 <= len(read) <= 100


class Walk(BaseModel):
    """Arguments with units."""

    model_config = ConfigDict(extra="forbid")
    origin_id: str = ""
    destination_id: str = ""
    radius: Annotated[int | None, Field(description="Metres of a circle")] = None
    within_m: float | None = None
    visit_min: int = 0
    limit: int = 0


def faults_of(**given: object) -> dict[str, ArgumentFault]:
    """Return the faults of arguments of ``Walk``, by argument."""
    with pytest.raises(ValidationError) as caught:
        Walk.model_validate(given)
    return {each.argument: each for each in explain_faults(caught.value, Walk, given)}


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("from", ("origin_id",)),
        ("To", ("destination_id",)),
        ("to_place", ("destination_id",)),
        ("start", ("origin_id",)),
        ("endId", ("destination_id",)),
    ],
)
def test_ends_of_a_way_are_not_confused(name: str, nearest: tuple[str, ...]) -> None:
    """By its letters, "to" resembles "origin" most."""
    assert faults_of(**{name: "Inn"})[name].nearest == nearest


def test_end_that_a_tool_does_not_have_has_no_nearest_argument() -> None:
    with pytest.raises(ValidationError) as caught:
        TOOLS["PlaceDetails"].parameters.model_validate({"placeId": "Inn", "to": "Hall"})
    [fault] = explain_faults(caught.value, TOOLS["PlaceDetails"].parameters, {"to": "Hall"})
    assert (fault.argument, fault.nearest) == ("to", ())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("within_m", "a number (metres)"),
        ("radius", "an integer (metres of a circle)"),
        ("visit_min", "an integer (minutes)"),
        ("limit", "an integer"),
    ],
)
def test_expected_number_has_its_unit(name: str, expected: str) -> None:
    """A text such as "5 km" has another one."""
    assert faults_of(**{name: "5 km"})[name].expected == expected


def test_aliased_argument_is_reported_by_its_alias() -> None:
    class Asked(BaseModel):
        model_config = ConfigDict(extra="forbid")
        kind: str = Field(default="", alias="type")

    with pytest.raises(ValidationError) as caught:
        Asked.model_validate({"category": "cafe"})
    [fault] = explain_faults(caught.value, Asked, {"category": "cafe"})
    assert fault.expected == "one of the arguments type"
