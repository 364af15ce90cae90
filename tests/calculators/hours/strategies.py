"""Hypothesis strategies for opening hours."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import strategies as st

from geoeval.calculators.hours import Day, Season, WeeklyHours

FIRST = date(2024, 1, 1)
ZONES = st.sampled_from(
    [
        "Europe/Paris",
        "America/New_York",
        "Australia/Lord_Howe",
        "America/Sao_Paulo",
        "Asia/Beirut",
        "Pacific/Apia",
        "UTC",
    ]
)


@st.composite
def known_days(draw: st.DrawFn) -> Day:
    """Draw the intervals of one day, with gaps between them; the last may pass midnight."""
    if draw(st.booleans()):
        return draw(st.sampled_from([(), ((0, 1440),)]))
    times = sorted(draw(st.sets(st.integers(0, 1439), min_size=1, max_size=6)))
    last = draw(st.integers(times[-1] + 1, times[-1] + 1440))
    times.append(last)
    return tuple(zip(times[::2], times[1::2], strict=False))


days = st.one_of(known_days(), known_days(), st.none())
known_weeks = st.tuples(*[known_days()] * 7)
weeks = st.tuples(*[days] * 7)
some_weeks = weeks.filter(lambda week: any(day is not None for day in week))


@st.composite
def seasons(draw: st.DrawFn) -> tuple[Season, ...]:
    """Draw up to two seasons of different months."""
    split = draw(st.lists(st.integers(0, 2), min_size=12, max_size=12))
    parts = [frozenset(m + 1 for m, part in enumerate(split) if part == n) for n in (1, 2)]
    return tuple(Season(months, draw(some_weeks)) for months in parts if months)


dates = st.dictionaries(
    st.integers(0, 40).map(lambda number: FIRST + timedelta(days=number)), days, max_size=3
).map(lambda exceptions: tuple(exceptions.items()))

plain = weeks.map(WeeklyHours)
seasonal = st.builds(WeeklyHours, some_weeks, seasons())
any_hours = st.one_of(
    plain,
    st.builds(
        WeeklyHours,
        weeks,
        st.one_of(st.just(()), seasons()),
        dates,
        valid=st.sampled_from([None, (FIRST, FIRST + timedelta(days=400))]),
    ),
)
