"""What solving gives: a value with its derivation, or a reasoned absence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from geoeval.query.illustration import NOTHING, Illustration

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
    """Several values asked for at once, such as a direction and a distance."""

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
    ``illustration`` is what pictures of it show.
    """

    value: Value
    steps: tuple[str, ...]
    facts: tuple[Fact, ...] = ()
    conventions: tuple[tuple[str, str], ...] = ()
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
