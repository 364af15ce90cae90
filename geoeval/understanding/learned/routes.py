"""Queries about routes: their figures, their steps, and the choice among them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from geoeval.query.filter_kinds import Manoeuvre
from geoeval.understanding.learned.figures import Figures
from geoeval.understanding.learned.parts import Atoms, Fill, JsonValue, Part
from geoeval.understanding.learned.question import stem_word

_MANOEUVRES: tuple[str, ...] = get_args(Manoeuvre)
_MAX_GROUPS = 6
_MANOEUVRE_WORDS = {
    "left_turn": ("left",),
    "right_turn": ("right",),
    "roundabout": ("roundabout", "rotary", "circle"),
    "toll_road": ("toll",),
    "merge_onto_toll_road": ("toll",),
    "u_turn": ("u", "uturn"),
    "stairs": ("stair", "step"),
    "pedestrian_overpass": ("overpass", "footbridge"),
    "closure": ("closure", "closed", "shut"),
    "step": ("step", "instruction", "stage"),
}
"""The words that name a manoeuvre, if its own name does not."""


class Routes(Figures):
    """The queries about routes of one question."""

    def _route_groups(self) -> list[tuple[JsonValue, Part]]:
        sets = dict.fromkeys(
            (r.origin, r.destination, str(r.mode.value) if r.mode else None)
            for r in self.asked.world.routes
        )
        ends = list(dict.fromkeys((origin, destination) for origin, destination, _ in sets))
        for mode in self.asked.modes:
            for origin, destination in ends[:2]:
                sets.setdefault((origin, destination, mode))
        found = []
        for origin, destination, by in list(sets)[:_MAX_GROUPS]:
            start, end = self.entity(origin), self.entity(destination)
            slots = self.asked.modes.get(by or "", [])
            mode = "mode" if slots else "mode:other" if self.asked.modes else "mode:unnamed"
            named = "both ends" if start and end else "one end" if start or end else "no end"
            fill: Fill = [("route.origin", start), ("route.destination", end)]
            fill += [("mode", slot) for slot in slots]
            value = {"kind": "routes", "origin": origin, "destination": destination}
            if by is not None:
                value["mode"] = by
            found.append((value, self.part(None, ("routes", mode, named), fill)))
        return found

    def _route_references(self, routes: JsonValue, group: Part) -> list[Part]:
        names = {
            route.name
            for route in self.asked.world.routes
            if (route.origin, route.destination) == (routes["origin"], routes["destination"])
        }
        found = []
        for slot in self.asked.of("V", "R"):
            name = slot.value
            matching = {
                n
                for n in names
                if n and (n == name or (slot.kind == "R" and name.lower() in n.lower()))
            }
            for via in sorted(matching):
                value = {**routes, "via": via}
                how = "via whole name" if via == name else "via part of name"
                part = self.part(None, ("via", how), [("via", slot)])
                found.append(self.join(value, group, part))
        if len(names) <= 1:
            found.append(self.join(routes, group, self.part(None, ("only route",))))
        for measure in ("time", "distance"):
            for most in (False, True):
                figure = {"kind": "route", "measure": measure}
                value = {"ask": "best", "figure": figure, "among": routes, "most": most}
                sign = f"ref by {measure}{'+' if most else '-'}"
                atoms = ("ref best route", "most" if most else "least", sign)
                found.append(self.join(value, group, self.part(None, atoms)))
        tolls = {"kind": "has", "manoeuvre": "toll_road"}
        for passes, name in ((tolls, "toll"), ({"kind": "not", "of": tolls}, "no toll")):
            if "toll_road" in self._mentioned_manoeuvres():
                among = {**routes, "filters": [passes]}
                figure = {"kind": "route", "measure": "time"}
                value = {"ask": "best", "figure": figure, "among": among, "most": False}
                found.append(self.join(value, group, self.part(None, (f"ref best {name}",))))
        return found

    def _mentioned_manoeuvres(self) -> list[str]:
        stems = set(self.asked.row)
        return [
            name
            for name in _MANOEUVRES
            if not stems.isdisjoint(map(stem_word, _MANOEUVRE_WORDS.get(name, (name,))))
        ]

    def _step_conditions(self) -> Iterator[Part]:
        roads = self.asked.of("R", "V")
        for name in self._mentioned_manoeuvres():
            value = {"kind": "has", "manoeuvre": name}
            yield self.part(value, ("has", "has manoeuvre", f"has {name}"))
            for road in roads:
                fill = [("has.road", road)]
                yield self.part(
                    {**value, "road": road.value}, ("has", "has manoeuvre", "has onto"), fill
                )
        for road in roads:
            yield self.part(
                {"kind": "has", "road": road.value}, ("has", "has road"), [("has.road", road)]
            )
        for mark in self.asked.of("S", "P"):
            value = {"kind": "has", "landmark": mark.value}
            yield self.part(value, ("has", "has landmark"), [("has.landmark", mark)])
        for slot, measure, scale in [
            *((slot, "time", 60) for slot in self.asked.of("D")),
            *((slot, "distance", 1) for slot in self.asked.of("L")),
        ]:
            for sign in ("<", ">", "=="):
                value = {"kind": "compare", "measure": measure, "comparator": sign}
                fill = [("route.than", slot), (f"f{sign}", slot)]
                atoms = ("has", f"route {measure}{sign}")
                yield self.part({**value, "value": slot.amount * scale}, atoms, fill)
        for number in self.asked.of("N"):
            value = {"kind": "has", "exit": f"{number.amount:g}"}
            yield self.part(value, ("has", "has exit"), [("has.exit", number)])

    def route_queries(self) -> Iterator[Part]:
        """Yield the queries about routes."""
        if not self.asked.world.routes:
            return
        groups = self._route_groups()
        for routes, group in groups:
            yield from self._route_queries(routes, group)
            for ref in self.best(self._route_references(routes, group)):
                yield from self._route_values(ref)
                yield from self._route_steps(ref)
                if "yesno" in self.asked.types:
                    for passes in self._step_conditions():
                        value = {"ask": "check_routes", "routes": ref.value, "passes": passes.value}
                        yield self.join(value, self.part(None, ("ask:check routes",)), ref, passes)
            if self.asked.types & {"s", "m", "yesno"}:
                yield from self._compare_routes(self._route_references(routes, group))
        best = [
            ref
            for routes, group in groups
            for ref in self._route_references(routes, group)
            if "ref by time-" in ref.atoms or "only route" in ref.atoms
        ]
        if len(groups) > 1 and self.asked.types & {"s", "yesno"}:
            yield from self._compare_routes(best)

    def _route_queries(self, routes: JsonValue, group: Part) -> Iterator[Part]:
        types = self.asked.types
        if "count" in types:
            yield self.join(
                {"ask": "count", "of": routes},
                self.part(None, ("ask:count", "count routes")),
                group,
            )
        if not types & {"route", "names", "text"}:
            return
        conditions = [
            self.join(
                {"kind": "not", "of": passes.value} if negated else passes.value,
                passes,
                self.part(None, ("has not",) if negated else ("has it",)),
            )
            for passes in self._step_conditions()
            for negated in (False, True)
        ]
        for measure in ("time", "distance", *self._mentioned_manoeuvres()):
            kind = measure if measure in ("time", "distance") else "manoeuvre"
            for most in (False, True):
                figure = {"kind": "route", "measure": measure}
                sign = "most" if most else "least"
                atoms = ("ask:best", "best route", sign, f"route by {kind}{'+' if most else '-'}")
                head = self.part(None, atoms)
                value = {"ask": "best", "figure": figure, "among": routes, "most": most}
                yield self.join(value, head, group)
                for slot in self.asked.of("O"):
                    if slot.value != "1":
                        ranked = self.part(None, ("ranked",), [("rank", slot)])
                        yield self.join({**value, "rank": int(slot.value)}, head, group, ranked)
                for passes in conditions if kind != "manoeuvre" else ():
                    among = {**routes, "filters": [passes.value]}
                    filtered = self.part(None, ("best of filtered routes",))
                    yield self.join({**value, "among": among}, head, group, passes, filtered)
        for passes in conditions:
            of = {**routes, "filters": [passes.value]}
            head = self.part(None, ("ask:list", "list routes"))
            yield self.join({"ask": "list", "of": of, "wanted": "any"}, head, group, passes)

    def _route_values(self, ref: Part) -> Iterator[Part]:
        types = self.asked.types
        for measure, type_ in (("time", "s"), ("distance", "m")):
            if type_ in types:
                figure = {"kind": "route", "route": ref.value, "measure": measure}
                atoms: Atoms = ("ask:value", "of route", f"route.measure={measure}")
                yield self.join({"ask": "value", "figure": figure}, self.part(None, atoms), ref)
                for road in self.asked.of("R"):
                    fill = [("on.road", road)]
                    part = self.part(None, (*atoms, "on road"), fill)
                    value = {"ask": "value", "figure": {**figure, "road": road.value}}
                    yield self.join(value, part, ref)
        if "count" in types:
            for name in self._mentioned_manoeuvres():
                figure = {"kind": "route", "route": ref.value, "measure": name}
                atoms = ("ask:value", "of route", "count manoeuvres", f"count {name}")
                yield self.join({"ask": "value", "figure": figure}, self.part(None, atoms), ref)
                for road in self.asked.of("R", "V"):
                    for side in ("before", "after"):
                        at = self.part(None, (*atoms, f"count {side}"), [(f"count.{side}", road)])
                        value = {"ask": "value", "figure": {**figure, side: road.value}}
                        yield self.join(value, at, ref)

    def _route_steps(self, ref: Part) -> Iterator[Part]:
        if not self.asked.types & {"text", "names", "count", "route"}:
            return
        steps: list[Part] = []
        for road in self.asked.of("R", "V", "S", "P"):
            steps += [
                self.part({"step": s, "road": road.value}, (f"step {s}",), [(f"step.{s}", road)])
                for s in ("next", "before", "onto")
            ]
        for number, name in ((1, "first"), (-1, "last")):
            steps.append(
                self.part({"step": "number", "number": number}, ("step number", f"step {name}"))
            )
        for slot in self.asked.of("O"):
            value = {"step": "number", "number": int(slot.value)}
            steps.append(self.part(value, ("step number", "step ordinal"), [("step.number", slot)]))
            value = {"step": "roundabout", "number": int(slot.value)}
            steps.append(
                self.part(value, ("step roundabout", "step ordinal"), [("step.number", slot)])
            )
        steps += self._manoeuvre_steps()
        steps.append(self.part({"step": "roundabout"}, ("step roundabout",)))
        steps.append(self.part({"step": "exit"}, ("step exit",)))
        steps.append(self.part({"step": "side"}, ("step side",)))
        for mark in self.asked.of("S", "P"):
            fill = [("side.landmark", mark)]
            steps.append(self.part({"step": "side", "landmark": mark.value}, ("step side",), fill))
        for near in (None, *self.asked.of("R", "V")):
            for manoeuvre in (None, *self._mentioned_manoeuvres()):
                value = {"step": "landmark"}
                value |= {} if near is None else {"road": near.value}
                value |= {} if manoeuvre is None else {"manoeuvre": manoeuvre}
                atoms = ("step landmark", *(["landmark manoeuvre"] if manoeuvre else []))
                steps.append(self.part(value, atoms, [("landmark.road", near)]))
        for step in self.best(steps):
            figure = {"kind": "step", "route": ref.value, **step.value}
            head = self.part(None, ("ask:value", "step"))
            yield self.join({"ask": "value", "figure": figure}, head, ref, step)

    def _manoeuvre_steps(self) -> Iterator[Part]:
        for name in self._mentioned_manoeuvres():
            for slot in (None, *self.asked.of("O")):
                value: JsonValue = {"step": "number", "manoeuvre": name}
                value |= {} if slot is None else {"number": int(slot.value)}
                atoms = ("step number", "step of manoeuvre", f"step {name}")
                yield self.part(value, atoms, [("step.number", slot)])
        for road in self.asked.of("R", "V"):
            value = {"step": "roundabout", "road": road.value}
            yield self.part(value, ("step roundabout", "step onto"), [("step.onto", road)])
        for side in ("left", "right"):
            if side in self.asked.row:
                for near in (None, *self.asked.of("R", "V")):
                    value = {"step": "landmark", "side": side}
                    value |= {} if near is None else {"road": near.value}
                    yield self.part(value, ("step landmark", "landmark side"), [("step.at", near)])

    def _compare_routes(self, refs: list[Part]) -> Iterator[Part]:
        for i, first in enumerate(refs):
            for second in refs[i + 1 :]:
                for measure, type_ in (("time", "s"), ("distance", "m")):
                    if not self.asked.types & {type_, "yesno"}:
                        continue
                    one, other = (
                        {"kind": "route", "route": ref.value, "measure": measure}
                        for ref in (first, second)
                    )
                    if "yesno" in self.asked.types:
                        for more in (False, True):
                            value = {"ask": "compare", "first": one, "second": other, "more": more}
                            sign = f"compare routes {measure}{'+' if more else '-'}"
                            atoms = ("ask:compare", sign, f"route.measure={measure}")
                            yield self.join(value, self.part(None, atoms), first, second)
                        continue
                    value = {"ask": "difference", "first": one, "second": other}
                    atoms = ("ask:difference", "difference of routes", f"route.measure={measure}")
                    yield self.join(value, self.part(None, atoms), first, second)
