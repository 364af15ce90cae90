"""Planning prompts with sound plans, which tests break in a single place."""

from __future__ import annotations

DAY = """You are visiting Harbour Town for the day and want to meet as many friends as possible. \
Solve the problem by picking the best schedule.

Travel distances (in minutes):
Old Mill to Stone Pier: 20.
Old Mill to The Fig Hall: 35.
Stone Pier to Old Mill: 25.
Stone Pier to The Fig Hall: 15.
The Fig Hall to Old Mill: 30.
The Fig Hall to Stone Pier: 15.

CONSTRAINTS: You arrive at Old Mill at 9:00AM. Ada will be at Stone Pier from 9:30AM to \
11:00AM. You'd like to meet Ada for a minimum of 45 minutes. Bo will be at The Fig Hall from \
10:00AM to 11:15AM. You'd like to meet Bo for a minimum of 30 minutes.

Your response should start with 'SOLUTION:'."""

DAY_PLAN = (
    "You start at Old Mill at 9:00AM.",
    "You travel to Stone Pier in 20 minutes and arrive at 9:20AM.",
    "You wait until 9:30AM.",
    "You meet Ada for 45 minutes from 9:30AM to 10:15AM.",
    "You travel to The Fig Hall in 15 minutes and arrive at 10:30AM.",
    "You meet Bo for 30 minutes from 10:30AM to 11:00AM.",
)

TRIP = """You plan to visit 3 European cities for 7 days in total. You only take direct flights \
to commute between cities. You want to spend 3 days in Oslo. You are going to attend a wedding in \
Oslo between day 1 and day 3. You would like to visit Rome for 4 days. You plan to stay in Bern \
for 2 days.

Here are the cities that have direct flights:
Oslo and Rome, Oslo and Bern, from Bern to Rome.

Find a trip plan of visiting the cities for 7 days by taking direct flights to commute between \
them."""

TRIP_PLAN = (
    "Here is the trip plan for visiting the 3 European cities for 7 days:",
    "",
    "**Day 1-3:** Arriving in Oslo and visit Oslo for 3 days.",
    "**Day 3:** Fly from Oslo to Bern.",
    "**Day 3-4:** Visit Bern for 2 days.",
    "**Day 4:** Fly from Bern to Rome.",
    "**Day 4-7:** Visit Rome for 4 days.",
)


def changed(text: str, old: str, new: str) -> str:
    """Return a text with a passage replaced; the passage must be present."""
    assert old in text, old
    return text.replace(old, new)


def with_line(plan: tuple[str, ...], index: int, *lines: str) -> tuple[str, ...]:
    """Return a plan with a line replaced by others, or removed."""
    return (*plan[:index], *lines, *plan[index + 1 :])
