"""Frames for whole routes and modes of travel: counts, superlatives, figures, features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from geoeval.calculators.units import find_distances, find_durations
from geoeval.query import algebra
from geoeval.query.filter_kinds import CompareFilter, Filter, Manoeuvre, RouteHas, Total
from geoeval.query.parts import Comparator, OfferedMode
from geoeval.understanding import choices, scene
from geoeval.understanding.filters import negate_if
from geoeval.understanding.frames.route_steps import (
    FASTER,
    LANDMARK_CUES,
    ROUTE_WORDS,
    asked_route,
    counts_routes,
    exit_number,
    named_roads,
    read_manoeuvre,
    read_route,
    read_route_ends,
    roads_outside,
)
from geoeval.understanding.reading import Account, Draft, Frame, Mention, Reading
from geoeval.understanding.times import find_named_day
from geoeval.understanding.vocabulary import word_list
from geoeval.understanding.vocabulary.text import split_keys
from geoeval.world.model import TravelMode


def _read_manoeuvre_count(reading: Reading) -> Iterator[Draft]:
    account = Account()
    route = read_route(reading, account)
    manoeuvre = read_manoeuvre(reading, account)
    if manoeuvre is None or counts_routes(reading):
        return
    roads = named_roads(reading)
    before = [m for m in roads if reading.relation(m, 2) == "before"]
    after = [m for m in roads if reading.relation(m, 2) == "after"]
    before = before or _adjacent_manoeuvre(reading, manoeuvre, "before")
    after = after or _adjacent_manoeuvre(reading, manoeuvre, "after")
    account.take(*before[:1], *after[:1], *reading.asked("times"))
    count = algebra.RouteFigure(
        route=route,
        measure=manoeuvre,
        before=before[0].value if before else None,
        after=after[0].value if after else None,
    )
    yield account.draft(algebra.Value(figure=count))


def _adjacent_manoeuvre(reading: Reading, counted: Manoeuvre, side: str) -> list[Mention]:
    """Return the manoeuvre before or after which another is counted."""
    others = [m for m in reading.asked("manoeuvre") if m.value != counted]
    after_side = [m for m in others if reading.text(m.start - 2, m.start) == f"{side} the"]
    has_ordinal = any(reading.covering(m.start - 1, "ordinal") for m in others)
    return [] if has_ordinal else after_side


def _read_extreme(reading: Reading) -> Iterator[Draft]:
    account, counted = Account(), Account()
    routes = read_route_ends(reading, account)
    manoeuvre = read_manoeuvre(reading, counted)
    candidates = _offered_candidates(reading)
    if candidates:
        account.take(*candidates)
        routes = routes.model_copy(update={"via": None})
    if not _asks_for_one_route(reading) or routes.via is not None or routes.destination is None:
        return
    by, most = _read_ranking(reading, account, manoeuvre, counted) or _read_best_of_routes(
        reading, account
    )
    is_total = by in {"time", "distance"}
    if by is None or (manoeuvre is not None and is_total and reading.asks("ask:count")):
        return  # asks for a count on the best route, not for its length
    asked = _asked_total(reading, by)
    rank = _read_rank(reading, account)
    if is_total and not candidates and manoeuvre != "closure":
        has = read_route_filter(reading, account)
        routes = routes.model_copy(update={"filters": () if has is None else (has,)})
    best = algebra.Best(figure=algebra.RouteFigure(measure=by), among=routes, most=most, rank=rank)
    of_best = (
        None
        if asked is None
        else algebra.Value(figure=algebra.RouteFigure(route=best, measure=asked))
    )
    yield account.draft(of_best or best)


def _asks_for_one_route(reading: Reading) -> bool:
    """Whether a route is asked for, not one of its roads, a mode or anything else."""
    speeds = {m.value for m in reading.asked("superlative")} & FASTER.keys()
    if len(speeds) > 1 or reading.asks("topic:road_taken"):
        return False
    if not reading.world.routes or choices.options_are_modes(reading):
        return False
    totals = reading.asks("ask:time") or reading.asks("ask:distance")
    names_routes = reading.has("topic:route") or totals or _are_routes(reading)
    return reading.asks("superlative") or names_routes


def _read_ranking(
    reading: Reading, account: Account, manoeuvre: Manoeuvre | None, counted: Account
) -> tuple[Total | Manoeuvre | None, bool] | None:
    ranking: tuple[Total | Manoeuvre | None, bool] | None = None
    for mention in reading.of("superlative"):
        account.take(mention)
        if mention.value in FASTER:
            ranking = FASTER[mention.value]
        elif mention.value in {"most", "fewest", "highest", "lowest"}:
            ranking = manoeuvre or _asked_figure(reading), mention.value in {"most", "highest"}
            account.used |= counted.used
    return ranking if ranking is not None and ranking[0] is not None else None


def _read_best_of_routes(reading: Reading, account: Account) -> tuple[Total | None, bool]:
    """Return time as the measure if "the best route" is asked for."""
    best = [m for m in reading.asked("praise", "best") if not reading.asked("category")]
    if not best or not reading.asks("topic:route"):
        return None, False
    account.take(*best)
    account.assume("the best route is the fastest", BEST_AS_FASTEST_COST)
    return "time", False


def _asked_total(reading: Reading, ranked_by: Total | Manoeuvre) -> Total | None:
    """Return the total asked for of the best route; None if the route itself is."""
    if ranked_by in {"time", "distance"} and choices.options_are_figures(reading):
        return _option_figure(reading) or ("time" if ranked_by == "time" else "distance")
    return None if reading.question.options else _option_figure(reading)


ROAD_AS_ROUTE_COST = 0.1
"""The cost of reading "on the B40" as the route of that name, not as the road."""
BEST_AS_FASTEST_COST = 0.1
"""The cost of reading the best route as the fastest one."""


def _offered_candidates(reading: Reading) -> list[Mention]:
    """Return the routes named, if each of them is offered ("the B4 or the B40?")."""
    option_keys = {*map(_option_keys, choices.offered_options(reading))}
    roads = [
        m for m in roads_outside(reading) if option_keys & {_option_keys(m.value), reading.keys(m)}
    ]
    return roads if len({m.value for m in roads}) > 1 else []


def _are_routes(reading: Reading) -> bool:
    names = {split_keys(route.name) for route in reading.world.routes}
    option_keys = [_option_keys(option) for option in choices.offered_options(reading)]
    return bool(option_keys) and all(option in names for option in option_keys)


def _option_keys(option: str) -> tuple[str, ...]:
    words = split_keys(option)
    return words[1:] if words[:1] == ("via",) else words


def _read_rank(reading: Reading, account: Account) -> int:
    """Return the requested rank: 2 for "the second fastest"."""
    for ordinal in reading.asked("ordinal"):
        if reading.covering(ordinal.end, "superlative"):
            account.take(ordinal)
            return int(ordinal.value)
    return 1


def _asked_figure(reading: Reading) -> Total | None:
    words = {word.key for word in reading.words if word.sentence in reading.asking}
    if words & word_list("comparing.lengths"):
        return "distance"
    return "time" if words & {"time", "duration", "minutes", "hours"} else None


def _option_figure(reading: Reading) -> Total | None:
    """Return the figure asked for, by the options, else by the words."""
    option = " ".join(choices.offered_options(reading))
    if find_distances(option):
        return "distance"
    if find_durations(option) or reading.asks("ask:time"):
        return "time"
    return "distance" if reading.asks("ask:distance") else None


def _read_attribute(reading: Reading) -> Iterator[Draft]:
    account = Account()
    routes = read_route_ends(reading, account)
    road = asked_route(reading)
    if road is None:
        return
    account.take(road)
    if "on" in reading.text(road.start - 2, road.start).split() and not reading.has("topic:route"):
        account.assume(f'"{road.value}" is the whole route', ROAD_AS_ROUTE_COST)
    route = routes.model_copy(update={"via": road.value})
    measure: Total = "distance" if reading.asks("ask:distance") else "time"
    yield account.draft(algebra.Value(figure=algebra.RouteFigure(route=route, measure=measure)))


def _read_route_with(reading: Reading) -> Iterator[Draft]:
    if counts_routes(reading) or choices.options_are_verdicts(reading):
        return
    account = Account()
    routes = read_route_ends(reading, account)
    has = read_route_filter(reading, account)
    if has is not None and routes.via is None:
        routes = routes.model_copy(update={"filters": (has,)})
        yield account.draft(algebra.Listing(of=routes, wanted="any"))


def read_route_filter(reading: Reading, account: Account) -> Filter | None:
    """Return the filter for what routes must have or lack, or None without any."""
    times = reading.asked("times", "multiple")
    negations = reading.of("negation")
    landmarks = reading.of("passed")
    number = None if landmarks else exit_number(reading, account)
    manoeuvre = None if landmarks or number else read_manoeuvre(reading, account)
    roads = [] if landmarks else named_roads(reading)
    counted = [
        n for n in reading.asked("number") if reading.covering(n.end, "manoeuvre") and manoeuvre
    ]
    account.take(*landmarks[:1], *roads[:1], *times, *negations, *counted)
    hour: dict[str, Any] = _read_hour(reading, account) if manoeuvre == "closure" else {}
    if manoeuvre is None and not roads and not landmarks and not number:
        return None
    has = RouteHas(
        **hour,
        manoeuvre=manoeuvre,
        road=roads[0].value if roads else None,
        exit=number,
        landmark=landmarks[0].value if landmarks else None,
        times=int(counted[0].amount) if counted else 2 if times else 1,
    )
    return negate_if(negations, has)


def _read_hour(reading: Reading, account: Account) -> dict[str, Any]:
    """Return the day and time of travel, on which closures depend."""
    day, day_words = find_named_day(reading)
    clocks = reading.of("clock")
    account.take(*day_words, *clocks, *reading.of("moment"))
    return {"day": day, "at": scene.clock_text(clocks[0].amount) if len(clocks) == 1 else None}


_ROUTES_FRAMES = (
    Frame(
        name="count manoeuvres",
        cues=(
            ("ask:count", "manoeuvre"),
            ("times:how_often", "manoeuvre"),
            ("ask:count", "story:manoeuvre", "story:route"),
        ),
        fill=_read_manoeuvre_count,
        absorbs=(*ROUTE_WORDS, *LANDMARK_CUES, "ask:count", "times:how_often", "relation:before"),
    ),
    Frame(
        name="extreme route",
        cues=(
            ("superlative", "topic:route"),
            ("praise:best", "topic:route"),
            ("superlative", "ask:distance"),
            ("superlative", "story:topic:route"),
            ("superlative:fastest",),
            ("superlative:shortest",),
            ("superlative:longest",),
            ("superlative", "manoeuvre", "topic:route"),
            ("story:superlative", "ask:time"),
            ("story:superlative", "story:topic:route", "ask:time"),
            ("story:superlative", "story:topic:route", "ask:distance"),
            ("story:superlative", "topic:route"),
            ("story:superlative", "ask:which"),
        ),
        fill=_read_extreme,
        absorbs=(*ROUTE_WORDS, "ask:distance", "ask:time", "ask:count"),
    ),
    Frame(
        name="route attribute",
        cues=(
            ("ask:time", "story:route"),
            ("ask:distance", "story:route"),
            ("ask:time", "story:road"),
            ("ask:distance", "story:road"),
        ),
        fill=_read_attribute,
        absorbs=(*ROUTE_WORDS, "topic:whole_trip"),
    ),
    Frame(
        name="route with",
        cues=(
            ("topic:route", "story:negation", "story:road"),
            ("topic:route", "story:negation", "story:manoeuvre"),
            ("topic:route", "story:passed"),
            ("topic:route", "passed"),
            ("topic:route", "passes"),
            ("topic:route", "manoeuvre"),
            ("topic:route", "road"),
            ("topic:route", "passes", "manoeuvre"),
            ("topic:route", "passes", "road"),
        ),
        fill=_read_route_with,
        absorbs=(*ROUTE_WORDS, "topic:landmark"),
    ),
)


def _read_route_count(reading: Reading) -> Iterator[Draft]:
    account = Account()
    routes = read_route_ends(reading, account)
    if counts_routes(reading) and routes.via is None:
        has = read_route_filter(reading, account)
        filters = () if has is None else (has,)
        yield account.draft(algebra.Count(of=routes.model_copy(update={"filters": filters})))


def _read_whether(reading: Reading) -> Iterator[Draft]:
    account = Account()
    routes = read_route_ends(reading, account)
    has = read_route_filter(reading, account)
    if has is not None and choices.options_are_verdicts(reading):
        yield account.draft(algebra.CheckRoutes(routes=routes, passes=has))


def _read_route_figure(reading: Reading) -> Iterator[Draft]:
    account = Account()
    candidates = read_route_ends(reading, account)
    figures = [*reading.asked("duration"), *reading.asked("length")]
    limits = [*reading.asked("comparator"), *reading.asked("comparator_after")]
    if len(figures) != 1 or len(limits) > 1 or candidates.via or reading.of("negation"):
        return
    available = reading.before(figures[0], ("available",), 2)
    lead = reading.text(max(0, figures[0].start - 1), figures[0].start)
    budget = not limits and (available is not None or lead == "within")
    account.take(*figures, *limits, available if budget else None)
    timed = figures[0].kind == "duration"
    measure: Total = "time" if timed else "distance"
    compared: CompareFilter[Total] = CompareFilter(
        measure=measure,
        comparator=cast("Comparator", limits[0].value) if limits else "<=" if budget else "==",
        value=figures[0].amount * (60 if timed else 1),
    )
    routes = candidates.model_copy(update={"filters": (compared,)})
    yield account.draft(algebra.Listing(of=routes, wanted="any"))


_ROUTE_FRAMES = (
    Frame(
        name="count routes",
        cues=(
            ("ask:count", "topic:route"),
            ("ask:count", "topic:route", "manoeuvre"),
            ("ask:count", "topic:route", "road"),
            ("ask:count", "topic:route", "passed"),
        ),
        fill=_read_route_count,
        absorbs=(*ROUTE_WORDS, "ask:count", "topic:landmark"),
    ),
    Frame(
        name="whether a route has",
        cues=(
            ("ask:whether", "manoeuvre", "story:route"),
            ("ask:whether", "manoeuvre", "topic:route"),
            ("ask:whether", "road", "topic:route"),
            ("ask:whether", "passed"),
        ),
        fill=_read_whether,
        absorbs=(*ROUTE_WORDS, "topic:landmark"),
    ),
    Frame(
        name="route of a figure",
        cues=(
            ("ask:which", "topic:route", "duration"),
            ("ask:which", "topic:route", "length"),
        ),
        fill=_read_route_figure,
        absorbs=ROUTE_WORDS,
    ),
)


def _read_extreme_mode(reading: Reading) -> Iterator[Draft]:
    if not choices.options_are_modes(reading):
        return
    account = Account()
    routes = read_route_ends(reading, account)
    superlatives = reading.asked("superlative", *FASTER) or reading.of("superlative", *FASTER)
    if len({m.value for m in superlatives}) != 1 or not routes.origin or not routes.destination:
        return
    if routes.via is not None or not _are_all_offered(reading, account):
        return
    account.take(*superlatives)
    measure, most = FASTER[superlatives[0].value]
    modes = tuple(
        OfferedMode(text=text, mode=TravelMode(mode))
        for text, mode in choices.offered_modes(reading).items()
    )
    leg = algebra.TravelLeg(origin=routes.origin, destination=routes.destination)
    travel = algebra.Travel(legs=(leg,), measure=measure)
    yield account.draft(algebra.Best(figure=travel, among=algebra.Modes(modes=modes), most=most))


def _are_all_offered(reading: Reading, account: Account) -> bool:
    """Whether each mode named is offered, or excluded and not offered ("no car")."""
    offers = set(choices.offered_modes(reading).values())
    for mention in scene.named_modes(reading):
        negations = [m for m in reading.of("negation") if 0 <= mention.end - m.start <= 4]
        if (mention.value in offers) is bool(negations):
            return False
        account.take(mention, *negations)
    return True


_MODES_FRAMES = (
    Frame(
        name="extreme mode",
        cues=(
            ("superlative",),
            ("story:superlative",),
            ("superlative", "mode"),
            ("superlative", "mode_verb"),
            ("superlative", "topic:transport"),
            ("story:superlative", "topic:transport"),
        ),
        fill=_read_extreme_mode,
        absorbs=(*ROUTE_WORDS, "topic:transport", "ask:time", "ask:distance"),
    ),
)

FRAMES = (*_ROUTES_FRAMES, *_ROUTE_FRAMES, *_MODES_FRAMES)
