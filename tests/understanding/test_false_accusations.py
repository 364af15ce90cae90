"""Words that rules passed over, so that correct labels were contradicted: a test per class."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from geoeval import Leg, Place, WeeklyHours, World, ask
from geoeval.datasets.load import load_datasets
from geoeval.datasets.records import Question, Record, Span
from geoeval.query.filter_kinds import CompareFilter
from geoeval.query.inspect import trip_of
from geoeval.query.solve import parse_query, solve
from geoeval.query.values import CannotSolve
from geoeval.understanding.readings import Interpretation, find_readings
from geoeval.understanding.understand import RULES, interpret
from geoeval.verification.answer import answer_question
from geoeval.verification.judging.judge import judge
from geoeval.verification.model import Answer
from geoeval.verification.run import verify_datasets
from geoeval.world.model import NearbyList, TravelMode
from tests.understanding.asking import items, world_of

INN, MILL = "Harbour Inn", "Old Mill"
PARTS = WeeklyHours.parse("Monday: 11:30 AM – 2:00 PM, 5:30 – 10:00 PM")
WHOLE = WeeklyHours.parse("Monday: 11:00 AM – 10:00 PM")
CAFES = (
    Place(name="Fig", rating=4.5, rating_count=900, hours=WHOLE),
    Place(name="Plum", rating=4.7, rating_count=800, hours=PARTS),
    Place(name="Sloe", rating=4.5, rating_count=20, hours=WHOLE),
)
TOWN = World(
    places=(
        Place(name=INN, location=(60.1, 24.9), hours=PARTS),
        Place(name=MILL, location=(60.2, 24.9), hours=WHOLE),
    ),
    lists=(NearbyList(anchor=MILL, category="cafe", places=CAFES),),
    legs=tuple(
        Leg(origin=a, destination=b, mode=TravelMode.WALKING, duration_s=1200.0)
        for a, b in ((INN, MILL), (MILL, INN))
    ),
)


def first_reading(text: str, *options: str) -> Interpretation | None:
    """Return the cheapest reading of the rules, or None."""
    found = find_readings(Question(id=1, text=text, options=options), TOWN)
    return found[0] if isinstance(found, tuple) else None


def is_contradicted_label(question: Question, label: int, answer: Answer, world: World) -> bool:
    """Return whether an answer contradicts the label of a question."""
    span = Span(file="cases.json", line=1, column=1)
    record = Record(question=question, context="", label=label, category=None, span=span)
    return judge(record, answer, world).verdict == "contradicted"


@pytest.mark.parametrize(
    ("place", "part", "is_read"),
    [(INN, "for dinner", False), (MILL, "for dinner", True), (INN, "", True)],
)
def test_a_part_of_the_day_needs_unbroken_hours(place: str, part: str, is_read: bool) -> None:
    text = f"When does {place} open {part} on Mondays?"
    assert (first_reading(text, "11:00 AM", "11:30 AM", "5:30 PM") is not None) is is_read


@pytest.mark.parametrize(
    ("words", "comparator"),
    [("a rating of 4.5", "=="), ("a rating above 4.5", ">"), ("4.5 stars", ">")],
)
def test_a_comparator_applies_to_its_own_figure_only(words: str, comparator: str) -> None:
    text = f"How many cafes near {MILL} have more than 500 ratings and {words}?"
    reading = first_reading(text, "1", "2", "3")
    assert reading is not None
    filters = reading.query.of.filters
    assert {(f.measure, f.comparator) for f in filters if isinstance(f, CompareFilter)} == {
        ("rating_count", ">"),
        ("rating", comparator),
    }


@pytest.mark.parametrize(
    ("journey", "answer"),
    [
        (f"I reached {INN} at 10:00 AM, stayed for an hour and walked back to {MILL}.", 0),
        (f"I arrived at {INN} at 10:00 AM. After an hour there I walk back to {MILL}.", 0),
        (f"I leave {MILL} at 10:00 AM, walk to {INN}, stay an hour and walk back to {MILL}.", 1),
    ],
)
def test_a_journey_begins_where_the_asker_is(journey: str, answer: int) -> None:
    found = ask(f"{journey} When am I back?", TOWN, ["11:20 AM", "11:40 AM"], front_ends=(RULES,))
    assert found.answer == answer


@pytest.mark.parametrize(
    ("text", "is_assumed"),
    [
        (f"How many cafes near {MILL} open at 11 AM on Mondays?", True),
        (f"How many cafes near {MILL} are open at 11 AM on Mondays?", False),
    ],
)
def test_the_verb_open_may_mean_the_opening_time(text: str, is_assumed: bool) -> None:
    reading = first_reading(text, "1", "2", "3")
    assert reading is not None
    assert bool(reading.assumptions) is is_assumed


@pytest.mark.parametrize(
    ("question", "is_assumed"),
    [
        (f"How long is the walk from {MILL} to {INN}?", True),
        (f"How long does the whole trip from {MILL} to {INN} take on foot?", False),
    ],
)
def test_a_stay_in_the_story_does_not_lengthen_a_walk(question: str, is_assumed: bool) -> None:
    reading = first_reading(f"A tour of {INN} takes 90 minutes. {question}", "20 mins", "110 mins")
    assert reading is None or bool(reading.assumptions) is is_assumed


def test_a_corrected_name_makes_readings_doubtful() -> None:
    text = f"How far is {MILL}, sorry, {INN} from {MILL} as the crow flies?"
    found = interpret(Question(id=1, text=text), TOWN)
    assert isinstance(found, tuple)
    assert all(each.doubts for each in found)


@pytest.mark.parametrize(
    ("words", "is_early"),
    [
        ("be there 15 minutes before", True),
        ("before it I really want 15 minutes there", True),
        ("before it I really do want 15 minutes there", False),
        ("stay there for 15 minutes", False),
        ("want 15 minutes to connect my laptop before it", True),
        ("want 15 minutes to connect my laptop there", False),
    ],
)
def test_a_stay_near_before_ends_at_the_appointment(words: str, is_early: bool) -> None:
    text = f"My class at {INN} starts at 3 PM and I {words}. I walk from {MILL}. "
    reading = first_reading(
        text + f"What is the latest time to leave {MILL}?", "2:25 PM", "2:40 PM"
    )
    assumed = "the stay is over when the appointment begins"
    assert (reading is not None and assumed in reading.assumptions) is is_early


@pytest.mark.parametrize(
    ("text", "is_budget"),
    [
        (
            "I leave Old Mill at 1 PM on foot. Can I still have half an hour inside Harbour Inn?",
            False,
        ),
        ("I leave Old Mill at 1 PM on foot. Can I reach Harbour Inn? I have half an hour.", True),
    ],
)
def test_a_duration_inside_a_place_is_not_a_budget(text: str, is_budget: bool) -> None:
    reading = first_reading(text, "Yes", "No")
    trip = None if reading is None else trip_of(reading.query)
    assert (trip is not None and trip.budget_min == 30) is is_budget


@pytest.mark.parametrize(
    ("margin", "spent_there"),
    [
        ("I want fifteen minutes there to sort the tickets.", True),
        ("I like fifteen minutes to spare.", True),
        ("I spend fifteen minutes at Old Mill.", False),
        ("I spend fifteen minutes in the lovely Old Mill.", False),
        ("I spend fifteen minutes in the very lovely Old Mill.", True),
    ],
)
def test_a_margin_is_assumed_where_the_train_leaves(margin: str, spent_there: bool) -> None:
    text = f"My train from {INN} leaves at 3 PM. I will be at {MILL} before it and walk. {margin} "
    reading = first_reading(f"{text}When must I leave {MILL} at the latest?", "2:25 PM", "2:40 PM")
    assumed = f"the stay is at {INN}"
    assert (reading is not None and assumed in reading.assumptions) is spent_there


@pytest.mark.parametrize(("origin", "is_read"), [(f"from {MILL}", True), ("from the jetty", False)])
def test_a_journey_without_a_leg_is_not_read(origin: str, is_read: bool) -> None:
    text = f"On Monday at 3 PM I start on foot {origin} to {INN}. "
    reading = first_reading(
        f"{text}How long can I be in {INN} before it closes?", "2 hours", "1 hour"
    )
    assert (reading is not None) is is_read


def test_a_journey_begins_at_the_place_of_its_tour() -> None:
    text = f"Our tour of {MILL} starts at 11:00 AM and lasts 1 hour. Then we walk back to {INN}. "
    reading = first_reading(f"{text}When do we get back?", "12:20 PM", "12:40 PM")
    trip = None if reading is None else trip_of(reading.query)
    assert trip is not None
    assert (trip.origin, trip.depart) == (None, "11:00")


def test_time_inside_a_place_is_not_travel_time() -> None:
    text = f"I walk from {MILL} to {INN} at 5 PM. How long will I be able to be inside?"
    assert first_reading(text, "20 minutes", "1 hour") is None


OPEN_CAFES = f"How many cafes near {MILL} {{}} at 11:30 AM on Mondays?"
WALK = f"How long is the walk from {MILL} to {INN}?"


@pytest.mark.parametrize(
    ("text", "options", "is_contradicted"),
    [
        (OPEN_CAFES.format("are open"), ("2", "3"), True),
        (OPEN_CAFES.format("open"), ("2", "3"), False),
        (WALK, ("110 mins", "20 mins"), True),
        (f"A tour of {INN} takes 90 minutes. {WALK}", ("20 mins", "110 mins"), False),
    ],
)
def test_an_assumption_prevents_a_contradiction(
    text: str, options: tuple[str, ...], *, is_contradicted: bool
) -> None:
    question = Question(id=1, text=text, options=options)
    answer = answer_question(question, TOWN, front_ends=(RULES,))
    assert is_contradicted_label(question, 0, answer, TOWN) is is_contradicted


@pytest.mark.parametrize("name", ["false_accusations", "natural_aimed"])
def test_no_correct_label_of_the_cases_is_contradicted(name: str, data_dir: Path) -> None:
    report = verify_datasets(load_datasets(str(data_dir / "cases" / f"{name}.json")))
    assert [item.id for item in report.items if item.verdict == "contradicted"] == []


def test_no_correct_label_of_journeys_is_contradicted() -> None:
    """Margins before trains, round trips, tours on the hour, stays until a given time."""
    data: Any = items("journeys_with_margins.json")
    worlds = {name: world_of(context) for name, context in data["worlds"].items()}
    contradicted = []
    for item in data["questions"]:
        world = worlds[item["world"]]
        question = Question(id=item["id"], text=item["text"], options=tuple(item["options"]))
        answer = answer_question(question, world)
        if is_contradicted_label(question, item["answer"], answer, world):
            contradicted.append(item["id"])
    assert contradicted == []


def test_weeks_in_the_story_are_ignored() -> None:
    """Six weeks before 9:40 would be another day, for which the solver finds no start."""
    text = (
        f"My knee was operated on 6 weeks ago. I must be at {INN} at 9:40 AM and walk from {MILL}. "
    )
    question = Question(id=1, text=f"{text}When must I leave?", options=("9:20 AM", "9:00 AM"))
    assert answer_question(question, TOWN).answer == 0
    stop = {"place": MILL, "visit_min": 6 * 7 * 1440}
    trip = {"origin": INN, "stops": [stop], "finish_by": "09:40", "mode": "walking"}
    figure = {"kind": "trip", "figure": "start", "trip": trip}
    found = solve(parse_query({"ask": "value", "figure": figure}), TOWN)
    assert isinstance(found, CannotSolve)
    assert found.reason == "under_specified"


@pytest.mark.parametrize(("ways", "is_read"), [("the walk", True), ("the round trip", False)])
def test_a_round_trip_is_not_compared_with_a_single_trip(ways: str, is_read: bool) -> None:
    text = f"How much quicker is {ways} from {MILL} to {INN} on foot than by bike?"
    assert (first_reading(text, "10 minutes", "20 minutes") is not None) is is_read


@pytest.mark.parametrize(
    ("end", "is_read"), [("2 PM", False), ("6 PM", True), ("1 AM", True), ("6 AM", False)]
)
def test_no_journey_ends_before_it_begins(end: str, is_read: bool) -> None:
    text = f"I leave {MILL} at 3 PM, walk to {INN} and stay there for an hour. "
    reading = first_reading(f"{text}Can I be done by {end}?", "Yes", "No")
    assert (reading is not None) is is_read


@pytest.mark.parametrize(("tours", "is_doubtful"), [("on the hour", True), ("at noon", False)])
def test_hourly_starts_are_doubtful(tours: str, is_doubtful: bool) -> None:
    text = f"Tours of {INN} start {tours}. How long is the walk from {MILL} to {INN}?"
    reading = first_reading(text, "20 minutes", "30 minutes")
    assert (reading is None or bool(reading.doubts)) is is_doubtful


@pytest.mark.parametrize(
    ("sentence", "is_read"),
    [
        ("I am walking.", True),
        ("We always go on foot.", True),
        ("I plan to walk.", True),
        ("I cannot walk.", False),
        ("I am too tired to walk.", False),
        ("I hate walking.", False),
        ("Walking is out of the question.", False),
    ],
)
def test_a_mode_by_which_nobody_travels_is_not_read(sentence: str, is_read: bool) -> None:
    text = f"{sentence} How long does it take from {MILL} to {INN}?"
    assert (first_reading(text, "20 minutes", "30 minutes") is not None) is is_read


@pytest.mark.parametrize(
    ("options", "answer"),
    [(("Fig and Sloe", "Plum", "All three", "Fig"), 0), (("Plum", "Fig"), 1)],
)
def test_an_option_that_lists_several_places_asks_for_all(
    options: tuple[str, ...], answer: int
) -> None:
    text = f"Which cafes near {MILL} are open at 3 PM on Mondays?"
    found = ask(text, TOWN, options, front_ends=(RULES,))
    assert found.answer == answer
