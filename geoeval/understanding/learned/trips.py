"""Queries about trips: the orders, assigned durations and uses of times that a question allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import permutations
from typing import Any, NamedTuple

from geoeval.understanding.journey.offers import offered_orders, offered_schedules
from geoeval.understanding.learned.figures import Figures
from geoeval.understanding.learned.parts import Atoms, Fill, JsonValue, Part
from geoeval.understanding.learned.question import Entity, Slot

_MAX_PERMUTED = 6
_MAX_STOPS = 8


class Route(NamedTuple):
    """The places of a trip in order, where it starts and where it ends."""

    origin: Entity | None
    stops: tuple[Entity, ...]
    end: Entity | None


class Trips(Figures):
    """The queries about trips of one question."""

    @cached_property
    def _gap_cache(self) -> dict[tuple[int, int], float]:
        return {}

    @cached_property
    def _share_cache(self) -> dict[tuple[tuple[Entity, ...], Slot | None], list[Part]]:
        return {}

    def trip_queries(self) -> Iterator[Part]:
        """Yield the queries about trips."""
        types = self.asked.types
        fitting_types = types & {"clock", "s", "count", "yesno", "order", "schedule", "names"}
        if not self.asked.world.legs or not self.asked.entities or not fitting_types:
            return
        offered, timed = self._offered_orders()
        if not (self.asked.of("D", "K") or offered or timed):
            return
        for trip in self._all_trips():
            yield from self._trip_queries(trip, offered, timed)

    # -- the trip --------------------------------------------------------------------------------
    def _all_trips(self) -> list[Part]:
        shapes = [shape for chain in self.chains() for shape in self._trip_routes(chain)]
        trips: list[Part] = []
        for route in dict.fromkeys(shapes):
            trips += self._parts_with_stays(route)
        trips = self.best(trips)
        days = [self.part({}, ("day:none",))]
        days += [
            self.part({"day": d.value}, ("day",), [("trip.day", d)]) for d in self.asked.of("W")
        ]
        found = []
        for trip in trips:
            for mode in self._mode_choices(trip):
                found += [
                    self.join(
                        {**trip.value, **day.value, **_set_modes(trip.value, mode.value)},
                        trip, mode, day,
                    )
                    for day in days
                ]  # fmt: skip
        return self.best(found)

    def _trip_routes(self, chain: tuple[Entity, ...]) -> Iterator[Route]:
        for origin, stops in ((chain[0], chain[1:]), (None, chain)):
            if not stops or len(stops) > _MAX_STOPS:
                continue
            yield Route(origin, stops, None)
            yield Route(origin, stops, chain[0])
            if len(stops) > 1:
                yield Route(origin, stops[:-1], stops[-1])

    def _parts_with_stays(self, route: Route) -> Iterator[Part]:
        origin, stops, end = route
        mentioned = [each.slots[0].start for each in (*([origin] if origin else []), *stops)]
        atoms: Atoms = ("trip", "trip.origin" if origin else "trip from first stop")
        last = "none" if end is None else "back" if end in (origin, stops[0]) else "elsewhere"
        atoms += (f"trip.end {last}", f"stops={min(len(stops), 4)}")
        fill: Fill = [("trip.origin" if origin else "trip.first", origin or stops[0])]
        fill += [("trip.stop", each) for each in (stops if origin else stops[1:])]
        fill += [("trip.end", end if end is not origin else None)]
        order = "in order" if mentioned == sorted(mentioned) else "out of order"
        shape = self.part(None, atoms, fill, (f"trip {order}",))
        for budget in (None, *self.asked.of("D")):
            limit = {} if budget is None else {"budget_min": int(budget.amount)}
            capped = self.part(None, () if budget is None else ("budget",), [("budget", budget)])
            for stays in self._stays_within(stops, budget):
                value: dict[str, Any] = {**limit}
                if origin is not None:
                    value["origin"] = origin.name
                if end is not None:
                    value["end"] = end.name
                value["stops"] = [
                    {"place": each.name, "visit_min": int(stays.value.get(each.name, 0))}
                    for each in stops
                ]
                yield self.join(value, shape, capped, stays)

    def _stays_within(self, stops: tuple[Entity, ...], budget: Slot | None) -> list[Part]:
        key = stops, budget
        if key not in self._share_cache:
            durations = [slot for slot in self.asked.of("D") if slot is not budget]
            self._share_cache[key] = self._share_durations(stops, durations)
        return self._share_cache[key]

    def _share_durations(self, stops: Sequence[Entity], durations: Sequence[Slot]) -> list[Part]:
        if not durations:
            return [self.part({}, ("no stays",))]
        shares: dict[tuple[tuple[int, str], ...], list[str]] = {}

        def propose(how: str, pairs: Sequence[tuple[Slot, Entity]]) -> None:
            key = tuple(sorted((slot.number, stop.name) for slot, stop in pairs))
            shares.setdefault(key, []).append(how)

        names = {each.name: each for each in stops}
        if len(durations) <= len(stops) <= _MAX_PERMUTED:
            ranked = sorted(
                permutations(stops, len(durations)),
                key=lambda chosen: sum(map(self._duration_gap, durations, chosen)),
            )
            for rank, chosen in enumerate(ranked[:3]):
                propose(f"match {rank}", list(zip(durations, chosen, strict=True)))
        nearest = (min(stops, key=partial(self._duration_gap, slot)) for slot in durations)
        propose("nearest", list(zip(durations, nearest, strict=True)))
        if len(durations) == len(stops):
            propose("in order", list(zip(durations, stops, strict=True)))
        if len(durations) == 1 and len(stops) > 1:
            propose("each", [(durations[0], stop) for stop in stops])
        found = []
        for key, how in shares.items():
            stays: dict[str, float] = {}
            features = [f"share {name}" for name in how]
            for number, name in key:
                slot = self.asked.slots[number]
                stays[name] = stays.get(name, 0) + slot.amount
                near = min(names[name].slots, key=partial(self._gap_between, slot))
                features += self.adjacency("share", slot, near)
            empty = sum(stop.name not in stays for stop in stops)
            features.append(f"stops without a stay {min(3, empty)}")
            if len(stays) < len(key):
                features.append("stays at one stop" + (" and none at another" if empty else ""))
            bits = sum(slot.bit for slot in durations)
            atoms = ("stays", "stays each") if "each" in how else ("stays",)
            found.append(self.part(stays, atoms, (), features, bits))
        return found

    def _duration_gap(self, slot: Slot, stop: Entity) -> float:
        return min(self._gap_between(slot, each) for each in stop.slots)

    def _gap_between(self, slot: Slot, place: Slot) -> float:
        key = slot.number, place.number
        found = self._gap_cache.get(key)
        if found is None:
            found = self._gap_cache[key] = self._measure_gap(slot, place)
        return found

    def _measure_gap(self, slot: Slot, place: Slot) -> float:
        words = self.asked.reading.words
        low, high = (slot, place) if slot.start < place.start else (place, slot)
        cost = float(max(0, high.start - low.end))
        between = words[low.end : high.start + 1]
        cost += 2.5 * sum(bool(set(word.gap) & set(",;(")) for word in between)
        joins = {"then", "and", "before", "after", "followed", "finally", "afterwards"}
        cost += 3 * sum(word.key in joins for word in words[low.end : high.start])
        if words[low.start].sentence != words[high.start].sentence:
            cost += 7
        crossed = (s for s in self.asked.slots if low.end <= s.start < high.start)
        return cost + sum({"P": 4, "D": 3}.get(each.kind, 0) for each in crossed)

    def _mode_choices(self, trip: Part) -> list[Part]:
        names = [stop["place"] for stop in trip.value["stops"]]
        if "end" in trip.value:
            names.append(trip.value["end"])
        if "origin" in trip.value:
            names.insert(0, trip.value["origin"])
        ends = [end for end in map(self.entity, names) if end is not None]
        plans = self.mode_plans(ends) if 2 < len(ends) == len(names) else []
        found = self.mode_choices()
        found += [
            plan._replace(value={"modes": [leg["mode"] for leg in plan.value]})
            for plan in plans
            if "mode:several" in plan.atoms
        ]
        return found

    # -- what is asked of it ---------------------------------------------------------------------
    def _trip_queries(
        self, trip: Part, offered: list[JsonValue], timed: list[JsonValue]
    ) -> Iterator[Part]:
        types = self.asked.types
        times = self.asked.of("K")
        budget = "budget_min" in trip.value
        if "s" in types and not budget:
            yield self._figure_query(trip, "length", {})
        for depart in (None, *times):
            leaving = {} if depart is None else {"depart": depart.clock}
            starts = self.part(leaving, (), [("depart", depart)])
            rest = [slot for slot in times if slot is not depart]
            for limit in (None, *rest):
                by = {} if limit is None else {"finish_by": limit.clock}
                ends = self.part(by, (), [("finish_by", limit)])
                times_of = self.join({**leaving, **by}, starts, ends)
                yield from self._limited_queries(trip, times_of, offered, timed)
            if "clock" in types and depart is not None and not budget:
                yield from self._finish_queries(trip, starts)

    def _figure_query(
        self, trip: Part, name: str, changes: JsonValue, *parts: Part, **fields: str
    ) -> Part:
        atoms = ("ask:value", f"trip.figure={name}")
        value = {"kind": "trip", "figure": name, "trip": {**trip.value, **changes}, **fields}
        return self.join({"ask": "value", "figure": value}, self.part(None, atoms), trip, *parts)

    def _finish_queries(self, trip: Part, starts: Part) -> Iterator[Part]:
        yield self._figure_query(trip, "finish", starts.value, starts)
        stops = trip.value["stops"]
        end = trip.value.get("end")
        for index, stop in enumerate(stops):
            if index == len(stops) - 1 and (end or not stop["visit_min"]):
                continue
            arriving = [*stops[:index], {"place": stop["place"], "visit_min": 0}]
            place = self.entity(stop["place"])
            at = self.part(None, ("arrival",), [("arrival.at", place)])
            cut = {**starts.value, "stops": arriving, "end": None}
            yield self._figure_query(trip, "finish", cut, starts, at)

    def _limited_queries(
        self, trip: Part, times: Part, offered: list[JsonValue], timed: list[JsonValue]
    ) -> Iterator[Part]:
        if "budget_min" in trip.value:
            if "s" in self.asked.types:
                yield from self._stay_queries(trip, times)
        else:
            yield from self._clock_queries(trip, times)
            yield from self._offer_queries(trip, times, offered, timed)
        yield from self._bounded_queries(trip, times)

    def _clock_queries(self, trip: Part, times: Part) -> Iterator[Part]:
        types, has = self.asked.types, times.value.keys()
        if "clock" in types:
            latest = self._latest_queries if "finish_by" in has else self._closing_queries
            yield from latest(trip, times)
        if "s" in types and "depart" in has:
            yield from self._stay_queries(trip, times)
        if "finish_by" in has:
            yield from self._booked_queries(trip, times)

    def _bounded_queries(self, trip: Part, times: Part) -> Iterator[Part]:
        types = self.asked.types
        timed_trip = {**trip.value, **times.value}
        is_limited = not {"budget_min", "finish_by"}.isdisjoint(timed_trip)
        if is_limited and "count" in types:
            yield self._figure_query(trip, "visits", times.value, times)
        if "yesno" in types and (is_limited or {"day", "depart"} <= timed_trip.keys()):
            head = self.part(None, ("ask:check trip",))
            yield self.join({"ask": "check_trip", "trip": timed_trip}, head, trip, times)
        if is_limited and "names" in types and len(trip.value["stops"]) > 1:
            of = {"kind": "omissions", "trip": timed_trip}
            head = self.part(None, ("ask:list", "omissions"))
            yield self.join({"ask": "list", "of": of, "wanted": "any"}, head, trip, times)

    def _offer_queries(
        self, trip: Part, times: Part, offered: list[JsonValue], timed: list[JsonValue]
    ) -> Iterator[Part]:
        limited = {**trip.value, **times.value}
        if offered:
            among = {"kind": "orders", "trip": limited, "orders": offered}
            value = {"ask": "best", "figure": {"kind": "trip", "figure": "finish"}, "among": among}
            yield self.join(value, self.part(None, ("ask:best", "orders")), trip, times)
        for in_order in (False, True) if timed else ():
            choice = {
                "kind": "schedules",
                "trip": limited,
                "schedules": timed,
                "in_order": in_order,
            }
            head = self.part(None, ("ask:list", "schedules", f"in order {in_order}"))
            yield self.join({"ask": "list", "of": choice, "wanted": "any"}, head, trip, times)

    def _booked_queries(self, trip: Part, times: Part) -> Iterator[Part]:
        """Yield the queries about a trip with one stop that starts at the later time."""
        stops = trip.value["stops"]
        if trip.value.get("end"):
            stops = [*stops, {"place": trip.value["end"], "visit_min": 0}]
        starts = {"starts_at": times.value["finish_by"]}
        rest = {key: value for key, value in times.value.items() if key != "finish_by"}
        for index in range(len(stops)):
            booked = [{**stop, **starts} if i == index else stop for i, stop in enumerate(stops)]
            booked_trip = {**trip.value, **rest, "stops": booked, "end": None}
            at = self.part(None, ("booked",), [("booked.at", self.entity(stops[index]["place"]))])
            if "yesno" in self.asked.types and rest:
                head = self.part(None, ("ask:check trip",))
                yield self.join({"ask": "check_trip", "trip": booked_trip}, head, trip, times, at)
            if "clock" in self.asked.types and not rest and trip.value.get("origin"):
                place = trip.value["origin"]
                yield self._figure_query(trip, "departure", booked_trip, times, at, place=place)

    def _latest_queries(self, trip: Part, times: Part) -> Iterator[Part]:
        if "depart" not in times.value:
            yield self._figure_query(trip, "start", times.value, times)
        for name, changes, at in self._departures(trip):
            first = {**trip.value, **changes}["stops"][0]
            if "depart" not in times.value and first["place"] == name and first["visit_min"]:
                continue  # a stay before the departure does not change it
            yield self._figure_query(
                trip, "departure", {**times.value, **changes}, times, at, place=name
            )

    def _closing_queries(self, trip: Part, times: Part) -> Iterator[Part]:
        last = trip.value["stops"][-1]["place"]
        closing = self.part(None, ("before closing",), [("closing", self.entity(last))])
        for name, changes, at in self._departures(trip):
            fields = {"place": name, "before_closing": last}
            both = {**times.value, **changes}
            yield self._figure_query(trip, "departure", both, times, at, closing, **fields)

    def _departures(self, trip: Part) -> Iterator[tuple[str, JsonValue, Part]]:
        """Yield the places that may be left, with the changes to the trip if it is the origin.

        The last place is not left, unless the trip has a separate end.
        """
        stops, origin = trip.value["stops"], trip.value.get("origin")
        places_left = stops if trip.value.get("end") else stops[:-1]
        for name in [*([origin] if origin else []), *(stop["place"] for stop in places_left)]:
            at = self.part(None, ("leaving",), [("leaving.place", self.entity(name))])
            first = {"origin": None, "stops": [{"place": name, "visit_min": 0}, *stops]}
            yield name, first if name == origin else {}, at

    def _stay_queries(self, trip: Part, times: Part) -> Iterator[Part]:
        stops = trip.value["stops"]
        if "finish_by" not in times.value and "depart" in times.value:
            yield self._figure_query(trip, "waiting", times.value, times)
        for stop in stops:
            if stop["visit_min"] and len(stops) > 1:
                continue
            name = stop["place"]
            at = self.part(None, ("staying",), [("staying.at", self.entity(name))])
            if "finish_by" in times.value or "budget_min" in trip.value:
                yield self._figure_query(trip, "stay", times.value, times, at, place=name)
            elif "depart" in times.value:
                closing = self.part(None, ("before closing",))
                fields = {"place": name, "before_closing": name}
                yield self._figure_query(trip, "stay", times.value, times, at, closing, **fields)
        end = trip.value.get("end")
        if "finish_by" in times.value and end:
            stops = [*stops, {"place": end, "visit_min": 0}]
        if "finish_by" in times.value and "depart" in times.value:
            start = times.value["finish_by"]
            for index, stop in enumerate(stops):
                booked = [
                    {**each, "starts_at": start} if i == index else each
                    for i, each in enumerate(stops)
                ]
                at = self.part(None, ("booked",), [("booked.at", self.entity(stop["place"]))])
                changes = {"depart": times.value["depart"], "stops": booked, "end": None}
                yield self._figure_query(trip, "free_time", changes, times, at, place=stop["place"])

    # -- what is offered -------------------------------------------------------------------------
    def _offered_orders(self) -> tuple[list[JsonValue], list[JsonValue]]:
        if not self.asked.types & {"order", "schedule", "names", "pair"}:
            return [], []
        known = [each.name for each in self.asked.entities if each.known]
        home = known[0] if known else None
        timed = offered_schedules(self.asked.reading, home)
        if len(timed) > 1 and any(len(each.visits) > 1 for each in timed):
            return [], [each.model_dump(mode="json", exclude_none=True) for each in timed]
        found = offered_orders(self.asked.reading, home)
        if len(found) > 1 and all(set(known).issuperset(each.places) for each in found):
            return [each.model_dump(mode="json") for each in found], []
        return [], []


def _set_modes(trip: JsonValue, mode: JsonValue) -> JsonValue:
    if "modes" not in mode:
        return mode
    stops = [dict(stop) for stop in trip["stops"]]
    if "end" in trip:
        stops.append({"place": trip["end"], "visit_min": 0})
    reached = stops if "origin" in trip else stops[1:]
    for stop, each in zip(reached, mode["modes"], strict=True):
        stop["mode"] = each
    return {"stops": stops, "end": None}
