"""What the frames of routes share: the ends, the route named, its roads and manoeuvres."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from geoeval.query.algebra import Routes, Side
from geoeval.query.filter_kinds import Manoeuvre
from geoeval.understanding import scene
from geoeval.understanding.frame import PLAIN_ASK, Account
from geoeval.understanding.reading import Mention, Reading

ROUTE_WORDS = (
    *PLAIN_ASK, "topic:visits", "home", "visit", "attribute:address", "topic:route", "passes",
    "connective", "leave", "return", "finish", "topic:direction", "ordinal",
)  # fmt: skip
BESIDE = ("topic:landmark", "relation:after")


def ends(reading: Reading, account: Account) -> Routes:
    """Return the routes that are meant: by their origin, destination, mode and name."""
    placed = [m for m in scene.names(reading) if not scene.is_locality(reading, m)]
    account.take(*scene.names(reading))
    starts = [m for m in placed if reading.relation(m, 2) == "from"]
    goals = [m for m in placed if reading.relation(m, 2) in {"to", "before"}]
    starts = starts or scene.named_before_goal(reading, placed)
    starts = starts or [m for m in placed[:-1] if reading.relation(m, 2) == "between"]
    here = scene.user_place(reading)
    origin = starts[0] if starts else here if here and here not in goals else None
    goal = next((m for m in goals if origin is None or m.value != origin.value), None)
    if goal is None:
        others = [m for m in placed if origin is None or m.value != origin.value]
        goal = others[-1] if others else None
    modes = [m for m in scene.modes(reading) if _asks(reading, m)] or scene.modes(reading)
    account.take(*(m for m in scene.modes(reading) if m not in modes))
    named = via(reading)
    account.take(*(m for m in modes if scene.mode(modes) is not None), named)
    return Routes(
        origin=origin.value if origin else None,
        destination=goal.value if goal else None,
        mode=scene.mode(modes),
        via=named.value if named else None,
    )


def _asks(reading: Reading, mention: Mention) -> bool:
    return reading.words[mention.start].sentence in reading.asking


def via(reading: Reading) -> Mention | None:
    """Return the route that is named: behind "via", or before the word "route"."""
    for mention in reading.of("route"):
        lead = reading.text(max(0, mention.start - 2), mention.start).split()
        after = reading.text(mention.end, mention.end + 1)
        if reading.covering(mention.end, "mode", "mode_verb"):
            after = reading.text(mention.end + 1, mention.end + 2)
        if (
            "via" in lead
            or reading.relation(mention, 1) == "via"
            or after in {"route", "path", "way"}
        ):
            return mention
    return None


def route_named(reading: Reading) -> Mention | None:
    """Return the route whose figure is asked for: the one named as such, else the only road.

    A road over, through or along which one goes names the route that takes it.
    """
    named = via(reading)
    along = [] if named else [*reading.asked("route"), *reading.asked("road")]
    longest = [m for m in along if not any(set(m.span) < set(other.span) for other in along)]
    if len({(m.start, m.end) for m in longest}) == 1:
        return longest[0]
    return named


def counts_routes(reading: Reading) -> bool:
    """Whether routes are counted ("how many of the routes"), and not what is on them."""
    return any(
        0 <= route.start - count.end <= 4
        and reading.words[route.end - 1].key in {"routes", "paths"}
        and not any(count.end <= m.start < route.start for m in reading.of("manoeuvre"))
        for count in reading.asked("ask", "count")
        for route in reading.asked("topic", "route")
    )


def roads(reading: Reading) -> list[Mention]:
    """Return the roads named beside the route itself, the longest at each position."""
    named = via(reading)
    return roads_named(reading, set(named.span) if named else set())


def roads_named(reading: Reading, taken: Iterable[int] = ()) -> list[Mention]:
    """Return all roads and routes named outside of some words, the longest at each position."""
    taken = set(taken)
    found: list[Mention] = []
    taken.update(i for m in reading.of("place") for i in m.span)
    for mention in sorted(
        (*reading.of("road"), *reading.of("route")), key=lambda m: (m.start, -m.end)
    ):
        if taken.isdisjoint(mention.span):
            found.append(mention)
            taken.update(mention.span)
    return found


def manoeuvre(reading: Reading, account: Account) -> Manoeuvre | None:
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


def exit_number(reading: Reading, account: Account) -> str | None:
    """Return the number of the exit that is named ("exit 35-Horgen" is 35), and take its words."""
    words = reading.words
    for mention in reading.of("manoeuvre", "exit"):
        index = mention.end
        if index < len(words) and words[index].key in {"number", "no"}:
            index += 1
        if index >= len(words) or not words[index].key.isdigit():
            continue
        number, end = words[index].key, index + 1
        if end < len(words) and words[end].start == words[index].end and len(words[end].key) == 1:
            number, end = number + words[end].key, end + 1
        while end < len(words) and words[end].gap == "-":
            end += 1
        account.take(*reading.of("manoeuvre", "exit"))
        account.used.update(range(mention.end, end))
        return number
    return None


def side(reading: Reading, account: Account) -> Side | None:
    """Return the road side that is asked about, "left" or "right", and take its words."""
    for mention in reading.asked("lacking", "roadside"):
        said = {"left", "right"} & {*reading.text(mention.start, mention.end).split()}
        if len(said) == 1:
            account.take(*reading.asked("lacking", "roadside"))
            return cast("Side", said.pop())
    return None
