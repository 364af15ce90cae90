"""Draw the map and the days of a derivation for pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from math import ceil, floor

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.units import format_clock, format_duration
from geoeval.drawing import map as maps
from geoeval.drawing import timeline
from geoeval.query.values import DayPlan, DayRow, Illustration, Span, Spot, Stretch
from geoeval.reporting.audit.markup import as_markup, draw_macro
from geoeval.reporting.safe import cut_line, safe_line

_NAME_COLUMNS, _ROW_COLUMNS = 26, 32
_MAX_LABELLED_LINES = 4
_ROLES = {"from": "measured from", "answer": "computed", "key": "label", "spot": "other place"}

_HOUR = 3600
_DAY = 24 * _HOUR
_NEAR_S = 2 * _HOUR
_TICKS = 7
_STEPS_S = [_HOUR * hours for hours in (1, 2, 3, 4, 6, 12, 24)]


def draw_map(
    illustration: Illustration, computed: Collection[str] = (), keyed: Spot | Stretch | None = None
) -> str | None:
    """Draw the places of an illustration and the measured lines between them.

    ``computed`` are the names of the places that are the answer or to which it points. ``keyed``
    is the label, drawn hollow: a place, or the line of a direction that ends where the place would
    be.

    The figure is an SVG with north up and a scale. Below it are a legend, and the names of places
    that are numbered in the figure. Return None if there are fewer than two places to show.
    """
    key = keyed.end if isinstance(keyed, Stretch) else keyed
    spots = _sort_spots(illustration, key)
    if len({spot.location for spot in spots}) < 2:
        return None
    numbered = len(spots) > maps.MAX_NAMES
    roles = _place_roles(illustration, spots, computed, key)
    places = _map_places(spots, roles, numbered=numbered)
    return draw_macro(
        "pictures.html",
        "map",
        picture=as_markup(
            maps.draw_map(
                places, _map_links(illustration, keyed), radius_m=illustration.radius_m or 0.0
            ).svg()
        ),
        legend={role: text for role, text in _ROLES.items() if role in roles},
        names=zip(roles[1:], spots[1:], strict=True) if numbered else (),
        measured={line.end: line.text for line in illustration.stretches},
    )


def _map_places(spots: list[Spot], roles: list[str], *, numbered: bool) -> list[maps.Place]:
    """Return places labelled with their names, or with numbers except for the first."""
    labels = [cut_line(spot.name, _NAME_COLUMNS) for spot in spots]
    if numbered:
        labels[1:] = map(str, range(1, len(spots)))
    return [
        maps.Place(spot.location, role, safe_line(spot.name), label)
        for spot, role, label in zip(spots, roles, labels, strict=True)
    ]


def _place_roles(
    illustration: Illustration, spots: list[Spot], computed: Collection[str], key: Spot | None
) -> list[str]:
    """Return the role of each place; lines start at the first place."""
    roles = [
        "answer" if spot.name in computed else "key" if spot == key else "spot" for spot in spots
    ]
    if illustration.stretches:
        roles[0] = "key" if spots[0] == key else "from"
    return roles


def _sort_spots(illustration: Illustration, key: Spot | None) -> list[Spot]:
    """Return the places to show, beginning with the place where most lines start."""
    starts = Counter(line.start for line in illustration.stretches)
    first = [spot for spot, _ in starts.most_common(1)]
    ends = [line.end for line in illustration.stretches]
    keyed = [] if key is None else [key]
    return list(dict.fromkeys((*first, *ends, *illustration.spots, *keyed)))


def _map_links(illustration: Illustration, keyed: Spot | Stretch | None) -> list[maps.Link]:
    """Return the lines between places, labelled with the measurements if there are few lines.

    If there is a radius, the lines are not drawn, because a circle is clearer.
    """
    texts: dict[tuple[Spot, Spot], list[str]] = {}
    for line in illustration.stretches:
        texts.setdefault((line.start, line.end), []).append(safe_line(line.text))
    role, few = "" if illustration.radius_m else "stretch", len(texts) <= _MAX_LABELLED_LINES
    links = [
        maps.Link(role, start.location, end.location, ", ".join(found) if few else "")
        for (start, end), found in texts.items()
    ]
    if isinstance(keyed, Stretch):
        links.append(maps.Link("keyed", keyed.start.location, keyed.end.location))
    return links


def draw_day(plan: DayPlan, others: Sequence[DayPlan] = ()) -> str:
    """Draw a day, on the same time axis as ``others``.

    Opening hours are pale bars, stays solid bars, ways thin lines, and marks dashed lines.
    """
    clocked = all(each.clocked for each in (plan, *others))
    limits = [_time_limits(each) for each in (plan, *others)]
    start = floor(min(first for first, _ in limits) / _HOUR) * _HOUR
    end = max(ceil(max(last for _, last in limits) / _HOUR) * _HOUR, start + _HOUR)
    ticks = [
        (second, _write_hour(second, clocked=clocked))
        for second in timeline.round_ticks(start, end, _STEPS_S, _TICKS)
    ]
    picture = timeline.draw_timeline(
        [
            timeline.Row(
                cut_line(row.place, _ROW_COLUMNS),
                _write_times(row, clocked=clocked),
                list(_row_stretches(row)),
                ground=row.open_s is not None,
            )
            for row in plan.rows
        ],
        [timeline.Day(start, end, ticks)],
        marks=[
            (second, safe_line(f"{text} {_write_time(second, clocked=clocked)}"))
            for second, text in plan.marks
        ],
    )
    return as_markup(picture.svg())


def _time_limits(plan: DayPlan) -> Span:
    """Return the first and last second to show: all events, and opening hours near them."""
    hours = [edge for row in plan.rows for span in row.open_s or () for edge in span]
    times = list(_event_times(plan))
    if not times:
        return 0, max([_DAY, *(edge for edge in hours if edge <= _DAY + _DAY // 4)])
    times += dict(plan.marks)
    first, last = min(times) - _NEAR_S, max(times) + _NEAR_S
    times += [edge for edge in hours if first <= edge <= last]
    return min(times), max(times)


def _event_times(plan: DayPlan) -> Iterator[int]:
    """Yield the start and end times of ways and stays."""
    for row in plan.rows:
        yield from row.way_s or ()
        yield from row.stay_s or ()


def _row_stretches(row: DayRow) -> Iterator[timeline.Stretch]:
    """Yield the opening hours, the way and the stay of a row; stays outside hours are marked."""
    for span in row.open_s or ():
        yield timeline.Stretch("open", *span)
    if row.way_s is not None:
        yield timeline.Stretch("way", *row.way_s)
    if row.stay_s is not None:
        start, end = row.stay_s
        inside = row.open_s is None or any(a <= start and end <= b for a, b in row.open_s)
        yield timeline.Stretch("stay" if inside else "stay outside", start, end)


def _write_times(row: DayRow, *, clocked: bool) -> str:
    """Return the times of the stay or the way of a row, or else its opening hours."""
    if row.stay_s is not None:
        return _write_span(row.stay_s, clocked=clocked)
    if row.way_s is not None:
        return _write_time(row.way_s[1], clocked=clocked)
    if not row.open_s:
        return "closed"
    if any(end - start >= _DAY for start, end in row.open_s):
        return "open all day"
    return ", ".join(_write_span(span, clocked=clocked) for span in row.open_s)


def _write_span(span: Span, *, clocked: bool) -> str:
    return " – ".join(_write_time(second, clocked=clocked) for second in dict.fromkeys(span))


def _write_hour(second: int, *, clocked: bool) -> str:
    return (
        format_clock(second // 60 % DAY_MIN).replace(":00", "")
        if clocked
        else f"{second // _HOUR:+} h"
    )


def _write_time(second: int, *, clocked: bool) -> str:
    if not clocked:
        return f"{'−' if second < 0 else '+'}{format_duration(abs(second))}"
    return format_clock(second // 60 % DAY_MIN)
