"""Labels that follow from the geodesic of WGS 84 and not from the great circle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.datasets.records import Record
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.verification.answer import answer_question
from geoeval.verification.judging.judge import judge
from geoeval.verification.model import Item
from geoeval.world.reader import read_context
from tests.queries import best, places, value
from tests.verification.builders import record

CONTEXT = """Information of <b>Mill</b>:
- Location: 1 Low Rd(0.0, 0.0).

Information of <b>Inn</b>:
- Location: 2 Low Rd(1.0, 0.0).

Information of <b>Hall</b>:
- Location: 3 Low Rd(0.0, 0.998).

Information of <b>Quay</b>:
- Location: 4 Low Rd(0.0, 1.0).
"""
NORTH = value("distance", origin="Mill", destination="Inn")
EAST = value("distance", origin="Mill", destination="Quay")
NEAREST = best("distance", places("Inn", "Hall", anchor="Mill"))


def judged(made: Record, conventions: Conventions = DEFAULT) -> Item:
    """Answer and judge a record."""
    world = read_context(made.context)[0]
    return judge(made, answer_question(made.question, world, conventions), world, conventions)


ON_ELLIPSOID = {
    "north": record("111.32 km", "110.57 km", label=1, query=NORTH, context=CONTEXT),
    "to the metre": record("111195 m", "110574 m", label=1, query=NORTH, context=CONTEXT),
    "east": record("111.195 km", "111.319 km", label=1, query=EAST, context=CONTEXT),
    "nearest": record("Hall", "Inn", label=1, query=NEAREST, context=CONTEXT),
}


@pytest.mark.parametrize("made", ON_ELLIPSOID.values(), ids=ON_ELLIPSOID)
def test_a_label_that_follows_from_the_geodesic_alone_is_conditional(made: Record) -> None:
    """The finding names the convention, and the option that follows by default."""
    item = judged(made)
    assert item.verdict == "conditional"
    (finding,) = item.findings
    assert finding.code == "GEO701"
    assert 'earth = "ellipsoid"' in finding.message
    assert finding.suggested == 0


@pytest.mark.parametrize("made", ON_ELLIPSOID.values(), ids=ON_ELLIPSOID)
def test_it_is_supported_where_the_ellipsoid_is_chosen(made: Record) -> None:
    """The other label then follows from the sphere alone."""
    ellipsoid = Conventions(earth="ellipsoid")
    assert judged(made, ellipsoid).verdict == "supported"
    assert judged(replace(made, label=0), ellipsoid).verdict == "conditional"


def test_an_expected_length_of_the_ellipsoid_is_not_wrong() -> None:
    """In words, too, either model will do."""
    made = record(label=None, query=NORTH, context=CONTEXT)
    assert judged(replace(made, expected="110.57 km")).verdict == "supported"


def test_a_label_that_follows_from_neither_model_is_wrong() -> None:
    """The convention excuses nothing else."""
    made = record("111.2 km", "113.9 km", label=1, query=NORTH, context=CONTEXT)
    assert judged(made).verdict == "contradicted"
