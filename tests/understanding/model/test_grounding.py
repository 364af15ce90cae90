"""A query is held to its question: what it makes up and what it leaves out."""

from __future__ import annotations

import pytest

from geoeval.query.solve import parse_query
from geoeval.understanding.model.grounding import faults
from geoeval.understanding.model.stated import Stated
from geoeval.world.model import Place, World
from tests.queries import best, places, value
from tests.understanding.model.questions import WORLD, ask

MUSEUM = "Harbour Museum"


def told(text: str, *options: str, world: World = WORLD, **query: object) -> str:
    """Return the faults of a query about a question, as one text."""
    return "; ".join(
        fault.message for fault in faults(parse_query(query), Stated(ask(text, *options), world))
    )


def cafes(text: str, **slots: object) -> str:
    """Return the faults of a query that counts cafés, where the question begins so."""
    counted = {"ask": "count", "of": places(**{"category": "cafe", "anchor": MUSEUM, **slots})}
    return told(f"How many cafes around the Harbour Museum {text}?", **counted)


def near(**slots: object) -> dict[str, object]:
    """Ask for the nearest café."""
    return best("distance", places(**{"category": "cafe", **slots}))


def opened(**slots: object) -> list[dict[str, object]]:
    """Return a filter on opening hours."""
    return [{"kind": "open", **slots}]


def rated(value: float, measure: str = "rating") -> list[dict[str, object]]:
    """Return a filter on a figure."""
    return [{"kind": "compare", "measure": measure, "comparator": ">=", "value": value}]


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("are there", {}),
        ("are within half a mile", {"within_m": 805}),
        ("have 4.5 stars or more", {"filters": rated(4.5)}),
        ("are moderately priced or dearer", {"filters": rated(2, "price_level")}),
        ("are open at 9 on Friday evening", {"filters": opened(day="friday", at="21:00")}),
        ("are open at 9 on a Friday", {"filters": opened(day="friday", at="09:00")}),
        ("are open at noon tomorrow", {"filters": opened(day="tuesday", at="12:00")}),
        ("are open on weekends", {"filters": opened(day="saturday")}),
        ("are open on Wensday", {"filters": opened(day="wednesday")}),
        ("are open on Thu", {"filters": opened(day="thursday")}),
        ("are open 24 hours", {"filters": opened(all_day=True)}),
        ("are open 24/7", {"filters": opened(all_day=True)}),
        ("lie to the north-east", {"filters": [{"kind": "direction", "direction": "northeast"}]}),
        ("are called Lune", {"filters": [{"kind": "name", "contains": "Lune"}]}),
        ("allow dogs", {"filters": [{"kind": "feature", "feature": "Allows Dogs"}]}),
    ],
)
def test_what_is_stated_holds(text: str, slots: dict[str, object]) -> None:
    """Figures in other units, typos, halves of the day and "tomorrow" are understood."""
    assert cafes(text, **slots) == ""


@pytest.mark.parametrize(
    ("text", "slots", "fault"),
    [
        ("are there", {"within_m": 500}, "within_m is 500.0, but the question states no such leng"),
        ("are within 500 m", {}, "states '500 m', which the query does not carry"),
        ("are within 500 m", {"within_m": 5000}, "states no such length.*'500 m'"),
        ("are there", {"filters": rated(4)}, "value is 4.0, but the question states no such numb"),
        ("have 4.5 stars", {}, "states '4.5', which the query does not carry"),
        ("are open", {"filters": opened(day="monday")}, "day is monday, but .* no such day"),
        ("are open on Friday", {"filters": opened()}, "states 'friday'"),
        ("are open tomorrow", {"filters": opened(day="monday")}, "no such day.*'tomorrow'"),
        ("are open at 9 pm", {"filters": opened(at="09:00")}, "at is 09:00, .* time.*'9 pm'"),
        ("are open at 4.5", {"filters": opened(at="16:30")}, "at is 16:30"),
        ("are open at 21", {"filters": opened(at="09:00")}, "at is 09:00"),
        ("are there", {"filters": [{"kind": "direction", "direction": "north"}]}, "is north"),
        ("lie in the northeast", {"filters": []}, "states 'northeast'"),
        ("are there", {"filters": [{"kind": "name", "contains": "Royal"}]}, "'Royal'"),
        ("are there", {"filters": [{"kind": "feature", "feature": "Serves Tea"}]}, "Serves Tea"),
        ("are there", {"category": "hospital"}, "category is 'hospital', which the question does"),
        ("are there", {"anchor": "Stone Pier"}, "anchor is 'Stone Pier', which the question does"),
        ("are there", {"anchor": "Moon Base"}, "'Moon Base', which neither the map nor the quest"),
    ],
)
def test_what_is_made_up_or_left_out(text: str, slots: dict[str, object], fault: str) -> None:
    """Each is told with its slot or with the words of the question."""
    with pytest.raises(AssertionError, match=fault):
        raise AssertionError(cafes(text, **slots))


