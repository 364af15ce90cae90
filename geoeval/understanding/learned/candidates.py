"""Queries that a question may ask: every form of the algebra that its options allow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations
from typing import NamedTuple

from geoeval.understanding.choices import count_lists, offered_modes, options_are_lists
from geoeval.understanding.journey.offers import offered_pairs
from geoeval.understanding.learned.figures import same_kind
from geoeval.understanding.learned.filters import Filters
from geoeval.understanding.learned.parts import Fill, JsonValue, Part
from geoeval.understanding.learned.question import Entity, Slot
from geoeval.understanding.learned.routes import Routes
from geoeval.understanding.learned.trips import Trips

_MAX_PAIRED_FIGURES = 24
_MAX_VARIED = 12
_MAX_FIGURES_IF_FILTERED = 8  # figures tried to rank places with several filters


class _Source(NamedTuple):
    """Where places are chosen from: around an anchor, of a kind, or both."""

    anchor: str | None
    category: str | None
    atoms: tuple[str, ...]
    entity: Entity | None


class Candidates(Trips, Routes, Filters):
    """The candidate queries of one question."""

    def all(self) -> list[Part]:
        """Return the candidates, each a whole query, the highest scores first."""
        found = [
            *self._value_queries(),
            *self._figure_pairs(),
            *self._place_queries(),
            *self._check_queries(),
            *self._weekday_queries(),
            *self._pair_queries(),
            *self._mode_queries(),
            *self.route_queries(),
            *self.trip_queries(),
            self.part(
                {"ask": "unanswerable", "fact": "other", "words": "?"}, ("ask:unanswerable",)
            ),
        ]
        likely = self.best(found, _MAX_VARIED)
        found += [other for part in likely for other in self._vary_query(part)]
        return self.best(found, len(found))

    def _vary_query(self, part: Part) -> Iterator[Part]:
        query = part.value
        if query["ask"] == "best" and query["among"]["kind"] == "places" and "rank" not in query:
            among = {k: v for k, v in query["among"].items() if k != "among"}
            for rank in (2, 3):
                value = {**query, "among": among, "rank": rank}
                yield self.join(value, part, self.part(None, ("rank unnamed", f"rank {rank}")))
        if query["ask"] == "best" and query["among"]["kind"] == "places":
            for left_out in self._exclusions(part):
                value = {**query, "among": {**query["among"], **left_out.value}}
                yield self.join(value, part, left_out)
        if query["ask"] == "best" and query["among"]["kind"] == "orders":
            stops = [self.entity(stop["place"]) for stop in query["among"]["trip"]["stops"]]
            for first, second in permutations([stop for stop in stops if stop is not None], 2):
                trip = {**query["among"]["trip"], "before": [[first.name, second.name]]}
                value = {**query, "among": {**query["among"], "trip": trip}}
                fill = [("before.first", first), ("before.second", second)]
                at = [self.asked.at[each.slots[-1].number] for each in (first, second)]
                between = self.asked.row[min(at) + 1 : max(at)]
                order = "first in text" if at[0] < at[1] else "second in text"
                words = tuple(f"before {order} {word}" for word in between[:6])
                yield self.join(value, part, self.part(None, ("before",), fill, (order, *words)))

    def ask(self, value: JsonValue, atoms: tuple[str, ...], *parts: Part) -> Part:
        """Return a whole query."""
        return self.join(value, self.part(None, atoms), *parts)

    # -- values ----------------------------------------------------------------------------------
    def _value_queries(self) -> Iterator[Part]:
        figures = self._figures = self.complete()
        for type_, figure in figures:
            if type_ in self.asked.types:
                yield self.ask({"ask": "value", "figure": figure.value}, ("ask:value",), figure)
                yield from self._sum_queries(type_, figure)
        if "compound" in self.asked.types:
            for first, second in combinations([part for _, part in figures], 2):
                kinds = {first.value["kind"], second.value["kind"]}
                if kinds in ({"direction", "distance"}, {"hours"}):
                    one, other = sorted((first, second), key=lambda part: part.value["kind"])
                    value = {"ask": "value", "figure": one.value, "also": other.value}
                    yield self.ask(value, ("ask:value", "also"), one, other)
        if "m" in self.asked.types:
            yield from self._distance_chains()

    def _sum_queries(self, type_: str, figure: Part) -> Iterator[Part]:
        if type_ in ("m", "s") and figure.value["kind"] in ("distance", "travel"):
            value = {"kind": "sum", "of": [figure.value], "times": 2}
            yield self.ask(
                {"ask": "value", "figure": value}, ("ask:value", "sum", "doubled"), figure
            )
        if type_ == "s" and figure.value["kind"] == "travel":
            durations = self.asked.of("D")
            if durations:
                plus = sum(slot.amount * 60 for slot in durations)
                value = {"kind": "sum", "of": [figure.value], "plus": plus}
                added = self.part(None, ("sum", "plus"), [("plus", slot) for slot in durations])
                yield self.ask({"ask": "value", "figure": value}, ("ask:value",), figure, added)

    def _distance_chains(self) -> Iterator[Part]:
        for chain in self.chains():
            for back in (False, True):
                ends = [*chain, chain[0]] if back else list(chain)
                if len(ends) < 3 or (back and len(chain) < 2):
                    continue
                of = [
                    {"kind": "distance", "origin": a.name, "destination": b.name}
                    for a, b in pairwise(ends)
                ]
                atoms = (
                    "ask:value",
                    "sum",
                    "distance",
                    "sum.chain",
                    *(["sum.back"] if back else []),
                )
                fill = [("sum.origin", ends[0]), *(("sum.middle", each) for each in ends[1:-1])]
                mentioned = [each.slots[0].start for each in chain]
                order = ("in order" if mentioned == sorted(mentioned) else "out of order",)
                value = {"ask": "value", "figure": {"kind": "sum", "of": of}}
                yield self.part(value, atoms, fill, order)

    def _figure_pairs(self) -> Iterator[Part]:
        types = self.asked.types & {"m", "s", "stars", "count", "yesno", "clock"}
        if not types:
            return
        kinds: dict[tuple[str, ...], list[tuple[str, Part]]] = {}
        for type_, part in self._figures:
            shared_atoms = tuple(
                a for a in part.atoms if a.startswith(("fact.", "hours.edge", "travel.m"))
            )
            kinds.setdefault((part.value["kind"], *shared_atoms), []).append((type_, part))
        for (kind, *_), figures in kinds.items():
            if kind == "direction" or (kind == "distance" and not types & {"m", "yesno"}):
                continue
            best = self.best((part for _, part in figures), _MAX_PAIRED_FIGURES)
            types_of = {id(part): type_ for type_, part in figures}
            for first, second in combinations(best, 2):
                type_ = "s" if types_of[id(first)] == "clock" else types_of[id(first)]
                yield from self._compare_figures(first, second, type_)

    def _compare_figures(self, first: Part, second: Part, type_: str) -> Iterator[Part]:
        common = set(first.roles) & set(second.roles)
        marked = [
            part._replace(roles=tuple(r for r in part.roles if r not in common), value=None)
            for part in (first, second)
        ]
        if "yesno" in self.asked.types:
            for one, other, left, right in (
                (first, second, *marked),
                (second, first, *reversed(marked)),
            ):
                order = self.part(
                    None,
                    ("ask:compare",),
                    [(f"1:{r}", self.asked.slots[n]) for r, n in left.roles]
                    + [(f"2:{r}", self.asked.slots[n]) for r, n in right.roles],
                )
                for more in (False, True):
                    value = {"ask": "compare", "first": one.value, "second": other.value}
                    if more:
                        value["more"] = True
                    kind = f"compare {one.atoms[0]}{'+' if more else '-'}"
                    yield self.ask(value, (kind,), order, one, other)
        elif type_ in self.asked.types:
            value = {"ask": "difference", "first": first.value, "second": second.value}
            kind = f"difference {first.atoms[0]}"
            yield self.ask(value, ("ask:difference", kind), first, second)

    # -- choices ---------------------------------------------------------------------------------
    def sources(self) -> list[tuple[str | None, str | None, Part]]:
        """Return where places may be chosen from: anchor, kind, and the part that scores both."""
        found = [*self._listed_sources(), *self._named_sources()]
        if self.asked.options:
            kind_names = dict.fromkeys(slot.value for slot in self.asked.of("C")[:2])
            found += [_Source(None, kind, ("offered",), None) for kind in (None, *kind_names)]
        return [(each.anchor, each.category, self._score_source(each)) for each in found]

    def _listed_sources(self) -> Iterator[_Source]:
        lists = self.asked.world.lists
        for anchor, category in dict.fromkeys((each.anchor, each.category) for each in lists):
            entity = self.entity(anchor)
            yield _Source(anchor, category, ("from list",), entity)
            if self.asked.options and entity is not None:
                yield _Source(anchor, None, ("around name", "offered"), entity)

    def _named_sources(self) -> Iterator[_Source]:
        kind_names = dict.fromkeys(slot.value for slot in self.asked.of("C")[:3])
        for entity in self.asked.entities[:4]:
            lists = self.asked.world.lists
            listed = [each.category for each in lists if each.anchor == entity.name]
            for kind in kind_names:
                if not any(same_kind(kind, category) for category in listed):
                    yield _Source(entity.name, kind, ("around name",), entity)
            if self.asked.options and not listed:
                yield _Source(entity.name, None, ("around name", "offered"), entity)

    def _score_source(self, source: _Source) -> Part:
        kinds = self.asked.of("C")
        same = [slot for slot in kinds if same_kind(slot.value, source.category)]
        named = "kind named" if same else "kind other" if kinds else "no kind"
        unnamed = "anchor unnamed" if source.anchor else "no anchor"
        where = "anchor named" if source.entity else unnamed
        fill: Fill = [("anchor", source.entity), ("category", same[0] if same else None)]
        bits = sum(slot.bit for slot in same)
        return self.part(None, (*source.atoms, named, where), fill, (), bits)

    def place_sets(self) -> Iterator[tuple[Part, bool]]:
        """Yield places to choose from, and whether they have an anchor."""
        radii = self.asked.of("L")
        for anchor, category, source in self.sources():
            sets = self.filter_sets(anchor)
            for radius in (None, *(radii if anchor else ())):
                within = {} if radius is None else {"within_m": radius.amount}
                limit = self.part(None, () if radius is None else ("within",), [("radius", radius)])
                for filters in sets:
                    if radius is not None and filters.used & radius.bit:
                        continue
                    head = {"kind": "places"}
                    if category is not None:
                        head["category"] = category
                    if anchor is not None:
                        head["anchor"] = anchor
                    value = {**head, **within, "filters": filters.value}
                    yield self.join(value, source, limit, filters), anchor is not None

    def _place_queries(self) -> Iterator[Part]:
        types = self.asked.types
        if "count" in types:
            yield from self._count_named()
        if types & {"names", "text"}:
            figures = {anchored: self.open(anchored=anchored) for anchored in (False, True)}
            travels = list(self._open_travels())
            for places, anchored in self.place_sets():
                yield from self._list_queries(places)
                yield from self._pick_queries(places, figures[anchored], travels)
        if "count" in types and ("names" not in types or not self.asked.options):
            for places, _ in self.place_sets():
                if places.value.keys() - {"kind", "filters"}:
                    yield self.ask({"ask": "count", "of": places.value}, ("ask:count",), places)

    def _list_queries(self, places: Part) -> Iterator[Part]:
        if not (places.value["filters"] or "within_m" in places.value or len(places.value) > 2):
            return
        if not options_are_lists(self.asked.reading):
            offered = {**places.value, "among": list(self.asked.options)}
            yield self.ask({"ask": "list", "of": offered, "wanted": "any"}, ("ask:list",), places)
        if count_lists(self.asked.reading):
            query = {"ask": "list", "of": places.value, "wanted": "all"}
            yield self.ask(query, ("ask:list", "list all"), places)

    def _pick_queries(
        self, places: Part, figures: list[Part], travels: list[Part]
    ) -> Iterator[Part]:
        ranks = [None, *(slot for slot in self.asked.of("O") if slot.value != "1")]
        filters = places.value["filters"]
        if len(filters) > 1:
            figures = self.best(figures, _MAX_FIGURES_IF_FILTERED)
        for figure in [*figures, *(() if filters else travels)]:
            if not figure.used & places.used:
                offered = {**places.value, "among": list(self.asked.options)}
                yield from self._best_places(figure, places, offered, ranks)

    def _count_named(self) -> Iterator[Part]:
        named = [each for each in self.asked.entities if each.known]
        if len(named) < 2:
            return
        fill = [("count.named", each) for each in named]
        among = self.part([each.name for each in named], ("named",), fill)
        for filters in self.filter_sets(None):
            if filters.value and not filters.used & among.used:
                of = {"kind": "places", "among": among.value, "filters": filters.value}
                yield self.ask({"ask": "count", "of": of}, ("ask:count",), among, filters)

    def _exclusions(self, places: Part) -> list[Part]:
        """Return which of the named places may be excluded from the choice."""
        named = [e for e in self.asked.entities if e.known and not e.bits & places.used]
        sets = [[each] for each in named[:3]] + ([named] if 1 < len(named) <= 4 else [])
        return [
            self.part(
                {"excluding": [each.name for each in excluded]},
                ("excluding",),
                [("excluded", each) for each in excluded],
            )
            for excluded in sets
        ]

    def _best_places(
        self, figure: Part, places: Part, offered: JsonValue, ranks: list[Slot | None]
    ) -> Iterator[Part]:
        name = "+".join(figure.atoms[:2])
        for most in (False, True):
            if figure.value["kind"] in ("quality", "toward") and most is figure.value.get(
                "of_anchor", False
            ):
                continue
            for rank in ranks:
                among = offered if rank is None else places.value
                value: dict[str, JsonValue] = {
                    "ask": "best",
                    "figure": figure.value,
                    "among": among,
                }
                if most or figure.value["kind"] == "quality":
                    value["most"] = True
                if rank is not None:
                    value["rank"] = int(rank.value)
                ranked = self.part(None, ("ranked",) if rank else (), [("rank", rank)])
                signs = (f"best {name}{'+' if most else '-'}", "most" if most else "least")
                yield self.ask(value, ("ask:best", *signs), figure, places, ranked)

    def _open_travels(self) -> Iterator[Part]:
        if not self.asked.world.legs:
            return
        for entity in self.asked.entities[:4]:
            for end in ("origin", "destination"):
                for mode in self.mode_choices():
                    for measure in ("time", "distance"):
                        leg = {end: entity.name, **mode.value}
                        value = {"kind": "travel", "legs": [leg], "measure": measure}
                        atoms = ("travel", f"travel.measure={measure}", f"travel from {end}")
                        yield self.join(
                            value, self.part(None, atoms, [(f"travel.{end}", entity)]), mode
                        )

    def _check_queries(self) -> Iterator[Part]:
        if "yesno" not in self.asked.types:
            return
        for entity in self.asked.entities[:6]:
            place = self.part(entity.name, (), [("check.place", entity)])
            for passes in self.filters(None):
                if passes.used & place.used or passes.atoms[0] == "f:than":
                    continue
                if passes.value.get("kind") == "direction" and "seen_from" not in passes.value:
                    continue
                value = {"ask": "check", "place": entity.name, "passes": passes.value}
                yield self.ask(value, ("ask:check",), place, passes)

    def _weekday_queries(self) -> Iterator[Part]:
        types = self.asked.types
        if not types & {"names", "text", "days", "count"}:
            return
        for entity in self.asked.entities[:4]:
            for open_ in (True, False):
                for time in (None, *self.asked.of("K")):
                    at = {} if time is None else {"at": time.clock}
                    of = {"kind": "days", "place": entity.name, "open": open_, **at}
                    fill = [("days.place", entity), ("days.at", time)]
                    days = self.part(of, ("days", f"days {open_}"), fill)
                    if "count" in types:
                        yield self.ask({"ask": "count", "of": of}, ("ask:count",), days)
                    else:
                        yield self.ask({"ask": "list", "of": of}, ("ask:list",), days)

    def _pair_queries(self) -> Iterator[Part]:
        if not self.asked.types & {"pair", "names"}:
            return
        pairs = offered_pairs(self.asked.reading)
        if len(pairs) < 2:
            return
        among = {"kind": "pairs", "pairs": [pair.model_dump() for pair in pairs]}
        figures = [self.part({"kind": "distance"}, ("distance",))]
        for mode in self.mode_choices() if self.asked.world.legs else ():
            for measure in ("time", "distance"):
                travel = {"kind": "travel", "legs": [mode.value], "measure": measure}
                head = self.part(None, ("travel", f"travel.measure={measure}"))
                figures.append(self.join(travel, head, mode))
        for figure in figures:
            for most in (False, True):
                value: JsonValue = {"ask": "best", "figure": figure.value, "among": among}
                value["most"] = most
                sign = f"best pair {figure.atoms[0]}{'+' if most else '-'}"
                atoms = ("ask:best", "pairs", sign, "most" if most else "least")
                yield self.ask(value, atoms, figure)

    def _mode_queries(self) -> Iterator[Part]:
        if len(self.asked.options) < 2:
            return
        offered = offered_modes(self.asked.reading)
        if len(offered) < 2:
            return
        modes = [{"text": text, "mode": mode} for text, mode in offered.items()]
        among = {"kind": "modes", "modes": modes}
        ends = [each for each in self.asked.entities if each.known][:4]
        for first in ends:
            for second in ends:
                if first is second:
                    continue
                fill = [("travel.origin", first), ("travel.destination", second)]
                leg = self.part(None, ("travel", "modes"), fill)
                for measure in ("time", "distance"):
                    for most in (False, True):
                        legs = [{"origin": first.name, "destination": second.name}]
                        figure = {"kind": "travel", "legs": legs, "measure": measure}
                        value = {"ask": "best", "figure": figure, "among": among, "most": most}
                        sign = f"best mode {measure}{'+' if most else '-'}"
                        atoms = ("ask:best", sign, "most" if most else "least")
                        yield self.ask(value, atoms, leg)
