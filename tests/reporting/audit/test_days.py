"""Days drawn as timelines."""

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


def test_visits_are_bars_with_their_times() -> None:
    """They lie inside the pale bar of opening hours, after the line of the journey."""
    drawn = draw_day(DayPlan(rows=(VISIT,)))
    assert ">3:00 PM – 4:00 PM<" in drawn
    for role in ("open", "way", "stay"):
        assert drawn.count(f'class="{role}"') == 1


def test_visits_past_closing_are_highlighted() -> None:
    """Without known hours there is no highlight."""
    late = DayRow(place="Bank", open_s=((9 * HOUR, 15 * HOUR),), stay_s=(14 * HOUR, 16 * HOUR))
    assert 'class="stay outside"' in draw_day(DayPlan(rows=(late,)))
    free = DayRow(place="Park", stay_s=(14 * HOUR, 16 * HOUR))
    assert "outside" not in draw_day(DayPlan(rows=(free,)))


def test_days_may_consist_of_opening_hours() -> None:
    """Closed days, full days and several openings are described in words."""
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


def test_distant_hours_do_not_stretch_the_axis() -> None:
    """Nearby hours do; what lies outside is not drawn."""
    row = DayRow(
        place="Inn",
        open_s=((6 * HOUR, 7 * HOUR), (12 * HOUR, 40 * HOUR)),
        stay_s=(13 * HOUR, 14 * HOUR),
    )
    drawn = draw_day(DayPlan(rows=(row,)))
    assert drawn.count('class="open"') == 1
    assert ">12 PM<" in drawn
    assert ">6 AM<" not in drawn


def test_compared_days_share_an_axis() -> None:
    """The hour labels are the same."""
    early = DayPlan(rows=(DayRow(place="Inn", stay_s=(8 * HOUR, 9 * HOUR)),))
    late = DayPlan(rows=(DayRow(place="Inn", stay_s=(11 * HOUR, 12 * HOUR)),))
    assert ">8 AM<" in draw_day(late, [early])
    assert ">8 AM<" not in draw_day(late)


def test_days_without_a_clock_count_from_the_start() -> None:
    """Times are in hours and minutes."""
    way = DayRow(place="Home", way_s=(HOUR, HOUR + 600))
    start = DayRow(place="Inn", stay_s=(0, 0))
    drawn = draw_day(DayPlan(rows=(start, way), clocked=False))
    assert ">+1 hour 10 mins<" in drawn
    assert ">+1 h<" in drawn
    early = DayRow(place="Inn", stay_s=(-HOUR, -HOUR))
    assert ">−1 hour 0 mins<" in draw_day(DayPlan(rows=(early,), clocked=False))
