"""Days by the clock."""

from __future__ import annotations

from geoeval.query.values import DayPlan, DayRow
from geoeval.reporting.audit.pictures import draw_day

HOUR = 3600
VISIT = DayRow(
    place="Castle",
    open_s=((10 * HOUR, 17 * HOUR),),
    way_s=(14 * HOUR, 15 * HOUR),
    stay_s=(15 * HOUR, 16 * HOUR),
)


def test_a_stay_is_a_bar_with_its_times() -> None:
    """Inside the pale bar of the opening hours, behind the line of the way."""
    drawn = draw_day(DayPlan(rows=(VISIT,)))
    assert ">3:00 PM – 4:00 PM<" in drawn
    for role in ("open", "way", "stay"):
        assert drawn.count(f'class="{role}"') == 1


def test_a_stay_past_closing_stands_out() -> None:
    """Where hours are known; where not, it does not."""
    late = DayRow(place="Bank", open_s=((9 * HOUR, 15 * HOUR),), stay_s=(14 * HOUR, 16 * HOUR))
    assert 'class="stay outside"' in draw_day(DayPlan(rows=(late,)))
    free = DayRow(place="Park", stay_s=(14 * HOUR, 16 * HOUR))
    assert "outside" not in draw_day(DayPlan(rows=(free,)))


def test_opening_hours_alone_fill_a_day() -> None:
    """From midnight on; closed, all day and several openings are put in words."""
    rows = (
        DayRow(place="Inn", open_s=()),
        DayRow(place="Kiosk", open_s=((0, 24 * HOUR),)),
        DayRow(place="Bar", open_s=((8 * HOUR, 9 * HOUR), (18 * HOUR, 26 * HOUR))),
    )
    drawn = draw_day(DayPlan(rows=rows, marks=((9 * HOUR, "asked"),)))
    for text in ("closed", "open all day", "8:00 AM – 9:00 AM, 6:00 PM – 2:00 AM"):
        assert f">{text}<" in drawn
    assert ">asked 9:00 AM<" in drawn
    assert ">12 AM<" in drawn


def test_hours_far_from_the_trip_do_not_stretch_the_axis() -> None:
    """Those close to it do; what lies outside is not drawn."""
    row = DayRow(
        place="Inn",
        open_s=((6 * HOUR, 7 * HOUR), (12 * HOUR, 40 * HOUR)),
        stay_s=(13 * HOUR, 14 * HOUR),
    )
    drawn = draw_day(DayPlan(rows=(row,)))
    assert drawn.count('class="open"') == 1
    assert ">12 PM<" in drawn
    assert ">6 AM<" not in drawn


def test_days_that_are_compared_share_an_axis() -> None:
    """The hours above are the same."""
    early = DayPlan(rows=(DayRow(place="Inn", stay_s=(8 * HOUR, 9 * HOUR)),))
    late = DayPlan(rows=(DayRow(place="Inn", stay_s=(11 * HOUR, 12 * HOUR)),))
    assert ">8 AM<" in draw_day(late, [early])
    assert ">8 AM<" not in draw_day(late)


def test_without_a_clock_time_counts_from_the_start() -> None:
    """In hours and minutes."""
    way = DayRow(place="Home", way_s=(HOUR, HOUR + 600))
    start = DayRow(place="Inn", stay_s=(0, 0))
    drawn = draw_day(DayPlan(rows=(start, way), clocked=False))
    assert ">+1 hour 10 mins<" in drawn
    assert ">+1 h<" in drawn
    early = DayRow(place="Inn", stay_s=(-HOUR, -HOUR))
    assert ">−1 hour 0 mins<" in draw_day(DayPlan(rows=(early,), clocked=False))
