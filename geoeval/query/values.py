"""The outcomes of solving: a value with its derivation and picture, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from geoeval.world.model import LatLon, Place

# Pictures of a derivation: places with measurements, and days by the clock.
Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place whose coordinates were used."""

    name: str
    location: LatLon


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A measured straight line and its label ("174 m", "182.1°")."""

    start: Spot
    end: Spot
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DayRow:
    """What happens at one place of a day, in seconds after its midnight.

    ``open_s`` are the opening hours, None where they are unknown or do not count; ``way_s`` is the
    travel to the place and ``stay_s`` the stay, None where there is none.
    """

    place: str
    open_s: tuple[Span, ...] | None = None
    way_s: Span | None = None
    stay_s: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPlan:
    """A day, row by row; ``title`` is the text that offers it, empty for a computed one.

    ``when`` names the weekdays whose opening hours are shown. ``marks`` are moments that the
    question names, such as a deadline; ``broken`` are the violations. Without a clock
    (``clocked`` False) seconds count from the start.
    """

    rows: tuple[DayRow, ...]
    title: str = ""
    when: str = ""
    marks: tuple[tuple[int, str], ...] = ()
    broken: tuple[str, ...] = ()
    clocked: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Illustration:
    """What the map and the timelines of one derivation show."""

    spots: tuple[Spot, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    radius_m: float | None = None
    days: tuple[DayPlan, ...] = ()


NOTHING = Illustration()


@dataclass(slots=True, kw_only=True)
class Drawing:
    """An illustration in the making."""

    radius_m: float | None = None
    _spots: dict[Spot, None] = field(default_factory=dict)
    _stretches: dict[Stretch, None] = field(default_factory=dict)
    _days: dict[DayPlan, None] = field(default_factory=dict)

    def place(self, place: Place) -> None:
        """Show a place with known coordinates, once."""
        self._spots[_make_spot(place)] = None

    def measured(self, start: Place, end: Place, text: str) -> None:
        """Show a measurement between two places with known coordinates."""
        self._stretches[Stretch(start=_make_spot(start), end=_make_spot(end), text=text)] = None

    def day(self, plan: DayPlan) -> None:
        """Show a day, once."""
        self._days[plan] = None

    def finished(self) -> Illustration:
        """Return the illustration so far."""
        return Illustration(
            spots=tuple(self._spots),
            stretches=tuple(self._stretches),
            radius_m=self.radius_m,
            days=tuple(self._days),
        )


def _make_spot(place: Place) -> Spot:
    assert place.location is not None
    return Spot(name=place.name, location=place.location)


# Values.
Unit = Literal["m", "s", "count", "stars", "level"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number with its unit; ``tolerance`` is the half-width within which it is known."""

    amount: float
    unit: Unit
    tolerance: float = 0.0
    kind: Literal["quantity"] = "quantity"


@dataclass(frozen=True, slots=True, kw_only=True)
class YesNo:
    """The answer to a yes-or-no question."""

    yes: bool
    kind: Literal["yes_no"] = "yes_no"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A time of day in minutes after midnight; 1440 and more is the next day.

    ``bound`` says what it limits: "latest" and "earliest" are bounds, so that the best option
    on the right side of it may be meant where none is exact.
    """

    minute: int
    bound: Literal["exact", "latest", "earliest"] = "exact"
    kind: Literal["clock"] = "clock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearing:
    """A direction in degrees clockwise from true north; options decide how many points."""

    degrees: float
    kind: Literal["bearing"] = "bearing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A fact in words: an address, a phone number, a price level."""

    text: str
    kind: Literal["text"] = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Names of places, routes, roads or offered candidates.

    ``reading``: "ranked" — the first that is offered answers; "any" — each one is right;
    "all" — the answer lists all of them, in any order; "nth" — the ``rank``-th of ``names``
    answers, offered or not. ``tied`` counts how many from the front are equally good.
    ``aliases[i]`` are other texts that mean ``names[i]`` (a road for its step). ``lengths_m[i]``
    is the distance by which ``names[i]`` was ranked, where that was computed.
    """

    names: tuple[str, ...]
    reading: Literal["ranked", "any", "all", "nth"]
    rank: int = 1
    tied: int = 1
    aliases: tuple[tuple[str, ...], ...] = ()
    lengths_m: tuple[float, ...] = ()
    kind: Literal["names"] = "names"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compound:
    """Several values in one answer, such as a direction and a distance."""

    parts: tuple[Quantity | Bearing | Clock | Text, ...]
    kind: Literal["compound"] = "compound"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedVisit:
    """Who is met where, and when: clock times "HH:MM", counted on from the visit before."""

    person: str
    place: str
    start: str
    end: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    """A plan of a day: how many people are met, and the visits in their order."""

    met: int
    visits: tuple[PlannedVisit, ...]
    kind: Literal["meetings"] = "meetings"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedStay:
    """A stay in a city, both days included; day 1 is the first of the trip."""

    city: str
    first_day: int
    last_day: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stays:
    """A plan of a trip: its stays in their order, each beginning on the last day of the one before.

    One flies on that day, which counts for both.
    """

    stays: tuple[PlannedStay, ...]
    kind: Literal["stays"] = "stays"


Value = Quantity | YesNo | Clock | Bearing | Text | Names | Compound | Meetings | Stays


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A statement of the world that a derivation used, with its line in the source text."""

    text: str
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """A value and how it follows: steps in words with their numbers, facts, conventions.

    ``conventions`` maps the field of ``Conventions`` that mattered to the choice taken;
    ``assumptions`` say what is taken for granted or left aside though it may matter;
    ``illustration`` is what pictures of it show.
    """

    value: Value
    steps: tuple[str, ...]
    facts: tuple[Fact, ...] = ()
    conventions: tuple[tuple[str, str], ...] = ()
    assumptions: tuple[str, ...] = ()
    illustration: Illustration = NOTHING


Reason = Literal[
    "no_such_fact",
    "unknown_place",
    "ambiguous_place",
    "other_anchor",
    "no_coordinates",
    "no_hours",
    "no_rating",
    "missing_leg",
    "no_route",
    "no_such_step",
    "nothing_matches",
    "same_place",
    "incomplete_candidates",
    "subjective",
    "under_specified",
    "not_proved",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotSolve:
    """The world cannot decide the query; ``detail`` says what is missing, in one sentence.

    ``path`` is the JSON path in the query at which it failed ("$.figure.origin") and ``value``
    what stands there; both are None where nothing in it would help. ``candidates`` would do there.
    ``lacking`` names the fact that the world does not hold ("coordinates of the Pier").
    """

    reason: Reason
    detail: str
    path: str | None = None
    value: str | None = None
    candidates: tuple[str, ...] = ()
    lacking: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Infeasible:
    """No offered or possible plan keeps every constraint; ``first_broken`` names the first."""

    first_broken: str
    steps: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    conventions: tuple[tuple[str, str], ...] = ()
    illustration: Illustration = NOTHING


Outcome = Derivation | CannotSolve | Infeasible
