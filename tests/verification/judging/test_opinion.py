"""Labels of questions for the best place."""

from __future__ import annotations

import pytest

from geoeval.query.algebra import Best, Places, Quality
from geoeval.query.conventions import Conventions
from geoeval.query.values import Derivation, Names, Value, YesNo
from geoeval.verification.answer import answer_question
from geoeval.verification.judging.case import Case
from geoeval.verification.judging.judge import cannot_be_best, judge
from geoeval.verification.model import Answer
from geoeval.world.model import NearbyList, Place, World
from tests.verification.builders import record

CAFES = (
    Place(name="Gull", rating=4.7, rating_count=900),
    Place(name="Heron", rating=4.2, rating_count=300),
    Place(name="Egret", rating=4.1, rating_count=5000),
    Place(name="Stilt"),
)
HARBOUR = World(
    places=(Place(name="Old Mill"), Place(name="Pelican", rating=5.0, rating_count=2000)),
    lists=(NearbyList(anchor="Old Mill", category="cafe", places=CAFES),),
)


def verdict(text: str, label: int, *options: str) -> str:
    """Return the verdict on a label."""
    asked = record(*options, label=label, text=text, context="")
    return judge(asked, answer_question(asked.question, HARBOUR), HARBOUR).verdict


BEST = "Which is the best cafe near the Old Mill?"


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        (0, "supported"),
        (1, "contradicted"),  # fewer people rate it lower
        (2, "undetermined"),  # rated lower, but by more people
        (3, "undetermined"),  # not rated
        (-1, "conditional"),  # if ratings do not decide
    ],
)
def test_best_places_must_not_be_surpassed(label: int, expected: str) -> None:
    """Where the best is asked for, a place surpassed in both figures is wrong."""
    assert verdict(BEST, label, "Gull", "Heron", "Egret", "Stilt") == expected


@pytest.mark.parametrize("label", [1, 2])
def test_good_places_may_be_surpassed(label: int) -> None:
    """A good place need not be the best, so the label is an opinion."""
    good = "Can you recommend a good cafe near the Old Mill?"
    assert verdict(good, label, "Gull", "Heron", "Egret", "Stilt") == "undetermined"


def test_unknown_places_are_wrong_recommendations() -> None:
    """A place of another kind is no valid answer either."""
    assert verdict(BEST, 1, "Gull", "Zyzzyva") == "contradicted"
    assert verdict(BEST, 1, "Gull", "Pelican") == "contradicted"


def case(label: int, value: Value, *options: str) -> Case:
    """Build the case of a recommendation with a computed outcome."""
    query = Best(
        figure=Quality(praise="best"),
        among=Places(category="cafe", anchor="Old Mill"),
        most=True,
    )
    outcome = Derivation(value=value, steps=())
    answer = Answer(id=1, status="answered", answer=0, query=query, outcome=outcome)
    return Case(
        record=record(*options, label=label, text=BEST),
        answer=answer,
        world=HARBOUR,
        conventions=Conventions(),
    )


RANKED = Names(names=("Gull", "Stilt"), reading="ranked")


@pytest.mark.parametrize(
    ("label", "value", "options"),
    [
        (-1, RANKED, ("Gull", "Heron")),
        (1, YesNo(yes=True), ("Gull", "Heron")),
        (1, RANKED, ("Gull", "Stilt")),  # its rating is unknown
        (1, Names(names=("Moa", "Heron"), reading="ranked"), ("Moa", "Heron")),  # unknown place
        (1, RANKED, ("Gull", "Stilts")),  # similar to a known name
    ],
)
def test_missing_facts_leave_recommendations_open(
    label: int, value: Value, options: tuple[str, ...]
) -> None:
    """Without a rating, a place or a value, nothing is held against the label."""
    assert not cannot_be_best(case(label, value, *options))
