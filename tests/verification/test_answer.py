"""Answers to questions whose label is unknown."""

from __future__ import annotations

import pytest

from geoeval.calculators.languages import figures
from geoeval.verification.answer import answer_question
from geoeval.world.model import World
from geoeval.world.reader import read_context
from tests.queries import best, places, rated, value
from tests.verification.builders import TOWN, question, world_of

LENGTH = value("distance", origin="Fig Hall", destination="Old Mill")
DIRECTION = value("direction", place="Fig Hall", seen_from="Old Mill")


@pytest.fixture
def town() -> World:
    """Return a world of three places."""
    return read_context(TOWN)[0]


def test_explicit_queries_are_answered(town: World) -> None:
    """The fitting option is the answer."""
    answer = answer_question(question("South", "North", query=DIRECTION), town)
    assert (answer.status, answer.answer) == ("answered", 1)


def test_broken_queries_are_not_understood(town: World) -> None:
    """The reason states what is wrong with the query."""
    answer = answer_question(question("1", query=best("distance", places(), rank=0)), town)
    assert (answer.status, answer.reason) == ("not_understood", "bad_query")
    assert "rank" in answer.detail


def test_unexplained_words_are_reported(town: World) -> None:
    """Free text is passed to understanding."""
    asked = question("1", text="Colourless green ideas sleep furiously over Old Mill?")
    assert answer_question(asked, town).status == "not_understood"


def test_free_text_questions_are_understood(town: World) -> None:
    """A plain question needs no query."""
    text = "What is the straight-line distance between Old Mill and Fig Hall?"
    assert answer_question(question("33.36 km", "40 km", text=text), town).answer == 0


def test_no_fitting_option_leaves_it_undetermined(town: World) -> None:
    """A computed value that is not offered may mean that the question was misread."""
    answer = answer_question(question("South", "East", query=DIRECTION), town)
    assert (answer.status, answer.answer, answer.reason) == ("undetermined", None, "no_option_fits")


def test_several_fitting_options_leave_it_undetermined() -> None:
    """Two different fitting options are not decided by their order."""
    world = world_of(Inn=(0.0, 0.0), Mill=(1.0, 1.0))
    query = value("direction", place="Mill", seen_from="Inn")
    answer = answer_question(question("North", "North-East", "NE", query=query), world)
    assert answer.answer == 1
    query = best("distance", places("Mill", "Hall", anchor="Inn"))
    world = world_of(Inn=(0.0, 0.0), Mill=(0.0, 1.0), Hall=(0.0, -1.0))
    answer = answer_question(question("Hall", "Mill", query=query), world)
    assert (answer.status, answer.reason) == ("undetermined", "several_options_fit")
    assert answer.detail.startswith("options 0, 1")


def test_options_of_another_kind_leave_it_undetermined(town: World) -> None:
    """A direction cannot be compared with distances, so the query may be mistaken."""
    answer = answer_question(question("5 km", "7 km", query=DIRECTION), town)
    assert (answer.status, answer.reason) == ("undetermined", "options_of_another_kind")


