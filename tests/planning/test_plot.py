"""Trips drawn along the clock."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from geoeval.drawing.labels import shorten_text
from geoeval.drawing.picture import stack_pictures
from geoeval.errors import UsageError
from geoeval.planning import (
    InfeasibleTrip,
    Stop,
    TravelMatrix,
    TripProblem,
    Window,
    plan_trip,
    simulate,
)
from geoeval.planning.pictures import draw_trip
from tests.planning.drawn_trips import (
    LONG_NAME,
    check_texts,
    elements,
    museums,
    texts,
    two_days,
)


def _svg(problem: TripProblem) -> str:
    """Draw the best plan of a trip, or the nearest order."""
    return plan_trip(problem).to_svg()


def _names(svg: str) -> list[str]:
    """Return the names of the rows."""
    return [
        each.text
        for each in elements(svg)
        if each.kind == "text" and each.role in {"name", "breaks"}
    ]


def _legend(svg: str) -> set[str]:
    """Return the texts of the legend."""
    return set(texts(svg, "when"))


def _bars(svg: str, role: str) -> list[tuple[float, float]]:
    """Return the left and right ends of bars of a class, without the legend."""
    found = [each.at for each in elements(svg) if (each.kind, each.role) == ("rect", role)]
    return [(at["x"], at["x"] + at["width"]) for at in found[:-1]]


def _signs(svg: str) -> dict[str, int]:
    """Return the number of signs by class, without the legend."""
    roles = [each.role for each in elements(svg) if each.kind == "path"]
    return {role: roles.count(role) - 1 for role in ("booked", "tight", "breaks") if role in roles}


def test_rows_follow_the_order() -> None:
    """The end has a row after the stops."""
    problem = museums(3)
    plan = plan_trip(problem)
    names = [f"{k}  {problem.stops[stop].name}" for k, stop in enumerate(plan.order, start=1)]
    assert _names(plan.to_svg()) == [*names, "the start"]


def test_bars_are_to_scale() -> None:
    """Stays and windows have bars."""
    plan = plan_trip(museums(3))
    svg, begins, ends = plan.to_svg(), plan.schedule.depart, plan.schedule.finish
    per_tick = (720 - 12) / (ends - begins)
    stays = [
        (6 + per_tick * (call.start - begins), 6 + per_tick * (call.end - begins))
        for call in plan.schedule.calls
    ]
    for drawn, stay in zip(_bars(svg, "visit"), stays, strict=True):
        assert drawn == pytest.approx(stay, abs=0.02)
    assert _bars(svg, "open")[0] == pytest.approx((6, 714))


@pytest.mark.parametrize("count", [0, 1, 3, 12, 18])
def test_texts_do_not_overlap(count: int) -> None:
    """Up to 18 stops with long names are drawn."""
    problem = museums(count)
    stops = tuple(replace(stop, name=f"{stop.name} {LONG_NAME}") for stop in problem.stops)
    check_texts(_svg(replace(problem, stops=stops, deadline=1400)))


def test_days_have_panels_next_to_each_other() -> None:
    svg = plan_trip(two_days()).to_svg()
    assert [text for text in texts(svg, "tick") if text.startswith("day")] == ["day 1", "day 2"]
    stays = _bars(svg, "visit")
    assert [left > 360 for left, _ in stays] == [False, False, True, True]
    check_texts(svg)


def test_a_violation_is_marked() -> None:
    """The title states the first violation, and its row and tick are marked."""
    trip = plan_trip(museums(4, deadline=620))
    assert isinstance(trip, InfeasibleTrip)
    svg = trip.to_svg()
    (title,) = texts(svg, "line")
    assert title.startswith("first violation: is over at ")
    assert title.endswith("but the limit is 10:20 AM")
    assert _signs(svg) == {"breaks": 1}
    assert texts(svg, "breaks") == ["the start"]
    assert texts(svg, "mark") == ["deadline 10:20 AM"]
    check_texts(svg)


def test_a_long_title_has_two_lines() -> None:
    """The numbers are kept."""
    stop = Stop(name=LONG_NAME, duration=90, windows=(Window(540, 600),))
    lines = texts(plan_trip(museums(1, stops=(stop,))).to_svg(), "line")
    assert len(lines) == 2
    assert lines[1].endswith("it closes at 10:00 AM")


def test_closing_violations_are_marked_in_their_rows() -> None:
    stop = Stop(name="zoo", duration=90, windows=(Window(540, 600),))
    closed = Stop(name="bar", duration=10, windows=())
    svg = plan_trip(museums(2, stops=(stop, closed), end=None)).to_svg()
    assert _signs(svg)["breaks"] == 2
    assert {name[3:] for name in texts(svg, "breaks")} == {"zoo", "bar"}


def test_a_stop_left_out_has_no_row() -> None:
    """The title mentions it."""
    problem = museums(2)
    svg = stack_pictures(draw_trip(simulate((0,), problem), problem))
    assert texts(svg, "line") == ["first violation: leaves out museum 1"]
    assert _names(svg) == ["1  museum 0", "the start"]
    assert _signs(svg) == {}


def test_bookings_and_stops_without_slack_are_marked() -> None:
    stops = (Stop(name="tour", duration=30, starts_at=700), Stop(name="park", duration=30))
    svg = plan_trip(museums(2, stops=stops)).to_svg()
    assert _signs(svg)["booked"] == 1
    assert _signs(svg)["tight"] >= 1
    assert {"booked", "no slack"} <= _legend(svg)


def test_distant_deadlines_are_not_drawn() -> None:
    near, far = _svg(museums(2, deadline=700)), _svg(museums(2, deadline=900_000))
    assert texts(near, "mark") == ["deadline 11:40 AM"]
    assert texts(far, "mark") == []


def test_svg_is_deterministic() -> None:
    assert _svg(museums(5)) == _svg(museums(5))


@pytest.mark.parametrize("name", ["東京国立博物館", "متحف الفن", "<b>&$x^2$", "a\nb\x01\ud800"])
def test_names_of_all_scripts_are_drawn(name: str) -> None:
    svg = _svg(museums(1, stops=(Stop(name=name, duration=20),)))
    assert _names(svg)[0] == f"1  {shorten_text(name, 48)}"


def test_other_units_have_plain_numbers() -> None:
    stops = (Stop(name="Rome", duration=3), Stop(name="Pisa", duration=2))
    trip = TripProblem(stops=stops, travel=TravelMatrix([[0, 1], [1, 0]]), unit="day")
    assert texts(_svg(trip), "tick") == [f"day {k}" for k in range(7)]


def test_matplotlib_figures_are_deprecated(tmp_path: Path) -> None:
    """They still give the same picture, in the format of the path."""
    pytest.importorskip("matplotlib")
    plan = plan_trip(museums(5))
    with pytest.warns(DeprecationWarning, match=r"use to_svg\(\), which returns SVG"):
        figure = plan.plot()
    with pytest.warns(DeprecationWarning, match=r"use to_svg\(coordinates\)"):
        sketch = plan.sketch([(60 + 0.01 * i, 24.0) for i in range(6)])
    assert len(figure.axes) == 1
    assert len(sketch.axes) == 2
    written = {text.get_text().lstrip("\u200e") for text in figure.axes[0].texts}
    assert set(_names(plan.to_svg())) <= written
    figure.savefig(tmp_path / "day.svg", metadata={"Title": "a day"})
    figure.savefig(tmp_path / "day.png")
    drawn = (tmp_path / "day.svg").read_bytes()
    assert b"<dc:title>a day</dc:title>" in drawn
    assert b"dc:date" not in drawn
    assert figure._repr_svg_() == figure._repr_svg_()
    assert (tmp_path / "day.png").read_bytes().startswith(b"\x89PNG")


def test_missing_matplotlib_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """SVG is drawn without it."""
    monkeypatch.setattr("geoeval.extras.find_spec", lambda _: None)
    plan = plan_trip(museums(1))
    with (
        pytest.warns(DeprecationWarning, match="to_svg"),
        pytest.raises(UsageError, match=r'pip install "\.\[plot\]"'),
    ):
        plan.plot()
    assert plan.to_svg().startswith("<svg")
