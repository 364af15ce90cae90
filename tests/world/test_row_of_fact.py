"""Facts are read from contexts, tags and tables as their row of the table of facts states."""

from __future__ import annotations

from collections import Counter

import pytest

from geoeval.world import facts
from geoeval.world.facts import FactError, LineKind
from geoeval.world.osm import places
from geoeval.world.place_facts import FACTS, PlaceFact
from geoeval.world.store import tables


def _metres(text: str) -> float | None:
    number = text.removesuffix("m").strip()
    return float(number) if number.lstrip("-").isdigit() else None


@pytest.fixture
def depth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the row of a new fact."""
    row = PlaceFact(
        name="depth",  # type: ignore[arg-type]  # a name that no query has
        noun="depth",
        labels=("depth",),
        absence="no_such_fact",
        osm_tags=("depth",),
        unit="count",
        minimum=-100.0,
        maximum=0.0,
        read=_metres,
        example="-3 m",
    )
    monkeypatch.setitem(FACTS, "depth", row)  # type: ignore[arg-type]  # a dict in fact


@pytest.mark.usefixtures("depth")
def test_a_row_reads_lines_of_contexts() -> None:
    assert LineKind("depth") is LineKind("depth")
    assert facts._read_fact("depth", "-3 m") == -3
    with pytest.raises(FactError, match="expected a depth such as '-3 m', got 'deep'"):
        facts._read_fact("depth", "deep")


@pytest.mark.usefixtures("depth")
def test_a_row_reads_tags_and_columns() -> None:
    skipped: Counter[str] = Counter()
    assert places._parse_facts({"depth": "-3", "phone": "1"}, skipped) == {
        "depth": -3,
        "phone": "1",
    }
    assert places._parse_facts({"depth": "deep"}, skipped) == {"depth": None}
    assert tables._read_fact("depth", "-3 m", skipped) == -3
    assert tables._read_fact("depth", -3.0, skipped) == -3.0
    assert tables._read_fact("depth", "deep", skipped) is None
    assert skipped == {"depth that cannot be read": 2}


def test_unknown_facts_are_not_line_kinds() -> None:
    with pytest.raises(ValueError, match="width"):
        LineKind("width")
