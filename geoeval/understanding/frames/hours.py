"""Frames for facts of one place and its opening hours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Literal, NamedTuple, cast

from geoeval.query.algebra import (
    Best,
    Check,
    Compare,
    Count,
    Days,
    Difference,
    Fact,
    FactName,
    Hours,
    Listing,
    Sum,
    Value,
)
from geoeval.query.filter_kinds import (
    FeatureFilter,
    Filter,
    HoursFilter,
    NotFilter,
    OpenFilter,
    PlainFilter,
)
from geoeval.query.inspect import parts_of
from geoeval.query.parts import DAYS, Day
from geoeval.understanding import choices, scene, selection
from geoeval.understanding.filters import negate_if
from geoeval.understanding.reading import (
    PLAIN_ASK,
    Account,
    Draft,
    Frame,
    Mention,
    Reading,
    covered_words,
)
from geoeval.understanding.times import Edge, bound_of, find_named_day
from geoeval.understanding.vocabulary import word_list
from geoeval.world.model import Place


def find_subject(reading: Reading, account: Account) -> str | None:
    """Return the place that a question is about, ignoring localities."""
    named = reading.of("named")
    placed = [m for m in scene.named_places(reading) if not scene.is_locality(reading, m)]
    towns = [m for m in placed if _names_town(reading, m)]
    placed = [m for m in placed if m not in towns] or placed
    asked = [m for m in placed if reading.words[m.start].sentence in reading.asking]
    after_named = [m for m in placed if any(0 <= m.start - n.end <= 1 for n in named)]
    chosen = next(iter(after_named or asked or placed), None)
    if chosen is None:
        return None
    account.take(chosen, *_descriptions_around(reading, chosen))
    return chosen.value


def _names_town(reading: Reading, mention: Mention) -> bool:
    """Whether an unknown name only says in which town something is ("in Alba")."""
    return mention.kind == "unknown" and reading.text(mention.start - 1, mention.start) == "in"


def _descriptions_around(reading: Reading, chosen: Mention) -> list[Mention]:
    """Return the names and categories that only describe the chosen place."""
    return [
        *(m for m in scene.named_places(reading) if scene.is_locality(reading, m)),
        *(m for m in scene.named_places(reading) if _is_location_of(reading, chosen, m)),
        *(m for m in reading.of("category") if abs(m.start - chosen.end) <= 1),
        *(m for m in reading.of("category") if 0 <= chosen.start - m.end <= 0),
        *(m for m in reading.of("category") if _is_called(reading, m, chosen)),
    ]


def _is_location_of(reading: Reading, chosen: Mention, mention: Mention) -> bool:
    """Whether a name says what the chosen place is near ("the Mill by the Old Inn")."""
    between = reading.text(chosen.end, mention.start).removesuffix(" the")
    return between in {"near", "by", "beside", "next to", "close to"}


def _is_called(reading: Reading, kind: Mention, chosen: Mention) -> bool:
    """Whether "named" or "called" joins a category to a name."""
    return any(kind.end <= m.start and m.end <= chosen.start for m in reading.of("named"))


def _read_attribute(reading: Reading) -> Iterator[Draft]:
    for mention in reading.asked("attribute"):
        account = Account()
        place = find_subject(reading, account)
        if place is None:
            return
        account.take(mention)
        fact = cast("FactName", mention.value)
        yield account.draft(Value(figure=Fact(place=place, fact=fact)))


def _read_feature(reading: Reading) -> Iterator[Draft]:
    for mention in reading.asked("feature"):
        account = Account()
        place = find_subject(reading, account)
        if place is None:
            return
        account.take(mention)
        account.used |= {i for i, w in enumerate(reading.words) if w.key in mention.value.split()}
        yield account.draft(Check(place=place, passes=FeatureFilter(feature=mention.value)))
        return


def _read_open_at(reading: Reading) -> Iterator[Draft]:
    account = Account()
    place = find_subject(reading, account)
    states = reading.asked("state")
    if place is None:
        return
    day, day_words = find_named_day(reading)
    clocks = reading.of("clock")
    if (day is None and not clocks) or reading.has("duration"):
        return
    account.take(*states, *day_words, *clocks[:1], *reading.of("moment"))
    at = scene.clock_text(clocks[0].amount) if clocks else None
    closed = states and states[-1].value != "open"
    yield account.draft(Check(place=place, passes=negate_if(closed, OpenFilter(day=day, at=at))))


def _read_opening_time(reading: Reading) -> Iterator[Draft]:
    account = Account()
    place = find_subject(reading, account)
    if place is None or reading.asked("leave") or reading.has("duration") or reading.has("clock"):
        return
    day, day_words = find_named_day(reading)
    closing = [*reading.asked("closing"), *reading.asked("state", "closed")]
    account.take(
        *day_words, *closing, *reading.asked("state"), *reading.asked("attribute", "hours")
    )
    asking = [word.key for word in reading.words if word.sentence in reading.asking]
    until = not _UNTIL.isdisjoint(asking) or ("how", "late") in pairwise(asking)
    edge: Literal["opens", "closes"] = "closes" if closing or until else "opens"
    yield account.draft(Value(figure=Hours(place=place, day=day, edge=edge)))


_UNTIL = frozenset({"until", "till", "upto"})


_FACTS_FRAMES = (
    Frame(
        name="attribute",
        cues=(("attribute",), ("attribute", "story:named")),
        fill=_read_attribute,
        absorbs=(*PLAIN_ASK, "named", "attribute"),
    ),
    Frame(
        name="number of ratings",
        cues=(("ask:count", "attribute:rating_count"),),
        fill=_read_attribute,
        absorbs=(*PLAIN_ASK, "attribute:rating"),
    ),
    Frame(
        name="feature",
        cues=(("feature", "ask:whether"),),
        fill=_read_feature,
        absorbs=(*PLAIN_ASK, "visit"),
    ),
    Frame(
        name="opening time",
        cues=(
            ("ask:when", "closing"),
            ("ask:when", "state:open"),
            ("ask:when", "state:closed"),
            ("ask:which", "closing"),
            ("ask:tell", "closing"),
        ),
        fill=_read_opening_time,
        absorbs=(*PLAIN_ASK, "finish", "moment", "ask:when"),
    ),
    Frame(
        name="open at",
        cues=(
            ("state", "ask:whether"),
            ("state", "ask:tell"),
            ("ask:whether", "visit", "day"),
            ("ask:whether", "visit", "clock"),
            ("ask:whether", "visit", "story:relative_day"),
            ("topic:visits", "day"),
        ),
        fill=_read_open_at,
        absorbs=(*PLAIN_ASK, "visit", "topic:visits", "topic:feasible"),
    ),
)


def _read_open_days(reading: Reading) -> Iterator[Draft]:
    """Read "on which day is the Mill closed", "how many days a week is it open until 9 PM"."""
    account = Account()
    place = find_subject(reading, account)
    clocks = _wanted_clocks(reading, account)
    offered = _option_days(reading)
    named = [m for m in reading.asked("day") if m.value not in offered]
    if place is None or len(clocks) > 1 or named or reading.has("duration"):
        return
    account.take(*reading.asked("day"))
    found = _read_days(reading, place, clocks, account)
    if found is None:
        return
    days, bound_words = found
    names_one_day = len(offered) == len(reading.question.options) > 0
    listing = Listing(of=days, wanted="any" if names_one_day and days.filters else "all")
    draft = account.draft(Count(of=days) if reading.asked("ask", "count") else listing)
    yield replace(draft, carried=frozenset(bound_words))


def _read_days(
    reading: Reading, place: str, clocks: list[Mention], account: Account
) -> tuple[Days, set[int]] | None:
    """Return the days of a question and the words of bounds on their hours; None if unclear."""
    states = sorted([*reading.asked("state"), *reading.asked("closing")], key=lambda m: m.start)
    negations = reading.asked("negation")
    account.take(*states, *negations, *clocks)
    negated = any(0 <= m.start - n.end <= 1 for n in negations for m in states)
    bounds = _read_bounds(reading, states, clocks, negated)
    parts = _read_parts_of_day(reading, states, clocks)
    if parts and clocks and not bounds:
        return None
    bounds += parts
    if not bounds:
        at = scene.clock_text(clocks[0].amount) if clocks else None
        closed = any(_is_closed(m) for m in states) or (not states and bool(negations))
        return Days(place=place, open=closed is negated, at=at), set()
    words = covered_words(bound.words for bound in bounds)
    if not negated and covered_words(negations) - covered_words(states) - words:
        return None
    filters = _bounds_to_filters(reading, place, bounds)
    account.used |= words
    return (Days(place=place, filters=filters), words) if filters else None


def _bounds_to_filters(reading: Reading, place: str, bounds: list[_Bound]) -> tuple[Filter, ...]:
    """Return the filters of bounds, or () if they are unclear.

    A place that is closed all day is not open past six either. A bound that matches such a day is
    therefore clear only if the place opens every day, or the text says that it opens then.
    """
    filters = tuple(each for bound in bounds for each in bound.filters)
    opens = any(bound.opens for bound in bounds) or _opens_daily(reading, place)
    if not all(bound.filters for bound in bounds) or (
        _may_include_closed_days(filters) and not opens
    ):
        return ()
    return filters


class _Bound(NamedTuple):
    """A condition on the hours of a day, with its words; no filters if it is unclear.

    ``opens`` is true if the place opens on such a day.
    """

    filters: tuple[Filter, ...]
    words: Mention
    opens: bool = False


def _is_closed(state: Mention) -> bool:
    return state.value == "closed" or state.kind == "closing"


def _negate_if(denied: bool, condition: HoursFilter) -> Filter:
    return NotFilter[PlainFilter](of=condition) if denied else condition


def _may_include_closed_days(filters: tuple[Filter, ...]) -> bool:
    """Whether filters might match days on which a place does not open."""
    return any(
        isinstance(each, NotFilter) or (isinstance(each, HoursFilter) and each.comparator == "<=")
        for each in filters
    )


def _read_parts_of_day(
    reading: Reading, states: list[Mention], clocks: list[Mention]
) -> list[_Bound]:
    """Read "open in the afternoon", "closed in the morning only"."""
    found = []
    for part in reading.asked("turn", "part_of_day"):
        states_before = [m for m in states if 0 <= part.start - m.end <= _MAX_WORDS_TO_PART]
        if not states_before or not covered_words(clocks).isdisjoint(part.span):
            continue
        closed = _is_closed(states_before[-1])
        phrase = reading.text(part.start, part.end)
        open_then = _AFTERNOON if "afternoon" in phrase and not closed else ()
        bounds = _MORNING if "morning" in phrase else open_then
        if not bounds and not clocks:
            continue  # "for lunch" may only give the purpose
        only = closed and reading.text(part.end, part.end + 1) == "only"
        filters = tuple(_negate_if(closed, each) for each in bounds)
        found.append(_Bound(filters, part._replace(end=part.end + only), opens=only or not closed))
    return found


_MAX_WORDS_TO_PART = 3
_MORNING = (HoursFilter(edge="opens", comparator="<", at="12:00"),)
_AFTERNOON = (
    HoursFilter(edge="opens", comparator="<", at="17:00"),
    HoursFilter(edge="closes", comparator=">", at="13:00"),
)


def _wanted_clocks(reading: Reading, account: Account) -> list[Mention]:
    """Return the clock times, except those of "rather than at half past five"."""
    contrasts = {m.end for m in reading.of("contrast", "than")}
    wanted: list[Mention] = []
    for clock in reading.of("clock"):
        if wanted and not contrasts.isdisjoint((clock.start, clock.start - 1)):
            account.take(clock, *reading.of("comparison"), *reading.of("contrast", "than"))
        else:
            wanted.append(clock)
    return wanted


def _read_bounds(
    reading: Reading, states: list[Mention], clocks: list[Mention], negated: bool
) -> list[_Bound]:
    """Read "until 9 PM", "not before ten", and exact times of opening or closing."""
    if not clocks:
        return []
    (clock,) = clocks
    at = scene.clock_text(clock.amount)
    states_before = [m for m in states if 0 <= clock.start - m.end <= 1]
    if states_before and not {"do", "does"}.isdisjoint(word.key for word in reading.words):
        verb = states_before[-1]
        verb_keys = set(reading.keys(verb))
        stays = reading.text(verb.start - 1, verb.start) in {"stay", "be", "remain", "still"}
        if reading.text(verb.end, clock.start) == "at" and not stays:
            edge: Edge = "closes" if verb_keys & word_list("ways.closes") else "opens"
            words = verb._replace(start=verb.end, end=clock.start)
            exact = HoursFilter(edge=edge, comparator="==", at=at)
            return [_Bound((_negate_if(negated or "not" in verb_keys, exact),), words)]
    found = bound_of(reading, states, clock)
    if found is None:
        return []
    words = clock._replace(start=found.words.start, end=found.words.stop)
    if found.edge is None:
        return [_Bound((), words)]
    bound = HoursFilter(edge=found.edge, comparator=found.comparator, at=at)
    return [_Bound((_negate_if(negated, bound),), words)]


def _option_days(reading: Reading) -> set[Day]:
    option_texts = {option.strip().casefold() for option in reading.question.options}
    return {day for day in DAYS if day in option_texts}


def _opens_daily(reading: Reading, name: str) -> bool:
    place = reading.world.atlas.resolve(name)
    hours = place.hours if isinstance(place, Place) else None
    days = _option_days(reading) or DAYS
    return hours is not None and all(hours.opens_on(DAYS.index(day)) for day in days)


_OPEN_DAYS_FRAMES = (
    Frame(
        name="open days",
        cues=(
            ("topic:which_day", "state"),
            ("topic:which_day", "closing"),
            ("topic:which_day", "state", "ask:count"),
            ("topic:which_day", "negation"),
            ("topic:which_day", "topic:feasible", "clock"),
            ("topic:which_day", "visit", "clock"),
            ("topic:which_day", "ask:count", "clock"),
            ("topic:which_day", "ask:count", "visit", "topic:visits"),
            ("topic:which_day", "ask:count", "visit", "topic:feasible"),
        ),
        fill=_read_open_days,
        absorbs=(*PLAIN_ASK, "ask:when", "ask:count", "visit", "topic:visits", "topic:feasible"),
    ),
)


def _read_opening_length(reading: Reading) -> Iterator[Draft]:
    """Read "how many hours is the Mill open on Mondays", "on Monday and Tuesday together"."""
    account = Account()
    place = find_subject(reading, account)
    if place is None or reading.has("clock") or reading.has("duration"):
        return
    day, day_words = find_named_day(reading)
    account.take(*day_words, *reading.asked("state", "open"))
    asking = {word.key for word in reading.words if word.sentence in reading.asking}
    named = list(dict.fromkeys(m.value for m in reading.asked("day")))
    if len(named) > 1:
        if not asking & _TOTAL_WORDS or asking & {"to", "till", "through", "until"}:
            return
        account.take(*reading.asked("day"))
        lengths = [
            Hours.model_validate({"place": place, "edge": "length", "day": d}) for d in named
        ]
        yield account.draft(Value(figure=Sum(of=tuple(lengths))))
        return
    week = day is None and not _WEEK_WORDS.isdisjoint(asking)
    yield account.draft(Value(figure=Hours(place=place, edge="length", day=day, week=week)))


_WEEK_WORDS = frozenset({"week", "weekly"})
_TOTAL_WORDS = frozenset({"together", "total", "altogether", "combined", "all"})


def _compared_hours(reading: Reading, account: Account) -> Iterator[tuple[Hours, Hours]]:
    pivot = [*reading.asked("contrast", "than"), *reading.asked("relation", "before", "after")]
    names = [
        m for m in scene.named_places(reading, asked=True) if not scene.is_locality(reading, m)
    ]
    places = list(dict.fromkeys(m.value for m in names))
    days = list(dict.fromkeys(m.value for m in reading.asked("day")))
    opening_words = [*reading.asked("state", "open"), *reading.asked("topic", "opening")]
    words = {word.key for word in reading.words if word.sentence in reading.asking}
    closes = bool(words & word_list("ways.closes"))
    if closes is bool(opening_words) or not pivot or reading.of("clock") or reading.of("duration"):
        return
    if (len(places), len(days)) not in {(2, 0), (2, 1), (1, 2)}:
        return
    visits = (m for m in reading.asked("visit") if not word_list("ways.stays") & {*reading.keys(m)})
    moving = words & {"go"} or any(visits) or scene.named_modes(reading)
    edge = None if moving else _compared_edge(words, closes=closes)
    if edge is None:
        return
    account.take(*pivot, *names, *reading.asked("day"), *opening_words, *reading.asked("closing"))
    account.take(*reading.asked("comparison"), *reading.asked("state", "closed"))
    account.take(*reading.asked("superlative"))
    pairs = [(place, days[0] if days else None) for place in places]
    if len(places) == 1:
        pairs = [(places[0], day) for day in days]
    first, second = (
        Hours.model_validate({"place": place, "edge": edge, "day": day}) for place, day in pairs
    )
    yield first, second


def _compared_edge(words: set[str], *, closes: bool) -> str | None:
    """Return what is compared: "opens later", but what "is open later" closes later."""
    if words & {"longer", "shorter"}:
        return None if closes or words & _ORDER_WORDS else "length"
    if closes or not words & _ORDER_WORDS:
        return "closes" if words & _ORDER_WORDS else None
    stays = words & word_list("ways.stays") or not words & {"do", "does", "opens"}
    if not stays or words & {"earlier", "sooner"}:
        return "opens"
    return "closes" if "later" in words else None


_ORDER_WORDS = frozenset({"earlier", "later", "sooner", "before", "after"})


def _read_hours_apart(reading: Reading) -> Iterator[Draft]:
    """Read "how many hours before the Pier does the Mill open", "how much longer is it open"."""
    account = Account()
    for first, second in _compared_hours(reading, account):
        account.take(*reading.asked("unit"))
        yield _build_draft(account, Difference(first=first, second=second))


def _has_separator(reading: Reading) -> bool:
    """Whether "than", "before" or "after" separates the two places or days compared."""
    pivots = [*reading.asked("contrast", "than"), *reading.asked("relation", "before", "after")]
    for mentions in (scene.named_places(reading, asked=True), reading.asked("day")):
        if len({m.value for m in mentions}) == 2:
            last = next(m for m in mentions if m.value != mentions[0].value)
            return any(mentions[0].end <= pivot.start < last.start for pivot in pivots)
    return False


def _read_hours_comparison(reading: Reading) -> Iterator[Draft]:
    """Read "does the Mill open later on Sunday than on Monday"."""
    account = Account()
    words = {word.key for word in reading.words if word.sentence in reading.asking}
    more = bool(words & {"later", "longer", "after"})
    if more is bool(words & {"earlier", "sooner", "shorter", "before"}):
        return
    if not reading.asked("negation") and _has_separator(reading):
        for first, second in _compared_hours(reading, account):
            yield _build_draft(account, Compare(first=first, second=second, more=more))


def _build_draft(account: Account, query: Compare | Difference) -> Draft:
    return replace(account.draft(query), carried=frozenset(account.used))


def _read_pick_by_hours(reading: Reading) -> Iterator[Draft]:
    """Read "which of these opens first on Monday", "which one stays open the longest"."""
    account = Account()
    places = selection.select_places(reading, account)
    superlatives = reading.asked("superlative", "earliest", "latest", "longest", "shortest")
    by_amount = [
        m for m in reading.asked("superlative", "most", "fewest") if _ranks_hours(reading, m)
    ]
    superlatives = superlatives or by_amount
    hours_filters = [p for p in parts_of(places.filters) if isinstance(p, OpenFilter | HoursFilter)]
    if any(each.at for each in hours_filters) or not superlatives:
        return
    if not choices.from_offered(reading, account, places.category):
        return
    day, day_words = find_named_day(reading)
    closing = [*reading.asked("closing"), *reading.asked("state", "closed")]
    account.take(*day_words, *superlatives, *closing, *reading.asked("state", "open"))
    edge: Literal["opens", "closes", "length"] = "length"
    most = superlatives[0].value in {"latest", "longest", "most"}
    if superlatives[0].value in {"earliest", "latest"}:
        is_late = most and not reading.asked("topic", "opening")
        says_open = not {"open", "opens"}.isdisjoint(reading.keys(superlatives[0]))
        edge = "closes" if not says_open and (closing or is_late) else "opens"
    # Words such as "opens on Monday" say what is compared; they are not filters.
    filters = tuple(f for f in places.filters if not any(p in hours_filters for p in parts_of(f)))
    among = selection.change_places(places, filters=filters, among=choices.offered_options(reading))
    yield account.draft(Best(figure=Hours(edge=edge, day=day), among=among, most=most))


_COMPARED = (
    "contrast", "comparison", "relation:before", "relation:after", "closing", "state",
    "topic:opening", "topic:free_time", "attribute:hours",
)  # fmt: skip


def _ranks_hours(reading: Reading, most: Mention) -> bool:
    return reading.text(most.end, most.end + 1) in {"hours", "opening"}


_HOURS_FRAMES = (
    Frame(
        name="opening length",
        cues=(("ask:time", "state:open"), ("ask:count", "ask:time", "state:open")),
        fill=_read_opening_length,
        absorbs=(*PLAIN_ASK, "attribute:hours", "ask:count", "whole_trip"),
    ),
    Frame(
        name="hours apart",
        cues=(
            ("ask:time", "contrast:than"),
            ("ask:difference", "contrast:than"),
            ("ask:time", "relation:before"),
            ("ask:time", "relation:after"),
        ),
        fill=_read_hours_apart,
        absorbs=(*PLAIN_ASK, *_COMPARED, "ask:difference", "ask:time", "ask:count", "ask:when"),
    ),
    Frame(
        name="hours compared",
        cues=(
            ("ask:whether", "contrast:than"),
            ("ask:whether", "relation:before"),
            ("ask:whether", "relation:after"),
        ),
        fill=_read_hours_comparison,
        absorbs=(*PLAIN_ASK, *_COMPARED),
    ),
    Frame(
        name="first or last by hours",
        cues=(
            ("superlative", "state"),
            ("superlative", "closing"),
            ("superlative", "state", "ask:which"),
            ("superlative", "closing", "ask:which"),
            ("superlative", "attribute:hours"),
            ("superlative", "attribute:hours", "ask:which"),
        ),
        fill=_read_pick_by_hours,
        absorbs=(*PLAIN_ASK, "ask:when", "closing", "attribute:hours"),
    ),
)

FRAMES = (*_FACTS_FRAMES, *_OPEN_DAYS_FRAMES, *_HOURS_FRAMES)
