"""Frames for routes as wholes and ways of travelling: counts, superlatives, figures, features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from geoeval.calculators.units import find_distances, find_durations
from geoeval.query import algebra
from geoeval.query.filter_kinds import CompareFilter, Filter, Manoeuvre, RouteHas, Total
from geoeval.query.parts import Comparator, OfferedMode
from geoeval.understanding import scene
from geoeval.understanding.choices import (
    offered_modes,
    offered_options,
    options_are_figures,
    options_are_modes,
    options_are_verdicts,
)
from geoeval.understanding.filters import negate_if
from geoeval.understanding.frames.route_steps import (
    BESIDE,
    FASTER,
    ROUTE_WORDS,
    counts_routes,
    exit_number,
    named_roads,
    read_manoeuvre,
    read_route_ends,
    roads_named,
    route_named,
    the_route,
)
from geoeval.understanding.reading import Account, Draft, Frame, Mention, Reading
from geoeval.understanding.times import find_named_day
from geoeval.understanding.vocabulary import word_list
from geoeval.understanding.vocabulary.text import split_keys
from geoeval.world.model import TravelMode


def _read_count(reading: Reading) -> Iterator[Draft]:
    account = Account()
    between = the_route(reading, account)
    made = read_manoeuvre(reading, account)
    if made is None or counts_routes(reading):
        return
    along = named_roads(reading)
    before = [m for m in along if reading.relation(m, 2) == "before"]
    after = [m for m in along if reading.relation(m, 2) == "after"]
    before = before or _adjacent_manoeuvre(reading, made, "before")
    after = after or _adjacent_manoeuvre(reading, made, "after")
    account.take(*before[:1], *after[:1], *reading.asked("times"))
    count = algebra.RouteFigure(
        route=between,
        measure=made,
        before=before[0].value if before else None,
        after=after[0].value if after else None,
    )
    yield account.draft(algebra.Value(figure=count))


def _adjacent_manoeuvre(reading: Reading, counted: Manoeuvre, side: str) -> list[Mention]:
    """Return another manoeuvre before or after which one is counted ("after the roundabout")."""
    others = [m for m in reading.asked("manoeuvre") if m.value != counted]
    led = [m for m in others if reading.text(m.start - 2, m.start) == f"{side} the"]
    ordered = any(reading.covering(m.start - 1, "ordinal") for m in others)
    return [] if ordered else led


def _read_extreme(reading: Reading) -> Iterator[Draft]:
    account, counted = Account(), Account()
    between = read_route_ends(reading, account)
    made = read_manoeuvre(reading, counted)
    candidates = _offered_candidates(reading)
    if candidates:
        account.take(*candidates)
        between = between.model_copy(update={"via": None})
    if not _asks_for_one_route(reading) or between.via is not None or between.destination is None:
        return
    by, most = _read_ranking(reading, account, made, counted) or _read_praise(reading, account)
    is_total = by in {"time", "distance"}
    if by is None or (made is not None and is_total and reading.asks("ask:count")):
        return  # what is counted on the best route, and not its length
    asked = _asked_total(reading, by)
    rank = _read_rank(reading, account)
    if is_total and not candidates and made != "closure":
        has = with_what(reading, account)
        between = between.model_copy(update={"filters": () if has is None else (has,)})
    best = algebra.Best(figure=algebra.RouteFigure(measure=by), among=between, most=most, rank=rank)
    of_best = (
        None
        if asked is None
        else algebra.Value(figure=algebra.RouteFigure(route=best, measure=asked))
    )
    yield account.draft(of_best or best)


def _asks_for_one_route(reading: Reading) -> bool:
    """Whether a route is picked, and not a road of one, a mode, or anything but a route."""
    speeds = {m.value for m in reading.asked("superlative")} & FASTER.keys()
    if len(speeds) > 1 or reading.asks("topic:road_taken"):
        return False
    if not reading.world.routes or options_are_modes(reading):
        return False
    totals = reading.asks("ask:time") or reading.asks("ask:distance")
    names_routes = reading.has("topic:route") or totals or _are_routes(reading)
    return reading.asks("superlative") or names_routes


def _read_ranking(
    reading: Reading, account: Account, made: Manoeuvre | None, counted: Account
) -> tuple[Total | Manoeuvre | None, bool] | None:
    found: tuple[Total | Manoeuvre | None, bool] | None = None
    for mention in reading.of("superlative"):
        account.take(mention)
        if mention.value in FASTER:
            found = FASTER[mention.value]
        elif mention.value in {"most", "fewest", "highest", "lowest"}:
            found = made or _asked_figure(reading), mention.value in {"most", "highest"}
            account.used |= counted.used
    return found if found is not None and found[0] is not None else None


def _read_praise(reading: Reading, account: Account) -> tuple[Total | None, bool]:
    """Return time where "the best route" is asked for."""
    best = [m for m in reading.asked("praise", "best") if not reading.asked("category")]
    if not best or not reading.asks("topic:route"):
        return None, False
    account.take(*best)
    account.assume("the best route is the fastest", BEST)
    return "time", False


def _asked_total(reading: Reading, by: Total | Manoeuvre) -> Total | None:
    """Return which total of the best route is asked for, if not the route itself."""
    if by in {"time", "distance"} and options_are_figures(reading):
        return _option_figure(reading) or ("time" if by == "time" else "distance")
    return None if reading.question.options else _option_figure(reading)


WHOLE = 0.1
"""The cost of taking "on the B40" for the route of that name, and not for the road."""
BEST = 0.1
"""The cost of taking the best route for the fastest one."""


def _offered_candidates(reading: Reading) -> list[Mention]:
    """Return the routes named where each of them is offered ("the B4 or the B40?")."""
    option_keys = {*map(_option_keys, offered_options(reading))}
    along = [
        m for m in roads_named(reading) if option_keys & {_option_keys(m.value), reading.keys(m)}
    ]
    return along if len({m.value for m in along}) > 1 else []


def _are_routes(reading: Reading) -> bool:
    names = {split_keys(route.name) for route in reading.world.routes}
    option_keys = [_option_keys(option) for option in offered_options(reading)]
    return bool(option_keys) and all(option in names for option in option_keys)


def _option_keys(option: str) -> tuple[str, ...]:
    words = split_keys(option)
    return words[1:] if words[:1] == ("via",) else words


def _read_rank(reading: Reading, account: Account) -> int:
    """Return which one of the order is meant: 2 for "the second fastest"."""
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
    """Return what the options, or else the words, say the figure asked for is."""
    option = " ".join(offered_options(reading))
    if find_distances(option):
        return "distance"
    if find_durations(option) or reading.asks("ask:time"):
        return "time"
    return "distance" if reading.asks("ask:distance") else None


def _read_attribute(reading: Reading) -> Iterator[Draft]:
    account = Account()
    between = read_route_ends(reading, account)
    named = route_named(reading)
    if named is None:
        return
    account.take(named)
    if "on" in reading.text(named.start - 2, named.start).split() and not reading.has(
        "topic:route"
    ):
        account.assume(f'"{named.value}" is the whole route', WHOLE)
    route = between.model_copy(update={"via": named.value})
    measure: Total = "distance" if reading.asks("ask:distance") else "time"
    yield account.draft(algebra.Value(figure=algebra.RouteFigure(route=route, measure=measure)))


def _read_route_with(reading: Reading) -> Iterator[Draft]:
    if counts_routes(reading) or options_are_verdicts(reading):
        return
    account = Account()
    routes = read_route_ends(reading, account)
    has = with_what(reading, account)
    if has is not None and routes.via is None:
        routes = routes.model_copy(update={"filters": (has,)})
        yield account.draft(algebra.Listing(of=routes, wanted="any"))


def with_what(reading: Reading, account: Account) -> Filter | None:
    """Return what routes are told to have, or to lack; None where it is nothing."""
    times = reading.asked("times", "multiple")
    denied = reading.of("negation")
    sights = reading.of("passed")
    number = None if sights else exit_number(reading, account)
    made = None if sights or number else read_manoeuvre(reading, account)
    along = [] if sights else named_roads(reading)
    counted = [n for n in reading.asked("number") if reading.covering(n.end, "manoeuvre") and made]
    account.take(*sights[:1], *along[:1], *times, *denied, *counted)
    hour: dict[str, Any] = _read_hour(reading, account) if made == "closure" else {}
    if made is None and not along and not sights and not number:
        return None
    has = RouteHas(
        **hour,
        manoeuvre=made,
        road=along[0].value if along else None,
        exit=number,
        landmark=sights[0].value if sights else None,
        times=int(counted[0].amount) if counted else 2 if times else 1,
    )
    return negate_if(denied, has)


def _read_hour(reading: Reading, account: Account) -> dict[str, Any]:
    """Return the day and time at which one travels, where roads may be closed."""
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
        fill=_read_count,
        absorbs=(*ROUTE_WORDS, *BESIDE, "ask:count", "times:how_often", "relation:before"),
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


def _read_how_many(reading: Reading) -> Iterator[Draft]:
    account = Account()
    routes = read_route_ends(reading, account)
    if counts_routes(reading) and routes.via is None:
        has = with_what(reading, account)
        filters = () if has is None else (has,)
        yield account.draft(algebra.Count(of=routes.model_copy(update={"filters": filters})))


def _read_whether(reading: Reading) -> Iterator[Draft]:
    account = Account()
    routes = read_route_ends(reading, account)
    has = with_what(reading, account)
    if has is not None and options_are_verdicts(reading):
        yield account.draft(algebra.CheckRoutes(routes=routes, passes=has))


def _read_route_figure(reading: Reading) -> Iterator[Draft]:
    account = Account()
    between = read_route_ends(reading, account)
    figures = [*reading.asked("duration"), *reading.asked("length")]
    limits = [*reading.asked("comparator"), *reading.asked("comparator_after")]
    if len(figures) != 1 or len(limits) > 1 or between.via or reading.of("negation"):
        return
    have = reading.before(figures[0], ("available",), 2)
    led = reading.text(max(0, figures[0].start - 1), figures[0].start)
    budget = not limits and (have is not None or led == "within")
    account.take(*figures, *limits, have if budget else None)
    timed = figures[0].kind == "duration"
    measure: Total = "time" if timed else "distance"
    compared: CompareFilter[Total] = CompareFilter(
        measure=measure,
        comparator=cast("Comparator", limits[0].value) if limits else "<=" if budget else "==",
        value=figures[0].amount * (60 if timed else 1),
    )
    routes = between.model_copy(update={"filters": (compared,)})
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
        fill=_read_how_many,
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
    if not options_are_modes(reading):
        return
    account = Account()
    between = read_route_ends(reading, account)
    orders = reading.asked("superlative", *FASTER) or reading.of("superlative", *FASTER)
    if len({m.value for m in orders}) != 1 or not between.origin or not between.destination:
        return
    if between.via is not None or not _are_all_offered(reading, account):
        return
    account.take(*orders)
    measure, most = FASTER[orders[0].value]
    modes = tuple(
        OfferedMode(text=text, mode=TravelMode(mode))
        for text, mode in offered_modes(reading).items()
    )
    leg = algebra.TravelLeg(origin=between.origin, destination=between.destination)
    travel = algebra.Travel(legs=(leg,), measure=measure)
    yield account.draft(algebra.Best(figure=travel, among=algebra.Modes(modes=modes), most=most))


def _are_all_offered(reading: Reading, account: Account) -> bool:
    """Whether the modes named are among the offered ones, or told not to be had ("no car")."""
    offers = set(offered_modes(reading).values())
    for mention in scene.named_modes(reading):
        denied = [m for m in reading.of("negation") if 0 <= mention.end - m.start <= 4]
        if (mention.value in offers) is bool(denied):
            return False
        account.take(mention, *denied)
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
