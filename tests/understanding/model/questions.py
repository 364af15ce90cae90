"""A small world, and an endpoint that fills queries about it."""

from __future__ import annotations

import json

from geoeval.datasets.records import Question
from geoeval.query.algebra import Query
from geoeval.understanding.model.understander import ModelUnderstander
from geoeval.understanding.reading import NotUnderstood
from geoeval.world.model import Leg, NearbyList, Place, Route, TravelMode, World
from tests.llm.fake_endpoint import Answer, Behaviour, Body, Fake, says

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


def chooses(body: Body) -> bool:
    """Return whether a request asks for the kind of query."""
    return "Say what kind of query" in body["messages"][0]["content"]


def shown_question(body: Body) -> dict[str, object]:
    """Return what a request shows of a question."""
    found = json.loads(body["messages"][1]["content"])
    assert isinstance(found, dict)
    return found


def choice_reply(choice: str) -> dict[str, object]:
    """Return the reply for a choice, such as "best distance of places"."""
    words, _, of = choice.partition(" of ")
    ask, _, figure = words.partition(" ")
    return {"ask": ask, "figure": figure or None, "candidates": of or None, "reason": None}


def fills(choice: str, *replies: object) -> Behaviour:
    """Return a behaviour that makes a choice and then gives the replies in turn."""
    remaining = list(replies)

    def behave(body: Body) -> Answer:
        if chooses(body):
            return says(choice_reply(choice))
        reply = remaining.pop(0) if len(remaining) > 1 else remaining[0]
        return reply if isinstance(reply, Answer) else says(reply)

    return behave


def filled_reply(**slots: object) -> dict[str, object]:
    """Return a reply that fills a query."""
    return {"query": slots, "aside": [], "links": [], "not_understood": None}


def understood(fake: Fake, question: Question) -> Query | NotUnderstood:
    """Return what the model at an endpoint understands a question to ask."""
    return ModelUnderstander(fake.model(retries=1))(question, WORLD)
