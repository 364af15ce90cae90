"""A draft of a question: its query, its facts and its options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from itertools import product
from math import inf
from random import Random
from typing import Literal, TypeVar, cast

from geoeval.calculators.clock import DAY_MIN, format_clock
from geoeval.calculators.units import format_distance, format_duration
from geoeval.generation.town import Town, describe_facts, keep_facts
from geoeval.query.algebra import AnyFigure, Query
from geoeval.query.algebra import Value as Asked
from geoeval.query.solve import solve
from geoeval.query.values import Clock, Derivation, Names, Quantity, Text, Value, YesNo
from geoeval.world.model import Leg, NearbyList, Place, Route, World

T = TypeVar("T")
Difficulty = Literal["easy", "medium", "hard"]
OPTIONS = 4
_MOST_STARS = 5.0
_LEAST_STEPS = {"m": 20.0, "s": 60.0}  # between options
_MINUTE_S = 60
_FINE = (_MINUTE_S,)
MAX_COUNTED = 20
"""The largest number that people count by hand, and so miscount by one."""
_SHARE = 0.15  # of the right number, between options
COARSE = (1800, 900, 300, _MINUTE_S)
"""Units for rounding durations, in seconds; wrong ones are rounded as coarsely as the right one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margins:
    """The margin by which an answer must win.

    ``share`` is the minimum difference as a share of the smaller value; ``metres``, ``seconds`` and
    ``degrees`` are the minimum absolute differences. The larger of the two applies.
    """

    share: float
    metres: float
    seconds: float
    degrees: float

    def clear(self, first: float, second: float, unit: str) -> bool:
        """Return whether two values in metres or seconds differ by at least the margin."""
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


