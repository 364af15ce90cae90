"""The weekday that a question means, and how a time bounds opening hours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, cast

from geoeval.query.parts import DAYS, Comparator, Day
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.vocabulary import word_list

_LATE = frozenset({"night", "late", "evening"})
_NIGHT_ENDS = 5 * 60
_UNCLEAR = "unclear"


class Weekday(NamedTuple):
    """The weekday of the question, the mentions that give it, and those that do not yield a day."""

    day: Day | None
    words: list[Mention]
    unclear: list[Mention]


def find_named_day(reading: Reading) -> tuple[Day | None, list[Mention]]:
    """Return the weekday of the question and the mentions that give it.

    "Today is Sunday … tomorrow" means Monday; 1 AM late on Sunday is on Monday, too.
    """
    weekday = find_weekday(reading)
    if weekday.day is not None and _is_past_midnight(reading, weekday.day):
        return _shift_day(weekday.day, 1), weekday.words
    return weekday.day, weekday.words


def find_weekday(reading: Reading) -> Weekday:
    """Return the weekday that is named, or that is counted from a named one.

    A statement such as "tomorrow is Friday" says which day is today; "the next day" counts from
    the day named before it. If the mentions do not yield a single day, all of them are unclear.
    """
    days, relative = reading.of("day"), reading.of("relative_day")
    relative = [m for m in relative if not _is_weather(reading, m, days)]
    if not days:
        return _day_from_today(relative, reading.world.today, reading.of("moment", "now"))
    if not relative:
        return _first_named_day(reading, days)
    unclear = Weekday(None, [], [*days, *relative])
    if any(m.value == _UNCLEAR for m in relative) or _are_chained(relative):
        return unclear
    statements = _day_statements(reading, days, relative)
    todays = {
        _shift_day(_to_day(day), -_count_of_days(word) if word else 0) for day, word in statements
    }
    if len(todays) > 1:
        return unclear
    today = min(todays, default=None)
    asked = _count_days(reading, days, relative, statements, today)
    if asked == set() and len(statements) == 1:
        day, word = statements[0]
        ahead = word is not None and _count_of_days(word) > 0
        asked = {_to_day(day)} if ahead or today is None else {today}
    if asked is None or len(asked) != 1:
        return unclear
    return Weekday(asked.pop(), [*days, *relative], [])


def _count_days(
    reading: Reading,
    days: list[Mention],
    relative: list[Mention],
    statements: list[_Statement],
    today: Day | None,
) -> set[Day] | None:
    """Return the days asked for, counted or named, or None if one of them is unclear.

    In "tomorrow at ten, on Monday" Monday is the day itself.
    """
    unstated = [m for m in days if not any(m is day for day, _ in statements)]
    asked: set[Day] = set()
    bases: list[Mention] = []
    for mention in (m for m in relative if not any(m is word for _, word in statements)):
        is_named = mention.value.startswith("named:")
        base = _base_day(reading, mention, days) if is_named else None
        same_sentence = {m.value for m in unstated if _are_in_one_sentence(reading, m, mention)}
        if base is not None:
            bases.append(base)
            asked.add(_shift_day(_to_day(base), _count_of_days(mention)))
        elif today is not None and not is_named:
            asked.add(_shift_day(today, _count_of_days(mention)))
        elif is_named or len(same_sentence) != 1:
            return None
        else:
            asked.add(cast("Day", same_sentence.pop()))
    return asked | {_to_day(m) for m in unstated if not any(m is base for base in bases)}


def _is_weather(reading: Reading, mention: Mention, days: list[Mention]) -> bool:
    """Whether "today" is mere background and does not concern the named day ("fine today").

    It does concern the day if its sentence asks or says which day it is.
    """
    return (
        mention.value == "today:0"
        and bool(days)
        and reading.words[mention.start].sentence not in reading.asking
        and not any(_are_in_one_sentence(reading, mention, day) for day in days)
    )


def _is_past_midnight(reading: Reading, day: Day) -> bool:
    """Whether the time is in the night that began on a day ("1 AM on Saturday night")."""
    if any(reading.keys(m) == ("tonight",) for m in reading.of("relative_day")):
        return any(m.amount < _NIGHT_ENDS for m in reading.of("clock")[:1])
    is_night = any(
        m.value == day
        and not _LATE.isdisjoint(reading.text(max(0, m.start - 3), m.end + 1).split())
        for m in reading.of("day")
    )
    return is_night and any(m.amount < _NIGHT_ENDS for m in reading.of("clock")[:1])


def _day_from_today(relative: list[Mention], today: int | None, now: list[Mention]) -> Weekday:
    """Return the day counted from the world's today, if no day is named."""
    if today is None or not (relative or now):
        return Weekday(None, [], [])
    shifts = {_count_of_days(m) for m in relative if m.value.startswith("today:")} or {0}
    if len(shifts) > 1 or any(not m.value.startswith("today:") for m in relative):
        return Weekday(None, [], relative)
    return Weekday(DAYS[(today + shifts.pop()) % 7], [*relative, *now], [])


def _first_named_day(reading: Reading, days: list[Mention]) -> Weekday:
    """Return the first named day that is not merely said to be today, or else that one."""
    today = [m for m in days if "is" in reading.text(max(0, m.start - 2), m.start).split()]
    other = [m for m in days if m not in today]
    chosen = (other or today)[0]
    return Weekday(_to_day(chosen), [m for m in days if m.value == chosen.value or m in today], [])


