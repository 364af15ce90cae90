"""A model calls tools in each provider's format, through that provider's client."""

from __future__ import annotations

import pytest

from geoeval.tools import ToolSession
from tests.llm.fake_endpoint import Answer, Behaviour, Body, Fake, serving
from tests.tools.providers.correcting_model import (
    FIRST,
    QUESTION,
    TYPO_COST,
    CorrectingModel,
)
from tests.tools.providers.dialects import DIALECTS, Dialect


@pytest.fixture(params=DIALECTS)
def dialect(request: pytest.FixtureRequest) -> Dialect:
    """Return each format."""
    return DIALECTS[request.param]


def endpoint_of(model: CorrectingModel, dialect: Dialect) -> Behaviour:
    """Return the behaviour of an endpoint that runs a model."""

    def reply(body: Body) -> Answer:
        return dialect.answer(model.next_turn(dialect.last_result(body)))

    return reply


def all_valid(fake: Fake, dialect: Dialect) -> bool:
    """Return whether there are requests and all are valid for the provider's library."""
    for body in fake.requests:
        dialect.check(body)
    return bool(fake.requests)


def test_model_corrects_its_call_from_the_failure(dialect: Dialect, session: ToolSession) -> None:
    """It corrects a wrong place and a wrong mode at once."""
    model = CorrectingModel()
    with serving(endpoint_of(model, dialect)) as fake:
        reply = dialect.converse(fake.url, session, QUESTION)
    assert reply == "It takes 51 mins, 3.5 km."
    assert [turn.arguments for turn in model.turns] == [FIRST, TYPO_COST, {}]
    assert all_valid(fake, dialect)


def test_repeated_call_is_closed(dialect: Dialect, session: ToolSession) -> None:
    """All three failures differ, and the third is final."""
    model = CorrectingModel(obeys=False)
    with serving(endpoint_of(model, dialect)) as fake:
        dialect.converse(fake.url, session, QUESTION)
    results = {dialect.last_result(body) for body in fake.requests}
    assert [turn.arguments for turn in model.turns] == [FIRST, FIRST, FIRST, {}]
    assert len(results - {None}) == 3
    assert all_valid(fake, dialect)
