"""Each frame on a small town: a question that evokes it, and the query that it gives."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from geoeval.query.algebra import (
    Best,
    Check,
    CheckRoutes,
    CheckTrip,
    Compare,
    Count,
    Detour,
    Difference,
    Distance,
    Hours,
    Listing,
    Modes,
    Places,
    Query,
    RouteFigure,
    Routes,
    StepFact,
    Sum,
    Toward,
    Travel,
    TravelLeg,
    Value,
)
from geoeval.query.filter_kinds import (
    AreaFilter,
    CompareFilter,
    DirectionFilter,
    FigureFilter,
    OpenFilter,
    RouteHas,
)
from geoeval.query.parts import (
    OfferedMode,
    OfferedOrder,
    OfferedSchedule,
    Omissions,
    Orders,
    ScheduledVisit,
    Schedules,
    Trip,
    TripFigure,
    TripStop,
)
from geoeval.understanding.readings import FRAMES, costed_drafts
from geoeval.world.model import World
from tests.query.asking import (
    all_of,
    any_of,
    between,
    both,
    closed,
    count,
    direction,
    distance,
    extreme_pair,
    fact,
    farthest_toward,
    first_by,
    has_feature,
    higher,
    highest,
    in_direction,
    is_open,
    lies,
    nearest,
    open_days,
    opening,
    opening_length,
    recommended,
    travel,
)
from tests.understanding.asking import query_of, reading
from tests.understanding.test_areas import WORLD as AREAS
from tests.understanding.towns import DRIVING, ROADS, TOWN, WALKING

MILL = TripStop(place="Old Mill", visit_min=60)
PIER = TripStop(place="Stone Pier", visit_min=120)
FEASIBLE = "Old Mill 9:10 AM - 10:10 AM, Stone Pier 10:20 AM - 12:20 PM"
INFEASIBLE = "Old Mill 9:10 AM - 10:10 AM -> Stone Pier 10:10 AM - 12:10 PM"


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A question, the frame that it evokes, and the intended query."""

    frame: str
    text: str
    query: Query
    options: tuple[str, ...] = ()
    world: World = TOWN


def trip_figure(
    figure: str, place: str | None = None, before_closing: str | None = None, **trip: object
) -> Value:
    """Return a query for a figure of a trip."""
    fields = {"figure": figure, "place": place, "before_closing": before_closing, "trip": trip}
    return Value(figure=TripFigure.model_validate(fields))


def _schedule(text: str, *hours: str) -> OfferedSchedule:
    mill = ScheduledVisit(place="Old Mill", start=hours[0], end=hours[1])
    pier = ScheduledVisit(place="Stone Pier", start=hours[2], end=hours[3])
    return OfferedSchedule(text=text, visits=(mill, pier))


