"""A trip over several cities: the prompt as a ``StayPlan``, and the steps of an offered plan."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from geoeval.naturalplan import sentences as prose
from geoeval.naturalplan.sentences import FlightList, Said, Statement
from geoeval.query.parts import CityStay, DatedEvent, StayPlan

_FORMS, _STEPS = prose.forms_of("stays", "prompt"), prose.forms_of("stays", "plan")
_VOCABULARY = prose.vocabulary_of(_FORMS) | prose.NARROWING
_CITY = (
    re.compile(r"\b(?:in|at|visit|visiting|tour|explore) (?P<name>[^:;]+?) for -?\d"),
    re.compile(r"\bdays? in (?P<name>[^:;]+)$"),
)


def read_stay_prompt(text: str) -> StayPlan:
    """Return the plan that a prompt asks for."""
    lines = prose.numbered_lines(text)
    sentences = list(prose.split_sentences(line for line in lines if "day" in line[1].casefold()))
    named = prose.names_in(sentences, _CITY)
    dated = list(prose.read_statements(sentences, named, _VOCABULARY))
    stays = _stays(prose.read_by(each, _FORMS) for each in dated)
    cities = {stay.city for stay in stays}
    lists = [prose.read_flights(line, cities | named) for line in lines]
    found = prose.by_form(_outside_lists(dated, lists, cities | named), _FORMS)
    if not stays:
        prose.report_missing('a city to stay in, such as "You want to spend 3 days in Oslo"')
    return StayPlan(
        days=_length(found.get("length", []), stays),
        stays=tuple(stays),
        events=tuple(_event(each, cities) for each in found.get("event", [])),
        flights=_flights(lists, headed="flights" in found),
    )


def _outside_lists(
    dated: list[Statement], lists: list[FlightList], names: set[str]
) -> Iterator[Statement]:
    read = {each.line for each in dated} - {each.line for each in lists if each.flights}
    yield from (each for each in dated if each.line in read)
    rest = (line for each in lists for line in each.rest if line[0] not in read)
    yield from prose.read_statements(prose.split_sentences(rest), names, _VOCABULARY)


def _flights(lists: list[FlightList], *, headed: bool) -> tuple[tuple[str, str], ...]:
    flights = tuple(dict.fromkeys(pair for each in lists for pair in each.flights))
    if flights and not headed:
        prose.report_missing(
            'a heading of the pairs, such as "Here are the cities that have direct flights:"'
        )
    return flights


def _length(sentences: list[Said], stays: list[CityStay]) -> int:
    if not sentences:
        prose.report_missing('the length of the trip, such as "for 9 days in total"')
    days = {_days(sentence) for sentence in sentences}
    if len(days) > 1:
        prose.report_conflict("the trip has different lengths", *sentences)
    for sentence in sentences:
        if any(count != len(stays) for count in sentence.figures("count")):
            prose.report_conflict(f"days are given for {len(stays)} cities", sentence)
    return days.pop()


def _days(sentence: Said) -> int:
    (part,) = (part for part in sentence.statement.parts if part.kind == "days")
    if part.figure < 1:
        raise prose.not_read([(sentence.statement, (part.text,))])
    return part.figure


def _stays(readings: Iterable[Said | None]) -> list[CityStay]:
    sentences = (said for said in readings if said is not None and said.form == "stay")
    first = prose.once_each(sentences, "city", "has two stays")
    return [CityStay(city=city, days=_days(each)) for city, each in first.items()]


def _event(sentence: Said, cities: set[str]) -> DatedEvent:
    city, days = sentence.name("city"), sentence.figures("day")
    if city not in cities:
        prose.report_conflict(f"{city} is no city of the trip", sentence)
    return DatedEvent(city=city, first_day=days[0], last_day=days[-1])


def read_trip(lines: tuple[str, ...], query: StayPlan) -> list[Said]:
    """Return the steps of a plan: its heading, stays in a ``city``, and flights to one.

    A stay may name the city that one comes from (``origin``) or says to arrive in (``arrival``).
    """
    cities = [stay.city for stay in query.stays]
    return prose.read_steps(lines, cities, _STEPS, "**Day 2-4:** Visit Oslo for 3 days.")
