"""Trips drawn along the clock."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

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

pytest.importorskip("matplotlib")

from matplotlib.colors import to_hex

from geoeval.planning.pictures import LIMIT, OPEN, STAY, Picture, fitted, plot_timeline
from tests.planning.drawn_trips import LONG_NAME, check_texts, museums, two_days


def _picture(problem: TripProblem) -> Picture:
    """Draw the best plan of a trip, or the nearest order."""
    return plan_trip(problem).plot()


def _names(picture: Picture) -> list[str]:
    """Return the names at the left, without marks of direction."""
    return [label.get_text().lstrip("\u200e") for label in picture.axes[0].get_yticklabels()]


def _signs(picture: Picture) -> dict[str, list[tuple[float, float]]]:
    """Return where signs stand, by their meaning."""
    return {
        str(line.get_label()): list(zip(*line.get_data(), strict=True))
        for panel in picture.axes
        for line in panel.get_lines()
        if line.get_linestyle() == "None" and len(line.get_xdata())
    }


def _bars(picture: Picture, colour: str, panel: int = 0) -> list[tuple[float, float]]:
    """Return from where to where bars of a colour reach, row by row."""
    patches = picture.axes[panel].patches
    return [
        (patch.get_x(), patch.get_x() + patch.get_width())
        for patch in patches
        if to_hex(patch.get_facecolor()).upper() == colour
    ]


def _svg(picture: Picture) -> bytes:
    """Return a picture as SVG."""
    written = BytesIO()
    picture.savefig(written, format="svg")
    return written.getvalue()


def test_rows_follow_the_order() -> None:
    """Each stop has a row, in the order of the trip, and the end has one behind them."""
    problem = museums(3)
    plan = plan_trip(problem)
    names = [f"{k}  {problem.stops[stop].name}" for k, stop in enumerate(plan.order, start=1)]
    assert _names(plan.plot()) == [*names, "the start"]


def test_bars_are_the_schedule() -> None:
    """Stays are drawn from their start to their end, windows from opening to closing."""
    plan = plan_trip(museums(3))
    picture = plan.plot()
    assert _bars(picture, STAY) == [(call.start, call.end) for call in plan.schedule.calls]
    assert (540, min(720, plan.schedule.finish)) in _bars(picture, OPEN)


@pytest.mark.parametrize("count", [0, 1, 3, 12, 18])
def test_texts_do_not_meet(count: int) -> None:
    """No text lies over another or leaves the picture, up to 18 stops with long names."""
    problem = museums(count)
    stops = tuple(replace(stop, name=f"{stop.name} {LONG_NAME}") for stop in problem.stops)
    check_texts(_picture(replace(problem, stops=stops, deadline=1400)))


def test_days_stand_side_by_side() -> None:
    """Each day is a panel of its own with its stays, and the way back at night is drawn."""
    plan = plan_trip(two_days())
    picture = plan.plot()
    drawn = _bars(picture, STAY, 0) + _bars(picture, STAY, 1)
    assert [panel.get_title() for panel in picture.axes] == ["day 1", "day 2"]
    assert drawn == [(call.start, call.end) for call in plan.schedule.calls]
    check_texts(picture)


def test_a_breach_is_marked() -> None:
    """A day that cannot be made says what breaks first and marks it, at the row and the tick."""
    problem = museums(4, deadline=620)
    trip = plan_trip(problem)
    assert isinstance(trip, InfeasibleTrip)
    picture = trip.plot()
    title = picture.get_suptitle()
    assert title.startswith("breaks first: is over at ")
    assert title.endswith("the limit is 10:20 AM")
    assert _signs(picture) == {"breaks a limit": [(trip.nearest.finish, 4)]}
    assert picture.axes[0].get_yticklabels()[4].get_color() == LIMIT
    check_texts(picture)


def test_a_long_title_keeps_its_numbers() -> None:
    """What breaks first takes a second line where names are long."""
    stop = Stop(name=LONG_NAME, duration=90, windows=(Window(540, 600),))
    title = plan_trip(museums(1, stops=(stop,))).plot().get_suptitle()
    assert title.count("\n") == 1
    assert title.endswith("it closes at 10:00 AM")


def test_closings_are_marked_where_the_stay_ends() -> None:
    """A stay beyond closing is marked in its own row."""
    stop = Stop(name="zoo", duration=90, windows=(Window(540, 600),))
    closed = Stop(name="bar", duration=10, windows=())
    problem = museums(2, stops=(stop, closed), end=None)
    trip = plan_trip(problem)
    rows = {call.stop: row for row, call in enumerate(trip.drawn.calls)}
    ends = {call.stop: call.end for call in trip.drawn.calls}
    starts = {call.stop: call.start for call in trip.drawn.calls}
    assert set(_signs(trip.plot())["breaks a limit"]) == {
        (ends[0], rows[0]),
        (starts[1], rows[1]),
    }


def test_a_stop_left_out_has_no_row() -> None:
    """What is left out breaks a limit, and is said in the title."""
    problem = museums(2)
    picture = plot_timeline(simulate((0,), problem), problem)
    assert picture.get_suptitle() == "breaks first: leaves out museum 1"
    assert _names(picture) == ["1  museum 0", "the start"]
    assert _signs(picture) == {}


def test_stops_without_slack_and_bookings_are_marked() -> None:
    """A booked stop is marked at its tick, and has no slack."""
    stops = (Stop(name="tour", duration=30, starts_at=700), Stop(name="park", duration=30))
    problem = museums(2, stops=stops)
    plan = plan_trip(problem)
    row = plan.order.index(0)
    signs = _signs(plan.plot())
    assert signs["booked"] == [(700, row)]
    assert (700, row) in signs["no slack"]


def test_deadlines_far_off_are_left_out() -> None:
    """A deadline is drawn if it is near, and never squeezes the day into a corner."""
    near, far = _picture(museums(2, deadline=700)), _picture(museums(2, deadline=900_000))
    assert "deadline" in {text.get_text() for text in near.legends[0].get_texts()}
    assert "deadline" not in {text.get_text() for text in far.legends[0].get_texts()}


def test_svg_is_the_same_each_time() -> None:
    """The bytes of two pictures of one trip are equal, and hold no date."""
    first, second = _svg(_picture(museums(5))), _svg(_picture(museums(5)))
    assert first == second
    assert b"dc:date" not in first


def test_files_by_their_ending(tmp_path: Path) -> None:
    """A path tells the format."""
    picture = _picture(museums(2))
    picture.savefig(tmp_path / "day.svg", metadata={"Title": "a day"})
    picture.savefig(tmp_path / "day.png")
    assert b"<dc:title>a day</dc:title>" in (tmp_path / "day.svg").read_bytes()
    assert (tmp_path / "day.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["東京国立博物館", "متحف الفن", "<b>&$x^2$", "a\nb\x01\ud800"])
def test_names_of_all_scripts(name: str) -> None:
    """SVG holds every name as text, whatever script or sign it has, and is sound XML."""
    written = _svg(_picture(museums(1, stops=(Stop(name=name, duration=20),))))
    texts = [text.text or "" for text in ET.fromstring(written).iter() if text.tag.endswith("text")]  # noqa: S314 - written just before
    assert any(fitted(name, 30) in text for text in texts)


def test_other_units() -> None:
    """Trips counted in days or plain units have plain numbers on the axis."""
    stops = (Stop(name="Rome", duration=3), Stop(name="Pisa", duration=2))
    trip = TripProblem(stops=stops, travel=TravelMatrix([[0, 1], [1, 0]]), unit="day")
    labels = [label.get_text() for label in _picture(trip).axes[0].get_xticklabels()]
    assert labels == [f"day {k}" for k in range(7)]


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where matplotlib is absent the error says what to install."""
    monkeypatch.setattr("geoeval.extras.find_spec", lambda _: None)
    plan = plan_trip(museums(1))
    with pytest.raises(UsageError, match=r'pip install "\.\[plot\]"'):
        plan.plot()
    with pytest.raises(UsageError, match=r'pip install "\.\[plot\]"'):
        plan.sketch([(0, 0), (0, 1)])
