"""A question in the making: what is asked, of what facts, and with which options."""

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


Ask = Callable[[Sequence[str]], Query]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A question before it is written.

    ``kind`` is the name of what drafts it. ``ask`` returns the query for the options in their
    order, since some queries name what is offered. ``right`` is the text of the right option,
    ``wrong`` those of the others, and ``margin`` says by how much the answer is clear of the next,
    in ``unit``. Where one expects something of a ``choice``, such as that a car is faster than a
    bicycle, ``expected`` says whether that is right.
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
        """Return the texts in an order drawn, the right one where a number puts it."""
        texts = [each.text for each in self.wrong]
        draw.shuffle(texts)
        texts.insert(key % (len(texts) + 1), self.right)
        return texts

    @property
    def mistakes(self) -> dict[str, str]:
        """The mistake behind each wrong text."""
        return {each.text: each.mistake for each in self.wrong}

    @property
    def guesses(self) -> tuple[tuple[str, ...], ...]:
        """What one may guess by: of each, what is right first, then what is not.

        That is what the options say, and of counts also which is the least, the second and so on.
        """
        if self.lacking:
            return ()
        texts = (self.right, *(each.text for each in self.wrong))
        if not all(map(str.isdigit, texts)):
            return (texts,)
        ranked = sorted(texts, key=int)
        return texts, tuple(f"rank {ranked.index(text)}" for text in texts)


class Unsuitable(Exception):  # noqa: N818 - no fault: another draw may do
    """What was drawn makes no question of its kind."""


def require_that(holds: object) -> None:
    """Raise that a draw makes no question, where what it needs does not hold."""
    if not holds:
        raise Unsuitable


def require_found(found: T | None) -> T:
    """Return what a question needs; Unsuitable if it is None."""
    if found is None:
        raise Unsuitable
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What a question is asked about: the context that it is given and the world it describes."""

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
        """Return the value of a query; Unsuitable if it has none of a kind."""
        value = self.find(query)
        require_that(isinstance(value, kind))
        return cast("T", value)

    def amount(self, figure: AnyFigure) -> float:
        """Return the number that a figure has, minutes of a time of day; 0 if it has none."""
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
        """Return a question; its query may depend on the options, in their order."""
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
    """What a draft is made from: a town, a source of chance, and how hard it is to be.

    ``in_context`` gives the facts as a context; without it the question is about the whole world.
    """

    town: Town
    draw: Random
    difficulty: Difficulty
    in_context: bool = True

    @property
    def margins(self) -> Margins:
        """By how much an answer has to be clear of the next one."""
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
        """Return the scene of some facts; of places those to ``keep`` beside their positions."""
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
            raise AssertionError(f"no option says a {value.kind}")


def number_options(
    draw: Random,
    right: Quantity | Clock,
    mistaken: Sequence[tuple[float, str]],
    *,
    share: float = 0.15,
    grains: Sequence[int] = _FINE,
    within: tuple[float, float] = (0.0, inf),
) -> tuple[Wrong, ...]:
    """Return wrong options around a right number, as many below it as chance says.

    ``mistaken`` are wrong numbers, each with the mistake that leads to it, the likeliest first;
    the others are merely near. All lie ``within`` two numbers. The key may be the least or the
    greatest of the options as well as one between them, so that its place gives nothing away.
    """
    offered = _Offered(right=right, within=within, share=share, grains=grains)
    most = min(OPTIONS - 1, int(offered.amount)) if offered.is_count else OPTIONS - 1
    below = draw.randint(0, most)
    offered.room = {False: below, True: OPTIONS - 1 - below}
    for value, mistake in mistaken:
        offered.take(value, mistake)
    for tries, side in product(range(1, 40), (False, True)):
        if offered.room[side]:
            jump = 1 + 0.25 * draw.random()
            if isinstance(right, Clock):
                if grains != _FINE:  # hours of opening, not computed
                    jump = draw.choice((1, 2))
                start = draw.choice(offered.numbers)
            else:
                jump, start = 1 if offered.is_count else jump, offered.amount
            off = offered.step * jump * (1 + tries // 2)
            offered.take(start + off if side else start - off, "a number near by")
    offered.fill_other_side()
    require_that(len(offered.chosen) == OPTIONS - 1)
    return tuple(Wrong(text=offered.text(n), mistake=mistake) for n, mistake in offered.chosen)


@dataclass(slots=True, kw_only=True)
class _Offered:
    """The wrong numbers chosen beside a right one, and the room left below and above it."""

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
            self.step = 1.0
        self.grain = next((each for each in grains if self.amount % each == 0), _MINUTE_S)

    @property
    def is_count(self) -> bool:
        return isinstance(self.right, Quantity) and self.right.unit == "count"

    @property
    def numbers(self) -> tuple[float, ...]:
        return (self.amount, *(number for number, _ in self.chosen))

    def text(self, number: float) -> str:
        return _format_amount(number, self.right, self.grain)

    def take(self, number: float, mistake: str) -> None:
        """Choose a number, if there is room for it and it is apart from all others."""
        side = number > self.amount
        if self.room[side] and self._is_possible(number) and self._is_apart(number):
            self.chosen.append((number, mistake))
            self.room[side] -= 1

    def fill_other_side(self) -> None:
        """Choose what is missing where nothing fits: below a small number, before midnight."""
        if sum(self.room.values()):
            side = bool(self.room[False])
            for tries in range(1, 40):
                self.room = {not side: 0, side: OPTIONS - 1 - len(self.chosen)}
                off = self.step if side else -self.step
                self.take(self.amount + off * tries, "a number near by")

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


def _format_amount(amount: float, like: Quantity | Clock, grain: int) -> str:
    if isinstance(like, Clock):
        return format_value(Clock(minute=round(amount)))
    if like.unit in {"count", "level"}:
        return format_value(Quantity(amount=round(amount), unit="count"))
    if like.unit == "stars":
        return format_value(Quantity(amount=round(amount, 1), unit="stars"))
    whole = round(amount / grain) * grain if like.unit == "s" else round(amount)
    return format_value(Quantity(amount=whole, unit=like.unit))
