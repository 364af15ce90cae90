"""An independent walker that knows the rules of the road and shares no code with the package."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import osmium

CAR_ROADS = set(
    "motorway motorway_link trunk trunk_link primary primary_link secondary secondary_link "
    "tertiary tertiary_link unclassified residential living_street service road".split()
)
FOOT_ROADS = CAR_ROADS - {"motorway", "motorway_link", "trunk", "trunk_link"} | set(
    "track path bridleway footway pedestrian corridor platform steps elevator".split()
)
BIKE_ROADS = CAR_ROADS - {"motorway", "motorway_link"} | {"cycleway", "track", "path"}
KEYS = {
    "driving": ("motorcar", "motor_vehicle", "vehicle", "access"),
    "walking": ("foot", "access"),
    "bicycling": ("bicycle", "vehicle", "access"),
}
ROADS = {"driving": CAR_ROADS, "walking": FOOT_ROADS, "bicycling": BIKE_ROADS}
CLOSED = {"no", "private", "agricultural", "forestry", "emergency", "military"}
LOCAL = {"destination", "customers", "delivery"}
OPEN = {"yes", "designated", "permissive", "official"} | LOCAL
PASSABLE = {
    *("border_control", "cattle_grid", "entrance", "gate", "kerb", "lift_gate", "no", "spikes"),
    *("swing_gate", "toll_booth", "sally_port", "height_restrictor"),
}


@dataclass
class Rule:
    """A turn restriction with the ways before, between and after."""

    only: bool
    origin: int
    via_node: int | None
    via_ways: tuple[int, ...]
    target: int
    excepted: set[str]


@dataclass
class Walker:
    """The rules of an extract for a mode, and the check of routes against them."""

    mode: str
    pairs: dict[tuple[int, int], set[int]] = field(default_factory=lambda: defaultdict(set))
    onward: dict[int, list[set[int]]] = field(default_factory=lambda: defaultdict(list))
    drawn: set[tuple[int, int]] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)
    local: set[int] = field(default_factory=set)
    rules: list[Rule] = field(default_factory=list)

    @classmethod
    def of(cls, path: Path, mode: str) -> Walker:
        """Read an extract."""
        walker = cls(mode)
        for each in osmium.FileProcessor(str(path)):
            tags = dict(each.tags)
            if each.is_node() and "barrier" in tags:
                walker._barrier(each.id, tags)
            elif each.is_way() and tags.get("area") != "yes" and kind_of(tags):
                walker._road(each.id, [node.ref for node in each.nodes], tags)
            elif each.is_relation() and tags.get("type", "").startswith("restriction"):
                walker._rule(each, tags)
        return walker

    def violations(self, nodes: Sequence[int]) -> list[str]:
        """Return the rules that a route over nodes breaks."""
        found = []
        ways: list[set[int]] = []
        for pair in pairwise(nodes):
            ways.append(self.pairs.get(pair, set()))
            if not ways[-1]:
                against = "against a one-way" if pair in self.drawn else "off the roads"
                found.append(f"{against}: {pair}")
        local = "".join("L" if used and used <= self.local else "-" for used in ways)
        if "L" in local.strip("L"):
            found.append("through a road for its own addresses only")
        found += [f"barrier {node}" for node in nodes[1:-1] if self._is_blocked(nodes, node)]
        if self.mode != "walking":
            vehicle = "motorcar" if self.mode == "driving" else "bicycle"
            for rule in self.rules:
                if vehicle not in rule.excepted and self._breaks(rule, nodes, ways):
                    found.append(f"turn restriction {rule}")
        return found

    def exits(self, nodes: Sequence[int], rings: set[int]) -> list[int]:
        """Return the exit number at each roundabout that a route enters and leaves."""
        found: list[int] = []
        count: int | None = None
        inside = [bool(self.pairs[pair] & rings) for pair in pairwise(nodes)]
        for at, is_inside in enumerate(inside):
            if is_inside and at and not inside[at - 1]:
                count = 1
            if not is_inside and at and inside[at - 1] and count is not None:
                found.append(count)
                count = None
            if is_inside and count is not None and at + 1 < len(inside) and inside[at + 1]:
                count += self._exit_count(nodes[at + 1], rings)
        return found

    def _exit_count(self, node: int, rings: set[int]) -> int:
        """Return the number of exits of a roundabout at a node."""
        if not self.onward:
            for pair, ways in self.pairs.items():
                if ways:
                    self.onward[pair[0]].append(ways)
        return sum(not ways & rings for ways in self.onward[node])

    def _is_blocked(self, nodes: Sequence[int], node: int) -> bool:
        at = nodes.index(node, 1)
        return node in self.closed and nodes[at - 1] != nodes[at + 1]

    def _breaks(self, rule: Rule, nodes: Sequence[int], ways: Sequence[set[int]]) -> bool:
        for at in range(len(ways) - 1):
            if rule.via_node is not None:
                if rule.origin in ways[at] and nodes[at + 1] == rule.via_node:
                    turned = rule.target in ways[at + 1]
                    back = nodes[at] == nodes[at + 2]
                    if rule.origin == rule.target:
                        turned = turned and back
                    if turned != rule.only and not (rule.only and self._has_no_target(rule)):
                        return True
            elif rule.origin in ways[at] and rule.via_ways[0] in ways[at + 1] - ways[at]:
                end = self._after_via(rule, ways, at + 1)
                if end is not None and (rule.target in ways[end]) != rule.only:
                    return True
        return False

    def _has_no_target(self, rule: Rule) -> bool:
        """Return whether the only allowed turn is closed to this mode, which voids the rule."""
        return not any(
            rule.target in ways for pair, ways in self.pairs.items() if pair[0] == rule.via_node
        )

    def _after_via(self, rule: Rule, ways: Sequence[set[int]], at: int) -> int | None:
        """Return the first step after all ways between, None if the route leaves them earlier."""
        for way in rule.via_ways:
            if at >= len(ways) or way not in ways[at]:
                return None
            while at < len(ways) and way in ways[at]:
                at += 1
        return at if at < len(ways) else None

    def _barrier(self, node: int, tags: dict[str, str]) -> None:
        for key in KEYS[self.mode]:
            if key in tags:
                if tags[key] in CLOSED:
                    self.closed.add(node)
                return
        walls = {"wall", "fence", "hedge"}
        kind = tags["barrier"]
        if kind not in PASSABLE if self.mode == "driving" else kind in walls:
            self.closed.add(node)

    def _road(self, way: int, nodes: list[int], tags: dict[str, str]) -> None:
        allowed = kind_of(tags) in ROADS[self.mode] | {"ferry"}
        for key in KEYS[self.mode]:
            if tags.get(key) in CLOSED:
                return
            if tags.get(key) in OPEN:
                allowed |= key != "access"
                if tags[key] in LOCAL:
                    self.local.add(way)
                break
        if not allowed:
            return
        forward, backward = self._directions(tags)
        for a, b in pairwise(nodes):
            self.drawn |= {(a, b), (b, a)}
            if forward:
                self.pairs[a, b].add(way)
            if backward:
                self.pairs[b, a].add(way)

    def _directions(self, tags: dict[str, str]) -> tuple[bool, bool]:
        if self.mode == "walking":
            oneway = tags.get("oneway:foot", "no")
        else:
            implied = tags.get("junction") in {"roundabout", "circular"} or kind_of(tags) in {
                "motorway",
                "motorway_link",
            }
            oneway = tags.get("oneway", "yes" if implied else "no")
            if self.mode == "bicycling":
                oneway = tags.get("oneway:bicycle", oneway)
                if tags.get("cycleway", "").startswith("opposite"):
                    oneway = "no"
        return oneway not in {"-1", "reverse"}, oneway not in {"yes", "true", "1"}

    def _rule(self, relation: osmium.osm.Relation, tags: dict[str, str]) -> None:
        kind = tags.get("restriction") or tags.get("restriction:motorcar") or ""
        if not kind.startswith(("no_", "only_")) or {"hour_on", "day_on"} & set(tags):
            return
        members = [(each.role, each.type, each.ref) for each in relation.members]
        origins = [ref for role, type_, ref in members if role == "from" and type_ == "w"]
        targets = [ref for role, type_, ref in members if role == "to" and type_ == "w"]
        nodes = [ref for role, type_, ref in members if role == "via" and type_ == "n"]
        ways = tuple(ref for role, type_, ref in members if role == "via" and type_ == "w")
        if len(origins) != 1 or len(targets) != 1 or len(nodes) + bool(ways) != 1:
            return
        excepted = set(tags.get("except", "").replace(" ", "").split(";"))
        if "restriction" not in tags:
            excepted.add("bicycle")
        via = nodes[0] if nodes else None
        self.rules.append(
            Rule(kind.startswith("only_"), origins[0], via, ways, targets[0], excepted)
        )


def kind_of(tags: dict[str, str]) -> str:
    """Return the type of a road, "ferry" for a ferry, "" for other ways."""
    return tags.get("highway") or ("ferry" if tags.get("route") == "ferry" else "")