def test_a_place_that_need_not_be_named() -> None:
    """The user's place and the one anchor of all lists go without saying."""
    assert told("Which cafe is nearest to me?", **near(anchor=MUSEUM)) == ""
    here = World(places=(Place(name="Old Mill"),), user_location="Old Mill")
    assert told("Which cafe is nearest to me?", world=here, **near(anchor="Old Mill")) == ""
    there = World(places=(Place(name="Old Mill"),))
    assert "Old Mill" in told("Which cafe is nearest?", world=there, **near(anchor="Old Mill"))


def test_misspelt_and_generic_names() -> None:
    """A typo does not hide a name; a name of everyday words needs all of them."""
    way = value("direction", place=MUSEUM, seen_from="Stone Pier")
    assert told("Where is the Harbor Museum from the Stoone Pier?", **way) == ""
    hall = World(places=(Place(name="City Hall"), Place(name="Stone Pier")))
    asked = value("direction", place="City Hall", seen_from="Stone Pier")
    assert told("Where is the city hall from the Stone Pier?", world=hall, **asked) == ""
    assert "City Hall" in told("Where is the city from the Stone Pier?", world=hall, **asked)
    short = World(places=(Place(name="Pub"), Place(name="Stone Pier")))
    asked = value("direction", place="Pub", seen_from="Stone Pier")
    assert "Pub" in told("Where is the pug from the Stone Pier?", world=short, **asked)


def test_a_name_with_near_ones_is_asked_about() -> None:
    """A name of the question that the map nearly has is advice, and no more than that."""
    world = World(places=(Place(name="Stone Pier North"), Place(name="Stone Pier South")))
    query = parse_query(value("fact", fact="rating", place="Stone Pier"))
    (fault,) = faults(query, Stated(ask("How is the Stone Pier rated?"), world))
    assert fault.advice
    assert told("How is the Zoo rated?", **value("fact", fact="rating", place="Zoo")) == ""
    assert "'Stone Pier North'" in fault.message


def test_figures_in_names_are_names() -> None:
    """Numbers of roads, of names and of addresses narrow nothing."""
    route = value("route", measure="time", route={"kind": "routes", "via": "A14"})
    assert told("How long is it via A14?", **route) == ""
    fact = value("fact", fact="rating", place="Stone Pier")
    assert told("How is the Stone Pier, 39 Quay Road, rated?", **fact) == ""
    region = value("direction", place="Stone Pier", seen_from=MUSEUM)
    assert told("Where in South Sudan is the Stone Pier from the Harbour Museum?", **region) == ""
    market = World(places=(Place(name="North Weekend Market"),))
    fact = value("fact", fact="rating", place="North Weekend Market")
    assert told("How is North Weekend Market rated?", world=market, **fact) == ""


def test_numbers_that_count_what_is_there() -> None:
    """How many places, stops or options there are need not be said again."""
    far = value("distance", origin=MUSEUM, destination="Stone Pier")
    assert told("How far apart are the two places Harbour Museum and Stone Pier?", **far) == ""
    among = best("distance", places("Café Lune", "Kettle & Cup", anchor=MUSEUM))
    options = ("Café Lune", "Kettle & Cup", "the three", "none")
    assert told("Which of the four is nearest to the Harbour Museum?", *options, **among) == ""


def test_numbers_of_a_story() -> None:
    """A plain number counts only where it is asked; a duration counts everywhere."""
    nearest = near(anchor=MUSEUM)
    assert told("I have 3 kids. Which cafe is nearest to the Harbour Museum?", **nearest) == ""
    hours = "I have 3 hours. Which cafe is nearest to the Harbour Museum?"
    assert told(hours, **nearest) == "the question states '3 hours', which the query does not carry"


def test_ranks_in_words() -> None:
    """Words such as "second" and "twice" state a number."""
    second = {**near(anchor=MUSEUM), "rank": 2}
    assert told("Which is the second nearest cafe to the Harbour Museum?", **second) == ""
    assert "rank is 2" in told("Which is the nearest cafe to the Harbour Museum?", **second)
    third = told("Which is the third nearest cafe to the Harbour Museum?", **second | {"rank": 1})
    assert third == "the question states 'third', which the query does not carry"
    twice = {
        "ask": "list",
        "wanted": "any",
        "of": {
            "kind": "routes",
            "filters": [{"kind": "has", "manoeuvre": "roundabout", "times": 2}],
        },
    }
    assert told("Which route has a roundabout twice?", **twice) == ""