Ask = Callable[[Sequence[str]], Query]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A question before it is written.

    ``kind`` is the name of the kind of question. ``ask`` returns the query for the ordered options,
    because some queries contain the options. ``right`` is the text of the right option, ``wrong``
    those of the others, and ``margin`` is the margin of the answer, in ``unit``. If people would
    expect one option of a ``choice``, such as a car being faster than a bicycle, ``expected`` is
    whether that option is right.
    """

    kind: str = ""
    context: str
    world: World
    slots: Mapping[str, str]
    ask: Ask
    right: str
    wrong: tuple[Wrong, ...]
    margin: float | None = None
    unit: str = ""
    lacking: str | None = None
    choice: str = ""
    expected: bool = False

    def options(self, key: int, draw: Random) -> list[str]:
        """Return the options in random order; the right one at the given position, if any."""
        texts = [each.text for each in self.wrong]
        draw.shuffle(texts)
        texts.insert(key % (len(texts) + 1), self.right)
        return texts

    @property
    def mistakes(self) -> dict[str, str]:
        """The mistake behind each wrong option."""
        return {each.text: each.mistake for each in self.wrong}

    @property
    def guesses(self) -> tuple[tuple[str, ...], ...]:
        """Features by which the answer could be guessed, each with its right value first.

        They are the options and, for counts, also their ranks by size.
        """
        if self.lacking:
            return ()
        texts = (self.right, *(each.text for each in self.wrong))
        if not all(map(str.isdigit, texts)):
            return (texts,)
        ranked = sorted(texts, key=int)
        return texts, tuple(f"rank {ranked.index(text)}" for text in texts)


class Unsuitable(Exception):  # noqa: N818 - not an error: another draw may succeed
    """The drawn facts do not make a question of this kind."""


def require_that(holds: object) -> None:
    """Raise Unsuitable if a condition of the question does not hold."""
    if not holds:
        raise Unsuitable


def require_found(found: T | None) -> T:
    """Return the value, or raise Unsuitable if it is None."""
    if found is None:
        raise Unsuitable
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The context of a question and the world that it describes."""

    context: str
    world: World

    def find(self, query: Query) -> Value | None:
        """Return the value of a query, or None if it has none."""
        outcome = solve(query, self.world)
        return outcome.value if isinstance(outcome, Derivation) else None

    def value(self, query: Query) -> Value:
        """Return the value of a query; Unsuitable if it has none."""
        found = self.find(query)
        if found is None:
            raise Unsuitable
        return found

    def need(self, kind: type[T], query: Query) -> T:
        """Return the value of a query, or raise Unsuitable if it has no value of that type."""
        value = self.find(query)
        require_that(isinstance(value, kind))
        return cast("T", value)

    def amount(self, figure: AnyFigure) -> float:
        """Return the number of a figure, minutes for a time of day; 0 if it has none."""
        value = self.find(Asked(figure=figure))
        if isinstance(value, Clock):
            return float(value.minute)
        return value.amount if isinstance(value, Quantity) else 0.0

    def draft(
        self,
        slots: Mapping[str, str],
        query: Query | Ask,
        right: Value | str,
        wrong: Iterable[Wrong],
        *,
        margin: float | None = None,
        unit: str = "",
        choice: str = "",
        expected: bool = False,
    ) -> Draft:
        """Return a draft whose query may depend on the order of the options."""
        return Draft(
            context=self.context,
            world=self.world,
            slots=slots,
            ask=query if callable(query) else lambda _: query,
            right=right if isinstance(right, str) else format_value(right),
            wrong=tuple(wrong),
            margin=margin,
            unit=unit,
            choice=choice,
            expected=expected,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The input of a draft: a town, a random generator and the required margins.

    If ``in_context`` is True, the facts are given as a context; otherwise the question is about the
    whole world.
    """

    town: Town
    draw: Random
    difficulty: Difficulty
    in_context: bool = True

    @property
    def margins(self) -> Margins:
        """The margin by which an answer must win."""
        return MARGINS[self.difficulty]

    def scene(
        self,
        places: Iterable[Place],
        *,
        keep: Sequence[str] = (),
        legs: tuple[Leg, ...] = (),
        routes: tuple[Route, ...] = (),
        lists: tuple[NearbyList, ...] = (),
    ) -> Scene:
        """Return a scene of these facts; places show their position and the facts to ``keep``."""
        if not self.in_context:
            return Scene(context="", world=self.town.world)
        facts = World(
            places=tuple(keep_facts(place, keep=keep) for place in places),
            legs=legs,
            routes=routes,
            lists=lists,
            attribution=self.town.world.attribution,
        )
        context, world = describe_facts(facts)
        return Scene(context=context, world=world)


def format_value(value: Value) -> str:
    """Return a value in the words of an option."""
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
            raise AssertionError(f"no option can state a {value.kind}")


def number_options(
    draw: Random,
    right: Quantity | Clock,
    mistaken: Sequence[tuple[float, str]],
    *,
    share: float = _SHARE,
    grains: Sequence[int] = _FINE,
    within: tuple[float, float] = (0.0, inf),
) -> tuple[Wrong, ...]:
    """Return wrong options around a right number, a random number of them below it.

    ``mistaken`` are wrong numbers with the mistakes that lead to them, likeliest first; further
    options are numbers nearby. All lie ``within`` two bounds. The right number may be the smallest
    or largest option, so that its position reveals nothing.
    """
    offered = _Offered(right=right, within=within, share=share, grains=grains)
    _choose_numbers(offered, draw, mistaken, whole_times=grains != _FINE)
    require_that(len(offered.chosen) == OPTIONS - 1)
    return tuple(Wrong(text=format_value(value), mistake=why) for value, why in offered.values)


def near_numbers(draw: Random, right: Quantity | Clock) -> tuple[Quantity | Clock, ...]:
    """Return wrong numbers near a right one, rounded as coarsely as it."""
    offered = _Offered(right=right, within=(0.0, inf), share=_SHARE, grains=COARSE)
    _choose_numbers(offered, draw, (), whole_times=True)
    return tuple(value for value, _ in offered.values)


def _choose_numbers(
    offered: _Offered, draw: Random, mistaken: Sequence[tuple[float, str]], *, whole_times: bool
) -> None:
    """Choose the numbers of wrong options; times of day differ by half hours if ``whole_times``."""
    right = offered.right
    most = min(OPTIONS - 1, int(offered.amount)) if offered.is_count else OPTIONS - 1
    below = draw.randint(0, most)
    offered.room = {False: below, True: OPTIONS - 1 - below}
    for value, mistake in mistaken:
        offered.take(value, mistake)
    for tries, side in product(range(1, 40), (False, True)):
        if offered.room[side]:
            jump = 1 + 0.25 * draw.random()
            if isinstance(right, Clock):
                if whole_times:
                    jump = draw.choice((1, 2))
                start = draw.choice(offered.numbers)
            else:
                jump, start = 1 if offered.is_count else jump, offered.amount
            off = offered.step * jump * (1 + tries // 2)
            offered.take(start + off if side else start - off, "a number close to it")
    offered.fill_other_side()


@dataclass(slots=True, kw_only=True)
class _Offered:
    """The wrong numbers chosen so far, and the room left below and above the right one."""

    right: Quantity | Clock
    within: tuple[float, float]
    share: InitVar[float]
    grains: InitVar[Sequence[int]]
    amount: float = field(init=False)
    step: float = field(init=False)
    grain: int = field(init=False)
    room: dict[bool, int] = field(init=False)
    chosen: list[tuple[float, str]] = field(default_factory=list)

    def __post_init__(self, share: float, grains: Sequence[int]) -> None:
        if isinstance(self.right, Clock):
            self.amount, self.step = float(self.right.minute), 30.0
        else:
            self.amount = float(self.right.amount)
            self.step = max(share * self.amount, _LEAST_STEPS.get(self.right.unit, 0.1))
        if self.is_count:
            self.step = 1.0 if self.amount <= MAX_COUNTED else float(round(self.step))
        self.grain = next((each for each in grains if self.amount % each == 0), _MINUTE_S)

    @property
    def is_count(self) -> bool:
        return isinstance(self.right, Quantity) and self.right.unit == "count"

    @property
    def numbers(self) -> tuple[float, ...]:
        return (self.amount, *(number for number, _ in self.chosen))

    @property
    def values(self) -> list[tuple[Quantity | Clock, str]]:
        """The chosen numbers as values, each with its mistake."""
        return [(_round_amount(number, self.right, self.grain), why) for number, why in self.chosen]

    def text(self, number: float) -> str:
        return format_value(_round_amount(number, self.right, self.grain))

    def take(self, number: float, mistake: str) -> None:
        """Choose a number if there is room and it is far enough from all others."""
        side = number > self.amount
        if self.room[side] and self._is_possible(number) and self._is_apart(number):
            self.chosen.append((number, mistake))
            self.room[side] -= 1

    def fill_other_side(self) -> None:
        """Choose the remaining numbers on the other side if one side is full."""
        if sum(self.room.values()):
            side = bool(self.room[False])
            for tries in range(1, 40):
                self.room = {not side: 0, side: OPTIONS - 1 - len(self.chosen)}
                off = self.step if side else -self.step
                self.take(self.amount + off * tries, "a number close to it")

    def _is_possible(self, number: float) -> bool:
        if not self.within[0] <= number <= self.within[1]:
            return False
        if isinstance(self.right, Clock) and self.amount < DAY_MIN <= number:
            return False
        if isinstance(self.right, Quantity) and self.right.unit == "stars" and number > _MOST_STARS:
            return False
        return self.is_count or self.text(max(number, 0)) != self.text(0)

    def _is_apart(self, number: float) -> bool:
        return all(
            abs(number - other) >= 0.99 * self.step and self.text(number) != self.text(other)
            for other in self.numbers
        )


def _round_amount(amount: float, like: Quantity | Clock, grain: int) -> Quantity | Clock:
    if isinstance(like, Clock):
        return Clock(minute=round(amount))
    if like.unit == "stars":
        return Quantity(amount=round(amount, 1), unit="stars")
    step = grain if like.unit == "s" else 1
    return Quantity(amount=round(amount / step) * step, unit=like.unit)
