"""Select places by candidates, lists, radius and filters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from geoeval.calculators.units import format_distance
from geoeval.errors import quote
from geoeval.query.algebra import Places
from geoeval.query.places.areas import keep_areas, keep_one_level
from geoeval.query.places.filters import filter_places, needed_anchor, no_coordinates
from geoeval.query.trace import Blocked, Trace, join_names, name_spot, under_specified
from geoeval.text import normalise_name
from geoeval.world.atlas import Unresolved
from geoeval.world.categories import is_kind_of, states_kind
from geoeval.world.merging import label_places
from geoeval.world.model import NearbyList, Place


@dataclass(slots=True, kw_only=True)
class Choice:
    """The places to choose from.

    ``candidates`` are the named candidates by id. ``pool`` are all places that pass radius and
    filters, in the order of their list; ``offered`` are the named candidates among them, or all
    places if no candidates are named. ``ordered``: whether the pool is sorted by distance.
    ``spelling`` maps ids to candidate texts. ``doubts`` maps the id of each place of the pool that
    may or may not pass to the reason why that is unknown. ``homonyms`` are the places that share a
    candidate's name.
    """

    anchor: Place | None
    candidates: dict[str, Place] = field(default_factory=dict)
    pool: list[Place] = field(default_factory=list)
    offered: list[Place] = field(default_factory=list)
    ordered: bool = False
    spelling: dict[str, list[str]] = field(default_factory=dict)
    doubts: dict[str, Blocked] = field(default_factory=dict)
    homonyms: dict[str, list[Place]] = field(default_factory=dict)

    def is_unlisted(self, query: Places, listed: dict[str, Place]) -> bool:
        """Return whether the candidates are not those of the lists.

        All are unlisted, or without a category, one is that could be chosen: it has a location, or
        there is no anchor.
        """
        unlisted = self.candidates.keys() - listed.keys()
        if query.category is None and any(
            query.anchor is None or self.candidates[name].location for name in unlisted
        ):
            return True
        return bool(self.candidates) and self.candidates.keys().isdisjoint(listed)

    def certain(self) -> list[Place]:
        """Return the offered places; raise Blocked if it is unknown whether one of them passes."""
        for place in self.offered:
            if place.id in self.doubts:
                raise self.doubts[place.id]
        return self.offered

    def named(self) -> list[Place]:
        """Return the certain places, with only one place for each shared name.

        Raise Blocked if only some of the places that share a name pass.
        """
        places = self.certain()
        inside = {place.id for place in places}
        for name, shared in self.homonyms.items():
            passing = [place for place in shared if place.id in inside]
            if passing and len(passing) < len(shared):
                raise shared_name(name, shared)
            inside -= {place.id for place in passing[1:]}
        return [place for place in places if place.id in inside]

    def aliases(self, places: list[Place]) -> tuple[tuple[str, ...], ...]:
        """Return the candidate texts of each place."""
        return tuple(tuple(self.spelling.get(place.id, ())) for place in places)


def choose_places(query: Places, trace: Trace, *, exhaustive: bool = False) -> Choice:
    """Return the places that match a selection.

    If ``exhaustive``, as for a count, the lists must cover the radius. Without lists and
    candidates, raise Blocked if a place is not known to be of the category.
    """
    anchor = trace.place(query.anchor) if query.anchor else None
    lists = _find_lists(query, anchor, trace)
    listed = _collect_list_entries(lists, anchor, trace)
    choice = _read_candidates(query, anchor, listed, trace)
    if choice.is_unlisted(query, listed):
        # The candidates are described outside the lists, which contain other places.
        lists = []
    known = listed if lists else choice.candidates if query.among else None
    places = _list_known_places(query, choice, known, trace)
    if query.category and not lists:
        places = _remove_other_kinds(places, query.kinds, trace)
    _check_reach(query.within_m if exhaustive else None, lists)
    places = _remove_excluded(places, query, listed, trace)
    pool, choice.doubts = _apply_filters(query, places, lists, anchor, trace)
    if known is None:
        _check_kind(pool, query.kinds)
    choice.pool, choice.offered, choice.ordered = pool, pool, _is_sorted_by_distance(lists)
    if query.among:
        choice.offered = [place for place in pool if place.id in choice.candidates]
    else:
        choice.offered = keep_one_level(query, pool, trace)
    return choice


def _list_known_places(
    query: Places, choice: Choice, known: dict[str, Place] | None, trace: Trace
) -> list[Place]:
    """Return the listed places, else the candidates, else all places of the context."""
    if known is None:
        return _list_all_places(query, choice.anchor, trace)
    if query.among:
        names = [place.name for key, place in choice.candidates.items() if key in known]
        trace.say(f"candidates in the context: {join_names(names)}")
    return list(known.values())


def _read_candidates(
    query: Places, anchor: Place | None, listed: dict[str, Place], trace: Trace
) -> Choice:
    choice = Choice(anchor=anchor)
    for name in query.among:
        matches = [
            place for place in _find_matches(name, listed, trace) if _is_not_anchor(place, anchor)
        ]
        matches = keep_areas(matches, query, trace)
        for place in matches:
            choice.candidates[place.id] = place
            choice.spelling.setdefault(place.id, []).append(name)
        if len(matches) > 1:
            choice.homonyms[name] = matches
    return choice


def _is_not_anchor(place: Place, anchor: Place | None) -> bool:
    return anchor is None or place.id != anchor.id


def _is_sorted_by_distance(lists: Sequence[NearbyList]) -> bool:
    return len(lists) == 1 and lists[0].sorted_by_distance


def _find_lists(query: Places, anchor: Place | None, trace: Trace) -> list[NearbyList]:
    """Return the lists that contain the candidates; empty if they are found without lists."""
    found = {kind: _find_lists_of(kind, query, anchor, trace) for kind in query.kinds}
    lists = list({id(each): each for several in found.values() for each in several}.values())
    is_unlisted = bool(query.among) and not _is_any_listed(query, trace)
    if lists and not all(found.values()) and not is_unlisted:
        missing = next(kind for kind, several in found.items() if not several)
        raise _report_missing_list(missing, "", trace)
    if anchor is None and len({nearby.anchor for nearby in lists}) > 1:
        if not _are_whole_choice(query, trace):
            raise under_specified(detail="several lists match, and no anchor is given")
        return []
    return lists


def _are_whole_choice(query: Places, trace: Trace) -> bool:
    """Return whether the candidates are all there is to choose from, wherever they are listed."""
    alone = query.category is None and len(set(query.among)) > 1
    return alone and not all(_are_listed(query, trace))


def _find_lists_of(
    kind: str | None, query: Places, anchor: Place | None, trace: Trace
) -> tuple[NearbyList, ...]:
    atlas = trace.world.atlas
    anywhere = atlas.entries(None, kind)
    if anchor is None:
        return anywhere
    fitting = atlas.entries(anchor.name, kind)
    if fitting:
        return fitting
    if query.among and _are_all_located(query, anchor, trace) and not _is_any_listed(query, trace):
        return ()
    if atlas.entries(anchor.name, None):
        raise _report_missing_list(kind, anchor.name, trace)
    if anywhere:
        raise _report_other_anchor(query, anchor, anywhere[0])
    return ()


def _report_missing_list(kind: str | None, around: str, trace: Trace) -> Blocked:
    """Return the exception for a kind without a list, with the headings of the lists there."""
    where = f" around {around}" if around else ""
    lists = trace.world.atlas.entries(around or None, None)
    headings = dict.fromkeys(each.category for each in lists if each.category)
    return Blocked(
        reason="no_such_fact",
        detail=f"the context has no list of {quote(kind)}{where}",
        value=kind,
        candidates=tuple(headings),
        lacking=f"a list of {kind or 'such places'}{where}",
    )


def _report_other_anchor(query: Places, anchor: Place, nearby: NearbyList) -> Blocked:
    centre = nearby.anchor or nearby.search
    return Blocked(
        reason="other_anchor",
        detail=f"the list is around {centre}, not around {anchor.name}",
        value=query.anchor if isinstance(query.anchor, str) else None,
        candidates=() if nearby.anchor is None else (nearby.anchor,),
        lacking=f"a list of {query.category or 'places'} around {anchor.name}",
    )


def _is_any_listed(query: Places, trace: Trace) -> bool:
    return query.category is not None and any(_are_listed(query, trace))


def _are_listed(query: Places, trace: Trace) -> Iterator[bool]:
    """Yield whether each candidate is in a list."""
    atlas = trace.world.atlas
    listed = {atlas.facts(entry).id for each in trace.world.lists for entry in each.places}
    for name in query.among:
        yield from (place.id in listed for place in _find_matches(name, {}, trace))


def _are_all_located(query: Places, anchor: Place, trace: Trace) -> bool:
    named = [_find_matches(name, {}, trace) for name in query.among]
    return anchor.location is not None and all(
        places and all(place.location is not None for place in places) for places in named
    )


def _find_matches(name: str, listed: dict[str, Place], trace: Trace) -> list[Place]:
    found = trace.world.atlas.resolve(name)
    if not isinstance(found, Unresolved):
        return [found]
    if not found.tied:
        return []
    return [
        place
        for place in listed.values()
        if any(f"{text} (".startswith(f"{place.name} (") for text in found.candidates)
    ] or list(found.places)


def shared_name(name: str, places: Sequence[Place]) -> Blocked:
    """Return the exception for a name that several places share."""
    labels = label_places(places)
    detail = f"{quote(name)} may be any of {', '.join(map(quote, labels[:3]))}"
    return Blocked(reason="ambiguous_place", detail=detail, value=name, candidates=labels)


def _remove_other_kinds(
    places: list[Place], kinds: Sequence[str | None], trace: Trace
) -> list[Place]:
    other = [
        place
        for place in places
        if all(states_kind(place.category, kind or "") is False for kind in kinds)
    ]
    if other:
        trace.say(f"of another category: {join_names([place.name for place in other])}")
    return [place for place in places if place not in other]


def _remove_excluded(
    places: list[Place], query: Places, listed: dict[str, Place], trace: Trace
) -> list[Place]:
    excluded: set[str] = set()
    for name in query.excluding:
        matches = _find_matches(name, listed, trace) or [trace.place(name)]
        trace.say(f"left out: {join_names([place.name for place in matches])}")
        excluded.update(place.id for place in matches)
    return [place for place in places if place.id not in excluded]


def _collect_list_entries(
    lists: list[NearbyList], anchor: Place | None, trace: Trace
) -> dict[str, Place]:
    places: dict[str, Place] = {}
    for nearby in lists:
        around = f"{nearby.category} around {nearby.anchor}" if nearby.anchor else nearby.search
        trace.use(f"list of {around}", nearby.line)
        for entry in nearby.places:
            place = trace.world.atlas.facts(entry)
            if _is_not_anchor(place, anchor):
                places.setdefault(place.id, place)
    if lists:
        trace.say(f"listed: {join_names([place.name for place in places.values()])}")
    return places


def _list_all_places(query: Places, anchor: Place | None, trace: Trace) -> list[Place]:
    known = {place.id: place for place in map(trace.world.atlas.facts, trace.world.places)}
    places = [place for place in known.values() if _is_not_anchor(place, anchor)]
    for kind in query.kinds if trace.world.lists else ():
        if not any(_is_known_kind(place, kind) for place in places):
            raise _report_missing_list(kind, "", trace)
    if not places:
        kind = query.category or "such place"
        detail = f"the context has no {kind}"
        raise Blocked(reason="no_such_fact", detail=detail, value=query.category, lacking=kind)
    if trace.world.partial:
        _reject_partial_context(places)
    names = join_names([place.name for place in places])
    trace.say(f"there is no list; the places described are {names}")
    return places


def _reject_partial_context(places: list[Place]) -> None:
    known = join_names([place.name for place in places])
    detail = f"the context has only some of the places to choose from: {known}"
    raise Blocked(reason="incomplete_candidates", detail=detail)


def reach_m(lists: Sequence[NearbyList]) -> float:
    """Return the radius of the widest list in metres; infinite if none is stated."""
    return max((each.radius_m or float("inf") for each in lists), default=float("inf"))


def _check_reach(wanted_m: float | None, lists: list[NearbyList]) -> None:
    reach = reach_m(lists)
    if wanted_m is not None and wanted_m > reach:
        detail = f"the list reaches {format_distance(reach)}, not {format_distance(wanted_m)}"
        raise under_specified(detail=detail)


def _check_kind(places: list[Place], kinds: Sequence[str | None]) -> None:
    """Raise Blocked if neither the category of a place nor its name shows that it has a kind."""
    wanted = [kind for kind in kinds if kind]
    unsure = [
        place.name
        for place in places
        if not any(_is_known_kind(place, k) or _name_has_category(place.name, k) for k in wanted)
    ]
    if unsure and wanted:
        shown = " or ".join(map(quote, wanted))
        stated = dict.fromkeys(each.category for each in places if each.category)
        lacking = f"whether {quote(unsure[0])} is of the category {shown}"
        raise Blocked(
            reason="no_such_fact",
            detail=f"the context does not say {lacking}",
            value=wanted[0] if stated else None,
            candidates=tuple(stated),
            lacking=lacking,
        )


def _is_known_kind(place: Place, category: str | None) -> bool:
    return category is not None and bool(states_kind(place.category, category))


def _name_has_category(name: str, category: str) -> bool:
    words = normalise_name(name).split()
    return any(
        is_kind_of(" ".join(words[start:end]), category)
        for start in range(len(words))
        for end in range(start + 1, start + 4)
    )


def _apply_filters(
    query: Places,
    places: list[Place],
    lists: list[NearbyList],
    anchor: Place | None,
    trace: Trace,
) -> tuple[list[Place], dict[str, Blocked]]:
    """Return the places that pass radius and filters; the second value as in `filter_places`."""
    doubts: dict[str, Blocked] = {}
    if query.within_m is not None:
        places, doubts = _keep_within_radius(places, query.within_m, reach_m(lists), anchor, trace)
    order = tuple(places) if _is_sorted_by_distance(lists) else ()
    for wanted in query.filters:
        places, uncertain = filter_places(places, wanted, trace, anchor, order)
        doubts |= uncertain
    return places, doubts


def _keep_within_radius(
    places: list[Place], radius_m: float, reach_m: float, anchor: Place | None, trace: Trace
) -> tuple[list[Place], dict[str, Blocked]]:
    """Return the places within a radius, by coordinates or because the list reaches no farther.

    The second value maps the ids of those that may be outside to the missing coordinates.
    """
    trace.drawing.radius_m = radius_m
    measured = _measure_places(places, anchor, trace)
    outside = {place.id for metres, place in measured if metres > radius_m}
    inside = [place for place in places if place.id not in outside]
    others = _find_unmeasured(places, measured)
    unsure = others if reach_m > radius_m else []
    doubts = {place.id: no_coordinates(_find_unlocated_end(anchor, place)) for place in unsure}
    if unsure and len(unsure) == len(places):
        raise doubts[unsure[0].id]
    _write_distances(measured, radius_m, anchor, trace)
    for limit in _describe_limits(unsure, others, reach_m, radius_m):
        trace.say(limit)
    trace.say(f"within {format_distance(radius_m)}: {len(inside) - len(doubts)}")
    return inside, doubts


def _describe_limits(
    unsure: list[Place], others: list[Place], reach_m: float, radius_m: float
) -> Iterator[str]:
    """Yield notes on places without coordinates, or on a list that is smaller than the radius."""
    if unsure:
        yield f"coordinates unknown, not counted: {join_names([place.name for place in unsure])}"
    elif others:
        yield f"the list contains only places within {format_distance(reach_m)}"
    elif reach_m < radius_m:
        yield f"the list reaches only {format_distance(reach_m)}"


def _measure_places(
    places: list[Place], anchor: Place | None, trace: Trace
) -> list[tuple[float, Place]]:
    if anchor is None or anchor.location is None:
        return []
    located = (place for place in places if place.location is not None)
    measured = [(trace.measure(anchor, place), place) for place in located]
    return sorted(measured, key=lambda pair: pair[0])


def _find_unmeasured(places: list[Place], measured: list[tuple[float, Place]]) -> list[Place]:
    known = {place.id for _, place in measured}
    return [place for place in places if place.id not in known]


def _find_unlocated_end(anchor: Place | None, place: Place) -> Place:
    centre = needed_anchor(anchor)
    return centre if centre.location is None else place


def _write_distances(
    measured: list[tuple[float, Place]], radius_m: float, anchor: Place | None, trace: Trace
) -> None:
    for metres, place in measured:
        centre, length = needed_anchor(anchor), format_distance(metres)
        word = "inside" if metres <= radius_m else "outside"
        trace.say(f"{name_spot(centre)} to {name_spot(place)}: {length}, {word}")
        trace.drawing.measured(centre, place, length)