_Statement = tuple[Mention, Mention | None]


def _day_statements(
    reading: Reading, days: list[Mention], relative: list[Mention]
) -> list[_Statement]:
    counted = [m for m in relative if m.value.startswith("today:")]
    found: list[_Statement] = []
    for day in days:
        equated = [
            r for r in counted if _is_equated(reading, *sorted((day, r), key=_mention_start))
        ]
        now = [m for m in reading.of("moment", "is_now") if 0 <= day.start - m.end <= 1]
        if equated:
            found.append((day, equated[0]))
        elif now:
            found.append((day, None))
    return found


def _is_equated(reading: Reading, first: Mention, second: Mention) -> bool:
    """Whether a sentence equates two mentions ("tomorrow will be Friday", "Friday today")."""
    between = reading.text(first.end, second.start).split()
    return _are_in_one_sentence(reading, first, second) and word_list("times.stating").issuperset(
        between
    )


def _are_chained(relative: list[Mention]) -> bool:
    """Whether one count follows another ("the day after the day after Thursday")."""
    return any(0 <= second.start - first.end <= 1 for first, second in pairwise(relative))


def _base_day(reading: Reading, mention: Mention, days: list[Mention]) -> Mention | None:
    """Return the named day that "the day after" counts from: the next one, else one before it."""
    next_days = [m for m in days if 0 <= m.start - mention.end <= 1]
    before = [m for m in days if m.end <= mention.start]
    later = [
        m for m in days if m.start >= mention.end and _are_in_one_sentence(reading, m, mention)
    ]
    return next(iter((*next_days, *reversed(before), *later)), None)


def _are_in_one_sentence(reading: Reading, one: Mention, other: Mention) -> bool:
    return reading.words[one.start].sentence == reading.words[other.start].sentence


def _mention_start(mention: Mention) -> int:
    return mention.start


def _count_of_days(mention: Mention) -> int:
    return int(mention.value.partition(":")[2])


def _to_day(mention: Mention) -> Day:
    return cast("Day", mention.value)


def _shift_day(day: Day, by: int) -> Day:
    return DAYS[(DAYS.index(day) + by) % 7]


Edge = Literal["opens", "closes"]
Turn = Literal["until", "after", "past", "before", "by", "at"]

_TURNS: dict[str, Turn] = {
    "until": "until", "till": "until", "after": "after", "past": "past", "beyond": "past",
    "before": "before", "by": "by",
}  # fmt: skip
_REACH = 4
_DAWN, _NOON, _EVENING = 5 * 60, 12 * 60, 17 * 60
# Events at a time ("opens", "closes"), and states at that time ("open", "closed").
_HAPPENS: dict[Turn, Comparator] = {
    "after": ">", "past": ">", "before": "<", "by": "<=", "at": "==",
}  # fmt: skip
_IS_OPEN: dict[Turn, tuple[Edge, Comparator]] = {
    "until": ("closes", ">="), "past": ("closes", ">"), "before": ("opens", "<"),
    "by": ("opens", "<="),
}  # fmt: skip
_IS_CLOSED: dict[Turn, tuple[Edge, Comparator]] = {
    "until": ("opens", ">="), "before": ("opens", ">="), "after": ("closes", "<="),
    "past": ("closes", "<="),
}  # fmt: skip


class Bound(NamedTuple):
    """The edge of the hours that a time bounds, None if unclear, and the words in between."""

    edge: Edge | None
    comparator: Comparator
    words: range


def bound_of(reading: Reading, states: Sequence[Mention], clock: Mention) -> Bound | None:
    """Return how a time bounds opening hours, or None if it does not.

    "Opens" and "closes" happen at a time; "open" and "closed" hold until a time or from it on. A
    place that is open after a time in the evening closes later; after one in the morning, it opens
    later; in the afternoon, it may be either.
    """
    states_before = [m for m in states if 0 <= clock.start - m.end <= _REACH]
    if not states_before:
        return None
    state = states_before[-1]
    between = range(state.end, clock.start)
    turn = next((_TURNS[key] for i in between if (key := reading.words[i].key) in _TURNS), None)
    state_keys = set(reading.keys(state))
    if (
        turn is None
        and state_keys & {"opens", "closes"}
        and reading.text(clock.start - 1, clock.start) == "at"
    ):
        turn = "at"
    if turn is None:
        return None
    edge, comparator = _bound_edge(state_keys, state.value, turn, clock.amount) or (None, "==")
    return Bound(edge, comparator, between)


def _bound_edge(
    state_keys: set[str], value: str, turn: Turn, minute: float
) -> tuple[Edge, Comparator] | None:
    """Return the edge of the hours and how it is bound, or None if that is unclear."""
    if value == "closed":
        if state_keys & {"closes", "shuts", "closing"}:
            return ("closes", _HAPPENS[turn]) if turn in _HAPPENS else None
        if turn == "by":
            return ("opens", ">") if state_keys & {"not"} else ("closes", "<=")
        return _IS_CLOSED.get(turn)
    if state_keys & {"opens"} and turn in _HAPPENS:
        return "opens", _HAPPENS[turn]
    if turn == "after":
        if minute >= _EVENING or minute < _DAWN:
            return "closes", ">"
        return ("opens", ">") if minute < _NOON else None
    if turn in {"before", "by"} and minute >= _EVENING:
        return None
    return _IS_OPEN.get(turn)