def test_trips_and_schedules() -> None:
    """Stops, visits, orders and times are those of the question and the options."""
    option = "Stone Pier (9:00-10:00)"
    trip = {
        "depart": "08:30",
        "end": MUSEUM,
        "stops": [{"place": "Stone Pier", "visit_min": 60}],
        "before": [["Stone Pier", MUSEUM]],
    }
    visit = {"place": "Stone Pier", "start": "09:00", "end": "10:00"}
    schedules = [{"text": option, "visits": [visit]}]
    schedule = {"ask": "list", "of": {"kind": "schedules", "trip": trip, "schedules": schedules}}
    text = "From 8:30 am, an hour at the Stone Pier and then the Harbour Museum: which plan?"
    assert told(text, option, **schedule) == ""
    found = told(text, "Stone Pier (9:00-11:00)", **schedule)
    assert found == (
        "$.query.of.schedules[0].text is 'Stone Pier (9:00-10:00)', which is none of the options"
    )
    assert "visit_min is 60, but" in told(text.replace("an hour", "a while"), option, **schedule)
    twice = text.replace("then the", "an hour at the")
    assert told(twice, option, **schedule) == (
        "the question states 'an hour', which the query does not carry; "
        "the question states 'an hour', which the query does not carry"
    )


def offered(option: str, *visits: dict[str, str]) -> str:
    """Return the faults of a schedule that an option offers."""
    stops = [{"place": "Stone Pier"}, {"place": MUSEUM}]
    schedules = [{"text": option, "visits": visits}]
    text = "Which plan for the Stone Pier and the Harbour Museum holds from 9 am on?"
    trip = {"depart": "09:00", "stops": stops}
    return told(
        text, option, ask="list", of={"kind": "schedules", "trip": trip, "schedules": schedules}
    )


def test_offers_say_what_their_option_says() -> None:
    """Times and places of an offer are those of its option, which lacks none of them."""
    pier = {"place": "Stone Pier", "start": "09:00", "end": "10:00"}
    assert offered("Stone Pier 9:00-10:00", pier) == ""
    home = {"place": MUSEUM, "start": "11:00"}
    assert offered("Stone Pier 9:00-10:00, back at the museum at 11:00", pier, home) == ""
    cafe = {"place": "Café Lune", "start": "11:00"}
    assert offered("Stone Pier 9:00-10:00, museum at 11:00", pier, cafe) == (
        "$.query.of.schedules[0].visits[1].place is 'Café Lune', which the option does not name"
    )
    assert offered("Stone Pier 9:00-10:30", pier) == (
        "$.query.of.schedules[0].visits[0].end is 10:00, but the option states no such time; "
        "$.query.of.schedules[0] lacks '10:30', which its option states"
    )
    pairs = [
        {"text": "Stone Pier and Harbour Museum", "first": "Stone Pier", "second": MUSEUM},
        {"text": "Café Lune and Harbour Museum", "first": "Kettle & Cup", "second": MUSEUM},
    ]
    options = [pair["text"] for pair in pairs]
    found = told(
        "Which two are closest together?",
        *options,
        **best("distance", {"kind": "pairs", "pairs": pairs}),
    )
    assert found == "$.query.among.pairs[1].first is 'Kettle & Cup', which the option does not name"


def test_words_of_an_unanswerable_question() -> None:
    """They are quoted; nothing else of the question need be carried."""
    lacks = {"ask": "unanswerable", "fact": "the side of the road"}
    text = "Within 500 m, which café on the LEFT side is open at 9?"
    assert told(text, words="left side", **lacks) == ""
    assert "which are not words of the question" in told(text, words="right side", **lacks)
    assert "which are not words of the question" in told(text, words="", **lacks)


def test_offered_ways_of_travelling_are_options() -> None:
    """Their texts, and those for any order or none, are held to the options as well."""
    modes = [{"text": "Walking", "mode": "walking"}, {"text": "Car", "mode": "driving"}]
    leg = {"origin": MUSEUM, "destination": "Stone Pier"}
    query = best("travel", {"kind": "modes", "modes": modes}, legs=[leg])
    text = "How do I get quickest from the Harbour Museum to the Stone Pier?"
    assert told(text, "Walking", "Car", **query) == ""
    assert told(text, "Walking", "Bus", **query) == (
        "$.query.among.modes[1].text is 'Car', which is none of the options"
    )
    trip = {"stops": [{"place": "Stone Pier"}, {"place": MUSEUM}]}
    order = best("trip", {"kind": "orders", "trip": trip, "either": "Both"}, figure="finish")
    text = "Which first, the Stone Pier or the Harbour Museum?"
    assert told(text, "Both", **order) == ""
    assert "either is 'Both', which is none of the options" in told(text, "Any", **order)


def test_bounds_of_routes_are_those_of_the_question() -> None:
    """They are stated in minutes or kilometres, and compared in seconds or metres."""
    for text, measure, bound in (("takes 13 minutes", "time", 780), ("is 5 km", "distance", 5000)):
        condition = {"kind": "compare", "measure": measure, "comparator": "==", "value": bound}
        asked = {"ask": "list", "of": {"kind": "routes", "filters": [condition]}, "wanted": "any"}
        assert told(f"Which route {text}?", **asked) == ""
        wrong = {**asked, "of": {"kind": "routes", "filters": [{**condition, "value": 60}]}}
        assert "filters[0].value is" in told(f"Which route {text}?", **wrong)
