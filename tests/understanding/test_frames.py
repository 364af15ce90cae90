"""Each frame on a small invented town: one question that evokes it, and the query it gives."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from geoeval.query.base import CompareFilter, OpenFilter, TripStop
from geoeval.query.figure_kinds import CompareFigures, Difference
from geoeval.query.geometry_kinds import (
    DirectionAndDistance,
    DirectionOf,
    ExtremePair,
    FarthestToward,
    LiesInDirection,
    PlacePair,
    StraightLineDistance,
)
from geoeval.query.hours_kinds import OpenAt, OpenDays, OpeningLength, OpeningTime, PickByHours
from geoeval.query.kinds import Query
from geoeval.query.place_kinds import (
    AttributeOf,
    AttributeOfPicked,
    BetweenPlaces,
    ComparePlaces,
    CountPlaces,
    HasFeature,
    InDirection,
    ListPlaces,
    Nearest,
    PickPlace,
    Recommend,
)
from geoeval.query.route_kinds import (
    CountManoeuvres,
    ExitTaken,
    ExtremeRoute,
    LandmarkPassed,
    NextStep,
    RoadFigure,
    RouteAttribute,
    RouteOfFigure,
    RouteWith,
    SideNoted,
    StepBefore,
    StepNumber,
    StepOnto,
)
from geoeval.query.travel_kinds import (
    ClosestByTravel,
    ExtremeMode,
    OfferedMode,
    TravelLeg,
    TravelTotal,
)
from geoeval.query.trip_kinds import (
    BestOrder,
    FinishTime,
    FreeTime,
    LatestDeparture,
    LeftOut,
    MaxVisits,
    OfferedOrder,
    OfferedSchedule,
    OrderFeasible,
    ScheduleCheck,
    ScheduledVisit,
    StartTime,
    StayLimit,
    TripTime,
    WaitingTime,
)
from geoeval.understanding.understand import FRAMES, reckon
from geoeval.world.model import World
from tests.understanding.asking import asked, reading
from tests.understanding.towns import DRIVING, ROADS, TOWN, WALKING

MILL = TripStop(place="Old Mill", visit_min=60)
PIER = TripStop(place="Stone Pier", visit_min=120)
HOLDS = "Old Mill 9:10 AM - 10:10 AM, Stone Pier 10:20 AM - 12:20 PM"
FAILS = "Old Mill 9:10 AM - 10:10 AM -> Stone Pier 10:10 AM - 12:10 PM"


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A question, the frame that it evokes, and the query that is meant."""

    frame: str
    text: str
    query: Query
    options: tuple[str, ...] = ()
    world: World = TOWN


def _schedule(text: str, *hours: str) -> OfferedSchedule:
    mill = ScheduledVisit(place="Old Mill", start=hours[0], end=hours[1])
    pier = ScheduledVisit(place="Stone Pier", start=hours[2], end=hours[3])
    return OfferedSchedule(text=text, visits=(mill, pier))


