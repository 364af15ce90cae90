"""Opening hours by day: limits, parts of a day, sums and comparisons in many wordings."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from geoeval.calculators.hours import WeeklyHours
from geoeval.query.parts import DAYS
from geoeval.understanding import NotUnderstood
from geoeval.world.model import Leg, Place, TravelMode, World
from tests.understanding.asking import answer_text, query_of


def _week(*hours: str) -> WeeklyHours:
    """Return the hours of a week from Monday on."""
    lines = zip(DAYS, hours, strict=True)
    return WeeklyHours.parse_lines([f"{day.capitalize()}: {text}" for day, text in lines])


EARLY, LATE = "9:00 AM – 5:00 PM", "9:00 AM – 8:00 PM"
SHOP = _week(EARLY, EARLY, EARLY, LATE, LATE, EARLY, EARLY)
BAR = _week(*["6:00 PM – 2:00 AM"] * 6, "Closed")
MIDDAY, AFTERNOON = "10:00 AM – 6:00 PM", "2:00 – 6:00 PM"
LIBRARY = _week(
    "Closed", MIDDAY, MIDDAY, MIDDAY, AFTERNOON, "10:00 AM – 1:00 PM", "12:00 – 4:00 PM"
)
_HOURS = {"Kestrel Shop": SHOP, "Otter Bar": BAR, "Alba Library": LIBRARY, "Old Inn": None}
TOWN = World(
    places=tuple(Place(name=name, hours=hours) for name, hours in _HOURS.items()),
    legs=tuple(
        Leg(origin=a, destination=b, mode=TravelMode.WALKING, duration_s=600, distance_m=800.0)
        for a in _HOURS
        for b in _HOURS
        if a != b
    ),
)
NUMBERS, YES = ("1", "2", "3", "4"), ("Yes", "No")


@pytest.mark.parametrize(
    ("text", "options", "answer"),
    [
        (
            "On which days is Kestrel Shop open until 8 PM?",
            ("Thursday and Friday", "Monday and Friday"),
            "Thursday and Friday",
        ),
        ("How many days a week does the Kestrel Shop close after 6 PM?", NUMBERS, "2"),
        ("How many days a week is Kestrel Shop open past 6 PM?", NUMBERS, "2"),
        ("On how many evenings a week can I go to the Kestrel Shop at 7 PM?", NUMBERS, "2"),
        ("On how many days of the week can I visit the Alba Library?", ("5", "6", "7"), "6"),
        ("How many days weekly is the Otter Bar open?", ("5", "6", "7"), "6"),
        (
            "On which day is Alba Library closed until 2 PM?",
            ("Friday", "Saturday", "Tuesday"),
            "Friday",
        ),
        (
            "On which day is the Alba Library closed in the morning only?",
            ("Friday", "Saturday", "Monday"),
            "Friday",
        ),
        (
            "On which day is Alba Library shut in the morning but open in the afternoon?",
            ("Friday", "Saturday", "Monday"),
            "Friday",
        ),
        (
            "On which day does Alba Library not open at 10 AM?",
            ("Tuesday", "Sunday", "Saturday"),
            "Sunday",
        ),
        (
            "Which day is Alba Library not open past 5 PM?",
            ("Tuesday", "Saturday", "Wednesday"),
            "Saturday",
        ),
        (
            "On which day does Alba Library close at 4 PM rather than at 6 PM?",
            ("Tuesday", "Saturday", "Sunday"),
            "Sunday",
        ),
        (
            "On which day does Kestrel Shop stay open until 8 PM, Tuesday or Friday?",
            ("Tuesday", "Friday"),
            "Friday",
        ),
        (
            "How many hours is the Alba Library open on Tuesday and Friday together?",
            ("12", "8", "4"),
            "12",
        ),
        ("How many hours a week is the Alba Library open?", ("35", "8", "28"), "35"),
        (
            "How many hours later does the Alba Library open on Friday than on Tuesday?",
            NUMBERS,
            "4",
        ),
        (
            "How much longer is the Alba Library open on Tuesday than on Friday?",
            ("2 hours", "4 hours"),
            "4 hours",
        ),
        (
            "How long after the Kestrel Shop does the Alba Library open on Tuesday?",
            ("4 hours", "1 hour"),
            "1 hour",
        ),
        ("Does Alba Library open earlier than the Kestrel Shop on Tuesday?", YES, "No"),
        ("Is the Alba Library open longer on Tuesday than on Friday?", YES, "Yes"),
        ("Does Kestrel Shop close before Alba Library on Tuesday?", YES, "Yes"),
        ("Does Kestrel Shop stay open later on Friday than on Monday?", YES, "Yes"),
        ("Is the Otter Bar open later than Kestrel Shop on Friday?", YES, "Yes"),
        ("Does the Kestrel Shop open later on Friday than on Monday?", YES, "No"),
        (
            "Which of these is open for the most hours on Friday?",
            ("Kestrel Shop", "Otter Bar", "Alba Library"),
            "Kestrel Shop",
        ),
        ("Today is Sunday. Can I visit the Alba Library tomorrow?", YES, "No"),
        (
            "We get in Varnby on Saturday to see the Alba Library the following day. Is it open?",
            YES,
            "Yes",
        ),
        ("Can I still go inside the Otter Bar on Sunday at 1 AM?", YES, "Yes"),
        (
            "It is 1 AM on Saturday night. How much longer is the Otter Bar open?",
            ("1 hour", "2 hours"),
            "1 hour",
        ),
        (
            "I walk from Old Inn at 8:20 AM to Kestrel Shop. How long do I wait for it to open?",
            ("30 mins", "40 mins"),
            "30 mins",
        ),
        (
            "How long do I wait at Kestrel Shop for it to open if I walk from Old Inn at 8:20 AM?",
            ("30 mins", "40 mins"),
            "30 mins",
        ),
    ],
)
def test_questions_about_opening_days_are_answered(
    text: str, options: Sequence[str], answer: str | None
) -> None:
    assert answer_text(text, TOWN, options) == answer


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("On which day does Alba Library not open at 10 AM?", ("Tuesday", "Sunday", "Monday")),
        ("On which day is Alba Library not open past 5 PM?", ("Tuesday", "Monday", "Friday")),
        ("On which day is Alba Library open in the evening?", ("Tuesday", "Saturday", "Sunday")),
        (
            "On which day is Alba Library open in the morning but not in the afternoon?",
            ("Tuesday", "Saturday", "Sunday"),
        ),
        ("How many days a week do I visit the Alba Library?", ("4", "5", "6")),
        ("How many days a month is the Alba Library open?", ("4", "5", "6")),
        ("How many hours is the Alba Library open from Tuesday to Friday in total?", NUMBERS),
        ("How many hours is the Alba Library open on Tuesday or Friday?", NUMBERS),
        ("Does Kestrel Shop close before Alba Library opens on Tuesday?", YES),
        ("Does Alba Library not open earlier than the Kestrel Shop on Tuesday?", YES),
        ("Than the Kestrel Shop, does Alba Library open earlier on Tuesday?", YES),
        ("Should I go to Alba Library before Kestrel Shop, which opens on Tuesday?", YES),
        (
            "On which day is Alba Library open past 5 PM but closed in the afternoon?",
            ("Friday", "Sunday"),
        ),
        ("Is the walk from Alba Library to Kestrel Shop longer than to Otter Bar?", NUMBERS),
    ],
)
def test_unclear_opening_questions_are_not_understood(text: str, options: Sequence[str]) -> None:
    """Closed days, another part of the day or both edges may be meant."""
    assert isinstance(query_of(text, TOWN, *options), NotUnderstood)


@pytest.mark.parametrize("stop", ["Alba Library", "Old Inn"])
def test_no_waiting_time_is_given_without_a_day(stop: str) -> None:
    """Opening times differ between days, or are unknown."""
    text = (
        f"I leave the Otter Bar at 8 AM on foot for the {stop}. How long do I wait until it opens?"
    )
    options = ("1 hour 50 mins", "2 hours")
    assert answer_text(text, TOWN, options) not in options
