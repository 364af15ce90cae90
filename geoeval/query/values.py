"""Outcomes of solving: a value with its derivation, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from geoeval.world.model import LatLon, Place

# Illustrations of a derivation: places with measurements, and timelines of days.
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
    """One place in the timeline of a day, in seconds after its midnight.

    ``open_s``: opening hours, None if they are unknown or do not count; ``way_s``: travel to the
    place; ``stay_s``: stay at the place. The last two are None if there is no travel or stay.
    """

    place: str
    open_s: tuple[Span, ...] | None = None
    way_s: Span | None = None
    stay_s: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPlan:
    """The timeline of a day, one row per place.

    ``title`` is the text that offers the plan, empty for a computed plan. ``when`` names the
    weekdays whose opening hours are shown. ``marks`` are times that the question names, such as a
    deadline; ``broken`` lists the violations. If ``clocked`` is False, seconds count from the
    start of the trip.
    """

    rows: tuple[DayRow, ...]
    title: str = ""
    when: str = ""
    marks: tuple[tuple[int, str], ...] = ()
    broken: tuple[str, ...] = ()
    clocked: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Illustration:
    """The content of the map and timelines of a derivation."""

    spots: tuple[Spot, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    radius_m: float | None = None
    days: tuple[DayPlan, ...] = ()


NOTHING = Illustration()


@dataclass(slots=True, kw_only=True)
class Drawing:
    """Builder of an illustration; duplicate items are ignored."""

    radius_m: float | None = None
    _spots: dict[Spot, None] = field(default_factory=dict)
    _stretches: dict[Stretch, None] = field(default_factory=dict)
    _days: dict[DayPlan, None] = field(default_factory=dict)

    def place(self, place: Place) -> None:
        """Add a place, which must have coordinates."""
        self._spots[_make_spot(place)] = None

    def measured(self, start: Place, end: Place, text: str) -> None:
        """Add a measurement between two places, which must have coordinates."""
        self._stretches[Stretch(start=_make_spot(start), end=_make_spot(end), text=text)] = None

    def day(self, plan: DayPlan) -> None:
        """Add the timeline of a day."""
        self._days[plan] = None

    def finished(self) -> Illustration:
        """Return the illustration of all items added so far."""
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
    """A time of day in minutes after midnight; 1440 or more is on the next day.

    A ``bound`` other than "exact" marks a limit. If no option equals a limit, the closest option
    on its permitted side may be the answer.
    """

    minute: int
    bound: Literal["exact", "latest", "earliest"] = "exact"
    kind: Literal["clock"] = "clock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearing:
    """A direction in degrees clockwise from true north; options set the number of points."""

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

    ``reading``: "ranked" — the first name that is offered is the answer; "any" — every name is
    right; "all" — the answer lists all names, in any order; "nth" — the ``rank``-th of ``names``
    is the answer, offered or not. ``tied`` is the number of equally good names. ``aliases[i]`` are
    other texts that mean ``names[i]`` (a road for its step). ``lengths_m[i]`` is the distance by
    which ``names[i]`` was ranked, if one was computed.
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
    """A meeting with its person, place and clock times ("HH:MM"), at or after the previous one."""

    person: str
    place: str
    start: str
    end: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    """A plan for a day: the number of people met, and the visits in order."""

    met: int
    visits: tuple[PlannedVisit, ...]
    kind: Literal["meetings"] = "meetings"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedStay:
    """A stay in a city, both days included; day 1 is the first day of the trip."""

    city: str
    first_day: int
    last_day: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stays:
    """A plan for a trip: its stays in order.

    Each stay begins on the last day of the previous stay. That flight day counts for both.
    """

    stays: tuple[PlannedStay, ...]
    kind: Literal["stays"] = "stays"


Value = Quantity | YesNo | Clock | Bearing | Text | Names | Compound | Meetings | Stays


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A fact of the world used by a derivation, with its line in the source text."""

    text: str
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """A value and its derivation: steps in words, facts and conventions.

    ``conventions`` pairs each field of ``Conventions`` that mattered with its choice;
    ``assumptions`` lists what was assumed or ignored although it may matter; ``illustration`` is
    the content of the map and timelines.
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

    ``path`` is the JSON path of the cause in the query ("$.figure.origin") and ``value`` is the
    value there; both are None if no change of the query would help. ``candidates`` are values that
    would work there. ``lacking`` names the missing fact ("coordinates of the Pier").
    """

    reason: Reason
    detail: str
    path: str | None = None
    value: str | None = None
    candidates: tuple[str, ...] = ()
    lacking: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Infeasible:
    """No plan meets every constraint; ``first_broken`` describes the first violation."""

    first_broken: str
    steps: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    conventions: tuple[tuple[str, str], ...] = ()
    assumptions: tuple[str, ...] = ()
    illustration: Illustration = NOTHING


Outcome = Derivation | CannotSolve | Infeasible
