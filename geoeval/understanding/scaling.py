"""Figures that are asked for in part, several times or with something added.

"Half the way", "there and back in a straight line", "at twice the usual speed", "ten minutes longer
than usual", "per week, every day but Sunday": whatever frame reads the figure itself, the query is
a multiple of it, with an amount added.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from geoeval.query.algebra import Distance, RouteFigure, Sum, Travel, Value
from geoeval.query.parts import unit_of
from geoeval.understanding import scene
from geoeval.understanding.frame import Draft
from geoeval.understanding.reading import Mention, Reading, cover
from geoeval.understanding.vocabulary import word_list

_KINDS = ("scale", "there_and_back", "same_pace", "frequency", "period", "added", "adding")
_TO_THE_PAUSE = 2
_TO_THE_PLACE = 3


@dataclass(slots=True)
class _Scale:
    """What a figure becomes, and the words that say so."""

    figure: Distance | Travel | RouteFigure
    times: Fraction = Fraction(1)
    plus: float = 0.0
    used: set[int] = field(default_factory=set)

    def take(self, *mentions: Mention) -> None:
        """Account for the words of some mentions."""
        self.used |= cover(mentions)


def scaled(reading: Reading, draft: Draft) -> Iterator[Draft]:
    """Yield the draft whose figure is scaled as a question says, where it is."""
    match draft.query:
        case Value(figure=Distance() | Travel() | RouteFigure() as figure, also=None):
            scale = _Scale(figure)
        case _:
            return
    told = any(reading.of(kind) for kind in _KINDS) or _pauses(reading)
    if not told or unit_of(figure) not in {"length", "time"}:
        return
    if len({m.value for m in scene.modes(reading)}) > 1 or _is_of_another_way(reading):
        return
    steps = (_there_and_back, _in_part, _so_often, _with_more)
    if not all(step(reading, scale) for step in steps) or not scale.used:
        return
    query = draft.query
    if scale.times != 1 or scale.plus:
        total = Sum(of=(scale.figure,), times=float(scale.times), plus=scale.plus)
        query = Value(figure=total)
    words = frozenset(scale.used)
    yield replace(draft, query=query, used=draft.used | words, carried=words)


def _is_of_another_way(reading: Reading) -> bool:
    """Whether the rest of a way is asked for, or one way whatever is told of another.

    "How far is it still after half the way", "I fly there and back. How far is it from A to B?"
    """
    words = {word.key for word in reading.words}
    told = [m for kind in ("there_and_back", "scale", "frequency") for m in reading.told(kind)]
    one = len({m.value for m in scene.names(reading, asked=True)}) > 1
    apart = one and any(not m.value.startswith("speed") for m in told)
    return apart or bool(reading.of("scale") and words & word_list("ways.rest"))


def _there_and_back(reading: Reading, scale: _Scale) -> bool:
    """Double a straight line, or a way that is travelled alike in both directions."""
    back = reading.of("there_and_back")
    match scale.figure:
        case Distance() if back:
            scale.times *= 2
            scale.take(*back, *reading.of("return"), *reading.of("turning_round"))
        case Travel(legs=(there, *rest)) if reading.of("same_pace"):
            if len(rest) > 1 or any(leg.destination != there.origin for leg in rest):
                return False
            scale.figure = scale.figure.model_copy(update={"legs": (there,)})
            scale.times *= 2
            scale.take(*back, *reading.of("same_pace"), *reading.of("return"))
        case RouteFigure():
            return not back
        case Travel(legs=legs) if back:
            return legs[0].origin == legs[-1].destination
    return True


def _in_part(reading: Reading, scale: _Scale) -> bool:
    """Take a part of one way, a multiple of it, or another speed, by which its time changes."""
    said = reading.of("scale")
    if not said:
        return not reading.of("turning_round")
    kind, _, amount = said[0].value.partition(":")
    several = isinstance(scale.figure, Travel) and len(scale.figure.legs) > 1
    of_time = unit_of(scale.figure) == "time"
    if len(said) > 1 or several or (kind == "speed" and not of_time):
        return False
    before = {word.sentence for word in reading.words[: said[0].start]}
    if kind == "share" and reading.words[said[0].start].sentence not in before:
        return False  # "Half of the way is steep."
    turned = reading.of("turning_round")
    if turned:
        # Half the way and back to where one began: only in a straight line both are known.
        if not isinstance(scale.figure, Distance) or kind != "share":
            return False
        back = reading.of("return")
        scale.times *= 2 if back and not reading.of("there_and_back") else 1
        scale.take(*turned, *back)
    share = Fraction(amount)
    scale.times *= 1 / share if kind == "speed" else share
    scale.take(*said)
    return True


def _so_often(reading: Reading, scale: _Scale) -> bool:
    """Count a way for each day of a week on which it is made, or as often as it is made."""
    often, weeks = reading.of("frequency"), reading.of("period")
    times = _told_times(reading)
    if not often and not weeks:
        for again in times:
            scale.times *= int(again.amount)
            scale.take(again)
        return len(times) < 2
    if len(often) + len(times) != 1 or not weeks:
        return False
    if often:
        number = int(often[0].value)
        excepted = _excepted_days(reading, often[0])
        number -= len({m.value for m in excepted if m.kind == "day"})
        if not number or not {m.value for m in reading.of("day")} <= {m.value for m in excepted}:
            return False
        scale.take(often[0], *excepted)
    else:
        number = int(times[0].amount)
    scale.times *= number
    scale.take(*times, *weeks)
    return True


def _excepted_days(reading: Reading, often: Mention) -> list[Mention]:
    """Return the days behind "every day except", with the word that takes them out."""
    words = reading.words
    end = often.end
    if reading.text(end, end + 1) not in word_list("ways.except"):
        return []
    found = [Mention("except", "except", end, end + 1)]
    days = {m.start: m for m in reading.of("day")}
    for index in range(end + 1, len(words)):
        if words[index].sentence != words[end].sentence:
            break
        if index in days:
            found.append(days[index])
        elif words[index].key not in {"on", "and", "for"}:
            break
    return found


def _told_times(reading: Reading) -> list[Mention]:
    """Return how often one goes there and back, or so many days a week, each with its number."""
    ends = {m.end for m in (*reading.of("there_and_back"), *reading.of("return"))}
    weeks = {m.start for m in reading.of("period")}
    found = [
        Mention("times", "times", i, i + 1, 2)
        for i, word in enumerate(reading.words)
        if word.key == "twice"
    ]
    for number in reading.of("number"):
        unit = reading.text(number.end, number.end + 1)
        if unit == "times" or (unit == "days" and number.end + 1 in weeks):
            found.append(number._replace(end=number.end + 1))
    told = [m for m in found if m.start in ends or m.end in weeks]
    return [m for m in told if m.amount == int(m.amount)]


def _with_more(reading: Reading, scale: _Scale) -> bool:
    """Add what a way takes longer than usual, or the pause that is made on it."""
    kind = "duration" if unit_of(scale.figure) == "time" else "length"
    amounts = [m for m in (*reading.of("duration"), *reading.of("length")) if m.amount]
    told = [*reading.of("added"), *reading.of("adding"), *_pauses(reading)]
    if not told:
        return True
    if len(amounts) != 1 or amounts[0].kind != kind or len(told) > 1:
        return False
    amount, word = amounts[0], told[0]
    if word.kind != "pause" and not is_added(reading, amount):
        return False
    asked = {i for i, each in enumerate(reading.words) if each.sentence in reading.asking}
    if any(reading.words[i].key in word_list("ways.usually") for i in asked - {*word.span}):
        return False  # "It was delayed. How long is it normally?"
    scale.plus = amount.amount * (60 if kind == "duration" else 1)
    scale.plus *= -1 if word.value == "less" else 1
    scale.take(amount, word)
    return True


def is_added(reading: Reading, amount: Mention) -> bool:
    """Whether an amount says by how much something differs from the usual."""
    behind = any(0 <= m.start - amount.end <= 1 for m in reading.of("added"))
    return behind or any(0 <= amount.start - m.end <= 1 for m in reading.of("adding"))


def _pauses(reading: Reading) -> list[Mention]:
    """Return the words for a pause beside a duration that is spent at no named place."""
    found = []
    for duration in reading.of("duration"):
        near = range(duration.end, min(duration.end + _TO_THE_PAUSE, len(reading.words)))
        if duration.start > 1 and reading.text(duration.start - 1, duration.start) in {"of", "for"}:
            near = range(duration.start - 2, duration.start - 1)
        said = [i for i in near if reading.words[i].key in word_list("ways.pause")]
        if not said or any(0 <= m.start - said[0] <= _TO_THE_PLACE for m in scene.names(reading)):
            continue
        start = min(said[0], duration.start)
        lead = set(reading.text(max(0, start - _TO_THE_PAUSE), start).split())
        if lead & word_list("ways.adding"):
            found.append(Mention("pause", "more", min(said[0], duration.end), said[0] + 1))
    return found
