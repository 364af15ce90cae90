"""Choosing the reading that answers a question."""

from __future__ import annotations

import pytest

from geoeval.datasets.records import Question
from geoeval.query.algebra import Query, Unanswerable
from geoeval.understanding.readings import Interpretation
from geoeval.understanding.understand import interpret
from geoeval.verification.answer import decide_answer, may_support
from geoeval.world.model import Leg, Place, TravelMode, World
from tests.query.asking import distance, fact, nearest
from tests.query.trips.town import hours

TOWN = World(
    places=(
        Place(name="Pier", location=(60.0, 25.0), rating=4.2),
        Place(name="Mast", location=(60.1, 25.0), rating=4.5),
        Place(name="Inn", location=(60.3, 25.0), rating=3.9),
    )
)
FAR = ("11.1 km", "22.2 km", "33.4 km")
TO_MAST, TO_INN = distance("Pier", "Mast"), distance("Pier", "Inn")
NOWHERE = nearest(anchor="Moon", among=("Mast", "Inn"))


def readings(*costs: tuple[Query, float]) -> list[Interpretation]:
    """Return numbered readings with the given costs."""
    return [
        Interpretation(query=query, cost=cost, assumptions=(f"reading {number}",))
        for number, (query, cost) in enumerate(costs)
    ]


def asked(*options: str) -> Question:
    """Return a question with some options."""
    return Question(id=1, text="Which?", options=options)


def test_cheapest_fitting_reading_answers() -> None:
    """A reading whose value fits no option passes the question to the next."""
    found = decide_answer(readings((TO_MAST, 0.0), (TO_INN, 0.2)), asked(*FAR), TOWN)
    assert (found.answer, found.assumptions) == (0, ("reading 0",))
    found = decide_answer(readings((TO_MAST, 0.0), (TO_INN, 0.2)), asked(*FAR[1:]), TOWN)
    assert (found.answer, found.assumptions) == (1, ("reading 1",))


def test_differing_rivals_decide_nothing() -> None:
    """Both are reported; without options, their values are compared."""
    for options in (FAR, ()):
        found = decide_answer(readings((TO_MAST, 0.0), (TO_INN, 0.04)), asked(*options), TOWN)
        assert (found.status, found.reason) == ("undetermined", "readings_differ")
        assert "Mast" in found.detail
        assert "Inn" in found.detail
        assert [rival.query for rival in found.rivals] == [TO_MAST, TO_INN]
        assert [rival.answer for rival in found.rivals] == ([0, 2] if options else [None, None])
        assert found.assumptions == ("reading 0",)


@pytest.mark.parametrize("options", [FAR, ()])
def test_agreeing_rivals_answer(options: tuple[str, ...]) -> None:
    """Two readings with the same answer are not in conflict."""
    there, back = (TO_MAST, 0.0), (distance("Mast", "Pier"), 0.04)
    assert decide_answer(readings(there, back), asked(*options), TOWN).status == "answered"


@pytest.mark.parametrize(
    ("found", "options"),
    [(fact("Mast", "rating"), FAR), (nearest(anchor="Pier", among=("Mast", "Inn")), ())],
)
def test_missing_facts_stand_where_nothing_fits(found: Query, options: tuple[str, ...]) -> None:
    """The question asks for a fact that no world holds."""
    lack = Unanswerable(fact="scenery", words="scenic")
    assert decide_answer(readings((lack, 0.0), (found, 0.2)), asked(*options), TOWN).reason == (
        "no_such_fact"
    )


def test_figures_outweigh_a_missing_fact() -> None:
    """A name nearly always fits an option, whereas a figure seldom fits by chance."""
    lack = Unanswerable(fact="scenery", words="scenic")
    any_place = nearest(anchor="Pier", among=("Mast", "Inn"))
    for cost, answer in ((0.2, -1), (0.02, 0)):
        found = decide_answer(readings((lack, 0.0), (any_place, cost)), asked("Mast", "Inn"), TOWN)
        assert found.answer == answer
    assert decide_answer(readings((lack, 0.0), (TO_INN, 0.2)), asked(*FAR), TOWN).answer == 2


def test_uncertain_readings_never_mean_unanswerable() -> None:
    """A reading that assumes much does not show that there is no answer."""
    for cost, answer in ((0.0, -1), (0.2, None)):
        found = decide_answer(readings((NOWHERE, cost)), asked("Mast", "Inn"), TOWN)
        assert found.answer == answer
    assert found.status == "undetermined"


def test_labels_may_be_supported_by_other_readings() -> None:
    """Where nothing is understood, nothing supports a label."""
    places = (
        Place(name="Old Mill", location=(60.0, 25.0)),
        Place(name="Fig Hall", location=(60.1, 25.0)),
    )
    town = World(places=places)
    text = "How far is the Old Mill from Fig Hall as the crow flies?"
    question = Question(id=1, text=text, options=FAR)
    found = interpret(question, town)
    assert isinstance(found, tuple)
    assert [may_support(label, found, question, town) for label in (0, 1)] == [True, False]
    assert may_support(1, (), question, town) is False


def test_labels_may_be_supported_without_opening_hours() -> None:
    """Where no day is given, hours that are the same every day need not bind."""
    hall = Place(name="Fig Hall", hours=hours("10:00 AM – 5:00 PM"))
    ways = [("Ox Inn", "Fig Hall"), ("Fig Hall", "Ox Inn")]
    legs = tuple(
        Leg(origin=a, destination=b, mode=TravelMode.WALKING, duration_s=1200) for a, b in ways
    )
    town = World(places=(Place(name="Ox Inn"), hall), legs=legs)
    text = "I leave Ox Inn on foot at 9:00 AM, visit Fig Hall for 1 hour and walk back to Ox Inn. "
    options = ("10:40 AM", "11:20 AM", "3:15 PM")
    question = Question(id=1, text=f"{text}When am I back?", options=options)
    found = interpret(question, town)
    assert isinstance(found, tuple)
    supports = [may_support(label, found, question, town) for label in range(3)]
    assert supports == [True, True, False]
