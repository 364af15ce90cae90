"""Frames for the steps of one route: what comes next, landmarks passed, and turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, cast

from geoeval.query.algebra import Best, RouteFigure, Routes, Side, StepFact, Value
from geoeval.query.filter_kinds import Manoeuvre, Total
from geoeval.query.routes.instructions import is_landmark_noted
from geoeval.understanding import scene
from geoeval.understanding.choices import offered_options
from geoeval.understanding.reading import PLAIN_ASK, Account, Draft, Frame, Mention, Reading
from geoeval.understanding.vocabulary.text import split_keys

ROUTE_WORDS = (
    *PLAIN_ASK, "topic:visits", "home", "visit", "attribute:address", "topic:route", "passes",
    "connective", "leave", "return", "finish", "topic:direction", "ordinal",
)  # fmt: skip
LANDMARK_CUES = ("topic:landmark", "relation:after")


def read_route_ends(reading: Reading, account: Account) -> Routes:
    """Return the routes that the question refers to, by origin, destination, mode and name."""
    origin, goal = _find_ends(reading)
    named_modes = scene.named_modes(reading)
    modes = [m for m in named_modes if _is_asked(reading, m)] or named_modes
    mode = scene.single_mode(modes)
    via = read_via(reading)
    account.take(*scene.named_places(reading), via)
    account.take(*(m for m in named_modes if mode is not None or m not in modes))
    return Routes(
        origin=origin.value if origin else None,
        destination=goal.value if goal else None,
        mode=mode,
        via=via.value if via else None,
    )


def _find_ends(reading: Reading) -> tuple[Mention | None, Mention | None]:
    """Return the origin and the destination that the question names."""
    placed = [m for m in scene.named_places(reading) if not scene.is_locality(reading, m)]
    goals = [m for m in placed if reading.relation(m, 2) in {"to", "before"}]
    starts = (
        [m for m in placed if reading.relation(m, 2) == "from"]
        or scene.named_before_goal(reading, placed)
        or [m for m in placed[:-1] if reading.relation(m, 2) == "between"]
    )
    here = scene.user_place(reading)
    origin = starts[0] if starts else here if here not in goals else None
    others = [*goals, *reversed(placed)]
    return origin, next((m for m in others if origin is None or m.value != origin.value), None)


FASTER: dict[str, tuple[Total, bool]] = {
    "fastest": ("time", False),
    "slowest": ("time", True),
    "shortest": ("distance", False),
    "longest": ("distance", True),
}


def read_route(reading: Reading, account: Account) -> Routes | Best:
    """Return the route of the question, or the best of several ("the fastest route")."""
    routes = read_route_ends(reading, account)
    for mention in reading.of("superlative"):
        leads = any(0 <= m.start - mention.end <= 1 for m in reading.of("topic", "route"))
        if mention.value in FASTER and leads and routes.via is None:
            account.take(mention)
            measure, most = FASTER[mention.value]
            return Best(figure=RouteFigure(measure=measure), among=routes, most=most)
    return routes


def _is_asked(reading: Reading, mention: Mention) -> bool:
    return reading.words[mention.start].sentence in reading.asking


def read_via(reading: Reading) -> Mention | None:
    """Return the route that is named after "via", or before the word "route"."""
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


def asked_route(reading: Reading) -> Mention | None:
    """Return the route whose figure is asked for: the named route, else the only road named.

    A road over, through or along which a journey leads names the route that takes it.
    """
    named = read_via(reading)
    roads = [] if named else [*reading.asked("route"), *reading.asked("road")]
    outermost = [m for m in roads if not any(set(m.span) < set(other.span) for other in roads)]
    if len({(m.start, m.end) for m in outermost}) == 1:
        return outermost[0]
    return named


def counts_routes(reading: Reading) -> bool:
    """Whether routes are counted ("how many of the routes"), not what is on them."""
    return any(
        0 <= route.start - count.end <= 4
        and reading.words[route.end - 1].key in {"routes", "paths"}
        and not any(count.end <= m.start < route.start for m in reading.of("manoeuvre"))
        for count in reading.asked("ask", "count")
        for route in reading.asked("topic", "route")
    )


def named_roads(reading: Reading) -> list[Mention]:
    """Return the roads named apart from the route itself, the longest at each position."""
    named = read_via(reading)
    return roads_outside(reading, set(named.span) if named else set())


def roads_outside(reading: Reading, taken: Iterable[int] = ()) -> list[Mention]:
    """Return the roads and routes named outside ``taken``, the longest at each position."""
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


def read_manoeuvre(reading: Reading, account: Account) -> Manoeuvre | None:
    """Return the manoeuvre of the longest phrase.

    The words of other manoeuvres stay unaccounted for.
    """
    found = reading.asked("manoeuvre") or reading.in_story("manoeuvre")
    if not found:
        return None
    longest = max(found, key=lambda m: m.end - m.start)
    inside = [m for m in found if m.value == longest.value or set(m.span) <= set(longest.span)]
    account.take(*inside)
    return cast("Manoeuvre", longest.value)


def exit_number(reading: Reading, account: Account) -> str | None:
    """Return the exit number ("35" in "exit 35-Horgen"), and account for its words."""
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


def read_road_side(reading: Reading, account: Account) -> Side | None:
    """Return the road side asked about, "left" or "right", and account for its words."""
    for mention in reading.asked("lacking", "roadside"):
        sides = {"left", "right"} & {*reading.text(mention.start, mention.end).split()}
        if len(sides) == 1:
            account.take(*reading.asked("lacking", "roadside"))
            return cast("Side", sides.pop())
    return None


_LAST = frozenset({"last", "final"})
Noted = Literal["toll_road", "restricted", "ferry"]
_NOTED = ("toll_road", "restricted", "ferry")
_SIDES = frozenset({"left", "right"})


def _read_next_step(reading: Reading) -> Iterator[Draft]:
    account = Account()
    route = read_route(reading, account)
    roads = named_roads(reading)
    landmarks = reading.of("passed") if not roads else []
    after = [m for m in roads if reading.relation(m, 3) == "after"]
    chosen = after[:1] or roads[:1] or landmarks[:1]
    number = None if chosen else exit_number(reading, account)
    if (not chosen and number is None) or _may_ask_for_landmark(reading):
        return
    account.take(*roads, *chosen, *_asked_turns(reading))
    if chosen:  # "after reaching Turn right onto the B4" quotes the step
        account.take(*(m for m in reading.asked("manoeuvre") if 0 <= chosen[0].start - m.end <= 1))
        account.used.update(_turn_words(reading, chosen[0].start))
    road = chosen[0].value if chosen else f"exit {number}"
    yield account.draft(Value(figure=StepFact(step="next", route=route, road=road)))


def _may_ask_for_landmark(reading: Reading) -> bool:
    """Whether options are noted landmarks, and no word asks for a step ("what do I go by")."""
    steps = (step for route in reading.world.routes for step in route.steps)
    options = reading.question.options
    is_offered = any(is_landmark_noted(step, option) for step in steps for option in options)
    return is_offered and not reading.asks("topic:next")


def _turn_words(reading: Reading, road_start: int) -> set[int]:
    """Return the indices of "turn right onto" directly before a road."""
    lead = reading.words[max(0, road_start - 3) : road_start]
    return {road_start - len(lead) + i for i, word in enumerate(lead) if word.key in _TURNING}


_TURNING = frozenset({"turn", "left", "right", "onto"})


def _asked_turns(reading: Reading) -> list[Mention]:
    """Return the manoeuvres onto the road asked for ("which road do I merge onto")."""
    which = [m.end for m in reading.asked("ask", "which")]
    return [m for m in reading.asked("manoeuvre") if any(0 <= m.start - end <= 4 for end in which)]


def _read_step_before(reading: Reading) -> Iterator[Draft]:
    account = Account()
    route = read_route(reading, account)
    reached = [m for m in named_roads(reading) if reading.relation(m, 3) == "before"]
    if len(reached) != 1 or _may_ask_for_landmark(reading):
        return
    account.take(*reached)
    road = reached[0].value
    yield account.draft(Value(figure=StepFact(step="before", route=route, road=road)))


def _read_step_number(reading: Reading) -> Iterator[Draft]:
    account = Account()
    route = read_route(reading, account)
    for step in reading.asked("manoeuvre", "step"):
        ordinal = next((m for m in reading.asked("ordinal") if m.end == step.start), None)
        last = step.start > 0 and reading.words[step.start - 1].key in _LAST
        if ordinal is None and not last:
            continue
        account.take(step, ordinal)
        account.used.add(step.start - 1)
        number = int(ordinal.value) if ordinal else -1
        yield account.draft(Value(figure=StepFact(step="number", route=route, number=number)))
        return


def _read_road_figure(reading: Reading) -> Iterator[Draft]:
    account = Account()
    route = read_route(reading, account)
    measure: Total = "distance" if reading.asks("ask:distance") else "time"
    kinds = reading.asked("manoeuvre", *_NOTED)
    if kinds:
        account.take(*kinds)
        noted = cast("Noted", kinds[0].value)
        yield account.draft(Value(figure=RouteFigure(route=route, measure=measure, noted=noted)))
        return
    roads = [
        m for m in named_roads(reading) if reading.before(m, ("topic",), 2) in _along_words(reading)
    ]
    if len(roads) != 1:
        return
    account.take(*roads)
    road = roads[0].value
    yield account.draft(Value(figure=RouteFigure(route=route, measure=measure, road=road)))


def _along_words(reading: Reading) -> list[Mention]:
    return reading.asked("topic", "along")


def _read_landmark(reading: Reading) -> Iterator[Draft]:
    account = Account()
    route = read_route(reading, account)
    manoeuvre = read_manoeuvre(reading, account)
    roads = named_roads(reading)
    road_side = read_road_side(reading, account)
    account.take(*roads[-1:], *_asked_kinds(reading))
    road = roads[-1].value if roads else None
    passed = StepFact(step="landmark", route=route, road=road, manoeuvre=manoeuvre, side=road_side)
    yield account.draft(Value(figure=passed))


def _asked_kinds(reading: Reading) -> list[Mention]:
    """Return the category in "which shop", which only describes the landmark."""
    return [
        kind
        for kind in reading.asked("category")
        if any(which.end == kind.start for which in reading.asked("ask", "which"))
    ]


def _read_side(reading: Reading) -> Iterator[Draft]:
    if not all(_SIDES & {*split_keys(option)} for option in offered_options(reading)):
        return
    account = Account()
    route = read_route(reading, account)
    landmarks = reading.of("passed")
    account.take(*landmarks[:1], *reading.asked("lacking", "roadside"))
    account.take(*reading.asked("topic", "side"))
    landmark = landmarks[0].value if landmarks else None
    if landmark is None and not _asks_about_goal(
        reading, read_route_ends(reading, Account()).destination
    ):
        return
    yield account.draft(Value(figure=StepFact(step="side", route=route, landmark=landmark)))


def _asks_about_goal(reading: Reading, goal: object) -> bool:
    asked = {word.key for word in reading.words if word.sentence in reading.asking}
    return "destination" in asked or any(m.value == goal for m in reading.asked("place"))


_ROUTE_STEPS_FRAMES = (
    Frame(
        name="next step",
        cues=(
            ("topic:next", "story:road"),
            ("relation:after", "topic:next"),
            ("relation:after", "road"),
            ("relation:after", "topic:next", "road"),
            ("topic:next", "road"),
            ("topic:next", "manoeuvre:exit"),
            ("relation:after", "manoeuvre:exit", "ask:which"),
            ("relation:after", "passed", "ask:which"),
            ("relation:after", "passed", "topic:next"),
        ),
        fill=_read_next_step,
        absorbs=(
            *ROUTE_WORDS,
            "manoeuvre:turn",
            "manoeuvre:step",
            "relation:after",
            "topic:next",
            "topic:landmark",
        ),
    ),
    Frame(
        name="step before",
        cues=(
            ("relation:before", "road"),
            ("relation:before", "topic:next", "road"),
            ("relation:before", "manoeuvre:step", "road"),
        ),
        fill=_read_step_before,
        absorbs=(
            *ROUTE_WORDS,
            "manoeuvre:turn",
            "manoeuvre:step",
            "topic:next",
        ),
    ),
    Frame(
        name="step number",
        cues=(("manoeuvre:step", "ask:which"), ("manoeuvre:step", "ask:tell")),
        fill=_read_step_number,
        absorbs=ROUTE_WORDS,
    ),
    Frame(
        name="road figure",
        cues=(
            ("ask:time", "topic:along", "road"),
            ("ask:distance", "topic:along", "road"),
            *(
                (ask, f"manoeuvre:{noted}")
                for ask in ("ask:time", "ask:distance")
                for noted in _NOTED
            ),
        ),
        fill=_read_road_figure,
        absorbs=(
            *ROUTE_WORDS,
            "topic:along",
            "topic:whole_trip",
            "topic:next",
            "relation:before",
            "manoeuvre:step",
        ),
    ),
    Frame(
        name="landmark passed",
        cues=(
            ("topic:landmark", "road"),
            ("topic:landmark", "manoeuvre", "road"),
            ("topic:landmark", "relation:after", "road", "manoeuvre"),
            ("topic:landmark", "lacking:roadside"),
            ("lacking:roadside", "relation:after", "road"),
        ),
        fill=_read_landmark,
        absorbs=(*ROUTE_WORDS, *LANDMARK_CUES),
    ),
    Frame(
        name="side noted",
        cues=(("topic:side",), ("topic:side", "passed"), ("topic:side", "story:passed")),
        fill=_read_side,
        absorbs=(*ROUTE_WORDS, *LANDMARK_CUES),
    ),
)


def _read_onto(reading: Reading) -> Iterator[Draft]:
    account = Account()
    route = read_route(reading, account)
    reached = [m for m in named_roads(reading) if reading.relation(m, 2) in {"onto", "to", "at"}]
    if len(reached) != 1:
        return
    account.take(*reached, *reading.asked("topic", "side"), *reading.asked("manoeuvre", "turn"))
    account.take(*reading.asked("manoeuvre", "left_turn", "right_turn"))
    account.take(*reading.asked("lacking", "roadside"))
    road = reached[0].value
    yield account.draft(Value(figure=StepFact(step="onto", route=route, road=road)))


def _read_taken(reading: Reading) -> Iterator[Draft]:
    account = Account()
    route = read_route(reading, account)
    manoeuvre = read_manoeuvre(reading, account)
    if manoeuvre is None or named_roads(reading):
        return
    ranks = [m for m in reading.asked("ordinal") if not reading.covering(m.end, "superlative")]
    last_indices = [
        i
        for i, word in enumerate(reading.words)
        if word.key == "last" and word.sentence in reading.asking
    ]
    if len(ranks) + len(last_indices) > 1:
        return
    account.take(*ranks)
    account.used.update(last_indices)
    number = int(ranks[0].value) if ranks else -1 if last_indices else None
    figure = StepFact(step="number", route=route, manoeuvre=manoeuvre, number=number)
    yield account.draft(Value(figure=figure))


def _read_exit(reading: Reading) -> Iterator[Draft]:
    account = Account()
    if exit_number(reading, Account()) is not None:
        return
    route = read_route(reading, account)
    roads = [
        m for m in named_roads(reading) if reading.relation(m, 2) in {"onto", "to", "via", "for"}
    ]
    roundabouts = reading.asked("manoeuvre", "roundabout") or reading.in_story(
        "manoeuvre", "roundabout"
    )
    account.take(*roads[:1], *roundabouts, *reading.asked("manoeuvre", "exit"))
    ranks = [
        rank
        for rank in reading.asked("ordinal")
        if any(rank.end == m.start for m in reading.asked("manoeuvre"))
    ]
    account.take(*ranks)
    figure = StepFact(
        step="roundabout" if roundabouts else "exit",
        route=route,
        road=roads[0].value if roads else None,
        number=int(ranks[0].value) if len(ranks) == 1 else None,
    )
    yield account.draft(Value(figure=figure))


_WORDS = tuple(cue for cue in ROUTE_WORDS if cue != "ordinal")

_ROUTE_TURNS_FRAMES = (
    Frame(
        name="step onto",
        cues=(
            ("topic:side", "road"),
            ("topic:way_onto", "road"),
        ),
        fill=_read_onto,
        absorbs=(*ROUTE_WORDS, "topic:side", "topic:way_onto"),
    ),
    Frame(
        name="road turned onto",
        cues=(
            ("topic:road_taken", "manoeuvre:left_turn"),
            ("topic:road_taken", "manoeuvre:right_turn"),
            ("topic:road_taken", "manoeuvre:roundabout"),
            ("topic:road_taken", "manoeuvre:exit"),
        ),
        fill=_read_taken,
        absorbs=(*_WORDS, "topic:road_taken", "topic:route", "manoeuvre:turn"),
    ),
    Frame(
        name="exit taken",
        cues=(
            ("topic:which_exit",),
            ("topic:which_exit", "story:route"),
            ("topic:which_exit", "manoeuvre:roundabout"),
            ("topic:which_exit", "manoeuvre:roundabout", "road"),
            ("topic:which_exit", "road"),
        ),
        fill=_read_exit,
        absorbs=(*_WORDS, "topic:which_exit"),
    ),
)

FRAMES = (*_ROUTE_STEPS_FRAMES, *_ROUTE_TURNS_FRAMES)
