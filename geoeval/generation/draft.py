"""A question in the making: what is asked, of what facts, and with which options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Literal

from geoeval.calculators.clock import DAY_MIN, format_clock
from geoeval.calculators.units import format_distance, format_duration
from geoeval.generation.town import Town, shown
from geoeval.query.algebra import AnyFigure, Query
from geoeval.query.algebra import Value as Ask
from geoeval.query.solve import solve
from geoeval.query.values import Clock, Derivation, Names, Quantity, Text, Value, YesNo
from geoeval.world.model import World

Difficulty = Literal["easy", "medium", "hard"]
OPTIONS = 4
_MOST_STARS = 5.0
_MINUTE_S = 60
_FINE = (_MINUTE_S,)
COARSE = (1800, 900, 300, _MINUTE_S)
"""What durations may be rounded to, in seconds: a wrong one as coarsely as the right one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margins:
    """By how much an answer has to be clear of the next one.

    ``share`` is the least difference as a share of the smaller value, ``metres``, ``seconds`` and
    ``degrees`` are the least differences themselves, whichever of both is more.
    """

    share: float
    metres: float
    seconds: float
    degrees: float

    def clear(self, first: float, second: float, unit: str) -> bool:
        """Return whether two values in metres or seconds differ by enough."""
        least = self.metres if unit == "m" else self.seconds
        return abs(first - second) >= max(least, self.share * min(abs(first), abs(second)))


MARGINS: Mapping[Difficulty, Margins] = {
    "easy": Margins(share=0.3, metres=50, seconds=120, degrees=25),
    "medium": Margins(share=0.1, metres=25, seconds=60, degrees=15),
    "hard": Margins(share=0.03, metres=10, seconds=30, degrees=8),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """A wrong option and the mistake that leads to it."""

    text: str
    mistake: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A question before it is written.

    ``ask`` returns the query for the options in their order, since some queries name what is
    offered. ``right`` is the text of the right option, ``wrong`` those of the others, and
    ``margin`` says by how much the answer is clear of the next, in ``unit``. Where one expects
    something of a ``choice``, such as that a car is faster than a bicycle, ``expected`` says
    whether that is right.
    """

    kind: str
    context: str
    world: World
    slots: Mapping[str, str]
    ask: Callable[[Sequence[str]], Query]
    right: str
    wrong: tuple[Wrong, ...]
    margin: float | None = None
    unit: str = ""
    lacking: str | None = None
    choice: str = ""
    expected: bool = False

    @property
    def guesses(self) -> tuple[tuple[str, ...], ...]:
        """What one may guess by: of each, what is right first, then what is not.

        That is what the options say, and of counts also which is the least, the second and so on.
        """
        texts = (self.right, *(each.text for each in self.wrong))
        if not all(map(str.isdigit, texts)):
            return (texts,)
        ranked = sorted(texts, key=int)
        return texts, tuple(f"rank {ranked.index(text)}" for text in texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What a draft is made from: a town, a source of chance, and how hard it is to be.

    ``in_context`` gives the facts as a context; without it the question is about the whole world.
    """

    town: Town
    draw: Random
    difficulty: Difficulty
    in_context: bool = True
    margins: Margins = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "margins", MARGINS[self.difficulty])

    def shown(self, facts: World) -> tuple[str, World]:
        """Return the context of a question and the world it is answered from."""
        if not self.in_context:
            return "", self.town.world
        return shown(facts)


def value_of(query: Query, world: World) -> Value | None:
    """Return the value of a query, or None if it has none."""
    outcome = solve(query, world)
    return outcome.value if isinstance(outcome, Derivation) else None


def amount_of(figure: AnyFigure, world: World) -> float | None:
    """Return the number that a figure has in a world, or None if it has none."""
    value = value_of(Ask(figure=figure), world)
    match value:
        case Quantity(amount=amount):
            return amount
        case Clock(minute=minute):
            return 60.0 * minute
        case _:
            return None


