"""A model talks to tools in each provider's format, through that provider's own client."""

from __future__ import annotations

import pytest

from geoeval.tools import ToolSession
from geoeval.world.reader import read_context
from tests.llm.fake_endpoint import Answer, Behaviour, Body, Fake, serving
from tests.tools.providers.dialects import DIALECTS, Dialect
from tests.tools.providers.mending_model import FIRST, QUESTION, TYPO_COST, WORLD, MendingModel


@pytest.fixture(params=DIALECTS)
def dialect(request: pytest.FixtureRequest) -> Dialect:
    """Return one format after the other."""
    return DIALECTS[request.param]


@pytest.fixture
def session() -> ToolSession:
    """Return the calls of a conversation about a mill and a lighthouse."""
    world, _ = read_context(WORLD)
    return ToolSession(world)


def speaking(model: MendingModel, dialect: Dialect) -> Behaviour:
    """Return an endpoint behind which a model sits."""

    def behave(body: Body) -> Answer:
        return dialect.answer(model.react(dialect.heard(body)))

    return behave


def all_valid(fake: Fake, dialect: Dialect) -> bool:
    """Return whether each request is valid for the provider's library."""
    for body in fake.requests:
        dialect.check(body)
    return bool(fake.requests)


def test_a_model_mends_its_call_from_the_failure(dialect: Dialect, session: ToolSession) -> None:
    """A wrong place and a wrong mode are mended by what the failure names, and the answer comes."""
    model = MendingModel()
    with serving(speaking(model, dialect)) as fake:
        said = dialect.converse(fake.url, session, QUESTION)
    assert said == "It takes 51 mins, 3.5 km."
    assert [turn.arguments for turn in model.turns] == [FIRST, TYPO_COST, {}]
    assert all_valid(fake, dialect)


def test_a_model_that_does_not_listen_is_told_that_its_call_is_closed(
    dialect: Dialect, session: ToolSession
) -> None:
    """None of the three answers is the same, and the third says that the call is final."""
    model = MendingModel(obeys=False)
    with serving(speaking(model, dialect)) as fake:
        dialect.converse(fake.url, session, QUESTION)
    told = {dialect.heard(body) for body in fake.requests}
    assert [turn.arguments for turn in model.turns] == [FIRST, FIRST, FIRST, {}]
    assert len(told - {None}) == 3
    assert all_valid(fake, dialect)