EXAMPLES = (
    Example(
        frame="attribute",
        text="What is the rating of the Stone Pier?",
        query=AttributeOf(place="Stone Pier", attribute="rating"),
    ),
    Example(
        frame="number of ratings",
        text="How many people have rated the Stone Pier?",
        query=AttributeOf(place="Stone Pier", attribute="rating_count"),
    ),
    Example(
        frame="feature",
        text="Does the Stone Pier serve dinner?",
        query=HasFeature(place="Stone Pier", feature="serves dinner"),
    ),
    Example(
        frame="open at",
        text="Is the Stone Pier open on Tuesday at 9:30 AM?",
        query=OpenAt(place="Stone Pier", day="tuesday", at="09:30"),
    ),
    Example(
        frame="opening time",
        text="When does the Stone Pier close on Sunday?",
        query=OpeningTime(place="Stone Pier", day="sunday", edge="closes"),
    ),
    Example(
        frame="open days",
        text="On which day of the week is the Stone Pier closed?",
        options=("Monday", "Friday"),
        query=OpenDays(place="Stone Pier", open=False),
    ),
    Example(
        frame="opening length",
        text="How many hours is the Stone Pier open on Tuesday?",
        query=OpeningLength(place="Stone Pier", day="tuesday"),
    ),
    Example(
        frame="first or last by hours",
        text="Which of these closes last on Sunday?",
        options=("Stone Pier", "Maritime Museum"),
        query=PickByHours(
            by="closes", most=True, day="sunday", among=("Stone Pier", "Maritime Museum")
        ),
    ),
    Example(
        frame="attribute of picked",
        text="What is the rating of the nearest cafe to the Old Mill?",
        query=AttributeOfPicked(
            picked=Nearest(category="cafe", anchor="Old Mill"), attribute="rating"
        ),
    ),
    Example(
        frame="compare places",
        text="Is the Stone Pier rated higher than Hotel Vardo?",
        options=("Yes", "No"),
        query=ComparePlaces(first="Stone Pier", second="Hotel Vardo", measure="rating"),
    ),
    Example(
        frame="lies in a direction",
        text="Does the Stone Pier lie north of the Old Mill?",
        options=("Yes", "No"),
        query=LiesInDirection(place="Stone Pier", seen_from="Old Mill", direction="north"),
    ),
    Example(
        frame="farthest toward",
        text="Which of these lies farthest to the east?",
        options=("Rose Garden", "Gorm Castle"),
        query=FarthestToward(direction="east", among=("Rose Garden", "Gorm Castle")),
    ),
    Example(
        frame="nearest",
        text="What is the second nearest cafe to the Old Mill?",
        query=Nearest(category="cafe", anchor="Old Mill", rank=2),
    ),
    Example(
        frame="count places",
        text="How many cafes are within 500 m of the Old Mill?",
        query=CountPlaces(category="cafe", anchor="Old Mill", within_m=500),
    ),
    Example(
        frame="filtered places",
        text="Which cafe near the Old Mill is rated at least 4.2?",
        query=PickPlace(
            category="cafe",
            anchor="Old Mill",
            filters=(CompareFilter(measure="rating", comparator=">=", value=4.2),),
        ),
    ),
    Example(
        frame="not to visit",
        text="Which of these can I not visit on Monday?",
        options=("Stone Pier", "Rose Garden"),
        query=PickPlace(
            filters=(OpenFilter(open=False, day="monday"),), among=("Stone Pier", "Rose Garden")
        ),
    ),
    Example(
        frame="list places",
        text="Which cafes are there near the Old Mill?",
        options=("Gull Cafe, Heron Cafe", "Gull Cafe, Egret Cafe"),
        query=ListPlaces(category="cafe", anchor="Old Mill"),
    ),
    Example(
        frame="superlative place",
        text="Which cafe near the Old Mill has the lowest rating?",
        query=PickPlace(category="cafe", anchor="Old Mill", by="rating", lowest=True),
    ),
    Example(
        frame="recommend",
        text="Which cafe near the Old Mill is good?",
        query=Recommend(category="cafe", anchor="Old Mill", quality="good"),
    ),
    Example(
        frame="between",
        text="Which of these lies between the Old Mill and the Rose Garden?",
        options=("Stone Pier", "Gorm Castle"),
        query=BetweenPlaces(
            first="Old Mill", second="Rose Garden", among=("Stone Pier", "Gorm Castle")
        ),
    ),
    Example(
        frame="in a direction",
        text="Which of these lies directly north of the Old Mill?",
        options=("Stone Pier", "Gorm Castle"),
        query=InDirection(
            anchor="Old Mill", direction="north", among=("Stone Pier", "Gorm Castle")
        ),
    ),
    Example(
        frame="straight-line distance",
        text="How far is it from the Old Mill to the Stone Pier as the crow flies?",
        query=StraightLineDistance(origin="Old Mill", destination="Stone Pier"),
    ),
    Example(
        frame="direction",
        text="In which direction does the Stone Pier lie from the Old Mill?",
        query=DirectionOf(place="Stone Pier", seen_from="Old Mill"),
    ),
    Example(
        frame="where seen from",
        text="Where is the Stone Pier from the Old Mill?",
        options=("North", "South"),
        query=DirectionOf(place="Stone Pier", seen_from="Old Mill"),
    ),
    Example(
        frame="direction and distance",
        text="In which direction and how far away is the Stone Pier from the Old Mill?",
        query=DirectionAndDistance(origin="Old Mill", destination="Stone Pier"),
    ),
    Example(
        frame="extreme pair",
        text="Which pair of places is farthest apart?",
        options=("Old Mill and Stone Pier", "Rose Garden and Gorm Castle"),
        query=ExtremePair(
            farthest=True,
            pairs=(
                PlacePair(text="Old Mill and Stone Pier", first="Old Mill", second="Stone Pier"),
                PlacePair(
                    text="Rose Garden and Gorm Castle", first="Rose Garden", second="Gorm Castle"
                ),
            ),
        ),
    ),
    Example(
        frame="travel total",
        text="How long does it take to drive from the Old Mill to the Stone Pier?",
        query=TravelTotal(
            legs=(TravelLeg(origin="Old Mill", destination="Stone Pier", mode=DRIVING),)
        ),
    ),
    Example(
        frame="closest by travel",
        text="I am at Hotel Vardo. Which of these can I reach fastest on foot?",
        options=("Old Mill", "Stone Pier"),
        query=ClosestByTravel(origin="Hotel Vardo", among=("Old Mill", "Stone Pier"), mode=WALKING),
    ),
    Example(
        frame="max visits",
        text=(
            "I leave Hotel Vardo at 9:00 AM by car and have 4 hours. How many places can I visit "
            "at most: the Old Mill for 1 hour and the Stone Pier for 2 hours?"
        ),
        query=MaxVisits(
            origin="Hotel Vardo", depart="09:00", stops=(MILL, PIER), mode=DRIVING, budget_min=240
        ),
    ),
    Example(
        frame="best order",
        text=(
            "From Hotel Vardo I walk to the Old Mill for 1 hour and the Stone Pier for 2 hours. "
            "In which order should I visit them?"
        ),
        options=("Old Mill -> Stone Pier", "Stone Pier -> Old Mill"),
        query=BestOrder(
            origin="Hotel Vardo",
            stops=(MILL, PIER),
            mode=WALKING,
            orders=(
                OfferedOrder(text="Old Mill -> Stone Pier", places=("Old Mill", "Stone Pier")),
                OfferedOrder(text="Stone Pier -> Old Mill", places=("Stone Pier", "Old Mill")),
            ),
        ),
    ),
    Example(
        frame="order feasible",
        text=(
            "I leave Hotel Vardo at 9:00 AM on Tuesday by car and have 5 hours in total. Can I "
            "visit the Old Mill for 1 hour and the Stone Pier for 2 hours in this order?"
        ),
        options=("Yes", "No"),
        query=OrderFeasible(
            origin="Hotel Vardo",
            depart="09:00",
            day="tuesday",
            stops=(MILL, PIER),
            mode=DRIVING,
            budget_min=300,
        ),
    ),
    Example(
        frame="schedule check",
        text=(
            "I leave Hotel Vardo at 9:00 AM by car to visit the Old Mill for 1 hour and the Stone "
            "Pier for 2 hours. Which schedule works?"
        ),
        options=(HOLDS, FAILS),
        query=ScheduleCheck(
            origin="Hotel Vardo",
            depart="09:00",
            stops=(MILL, PIER),
            mode=DRIVING,
            schedules=(
                _schedule(HOLDS, "09:10", "10:10", "10:20", "12:20"),
                _schedule(FAILS, "09:10", "10:10", "10:10", "12:10"),
            ),
        ),
    ),
    Example(
        frame="finish time",
        text=(
            "I leave Hotel Vardo at 9:00 AM by car, visit the Old Mill for 1 hour and the Stone "
            "Pier for 2 hours, and drive back to the hotel. When am I back?"
        ),
        query=FinishTime(
            origin="Hotel Vardo",
            depart="09:00",
            stops=(MILL, PIER),
            end="Hotel Vardo",
            mode=DRIVING,
        ),
    ),
    Example(
        frame="start time",
        text=(
            "I want to visit the Old Mill for 1 hour and then the Stone Pier for 2 hours by car. "
            "I must be finished by 5:00 PM. When should I leave Hotel Vardo?"
        ),
        query=StartTime(origin="Hotel Vardo", stops=(MILL, PIER), mode=DRIVING, finish_by="17:00"),
    ),
    Example(
        frame="latest departure",
        text=(
            "I am at the Old Mill. What is the latest time I can leave the Old Mill to drive to "
            "the Stone Pier and spend 2 hours there before it closes on Tuesday?"
        ),
        query=LatestDeparture(
            day="tuesday",
            stops=(TripStop(place="Old Mill"), PIER),
            mode=DRIVING,
            leaving="Old Mill",
            before_closing="Stone Pier",
        ),
    ),
    Example(
        frame="stay limit",
        text=(
            "I leave Grand Hotel at 9:00 AM by car for the Old Mill and have to be back at the "
            "hotel by noon. How long can I stay at the mill?"
        ),
        query=StayLimit(
            origin="Grand Hotel",
            depart="09:00",
            stops=(TripStop(place="Old Mill"),),
            end="Grand Hotel",
            mode=DRIVING,
            finish_by="12:00",
            stay_at="Old Mill",
        ),
    ),
    Example(
        frame="waiting time",
        text=(
            "On Sunday I drive from Grand Hotel to the Old Mill at 8:15 AM. How long do I have "
            "to wait until it opens?"
        ),
        query=WaitingTime(
            origin="Grand Hotel",
            depart="08:15",
            day="sunday",
            stops=(TripStop(place="Old Mill"),),
            mode=DRIVING,
        ),
    ),
    Example(
        frame="left out",
        text=(
            "I leave Grand Hotel at 9:00 AM by car and must be back by noon. I want 1 hour at the "
            "Old Mill and 2 hours at the Stone Pier. Which of the two do I have to skip?"
        ),
        query=LeftOut(
            origin="Grand Hotel",
            depart="09:00",
            stops=(MILL, TripStop(place="Stone Pier", visit_min=120)),
            end="Grand Hotel",
            mode=DRIVING,
            finish_by="12:00",
        ),
        options=("Old Mill", "Stone Pier"),
    ),
    Example(
        frame="free time",
        text=(
            "I spend 1 hour at the Old Mill from 9:00 AM and then drive to the Stone Pier, where "
            "a tour starts at 1:00 PM. How much free time do I have before the tour?"
        ),
        query=FreeTime(
            depart="09:00",
            stops=(MILL, TripStop(place="Stone Pier", starts_at="13:00")),
            mode=DRIVING,
            before_stop="Stone Pier",
        ),
    ),
    Example(
        frame="trip time",
        text=(
            "From Hotel Vardo I drive to the Old Mill for 1 hour and to the Stone Pier for 2 "
            "hours. How long does the whole trip take?"
        ),
        query=TripTime(origin="Hotel Vardo", stops=(MILL, PIER), mode=DRIVING),
    ),
    Example(
        frame="next step",
        world=ROADS,
        text=(
            "I drive from Hotel Vardo to Gorm Castle via Elm Street. What is the next step after "
            "turning onto Oak Avenue?"
        ),
        query=NextStep(
            origin="Hotel Vardo",
            destination="Gorm Castle",
            mode=DRIVING,
            via="Elm Street",
            after="Oak Avenue",
        ),
    ),
    Example(
        frame="count manoeuvres",
        world=ROADS,
        text=(
            "How many left turns are there on the route from Hotel Vardo to Gorm Castle via Elm "
            "Street?"
        ),
        query=CountManoeuvres(
            origin="Hotel Vardo",
            destination="Gorm Castle",
            via="Elm Street",
            manoeuvre="left_turn",
        ),
    ),
    Example(
        frame="extreme route",
        world=ROADS,
        text="Which route from Hotel Vardo to Gorm Castle is the fastest by car?",
        options=("Via Elm Street", "Via Bay Highway"),
        query=ExtremeRoute(
            origin="Hotel Vardo", destination="Gorm Castle", mode=DRIVING, by="time", asks="name"
        ),
    ),
    Example(
        frame="route attribute",
        world=ROADS,
        text="How long does it take to drive from Hotel Vardo to Gorm Castle via Elm Street?",
        query=RouteAttribute(
            origin="Hotel Vardo",
            destination="Gorm Castle",
            mode=DRIVING,
            via="Elm Street",
            attribute="time",
        ),
    ),
    Example(
        frame="route with",
        world=ROADS,
        text="Which route from Hotel Vardo to Gorm Castle has a toll road?",
        query=RouteWith(origin="Hotel Vardo", destination="Gorm Castle", manoeuvre="toll_road"),
    ),
    Example(
        frame="landmark passed",
        world=ROADS,
        text=(
            "Which landmark do I pass when I turn left onto Oak Avenue on the way from Hotel "
            "Vardo to Gorm Castle?"
        ),
        query=LandmarkPassed(
            origin="Hotel Vardo",
            destination="Gorm Castle",
            road="Oak Avenue",
            manoeuvre="left_turn",
        ),
    ),
    Example(
        frame="step before",
        world=ROADS,
        text="What do I do before turning onto Fir Lane on the drive via Elm Street?",
        query=StepBefore(mode=DRIVING, via="Elm Street", road="Fir Lane"),
    ),
    Example(
        frame="step number",
        world=ROADS,
        text="What is the second step when driving via Elm Street?",
        query=StepNumber(mode=DRIVING, via="Elm Street", number=2),
    ),
    Example(
        frame="road figure",
        world=ROADS,
        text="How far do I drive on Fir Lane if I go via Elm Street?",
        query=RoadFigure(mode=DRIVING, via="Elm Street", road="Fir Lane", attribute="distance"),
    ),
    Example(
        frame="side noted",
        world=ROADS,
        text="On which side do I pass the Obelisk when I drive via Elm Street?",
        query=SideNoted(mode=DRIVING, via="Elm Street", landmark="the Obelisk"),
    ),
    Example(
        frame="difference",
        world=ROADS,
        text="How many minutes longer is it via Bay Highway than via Elm Street?",
        query=Difference(
            first=RouteAttribute(via="Bay Highway", attribute="time"),
            second=RouteAttribute(via="Elm Street", attribute="time"),
        ),
    ),
    Example(
        frame="compare figures",
        world=ROADS,
        options=("Yes", "No"),
        text="Is the route via Bay Highway slower than the one via Elm Street?",
        query=CompareFigures(
            first=RouteAttribute(via="Bay Highway", attribute="time"),
            second=RouteAttribute(via="Elm Street", attribute="time"),
            more=True,
        ),
    ),
    Example(
        frame="extreme mode",
        text="What takes me from Old Mill to Stone Pier fastest?",
        options=("A taxi", "Walking"),
        query=ExtremeMode(
            origin="Old Mill",
            destination="Stone Pier",
            among=(
                OfferedMode(text="A taxi", mode=DRIVING),
                OfferedMode(text="Walking", mode=WALKING),
            ),
        ),
    ),
    Example(
        frame="count routes",
        world=ROADS,
        text="How many of the routes have a toll road?",
        query=RouteWith(manoeuvre="toll_road", asks="count"),
    ),
    Example(
        frame="whether a route has",
        world=ROADS,
        options=("Yes", "No"),
        text="Is there a roundabout on the route via Elm Street?",
        query=RouteWith(via="Elm Street", manoeuvre="roundabout", asks="whether"),
    ),
    Example(
        frame="route of a figure",
        world=ROADS,
        text="Which route takes more than 12 minutes?",
        query=RouteOfFigure(by="time", amount=720, comparison=">"),
    ),
    Example(
        frame="step onto",
        world=ROADS,
        text="Do I turn left or right onto Oak Avenue on the route via Elm Street?",
        query=StepOnto(via="Elm Street", road="Oak Avenue"),
    ),
    Example(
        frame="exit taken",
        world=ROADS,
        text="Which exit do I take at the roundabout on the route via Elm Street?",
        query=ExitTaken(via="Elm Street", roundabout=True),
    ),
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.frame)
def test_frame_gives_its_query(example: Example) -> None:
    """A question that evokes the frame becomes the query that is meant."""
    assert asked(example.text, example.world, *example.options) == example.query


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.frame)
def test_frame_accounts_for_every_word(example: Example) -> None:
    """The frame's own draft leaves no word over."""
    drafts = reckon(reading(example.text, example.world, *example.options))
    assert any(draft.frame == example.frame and not draft.left for draft in drafts)


def test_every_frame_has_an_example() -> None:
    """No frame goes untested, and none has the name of another."""
    names = [frame.name for frame in FRAMES]
    assert len(set(names)) == len(names)
    assert {example.frame for example in EXAMPLES} == set(names)
