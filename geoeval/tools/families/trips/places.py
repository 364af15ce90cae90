"""The world of one trip: its places, with the figures of the map and those of the caller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise, permutations
from typing import NoReturn

from geoeval.calculators.hours import WeeklyHours
from geoeval.calculators.units import format_duration
from geoeval.errors import quote
from geoeval.query.derive import Working
from geoeval.query.trip_map import way, windows
from geoeval.tools.failure import ArgumentFault, Refused, failure_of, mend, no_answer
from geoeval.tools.families.trips.request import TravelTime
from geoeval.world.atlas import Unresolved
from geoeval.world.model import Leg, Place, TravelMode, World
from geoeval.world.names import normalise

MOST_PLACES = 40
"""So many places the travel times of a caller may name."""

_MOST_NAMED = 6


class TripWorld:
    """What is known of the places of one trip.

    Parameters
    ----------
    world
        The map.
    travel_times
        Travel times that complete those of the map, or hold in their place. Names that the map
        does not have are places of their own.

    Notes
    -----
    Faults of names are gathered, so that a caller learns of all of them at once: ``check``
    raises them.

    Raises
    ------
    Refused
        If the travel times are between more than 40 places.
    """

    def __init__(self, world: World, travel_times: Sequence[TravelTime]) -> None:
        self._map = world
        self._faults: list[ArgumentFault] = []
        self._reasons: set[str] = set()
        self._used: dict[str, Place] = {}
        self._hours: dict[str, WeeklyHours] = {}
        self._times: dict[tuple[str, str], dict[TravelMode | None, int]] = {}
        self.notes: list[str] = []
        ends = dict.fromkeys(
            end for time in travel_times for end in (time.origin, time.destination)
        )
        if len(ends) > MOST_PLACES:
            expected = f"ways between at most {MOST_PLACES} places, those of the trip"
            mend("travel_times", expected, f"{len(ends)} places")
        new = [name for name in ends if _is_new(name, world)]
        added = (*world.places, *(Place(name=name) for name in new))
        self._named = replace(world, places=added) if new else world
        for index, time in enumerate(travel_times):
            self._take(f"travel_times[{index}]", time)

    def _take(self, path: str, time: TravelTime) -> None:
        """Take in one travel time of the caller."""
        origin = self._find(f"{path}.origin", time.origin)
        destination = self._find(f"{path}.destination", time.destination)
        if origin is None or destination is None:
            return
        if origin.id == destination.id:
            expected = f"another place than the origin, {origin.name}"
            self._fault(f"{path}.destination", expected, time.destination)
            return
        seconds = round(time.minutes * 60)
        known = self._times.setdefault((origin.id, destination.id), {})
        if known.setdefault(time.mode, seconds) != seconds:
            before = format_duration(known[time.mode])
            self._fault(
                f"{path}.minutes", f"one figure for this way, as before {before}", time.minutes
            )

    def place(self, path: str, text: str, hours: WeeklyHours | None = None) -> str:
        """Return what stands for a place of the trip in ``world``; "" where it is not known.

        Parameters
        ----------
        path
            The argument that names it.
        text
            The name.
        hours
            Its opening hours, if the caller says them.
        """
        found = self._find(path, text)
        if found is None:
            return ""
        if found.id not in self._used and normalise(text) != normalise(found.name):
            told = f"{quote(text)} is taken as {found.name}"
            self.notes += [] if text in (found.id, found.name) else [told]
        self._used[found.id] = found
        if hours is not None and self._hours.setdefault(found.id, hours) != hours:
            path = f"{path.rpartition('.')[0]}.hours"
            self._fault(path, f"the same opening hours of {found.name} as before", hours.text())
        return found.id

    def among(self, path: str, text: str, stops: Sequence[str]) -> str:
        """Return which of the stops of the trip a name means; "" if it means none.

        Parameters
        ----------
        path
            The argument that names it.
        text
            The name.
        stops
            What ``place`` returned for them.
        """
        found = self._find(path, text)
        if found is not None and found.id not in stops:
            near = [self._used[stop].name for stop in dict.fromkeys(stops) if stop]
            self._fault(path, "a stop of this trip", text, near)
            return ""
        return "" if found is None else found.id

    def check(self) -> None:
        """Refuse the call if a name stands for no place, or for several.

        Raises
        ------
        Refused
            If it does.
        """
        if self._faults:
            reason = self._reasons.pop() if len(self._reasons) == 1 else "bad_arguments"
            raise Refused(failure_of(self._faults[:_MOST_NAMED], reason))

    def world(self, modes: Collection[TravelMode | None]) -> World:
        """Return a world of the places of the trip alone, with their travel times by some modes."""
        names = Counter(normalise(place.name) for place in self._used.values())
        shown = {
            place.id: place.name
            if names[normalise(place.name)] == 1
            else f"{place.name} ({place.address or place.id})"
            for place in self._used.values()
        }
        return World(
            places=tuple(
                replace(
                    place,
                    name=shown[place.id],
                    hours=self._hours.get(place.id, place.hours),
                )
                for place in self._used.values()
            ),
            legs=tuple(
                Leg(origin=shown[a.id], destination=shown[b.id], mode=mode, duration_s=seconds)
                for a, b in permutations(self._used.values(), 2)
                for mode in modes
                if (seconds := self._seconds(a, b, mode)) is not None
            ),
        )

    def unknown_hours(self, stops: Sequence[str], days: Sequence[int]) -> list[str]:
        """Return a note on the stops whose opening hours are not known, if there are any.

        Parameters
        ----------
        stops
            What ``place`` returned for them.
        days
            The weekdays that count, Monday = 0; it is enough if those of one are known.
        """
        chosen = [self._used[stop] for stop in dict.fromkeys(stops)]
        hours = {each.name: self._hours.get(each.id, each.hours) for each in chosen}
        names = [
            name for name, week in hours.items() if all(windows(week, day) is None for day in days)
        ]
        return [f"opening hours not known, taken as open: {', '.join(names)}"] if names else []

    def refuse_ways(self, ways: Sequence[tuple[Place, Place]], mode: TravelMode | None) -> NoReturn:
        """Refuse the call because travel times are not known.

        Raises
        ------
        Refused
            Always.
        """
        origin, destination = ways[0]
        modes = sorted({leg.mode for leg in self._legs(origin, destination) if leg.mode})
        if mode is None and len(modes) > 1:
            mend("mode", "a mode, as travel times of several are known", nearest=modes)
        known = self._told(origin, destination)
        back = self._told(destination, origin)
        hint = f"; known are {known}" if known else ""
        hint += f"; known for the way back are {back}" if back else ""
        others = [f"{start.name} to {goal.name}" for start, goal in ways[1:_MOST_NAMED]]
        more = len(ways) - 1 - len(others)
        hint += f"; nor are {', '.join(others)}{f' and {more} more' if more else ''}" * bool(others)
        by = f"{mode} " if mode else ""
        message = f"no {by}travel time from {origin.name} to {destination.name} is known{hint}"
        no_answer("missing_leg", f"{message}; if another map tells it, give it in travel_times")

    def _find(self, path: str, text: str) -> Place | None:
        """Return the place of a name; note the fault if there is none."""
        found = self._named.atlas.resolve(text)
        if isinstance(found, Place):
            if found.id == text and found.location is not None:  # however it was written
                return replace(found, id="{},{}".format(*found.location))
            return found
        near = found.candidates or self._named.atlas.names
        expected = "a place of this map or of travel_times"
        if found.tied:
            expected = f"{expected}; this name means several"
        reason = "ambiguous_place" if found.tied else "unknown_place"
        self._fault(path, expected, text, near[:5], reason)
        return None

    def _fault(
        self,
        path: str,
        expected: str,
        got: object,
        nearest: Sequence[str] = (),
        reason: str = "bad_arguments",
    ) -> None:
        """Note a fault."""
        self._reasons.add(reason)
        fault = ArgumentFault(
            argument=path, expected=expected, got=quote(got), nearest=tuple(nearest)
        )
        self._faults.append(fault)

    def _seconds(self, origin: Place, destination: Place, mode: TravelMode | None) -> int | None:
        """Return how long a way takes: by the caller's figures, then by the map's."""
        given = self._times.get((origin.id, destination.id), {})
        for wanted in (mode, None):
            if wanted in given:
                return given[wanted]
        if mode is None and len(given) == 1:
            return next(iter(given.values()))
        leg = self._map.atlas.leg(origin.name, destination.name, mode)
        return None if leg is None else leg.duration_s

    def _told(self, origin: Place, destination: Place) -> str:
        """Return all travel times of a way in words."""
        words = [
            f"{leg.mode or 'by any mode'}: {format_duration(leg.duration_s)}"
            for leg in self._legs(origin, destination)
            if leg.duration_s is not None
        ]
        return ", ".join(dict.fromkeys(words))

    def _legs(self, origin: Place, destination: Place) -> tuple[Leg, ...]:
        """Return the legs of a way by every mode, those of the caller first."""
        given = self._times.get((origin.id, destination.id), {})
        return (
            *(
                Leg(
                    origin=origin.name,
                    destination=destination.name,
                    mode=mode,
                    duration_s=seconds,
                )
                for mode, seconds in given.items()
            ),
            *self._map.atlas.legs(origin.name, destination.name),
        )


def ways_lacking(
    trip: Sequence[tuple[str, TravelMode | None]], work: Working
) -> list[tuple[Place, Place]]:
    """Return the ways of a trip whose travel time is not known.

    Parameters
    ----------
    trip
        Its places in order, each with the mode by which one comes to it.
    work
        The sheet whose world is used.
    """
    ways = (
        (work.place(here), work.place(there), mode) for (here, _), (there, mode) in pairwise(trip)
    )
    return [(here, there) for here, there, mode in ways if way(here, there, mode, work) is None]


def _is_new(name: str, world: World) -> bool:
    """Tell whether a name stands for nothing on the map."""
    found = world.atlas.resolve(name)
    return isinstance(found, Unresolved) and not found.tied