EXAMPLES = (
    Example(
        frame="attribute",
        text="What is the rating of the Stone Pier?",
        query=fact("Stone Pier", "rating"),
    ),
    Example(
        frame="number of ratings",
        text="How many people have rated the Stone Pier?",
        query=fact("Stone Pier", "rating_count"),
    ),
    Example(
        frame="feature",
        text="Does the Stone Pier serve dinner?",
        query=has_feature("Stone Pier", "serves dinner"),
    ),
    Example(
        frame="open at",
        text="Is the Stone Pier open on Tuesday at 9:30 AM?",
        query=is_open("Stone Pier", day="tuesday", at="09:30"),
    ),
    Example(
        frame="opening time",
        text="When does the Stone Pier close on Sunday?",
        query=opening("Stone Pier", "closes", day="sunday"),
    ),
    Example(
        frame="open days",
        text="On which day of the week is the Stone Pier closed?",
        options=("Monday", "Friday"),
        query=open_days("Stone Pier", open=False),
    ),
    Example(
        frame="opening length",
        text="How many hours is the Stone Pier open on Tuesday?",
        query=opening_length("Stone Pier", "tuesday"),
    ),
    Example(
        frame="time from an edge",
        text="It is an hour before the Stone Pier closes on Sunday. What time is it?",
        query=Value(
            figure=Sum(of=(Hours(place="Stone Pier", edge="closes", day="sunday"),), plus=-3600)
        ),
    ),
    Example(
        frame="time until an edge",
        text="It is 3 PM on Sunday. How long is it until the Stone Pier closes?",
        query=Value(figure=Hours(place="Stone Pier", edge="closes", day="sunday", since="15:00")),
    ),
    Example(
        frame="hours apart",
        text="How much later does the Stone Pier open on Sunday than on Tuesday?",
        options=("1 hour", "2 hours"),
        query=Difference(
            first=Hours(place="Stone Pier", edge="opens", day="sunday"),
            second=Hours(place="Stone Pier", edge="opens", day="tuesday"),
        ),
    ),
    Example(
        frame="hours compared",
        text="Does the Stone Pier open later on Sunday than on Tuesday?",
        query=Compare(
            first=Hours(place="Stone Pier", edge="opens", day="sunday"),
            second=Hours(place="Stone Pier", edge="opens", day="tuesday"),
            more=True,
        ),
    ),
    Example(
        frame="first or last by hours",
        text="Which of these closes last on Sunday?",
        options=("Stone Pier", "Maritime Museum"),
        query=first_by("closes", most=True, day="sunday", among=("Stone Pier", "Maritime Museum")),
    ),
    Example(
        frame="attribute of picked",
        text="What is the rating of the nearest cafe to the Old Mill?",
        query=fact(nearest(category="cafe", anchor="Old Mill"), "rating"),
    ),
    Example(
        frame="compare places",
        text="Is the Stone Pier rated higher than Hotel Vardo?",
        options=("Yes", "No"),
        query=higher("Stone Pier", "Hotel Vardo", "rating"),
    ),
    Example(
        frame="lies in a direction",
        text="Does the Stone Pier lie north of the Old Mill?",
        options=("Yes", "No"),
        query=lies("Stone Pier", "north", "Old Mill"),
    ),
    Example(
        frame="farthest toward",
        text="Which of these lies farthest to the east?",
        options=("Rose Garden", "Gorm Castle"),
        query=farthest_toward("east", among=("Rose Garden", "Gorm Castle")),
    ),
    Example(
        frame="farthest toward",
        text="Which of the cafes within 500 m of the Old Mill is the easternmost?",
        options=("Gull", "Crab"),
        query=Best(
            figure=Toward(direction="east"),
            among=Places(category="cafe", anchor="Old Mill", within_m=500, among=("Gull", "Crab")),
            most=True,
        ),
    ),
    Example(
        frame="least detour",
        text="Which cafe is the smallest detour on the way from the Old Mill to the Stone Pier?",
        options=("Gull", "Crab"),
        query=Best(
            figure=Detour(first="Old Mill", second="Stone Pier"),
            among=Places(category="cafe", among=("Gull", "Crab")),
        ),
    ),
    Example(
        frame="count places",
        text="I am at the Old Mill. How many cafes within 500 m are to its north?",
        options=("2", "3"),
        query=Count(
            of=Places(
                category="cafe",
                anchor="Old Mill",
                within_m=500,
                filters=(DirectionFilter(direction="north"),),
            )
        ),
    ),
    Example(
        frame="count places",
        text="I am at the Old Mill. How many cafes within 500 m lie to the south of me?",
        options=("2", "3"),
        query=Count(
            of=Places(
                category="cafe",
                anchor="Old Mill",
                within_m=500,
                filters=(DirectionFilter(direction="south"),),
            )
        ),
    ),
    Example(
        frame="count places",
        text="How many cafes within 500 m of the Old Mill lie to the north of it?",
        options=("2", "3"),
        query=Count(
            of=Places(
                category="cafe",
                anchor="Old Mill",
                within_m=500,
                filters=(DirectionFilter(direction="north"),),
            )
        ),
    ),
    Example(
        frame="nearest",
        text="What is the second nearest cafe to the Old Mill?",
        query=nearest(category="cafe", anchor="Old Mill", rank=2),
    ),
    Example(
        frame="nearest",
        text="Of all cafes by distance from the Old Mill, nearest first, which one comes second?",
        query=nearest(category="cafe", anchor="Old Mill", rank=2),
    ),
    Example(
        frame="nearest",
        text="Leaving out any that are closed on Monday, which cafe is nearest to the Old Mill?",
        query=nearest(category="cafe", anchor="Old Mill", filters=(OpenFilter(day="monday"),)),
    ),
    Example(
        frame="count places",
        text="How many cafes are within 500 m of the Old Mill?",
        query=count(category="cafe", anchor="Old Mill", within_m=500),
    ),
    Example(
        frame="filtered places",
        text="Which cafe near the Old Mill is rated at least 4.2?",
        query=any_of(
            category="cafe",
            anchor="Old Mill",
            filters=(CompareFilter(measure="rating", comparator=">=", value=4.2),),
        ),
    ),
    Example(
        frame="not to visit",
        text="Which of these can I not visit on Monday?",
        options=("Stone Pier", "Rose Garden"),
        query=any_of(filters=(closed(day="monday"),), among=("Stone Pier", "Rose Garden")),
    ),
    Example(
        frame="list places",
        text="Which cafes are there near the Old Mill?",
        options=("Gull Cafe, Heron Cafe", "Gull Cafe, Egret Cafe"),
        query=all_of(category="cafe", anchor="Old Mill"),
    ),
    Example(
        frame="superlative place",
        text="Which cafe near the Old Mill has the lowest rating?",
        query=highest("rating", category="cafe", anchor="Old Mill", lowest=True),
    ),
    Example(
        frame="recommend",
        text="Which cafe near the Old Mill is good?",
        query=recommended("good", category="cafe", anchor="Old Mill"),
    ),
    Example(
        frame="between",
        text="Which of these lies between the Old Mill and the Rose Garden?",
        options=("Stone Pier", "Gorm Castle"),
        query=between("Old Mill", "Rose Garden", among=("Stone Pier", "Gorm Castle")),
    ),
    Example(
        frame="in a direction",
        text="Which of these lies directly north of the Old Mill?",
        options=("Stone Pier", "Gorm Castle"),
        query=in_direction("north", anchor="Old Mill", among=("Stone Pier", "Gorm Castle")),
    ),
    Example(
        frame="straight-line distance",
        text="How far is it from the Old Mill to the Stone Pier as the crow flies?",
        query=distance("Old Mill", "Stone Pier"),
    ),
    Example(
        frame="direction",
        text="In which direction does the Stone Pier lie from the Old Mill?",
        query=direction("Stone Pier", "Old Mill"),
    ),
    Example(
        frame="where seen from",
        text="Where is the Stone Pier from the Old Mill?",
        options=("North", "South"),
        query=direction("Stone Pier", "Old Mill"),
    ),
    Example(
        frame="direction and distance",
        text="In which direction and how far away is the Stone Pier from the Old Mill?",
        query=both("Old Mill", "Stone Pier"),
    ),
    Example(
        frame="extreme pair",
        text="Which pair of places is farthest apart?",
        options=("Old Mill and Stone Pier", "Rose Garden and Gorm Castle"),
        query=extreme_pair(
            ("Old Mill and Stone Pier", "Old Mill", "Stone Pier"),
            ("Rose Garden and Gorm Castle", "Rose Garden", "Gorm Castle"),
            farthest=True,
        ),
    ),
    Example(
        frame="travel total",
        text="How long does it take to drive from the Old Mill to the Stone Pier?",
        query=travel(("Old Mill", "Stone Pier"), mode=DRIVING),
    ),
    Example(
        frame="travel total",
        text="I drive from the Old Mill to the Stone Pier and stop at Fig Hall on my way. How long "
        "do I travel in total?",
        query=travel(("Old Mill", "Fig Hall"), ("Fig Hall", "Stone Pier"), mode=DRIVING),
    ),
    Example(
        frame="reached in time",
        text="I am at Hotel Vardo. Which of these can I reach on foot in under 9 minutes?",
        options=("Old Mill", "Stone Pier"),
        query=any_of(
            filters=(
                FigureFilter(
                    figure="travel_time",
                    comparator="<",
                    value=540,
                    seen_from="Hotel Vardo",
                    mode=WALKING,
                ),
            ),
            among=("Old Mill", "Stone Pier"),
        ),
    ),
    Example(
        frame="next in distance",
        text="Which cafe comes directly after the Gull Cafe by distance from the Old Mill?",
        options=("Heron Cafe", "Egret Cafe"),
        query=Best(
            figure=Distance(),
            among=Places(category="cafe", anchor="Old Mill", among=("Heron Cafe", "Egret Cafe")),
            after="Gull Cafe",
        ),
    ),
    Example(
        frame="closest by travel",
        text="I am at Hotel Vardo. Which of these can I reach fastest on foot?",
        options=("Old Mill", "Stone Pier"),
        query=Best(
            figure=Travel(legs=(TravelLeg(origin="Hotel Vardo", mode=WALKING),)),
            among=Places(among=("Old Mill", "Stone Pier")),
        ),
    ),
    Example(
        frame="max visits",
        text=(
            "I leave Hotel Vardo at 9:00 AM by car and have 4 hours. How many places can I visit "
            "at most: the Old Mill for 1 hour and the Stone Pier for 2 hours?"
        ),
        query=trip_figure(
            "visits",
            origin="Hotel Vardo",
            depart="09:00",
            stops=(MILL, PIER),
            mode=DRIVING,
            budget_min=240,
        ),
    ),
    Example(
        frame="best order",
        text=(
            "From Hotel Vardo I walk to the Old Mill for 1 hour and the Stone Pier for 2 hours. "
            "In which order should I visit them?"
        ),
        options=("Old Mill -> Stone Pier", "Stone Pier -> Old Mill"),
        query=Best(
            figure=TripFigure(figure="finish"),
            among=Orders(
                trip=Trip(origin="Hotel Vardo", stops=(MILL, PIER), mode=WALKING),
                orders=(
                    OfferedOrder(text="Old Mill -> Stone Pier", places=("Old Mill", "Stone Pier")),
                    OfferedOrder(text="Stone Pier -> Old Mill", places=("Stone Pier", "Old Mill")),
                ),
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
        query=CheckTrip(
            trip=Trip(
                origin="Hotel Vardo",
                depart="09:00",
                day="tuesday",
                stops=(MILL, PIER),
                mode=DRIVING,
                budget_min=300,
            )
        ),
    ),
    Example(
        frame="schedule check",
        text=(
            "I leave Hotel Vardo at 9:00 AM by car to visit the Old Mill for 1 hour and the Stone "
            "Pier for 2 hours. Which schedule works?"
        ),
        options=(FEASIBLE, INFEASIBLE),
        query=Listing(
            of=Schedules(
                trip=Trip(origin="Hotel Vardo", depart="09:00", stops=(MILL, PIER), mode=DRIVING),
                schedules=(
                    _schedule(FEASIBLE, "09:10", "10:10", "10:20", "12:20"),
                    _schedule(INFEASIBLE, "09:10", "10:10", "10:10", "12:10"),
                ),
            )
        ),
    ),
    Example(
        frame="finish time",
        text=(
            "I leave Hotel Vardo at 9:00 AM by car, visit the Old Mill for 1 hour and the Stone "
            "Pier for 2 hours, and drive back to the hotel. When am I back?"
        ),
        query=trip_figure(
            "finish",
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
        query=trip_figure(
            "start", origin="Hotel Vardo", stops=(MILL, PIER), mode=DRIVING, finish_by="17:00"
        ),
    ),
    Example(
        frame="latest departure",
        text=(
            "I am at the Old Mill. What is the latest time I can leave the Old Mill to drive to "
            "the Stone Pier and spend 2 hours there before it closes on Tuesday?"
        ),
        query=trip_figure(
            "departure",
            day="tuesday",
            stops=(TripStop(place="Old Mill"), PIER),
            mode=DRIVING,
            place="Old Mill",
            before_closing="Stone Pier",
        ),
    ),
    Example(
        frame="stay limit",
        text=(
            "I leave Grand Hotel at 9:00 AM by car for the Old Mill and have to be back at the "
            "hotel by noon. How long can I stay at the mill?"
        ),
        query=trip_figure(
            "stay",
            origin="Grand Hotel",
            depart="09:00",
            stops=(TripStop(place="Old Mill"),),
            end="Grand Hotel",
            mode=DRIVING,
            finish_by="12:00",
            place="Old Mill",
        ),
    ),
    Example(
        frame="waiting time",
        text=(
            "On Sunday I drive from Grand Hotel to the Old Mill at 8:15 AM. How long do I have "
            "to wait until it opens?"
        ),
        query=trip_figure(
            "waiting",
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
        query=Listing(
            of=Omissions(
                trip=Trip(
                    origin="Grand Hotel",
                    depart="09:00",
                    stops=(MILL, PIER),
                    end="Grand Hotel",
                    mode=DRIVING,
                    finish_by="12:00",
                )
            )
        ),
        options=("Old Mill", "Stone Pier"),
    ),
    Example(
        frame="free time",
        text=(
            "I spend 1 hour at the Old Mill from 9:00 AM and then drive to the Stone Pier, where "
            "a tour starts at 1:00 PM. How much free time do I have before the tour?"
        ),
        query=trip_figure(
            "free_time",
            depart="09:00",
            stops=(MILL, TripStop(place="Stone Pier", starts_at="13:00")),
            mode=DRIVING,
            place="Stone Pier",
        ),
    ),
    Example(
        frame="trip time",
        text=(
            "From Hotel Vardo I drive to the Old Mill for 1 hour and to the Stone Pier for 2 "
            "hours. How long does the whole trip take?"
        ),
        query=trip_figure("length", origin="Hotel Vardo", stops=(MILL, PIER), mode=DRIVING),
    ),
    Example(
        frame="next step",
        world=ROADS,
        text=(
            "I drive from Hotel Vardo to Gorm Castle via Elm Street. What is the next step after "
            "turning onto Oak Avenue?"
        ),
        query=Value(
            figure=StepFact(
                route=Routes(
                    origin="Hotel Vardo", destination="Gorm Castle", mode=DRIVING, via="Elm Street"
                ),
                step="next",
                road="Oak Avenue",
            )
        ),
    ),
    Example(
        frame="count manoeuvres",
        world=ROADS,
        text="How many left turns are there on the fastest route from Hotel Vardo to Gorm Castle?",
        query=Value(
            figure=RouteFigure(
                route=Best(
                    figure=RouteFigure(measure="time"),
                    among=Routes(origin="Hotel Vardo", destination="Gorm Castle"),
                ),
                measure="left_turn",
            )
        ),
    ),
    Example(
        frame="count manoeuvres",
        world=ROADS,
        text=(
            "How many left turns are there on the route from Hotel Vardo to Gorm Castle via Elm "
            "Street?"
        ),
        query=Value(
            figure=RouteFigure(
                route=Routes(origin="Hotel Vardo", destination="Gorm Castle", via="Elm Street"),
                measure="left_turn",
            )
        ),
    ),
    Example(
        frame="extreme route",
        world=ROADS,
        text="Which route from Hotel Vardo to Gorm Castle is the fastest by car?",
        options=("Via Elm Street", "Via Bay Highway"),
        query=Best(
            figure=RouteFigure(measure="time"),
            among=Routes(origin="Hotel Vardo", destination="Gorm Castle", mode=DRIVING),
        ),
    ),
    Example(
        frame="route attribute",
        world=ROADS,
        text="How long does it take to drive from Hotel Vardo to Gorm Castle via Elm Street?",
        query=Value(
            figure=RouteFigure(
                route=Routes(
                    origin="Hotel Vardo", destination="Gorm Castle", mode=DRIVING, via="Elm Street"
                ),
                measure="time",
            )
        ),
    ),
    Example(
        frame="route with",
        world=ROADS,
        text="Which route from Hotel Vardo to Gorm Castle has a toll road?",
        query=Listing(
            of=Routes(
                origin="Hotel Vardo",
                destination="Gorm Castle",
                filters=(RouteHas(manoeuvre="toll_road"),),
            ),
            wanted="any",
        ),
    ),
    Example(
        frame="landmark passed",
        world=ROADS,
        text=(
            "Which landmark do I pass when I turn left onto Oak Avenue on the way from Hotel "
            "Vardo to Gorm Castle?"
        ),
        query=Value(
            figure=StepFact(
                route=Routes(origin="Hotel Vardo", destination="Gorm Castle"),
                step="landmark",
                road="Oak Avenue",
                manoeuvre="left_turn",
            )
        ),
    ),
    Example(
        frame="step before",
        world=ROADS,
        text="What do I do before turning onto Fir Lane on the drive via Elm Street?",
        query=Value(
            figure=StepFact(
                route=Routes(mode=DRIVING, via="Elm Street"), step="before", road="Fir Lane"
            )
        ),
    ),
    Example(
        frame="step number",
        world=ROADS,
        text="What is the second step when driving via Elm Street?",
        query=Value(
            figure=StepFact(route=Routes(mode=DRIVING, via="Elm Street"), step="number", number=2)
        ),
    ),
    Example(
        frame="road figure",
        world=ROADS,
        text="How far do I drive on Fir Lane if I go via Elm Street?",
        query=Value(
            figure=RouteFigure(
                route=Routes(mode=DRIVING, via="Elm Street"), measure="distance", road="Fir Lane"
            )
        ),
    ),
    Example(
        frame="side noted",
        world=ROADS,
        text="On which side do I pass the Obelisk when I drive via Elm Street?",
        query=Value(
            figure=StepFact(
                route=Routes(mode=DRIVING, via="Elm Street"), step="side", landmark="the Obelisk"
            )
        ),
    ),
    Example(
        frame="difference",
        world=ROADS,
        text="How many minutes longer is it via Bay Highway than via Elm Street?",
        query=Difference(
            first=RouteFigure(route=Routes(via="Bay Highway"), measure="time"),
            second=RouteFigure(route=Routes(via="Elm Street"), measure="time"),
        ),
    ),
    Example(
        frame="compare figures",
        world=ROADS,
        options=("Yes", "No"),
        text="Is the route via Bay Highway slower than the one via Elm Street?",
        query=Compare(
            first=RouteFigure(route=Routes(via="Bay Highway"), measure="time"),
            second=RouteFigure(route=Routes(via="Elm Street"), measure="time"),
            more=True,
        ),
    ),
    Example(
        frame="extreme mode",
        text="What takes me from Old Mill to Stone Pier fastest?",
        options=("A taxi", "Walking"),
        query=Best(
            figure=Travel(legs=(TravelLeg(origin="Old Mill", destination="Stone Pier"),)),
            among=Modes(
                modes=(
                    OfferedMode(text="A taxi", mode=DRIVING),
                    OfferedMode(text="Walking", mode=WALKING),
                )
            ),
        ),
    ),
    Example(
        frame="count routes",
        world=ROADS,
        text="How many of the routes have a toll road?",
        query=Count(of=Routes(filters=(RouteHas(manoeuvre="toll_road"),))),
    ),
    Example(
        frame="whether a route has",
        world=ROADS,
        options=("Yes", "No"),
        text="Is there a roundabout on the route via Elm Street?",
        query=CheckRoutes(routes=Routes(via="Elm Street"), passes=RouteHas(manoeuvre="roundabout")),
    ),
    Example(
        frame="route of a figure",
        world=ROADS,
        text="Which route takes more than 12 minutes?",
        query=Listing(
            of=Routes(filters=(CompareFilter(measure="time", comparator=">", value=720),)),
            wanted="any",
        ),
    ),
    Example(
        frame="step onto",
        world=ROADS,
        text="On the route via Elm Street, what do I do to get onto Oak Avenue?",
        query=Value(
            figure=StepFact(route=Routes(via="Elm Street"), step="onto", road="Oak Avenue")
        ),
    ),
    Example(
        frame="step onto",
        world=ROADS,
        text="Do I turn left or right onto Oak Avenue on the route via Elm Street?",
        query=Value(
            figure=StepFact(route=Routes(via="Elm Street"), step="onto", road="Oak Avenue")
        ),
    ),
    Example(
        frame="road turned onto",
        world=ROADS,
        text="On the route via Elm Street, onto which road do I turn left first?",
        query=Value(
            figure=StepFact(
                route=Routes(via="Elm Street"), step="number", manoeuvre="left_turn", number=1
            )
        ),
    ),
    Example(
        frame="exit taken",
        world=ROADS,
        text="Which exit do I take at the roundabout on the route via Elm Street?",
        query=Value(figure=StepFact(route=Routes(via="Elm Street"), step="roundabout")),
    ),
    Example(
        frame="relation of areas",
        world=AREAS,
        text="Does Westing border Easting?",
        options=("Yes", "No"),
        query=Check(place="Westing", passes=AreaFilter(relation="borders", other="Easting")),
    ),
    Example(
        frame="areas in a relation",
        world=AREAS,
        text="Which parish borders Westing?",
        query=Listing(
            of=Places(
                category="administrative area",
                filters=(AreaFilter(relation="borders", other="Westing"),),
            )
        ),
    ),
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.frame)
def test_each_frame_gives_the_intended_query(example: Example) -> None:
    assert query_of(example.text, example.world, *example.options) == example.query


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.frame)
def test_each_frame_explains_every_word(example: Example) -> None:
    drafts = costed_drafts(reading(example.text, example.world, *example.options))
    assert any(draft.frame == example.frame and not draft.left for draft in drafts)


def test_every_frame_has_an_example_and_a_unique_name() -> None:
    names = [frame.name for frame in FRAMES]
    assert len(set(names)) == len(names)
    assert {example.frame for example in EXAMPLES} == set(names)