def test_the_missing_extra_for_languages_is_named(
    town: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without Babel, figures in other words than English are not read."""
    monkeypatch.setattr(figures, "has_babel", lambda: False)
    monkeypatch.setattr(figures, "load_languages", lambda: ())
    asked = question("41킬로", "42킬로미터", query=LENGTH)
    answer = answer_question(asked, town)
    assert answer.answer is None
    assert 'pip install ".[languages]"' in answer.detail


@pytest.mark.parametrize(
    ("query", "status", "answer", "reason"),
    [
        ({"ask": "unanswerable", "fact": "scenery", "words": "scenic"},
         "unanswerable", -1, "no_such_fact"),
        (value("distance", origin="Moon", destination="Old Mill"),
         "undetermined", None, "unknown_place"),
        ({"ask": "count", "of": places(category="cafe", anchor="Moon")},
         "unanswerable", -1, "unknown_place"),
        (value("fact", fact="hours", place="Old Mill"),
         "unanswerable", -1, "no_hours"),
        (value("direction", place="Old Mill", seen_from="Old Mill"),
         "undetermined", None, "same_place"),
    ],
)  # fmt: skip
def test_missing_facts_are_unanswerable_or_undetermined(
    town: World, query: object, status: str, answer: int | None, reason: str
) -> None:
    """A distance to an unknown place is undetermined, as the place may have another name."""
    found = answer_question(question("1 km", "2 km", query=query), town)
    assert (found.status, found.answer, found.reason) == (status, answer, reason)


@pytest.mark.parametrize("options", [(), ("", " ")])
def test_open_questions_have_no_answer_index(town: World, options: tuple[str, ...]) -> None:
    """They are answered by their derivation."""
    answer = answer_question(question(*options, query=DIRECTION), town)
    assert (answer.status, answer.answer) == ("answered", None)
    lacking = {"ask": "unanswerable", "fact": "scenery", "words": "scenic"}
    assert answer_question(question(query=lacking), town).answer is None


SCHEDULE = {
    "ask": "list",
    "of": {
        "kind": "schedules",
        "trip": {
            "day": "monday",
            "stops": [{"place": "Old Mill", "visit_min": 60}],
            "mode": "walking",
        },
        "schedules": [
            {
                "text": "Mill 1-2",
                "visits": [{"place": "Old Mill", "start": "13:00", "end": "14:00"}],
            },
            {
                "text": "Mill 2-3",
                "visits": [{"place": "Old Mill", "start": "14:00", "end": "15:00"}],
            },
        ],
    },
}
CLOSED = "Information of <b>Old Mill</b>:\n- Opening hours: Monday: 8:00 AM - 9:00 AM.\n"


@pytest.mark.parametrize(
    ("options", "answer", "status"),
    [
        (("Mill 1-2", "Mill 2-3"), -1, "unanswerable"),
        (("Mill 1-2", "Mill 2-3", "None of the above"), 2, "answered"),
        ((), None, "unanswerable"),
    ],
)
def test_infeasible_plans_fit_no_option(
    options: tuple[str, ...], answer: int | None, status: str
) -> None:
    """An option that denies the others is the exception."""
    world = read_context(CLOSED)[0]
    found = answer_question(question(*options, query=SCHEDULE), world)
    assert (found.answer, found.status) == (answer, status)


def test_all_means_every_stop_of_a_trip() -> None:
    """The number of stops counts as "All"."""
    world = read_context("Travel Time from Inn to Mill on foot is 9 mins (0.7 km).")[0]
    query = value(
        "trip",
        figure="visits",
        trip={
            "origin": "Inn",
            "depart": "09:00",
            "stops": [{"place": "Mill", "visit_min": 30}],
            "mode": "walking",
            "budget_min": 120,
        },
    )
    assert answer_question(question("None", "All", query=query), world).answer == 1


def test_empty_results_fit_none_of_these(town: World) -> None:
    """The option that denies the others is the answer."""
    query = best("distance", places("Old Mill", "Ox Inn", filters=rated(">", 5)), origin="Fig Hall")
    answer = answer_question(question("Old Mill", "None of these", query=query), town)
    assert (answer.status, answer.answer) == ("answered", 1)
    assert answer_question(question("Old Mill", query=query), town).status == "unanswerable"


def test_all_means_every_candidate(town: World) -> None:
    """The number of candidates counts as "All"."""
    query = {"ask": "count", "of": places("Old Mill", "Ox Inn", "Fig Hall", filters=rated(">", 3))}
    assert answer_question(question("None", "Two", "All", query=query), town).answer == 2


ROUTE = """There are 1 routes from Inn to Mill by car. They are:
1. Via Elm St | 5 mins | 2.0 km
 - Head <b>north</b> on <b>Low Rd</b>
 - Turn <b>left</b> onto <b>Elm St</b>
 - Turn <b>right</b> onto <b>Oak St</b>
 - Turn <b>left</b> onto <b>Ash St</b>
"""


def test_later_steps_may_be_the_answer() -> None:
    """The first offered of the following steps is the answer; earlier steps do not fit."""
    world = read_context(ROUTE)[0]
    query = value("step", step="next", route={"kind": "routes", "via": "Elm St"}, road="Elm St")
    options = ("Turn left onto Elm St", "Turn left onto Ash St", "Turn right onto Ash St")
    assert answer_question(question(*options, query=query), world).answer == 1


def test_no_front_end_means_no_query() -> None:
    """Explicit queries are still solved without a front end."""
    asked = question("North", "South")
    answer = answer_question(asked, World(), front_ends=())
    assert (answer.status, answer.answer, answer.reason) == ("undetermined", None, "no_query")
