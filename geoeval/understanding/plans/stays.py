"""A prompt that asks for a trip over several cities, read into a ``StayPlan``."""

from __future__ import annotations

from geoeval.query.kinds import CityStay, DatedEvent, StayPlan
from geoeval.understanding.plans import vocabulary as known
from geoeval.understanding.plans.form import Form, conflict, form_of, missing, not_read, unread
from geoeval.understanding.plans.statement import Statement, read_statements
from geoeval.understanding.plans.tables import FlightLine, Line, numbered_lines, read_flights

FORMS = (
    Form(
        name="length",
        shapes=(("count", "days"), ("days", "count"), ("days",)),
        words=known.ASIDE | known.VISITING | known.CITIES | known.STAYING | known.FLYING,
    ),
    Form(
        name="aside",
        shapes=((),),
        words=known.ASIDE | known.VISITING | known.CITIES | known.FLYING,
    ),
    Form(
        name="stay",
        shapes=(("name", "days"), ("days", "name")),
        words=known.GRAMMAR | known.STAYING | known.CITIES,
    ),
    Form(
        name="event",
        shapes=(("day", "day", "name"), ("name", "day", "day"), ("day", "name"), ("name", "day")),
        words=known.GRAMMAR | known.EVENTS,
    ),
)
VOCABULARY = frozenset[str]().union(*(form.words for form in FORMS))


def read_stay_prompt(text: str) -> StayPlan:
    """Return the plan that a prompt asks for.

    Parameters
    ----------
    text
        The length of the trip, the days to stay in each city, what takes place on which days,
        and the direct flights: "A and B" both ways, "from A to B" one way.

    Returns
    -------
    StayPlan
        With every fact that the prompt states.

    Raises
    ------
    NotStated
        If a sentence is not read, a fact is missing, or two do not go together.
    """
    lines: list[Line] = []
    flights: dict[tuple[str, str], None] = {}
    for line in numbered_lines(text):
        entries = list(read_flights(line)) or [line]
        for entry in entries:
            if isinstance(entry, FlightLine):
                flights.update(dict.fromkeys(entry.pairs))
            else:
                lines.append(entry)
    cities = {city for pair in flights for city in pair}
    told: dict[str | None, list[Statement]] = {}
    for sentence in read_statements(lines, cities, VOCABULARY):
        told.setdefault(form_of(sentence, FORMS), []).append(sentence)
    if None in told:
        raise not_read([(sentence, unread(sentence, FORMS)) for sentence in told[None]])
    stays = _stays(told.get("stay", []))
    return StayPlan(
        days=_length(told.get("length", []), stays),
        stays=tuple(stays),
        events=tuple(_event(each, stays) for each in told.get("event", [])),
        flights=tuple(flights),
    )


def _length(sentences: list[Statement], stays: list[CityStay]) -> int:
    """Return the days of the trip, after a look at the number of its cities."""
    if not sentences:
        what = 'the length of the trip, such as "for 9 days in total"'
        raise missing(what)
    days = {sentence.figures("days")[0] for sentence in sentences}
    if len(days) > 1:
        what = "the trip has different lengths"
        raise conflict(what, *sentences)
    for sentence in sentences:
        if any(count != len(stays) for count in sentence.figures("count")):
            what = f"days are given for {len(stays)} cities"
            raise conflict(what, sentence)
    return days.pop()


def _stays(sentences: list[Statement]) -> list[CityStay]:
    """Return the cities with their days, each once."""
    first: dict[str, Statement] = {}
    for sentence in sentences:
        (city,) = sentence.names()
        earlier = first.setdefault(city, sentence)
        if earlier is not sentence:
            what = f"{city} has two stays"
            raise conflict(what, earlier, sentence)
    if not first:
        what = 'a city to stay in, such as "You want to spend 3 days in Oslo"'
        raise missing(what)
    return [CityStay(city=city, days=each.figures("days")[0]) for city, each in first.items()]


def _event(sentence: Statement, stays: list[CityStay]) -> DatedEvent:
    """Return what takes place in a city, on one day or from one to another."""
    (city,) = sentence.names()
    days = sentence.figures("day")
    if city not in {stay.city for stay in stays}:
        what = f"{city} is no city of the trip"
        raise conflict(what, sentence)
    return DatedEvent(city=city, first_day=days[0], last_day=days[-1])
