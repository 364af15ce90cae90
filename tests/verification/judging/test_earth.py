"""Labels that follow from the WGS 84 geodesic but not from the great circle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.datasets.records import Record
from geoeval.query.conventions import Conventions
from tests.queries import best, places, value
from tests.verification.builders import judged, record

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


ON_ELLIPSOID = {
    "north": record("111.32 km", "110.57 km", label=1, query=NORTH, context=CONTEXT),
    "to the metre": record("111195 m", "110574 m", label=1, query=NORTH, context=CONTEXT),
    "east": record("111.195 km", "111.319 km", label=1, query=EAST, context=CONTEXT),
    "nearest": record("Hall", "Inn", label=1, query=NEAREST, context=CONTEXT),
}


@pytest.mark.parametrize("labelled", ON_ELLIPSOID.values(), ids=ON_ELLIPSOID)
def test_labels_from_the_geodesic_alone_are_conditional(labelled: Record) -> None:
    """The finding names the convention and the option that follows by default."""
    item = judged(labelled)
    assert item.verdict == "conditional"
    (finding,) = item.findings
    assert finding.code == "GEO701"
    assert 'earth = "ellipsoid"' in finding.message
    assert finding.suggested == 0


@pytest.mark.parametrize("labelled", ON_ELLIPSOID.values(), ids=ON_ELLIPSOID)
def test_choosing_the_ellipsoid_supports_geodesic_labels(labelled: Record) -> None:
    """The other label then follows from the sphere alone."""
    ellipsoid = Conventions(earth="ellipsoid")
    assert judged(labelled, ellipsoid).verdict == "supported"
    assert judged(replace(labelled, label=0), ellipsoid).verdict == "conditional"


def test_open_lengths_may_follow_either_model() -> None:
    """In an open answer, either model of the Earth is accepted."""
    labelled = record(label=None, query=NORTH, context=CONTEXT)
    assert judged(replace(labelled, expected="110.57 km")).verdict == "supported"


def test_labels_from_neither_model_are_wrong() -> None:
    """The convention excuses no other difference."""
    labelled = record("111.2 km", "113.9 km", label=1, query=NORTH, context=CONTEXT)
    assert judged(labelled).verdict == "contradicted"
