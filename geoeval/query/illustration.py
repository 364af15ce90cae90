"""What a picture of a derivation shows: places with what was measured, and days by the clock."""

from __future__ import annotations

from dataclasses import dataclass, field

from geoeval.world.model import LatLon, Place

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place whose coordinates were used."""

    name: str
    location: LatLon


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A straight line that was measured, and what came out ("174 m", "182.1°")."""

    start: Spot
    end: Spot
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DayRow:
    """What happens at one place of a day, in seconds after its midnight.

    ``open_s`` are the spans in which one may be there, None where that is not known or plays no
    part; ``way_s`` is the way there, ``stay_s`` the stay, None where there is none.
    """

    place: str
    open_s: tuple[Span, ...] | None = None
    way_s: Span | None = None
    stay_s: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DayPlan:
    """A day, row by row; ``title`` is the text that offers it, empty for one that is computed.

    ``when`` names the days of the week whose opening hours are shown. ``marks`` are moments that
    the question names, such as a deadline, and ``broken`` the demands that the day breaks.
    Without a clock (``clocked`` False) seconds count from the start.
    """

    rows: tuple[DayRow, ...]
    title: str = ""
    when: str = ""
    marks: tuple[tuple[int, str], ...] = ()
    broken: tuple[str, ...] = ()
    clocked: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Illustration:
    """Everything that a map and timelines of one derivation show."""

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
        """Show a place whose coordinates are known, once."""
        self._spots[_spot(place)] = None

    def measured(self, start: Place, end: Place, text: str) -> None:
        """Show what was measured between two places whose coordinates are known."""
        self._stretches[Stretch(start=_spot(start), end=_spot(end), text=text)] = None

    def day(self, plan: DayPlan) -> None:
        """Show a day, once."""
        self._days[plan] = None

    def finished(self) -> Illustration:
        """Return what has been drawn so far."""
        return Illustration(
            spots=tuple(self._spots),
            stretches=tuple(self._stretches),
            radius_m=self.radius_m,
            days=tuple(self._days),
        )


def _spot(place: Place) -> Spot:
    """Return a place as it is shown."""
    assert place.location is not None
    return Spot(name=place.name, location=place.location)
