"""A small world, and an endpoint that fills queries about it."""

from __future__ import annotations

import json

from geoeval.datasets.records import Question
from geoeval.query.algebra import Query
from geoeval.understanding.model.understander import ModelUnderstander, Refusal, why_unsolved
from geoeval.understanding.reading import NotUnderstood
from geoeval.world.model import Leg, NearbyList, Place, Route, TravelMode, World
from tests.llm.fake_endpoint import Answer, Behaviour, Body, Fake, says, scripted

CAFES = (Place(name="Café Lune", rating=4.5), Place(name="Kettle & Cup", rating=3.9))
WORLD = World(
    places=(
        Place(name="Harbour Museum", location=(52.0, 4.0), features=("Wheelchair Accessible",)),
        Place(name="Stone Pier", location=(52.1, 4.0), address="39 Quay Road, Port Ellis"),
    ),
    lists=(NearbyList(anchor="Harbour Museum", category="Cafes", places=CAFES),),
    legs=(
        Leg(origin="Harbour Museum", destination="Stone Pier", mode=TravelMode.WALKING),
        Leg(origin="Stone Pier", destination="Harbour Museum", mode=None),
    ),
    routes=(
        Route(origin="Harbour Museum", destination="Stone Pier", mode=None, name="A14"),
        Route(origin="Stone Pier", destination="Harbour Museum", mode=None, name=""),
    ),
    today=0,
)


def ask(text: str, *options: str) -> Question:
    """Return a question with options."""
    return Question(id=1, text=text, options=options)


def shown_question(body: Body) -> dict[str, object]:
    """Return what a request shows of a question."""
    found = json.loads(body["messages"][1]["content"])
    assert isinstance(found, dict)
    return found


def replies(*bodies: object) -> Behaviour:
    """Return a behaviour that gives the replies in turn, and repeats the last one."""
    return scripted(*(each if isinstance(each, Answer) else says(each) for each in bodies))


def filled_reply(**slots: object) -> dict[str, object]:
    """Return a reply that fills a query."""
    return {"language": "English", "query": slots, "links": [], "asides": [], "options": None,
            "because": None, "missing": None}  # fmt: skip


def gives_up(missing: str | None) -> dict[str, object]:
    """Return a reply without a query."""
    return {**filled_reply(), "query": None, "missing": missing}


def understood(
    fake: Fake, question: Question, why_rejected: Refusal = why_unsolved
) -> Query | NotUnderstood:
    """Return what the model at an endpoint understands a question to ask."""
    found = ModelUnderstander(fake.model(retries=1), why_rejected)(question, WORLD)
    return found if isinstance(found, NotUnderstood) else found[0].query
