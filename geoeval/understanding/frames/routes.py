"""Frames for routes: steps, manoeuvres, superlatives, figures and features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, cast

from geoeval.calculators.units import find_distances, find_durations
from geoeval.query.kinds import (
    CountManoeuvres,
    ExtremeRoute,
    LandmarkPassed,
    Manoeuvre,
    NextStep,
    RouteAttribute,
    RouteWith,
)
from geoeval.understanding import scene
from geoeval.understanding.choices import offered, options_are_figures
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.reading import Mention, Reading

_ROUTE_WORDS = (
    *PLAIN_ASK, "mode", "mode_verb", "home", "visit", "attribute:address", "topic:route", "passes",
    "connective", "leave", "return", "finish", "topic:direction", "ordinal",
)  # fmt: skip
_FASTER: dict[str, tuple[Literal["time", "distance"], bool]] = {
    "fastest": ("time", False),
    "slowest": ("time", True),
    "shortest": ("distance", False),
    "longest": ("distance", True),
}


def _ends(reading: Reading, account: Account) -> dict[str, Any]:
    """Return origin, destination, mode and name of the routes that are meant."""
    placed = [m for m in scene.names(reading) if not scene.is_locality(reading, m)]
    account.take(*scene.names(reading))
    starts = [m for m in placed if reading.relation(m, 2) == "from"]
    goals = [m for m in placed if reading.relation(m, 2) == "to"]
    starts = starts or scene.named_before_goal(reading, placed)
    here = scene.user_place(reading)
    origin = starts[0] if starts else here if here and here not in goals else None
    goal = next((m for m in goals if origin is None or m.value != origin.value), None)
    if goal is None:
        others = [m for m in placed if origin is None or m.value != origin.value]
        goal = others[-1] if others else None
    modes = [m for m in scene.modes(reading) if _asks(reading, m)] or scene.modes(reading)
    account.take(*scene.modes(reading))
    via = _via(reading)
    account.take(*modes, via)
    return {
        "origin": origin.value if origin else None,
        "destination": goal.value if goal else None,
        "mode": scene.mode(modes),
        "via": via.value if via else None,
    }


def _asks(reading: Reading, mention: Mention) -> bool:
    return reading.words[mention.start].sentence in reading.asking


def _via(reading: Reading) -> Mention | None:
    """Return the route that is named: behind "via", or before the word "route"."""
    for mention in reading.of("route"):
        lead = reading.text(max(0, mention.start - 2), mention.start).split()
        after = reading.text(mention.end, mention.end + 1)
        if (
            "via" in lead
            or reading.relation(mention, 1) == "via"
            or after in {"route", "path", "way"}
        ):
            return mention
    return None


def _roads(reading: Reading) -> list[Mention]:
    """Return the roads named beside the route itself, the longest at each position."""
    named = _via(reading)
    taken = set(named.span) if named else set()
    found: list[Mention] = []
    taken.update(i for m in reading.of("place") for i in m.span)
    for mention in sorted(
        (*reading.of("road"), *reading.of("route")), key=lambda m: (m.start, -m.end)
    ):
        if taken.isdisjoint(mention.span):
            found.append(mention)
            taken.update(mention.span)
    return found


def _next_step(reading: Reading) -> Iterator[Draft]:
    account = Account()
    ends = _ends(reading, account)
    roads = _roads(reading)
    after = [m for m in roads if reading.relation(m, 3) == "after"]
    chosen = after[:1] or roads[:1]
    if not chosen:
        return
    account.take(*roads)
    yield account.draft(NextStep(**ends, after=chosen[0].value))


def _manoeuvre(reading: Reading, account: Account) -> Manoeuvre | None:
    """Return the manoeuvre that is meant: the one of the longest phrase.

    Another one beside it stays unaccounted for.
    """
    found = reading.asked("manoeuvre") or reading.told("manoeuvre")
    if not found:
        return None
    longest = max(found, key=lambda m: m.end - m.start)
    inside = [m for m in found if m.value == longest.value or set(m.span) <= set(longest.span)]
    account.take(*inside)
    return cast("Manoeuvre", longest.value)


def _count(reading: Reading) -> Iterator[Draft]:
    account = Account()
    ends = _ends(reading, account)
    manoeuvre = _manoeuvre(reading, account)
    if manoeuvre is None:
        return
    roads = _roads(reading)
    before = [m for m in roads if reading.relation(m, 2) == "before"]
    after = [m for m in roads if reading.relation(m, 2) == "after"]
    account.take(*before[:1], *after[:1], *reading.asked("times"))
    yield account.draft(
        CountManoeuvres(
            **ends,
            manoeuvre=manoeuvre,
            before=before[0].value if before else None,
            after=after[0].value if after else None,
        )
    )


def _extreme(reading: Reading) -> Iterator[Draft]:
    account = Account()
    ends = _ends(reading, account)
    counted = Account()
    manoeuvre = _manoeuvre(reading, counted)
    by: Any = None
    most = False
    for mention in reading.of("superlative"):
        account.take(mention)
        if mention.value in _FASTER:
            by, most = _FASTER[mention.value]
        elif mention.value in {"most", "fewest", "highest", "lowest"}:
            most = mention.value in {"most", "highest"}
            by = manoeuvre or _figure(reading)
            account.used |= counted.used
    if by is None or ends["via"] is not None or ends["destination"] is None:
        return
    if not reading.world.routes:
        return
    asks: Literal["name", "time", "distance"] = "name"
    if by in {"time", "distance"} and options_are_figures(reading):
        asks = _figure_of_options(reading) or by
    elif not reading.question.options:
        asks = _figure_of_options(reading) or "name"
    yield account.draft(ExtremeRoute(**ends, by=by, most=most, asks=asks))


def _figure(reading: Reading) -> Literal["time", "distance"] | None:
    words = {word.key for word in reading.words if word.sentence in reading.asking}
    if words & {"distance", "kilometers", "length", "miles", "far", "meters"}:
        return "distance"
    return "time" if words & {"time", "duration", "minutes", "hours"} else None


def _figure_of_options(reading: Reading) -> Literal["time", "distance"] | None:
    """Return what the options, or else the words, say the figure asked for is."""
    option = " ".join(offered(reading))
    if find_distances(option):
        return "distance"
    if find_durations(option) or reading.asks("ask:time"):
        return "time"
    return "distance" if reading.asks("ask:distance") else None


def _attribute(reading: Reading) -> Iterator[Draft]:
    account = Account()
    ends = _ends(reading, account)
    if ends["via"] is None:
        return
    attribute: Literal["time", "distance"] = "distance" if reading.asks("ask:distance") else "time"
    yield account.draft(RouteAttribute(**ends, attribute=attribute))


def _route_with(reading: Reading) -> Iterator[Draft]:
    account = Account()
    ends = _ends(reading, account)
    times = reading.asked("times", "multiple")
    denied = reading.of("negation")
    sights = reading.asked("passed")
    manoeuvre = None if sights else _manoeuvre(reading, account)
    roads = [] if sights else _roads(reading)
    if (manoeuvre is None and not roads and not sights) or ends["via"] is not None:
        return
    account.take(*sights[:1], *roads[:1], *times, *denied)
    yield account.draft(
        RouteWith(
            **ends,
            manoeuvre=manoeuvre,
            road=roads[0].value if roads else None,
            landmark=sights[0].value if sights else None,
            times=2 if times else 1,
            absent=bool(denied),
        )
    )


def _landmark(reading: Reading) -> Iterator[Draft]:
    account = Account()
    ends = _ends(reading, account)
    manoeuvre = _manoeuvre(reading, account)
    roads = _roads(reading)
    if not roads:
        return
    account.take(*roads[-1:])
    yield account.draft(LandmarkPassed(**ends, road=roads[-1].value, manoeuvre=manoeuvre))


_BESIDE = ("topic:landmark", "relation:after")

FRAMES = (
    Frame(
        name="next step",
        cues=(
            ("topic:next", "told:road"),
            ("relation:after", "topic:next"),
            ("relation:after", "road"),
            ("relation:after", "topic:next", "road"),
            ("topic:next", "road"),
        ),
        fill=_next_step,
        absorbs=(*_ROUTE_WORDS, "manoeuvre:turn", "topic:visits", "relation:after", "topic:next"),
    ),
    Frame(
        name="count manoeuvres",
        cues=(
            ("ask:count", "manoeuvre"),
            ("times:how_often", "manoeuvre"),
            ("ask:count", "told:manoeuvre", "told:route"),
        ),
        fill=_count,
        absorbs=(*_ROUTE_WORDS, *_BESIDE, "ask:count", "times:how_often", "relation:before"),
    ),
    Frame(
        name="extreme route",
        cues=(
            ("superlative", "topic:route"),
            ("superlative", "ask:distance"),
            ("superlative", "told:topic:route"),
            ("superlative:fastest",),
            ("superlative:shortest",),
            ("superlative:longest",),
            ("superlative", "manoeuvre", "topic:route"),
            ("told:superlative", "ask:time"),
            ("told:superlative", "told:topic:route", "ask:time"),
            ("told:superlative", "told:topic:route", "ask:distance"),
            ("told:superlative", "topic:route"),
        ),
        fill=_extreme,
        absorbs=(*_ROUTE_WORDS, "ask:distance", "ask:time", "ask:count"),
    ),
    Frame(
        name="route attribute",
        cues=(("ask:time", "told:route"), ("ask:distance", "told:route")),
        fill=_attribute,
        absorbs=_ROUTE_WORDS,
    ),
    Frame(
        name="route with",
        cues=(
            ("topic:route", "told:negation", "told:road"),
            ("topic:route", "passed"),
            ("topic:route", "passes"),
            ("topic:route", "manoeuvre"),
            ("topic:route", "road"),
            ("topic:route", "passes", "manoeuvre"),
            ("topic:route", "passes", "road"),
        ),
        fill=_route_with,
        absorbs=(*_ROUTE_WORDS, "topic:landmark"),
    ),
    Frame(
        name="landmark passed",
        cues=(
            ("topic:landmark", "road"),
            ("topic:landmark", "manoeuvre", "road"),
            ("topic:landmark", "relation:after", "road", "manoeuvre"),
        ),
        fill=_landmark,
        absorbs=(*_ROUTE_WORDS, *_BESIDE),
    ),
)
