"""Options as people write them: hedged figures, lists of names, verdicts with a reason."""

from __future__ import annotations

import pytest

from geoeval import Leg, Place, WeeklyHours, World, ask
from geoeval.datasets.records import Question
from geoeval.understanding.choices import answer_types, options_are_lists, without_hedges
from geoeval.understanding.journey import offers
from geoeval.understanding.learned.question import AskedQuestion
from geoeval.world.model import NearbyList, TravelMode
from tests.understanding.asking import reading

MILL, PIER = "Old Mill", "Stone Pier"
CAFES = (
    Place(name="Fig", features=("Outdoor Seating",)),
    Place(name="Plum", features=("Outdoor Seating",)),
    Place(name="Sloe"),
)
DAY = WeeklyHours.parse("Monday: 10:00 AM – 6:00 PM")
TOWN = World(
    places=(
        Place(name=MILL, location=(60.2, 24.9)),
        Place(name=PIER, location=(60.1, 24.9)),
        Place(name="Acuario Lirano", location=(60.15, 24.9)),
        Place(name="Stazione Vell", location=(60.17, 24.9), hours=DAY),
        Place(name="Church Street Cafe", location=(60.18, 24.9), hours=DAY),
        Place(name="Ponte del Palazzo", location=(60.19, 24.9)),
    ),
    lists=(NearbyList(anchor=MILL, category="cafe", places=CAFES),),
    legs=(Leg(origin=MILL, destination=PIER, mode=TravelMode.WALKING, duration_s=1200.0),),
)


@pytest.mark.parametrize("option", ["3 km more or less", "around 3 km", "3 km or so", "3 km"])
def test_a_hedge_does_not_change_the_type_of_an_option(option: str) -> None:
    assert without_hedges(option) == "3 km"
    assert answer_types([option, "5 km"], TOWN) == ("distance",)


def test_a_verdict_may_include_a_reason() -> None:
    assert answer_types(["Yes, it is open", "No, it is closed"], TOWN) == ("verdict",)


@pytest.mark.parametrize(
    ("options", "are_lists"),
    [
        (["Fig and Plum", "only Fig", "Plum and Sloe"], True),
        (["Fig, Plum", "Fig, Sloe", "Plum, Sloe"], True),
        (["Fig", "Plum", "Sloe"], False),
        (["Fig and Zork", "Plum and Zork", "Sloe"], False),
    ],
)
def test_lists_of_places_are_distinguished_from_single_places(
    options: list[str], are_lists: bool
) -> None:
    assert options_are_lists(reading("Which cafes?", TOWN, *options)) is are_lists


def test_an_option_that_lists_places_is_chosen_as_a_whole() -> None:
    options = ["Fig and Sloe", "only Plum", "Fig and Plum"]
    answer = ask("Which cafes near Old Mill have outdoor seating?", TOWN, options)
    assert answer.answer == 2


def test_orders_may_name_places_by_a_distinctive_word() -> None:
    text = "I want to see Old Mill and Stone Pier. In which order?"
    found = offers.offered_orders(
        reading(text, TOWN, "Mill first, then the pier", "Pier, then mill"), None
    )
    assert [order.places for order in found] == [(MILL, PIER), (PIER, MILL)]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("How far is the station from Old Mill?", "Stazione Vell"),
        ("How far is our aquarium from Old Mill?", "Acuario Lirano"),
        ("How far is the bridge from Old Mill?", "Ponte del Palazzo"),
        ("How far is the palace from Old Mill?", None),
        ("How far is a station from Old Mill?", None),
        ("How far is the church from Old Mill?", None),
    ],
)
def test_a_definite_kind_is_its_only_place(text: str, place: str | None) -> None:
    asked = AskedQuestion(Question(id=1, text=text, options=("1 km", "2 km")), TOWN)
    assert (place in {slot.value for slot in asked.of("P")}) is (place is not None)


@pytest.mark.parametrize(
    ("appointment", "right"),
    [
        ("A class at Stone Pier starts at 3 PM and I want to be there 15 minutes before.", 0),
        ("A class at Stone Pier starts at 3 PM.", 1),
    ],
)
def test_time_to_be_early_is_before_the_appointment(appointment: str, right: int) -> None:
    text = f"{appointment} I walk from Old Mill. What is the latest time to leave Old Mill?"
    assert ask(text, TOWN, ["2:25 PM", "2:40 PM", "2:55 PM"]).answer == right


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["Yes, until 8 PM", "Yes, until 6 PM", "No"], "options_of_another_kind"),
        (["Yes, it is", "No, it is closed"], None),
    ],
)
def test_verdicts_with_different_reasons_are_undecided(
    options: list[str], reason: str | None
) -> None:
    answer = ask("Is Stazione Vell open at 5 PM on Monday?", TOWN, options)
    assert (answer.answer, answer.reason) == (None if reason else 0, reason)


def test_the_first_word_of_a_name_does_not_abbreviate_it() -> None:
    answer = ask("When does the church close on Monday?", TOWN, ["6:00 PM", "3:00 PM"])
    assert answer.status == "not_understood"


@pytest.mark.parametrize(
    ("words", "clock"),
    [
        ("at three o'clock", "15:00"),
        ("for dinner at half past three", "15:30"),
        ("at three o'clock at night", "03:00"),
        ("at three o'clock in the morning", "03:00"),
        ("at eight o'clock", "08:00"),
    ],
)
def test_a_spoken_hour_is_in_the_daytime(words: str, clock: str) -> None:
    asked = AskedQuestion(Question(id=1, text=f"Is Stazione Vell open {words} on Monday?"), TOWN)
    assert [slot.clock for slot in asked.of("K")] == [clock]


def test_bare_numbers_have_the_unit_of_the_question() -> None:
    text = "How many minutes is the walk from Old Mill to Stone Pier?"
    assert AskedQuestion(Question(id=1, text=text, options=("15", "20")), TOWN).types == {"s"}