def written(value: Value) -> str:
    """Return a value as an option says it."""
    match value:
        case Quantity(amount=amount, unit="m"):
            return format_distance(amount)
        case Quantity(amount=amount, unit="s"):
            minutes = int(amount / _MINUTE_S + 0.5)
            return format_duration(_MINUTE_S * minutes).removesuffix(" 0 mins")
        case Quantity(amount=amount):
            return f"{amount:g}"
        case Clock(minute=minute):
            return format_clock(minute % DAY_MIN)
        case YesNo(yes=yes):
            return "Yes" if yes else "No"
        case Text(text=text):
            return text
        case Names(names=names, rank=rank):
            return names[rank - 1]
        case _:
            message = f"no option says a {value.kind}"
            raise AssertionError(message)


def number_options(
    draw: Random,
    right: Quantity | Clock,
    mistaken: Sequence[tuple[float, str]],
    *,
    share: float = 0.15,
    grains: Sequence[int] = _FINE,
    within: tuple[float, float] = (0.0, inf),
) -> tuple[Wrong, ...] | None:
    """Return wrong options around a right number, as many below it as chance says.

    ``mistaken`` are wrong numbers, each with the mistake that leads to it, the likeliest first;
    the others are merely near. All lie ``within`` two numbers. The key may be the least or the
    greatest of the options as well as one between them, so that its place gives nothing away.
    """
    is_clock = isinstance(right, Clock)
    amount = float(right.minute if isinstance(right, Clock) else right.amount)
    is_count = isinstance(right, Quantity) and right.unit == "count"
    step = 1.0 if is_count else (30.0 if is_clock else max(share * amount, _least(right)))
    grain = next((each for each in grains if amount % each == 0), _MINUTE_S)
    computed = is_clock and grains == _FINE  # unlike hours of opening
    below = draw.randint(0, min(OPTIONS - 1, int(amount)) if is_count else OPTIONS - 1)
    room = {False: below, True: OPTIONS - 1 - below}
    chosen: list[tuple[float, str]] = []

    def text_of(value: float) -> str:
        return _text(value, right, grain)

    def take(value: float, mistake: str) -> None:
        side = value > amount
        nothing = not is_count and text_of(max(value, 0)) == text_of(0)
        past = is_clock and amount < DAY_MIN <= value
        too_good = isinstance(right, Quantity) and right.unit == "stars" and value > _MOST_STARS
        if not within[0] <= value <= within[1] or nothing or past or too_good or not room[side]:
            return
        apart = all(
            abs(value - other) >= 0.99 * step for other in (amount, *(v for v, _ in chosen))
        )
        texts = {text_of(other) for other in (amount, *(v for v, _ in chosen))}
        if apart and text_of(value) not in texts:
            chosen.append((value, mistake))
            room[side] -= 1

    for value, mistake in mistaken:
        take(value, mistake)
    for tries in range(1, 40):
        for side in (False, True):
            if room[side]:
                exact = is_count or (is_clock and not computed)
                jump = step * (1 + 0.25 * draw.random())
                if exact:
                    jump = step * (draw.choice((1, 2)) if is_clock else 1)
                off = jump * (1 + tries // 2)
                start = draw.choice((amount, *(v for v, _ in chosen))) if is_clock else amount
                take(start + off if side else start - off, "a number near by")
    if sum(room.values()):  # nothing fits below a small number, or before midnight
        side = bool(room[False])
        for tries in range(1, 40):
            room = {not side: 0, side: OPTIONS - 1 - len(chosen)}
            take(amount + (step if side else -step) * tries, "a number near by")
    if len(chosen) < OPTIONS - 1:
        return None
    return tuple(Wrong(text=text_of(value), mistake=mistake) for value, mistake in chosen)


def _least(right: Quantity | Clock) -> float:
    """Return the least distance between options."""
    return {"m": 20.0, "s": 60.0}.get(right.unit, 0.1) if isinstance(right, Quantity) else 15.0


def _text(amount: float, like: Quantity | Clock, grain: int) -> str:
    """Return a wrong number in the form of the right one, durations rounded to a grain."""
    if isinstance(like, Clock):
        return written(Clock(minute=round(amount)))
    if like.unit in {"count", "level"}:
        return written(Quantity(amount=round(amount), unit="count"))
    if like.unit == "stars":
        return written(Quantity(amount=round(amount, 1), unit="stars"))
    whole = round(amount / grain) * grain if like.unit == "s" else round(amount)
    return written(Quantity(amount=whole, unit=like.unit))
