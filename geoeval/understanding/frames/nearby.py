"""Frames for places around an anchor: nearest, counts, lists, picks, between, in a direction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from geoeval.query.base import Direction, Measure, OpenFilter
from geoeval.query.kinds import (
    BetweenPlaces,
    CountPlaces,
    InDirection,
    ListPlaces,
    Nearest,
    PickPlace,
    Recommend,
)
from geoeval.understanding import scene, selection
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.reading import Mention, Reading

_LIST_MARK = ", "


def options_are_lists(reading: Reading) -> bool:
    """Whether the options offer several names each, not one."""
    options = selection.offered(reading)
    return len(options) > 1 and sum(_LIST_MARK in option for option in options) > len(options) / 2


def _nearest(reading: Reading) -> Iterator[Draft]:
    account = Account()
    mention = next(iter(reading.asked("superlative", "nearest", "farthest")), None)
    fields = selection.selected(reading, account)
    of_these = _of_these(reading, account)
    if fields["anchor"] is None or not (fields["category"] or of_these):
        return
    rank = 1
    if mention is not None:
        account.take(mention)
        for ordinal in reading.asked("ordinal"):
            if 0 <= mention.start - ordinal.end <= 1:
                account.take(ordinal)
                rank = int(ordinal.value)
    farthest = mention is not None and mention.value == "farthest"
    among = selection.offered(reading) if rank == 1 else ()
    yield account.draft(Nearest(**fields, rank=rank, farthest=farthest, among=among))


def _these_words(reading: Reading, account: Account) -> bool:
    """Whether it is asked of "these", "the places" or the like; take those words."""
    words = [
        i
        for i, word in enumerate(reading.words)
        if word.key in _THESE and word.sentence in reading.asking
    ]
    account.used.update(words)
    return bool(words)


def _of_these(reading: Reading, account: Account) -> bool:
    """Whether the options themselves are the choice: "which of these", "which place"."""
    words = _these_words(reading, account)
    candidates = [m for m in reading.of("place") if selection.is_offered(reading, m)]
    account.take(*candidates)
    return (words or bool(candidates)) and not selection.options_are_figures(reading)


_POINTING = frozenset({"those", "them", "these", "ones"})
_THESE = frozenset(
    """these those following them four three two place places option options one ones sight sights
    attraction attractions landmark landmarks location locations spot spots""".split()
)


def _count(reading: Reading) -> Iterator[Draft]:
    account = Account()
    fields = selection.selected(reading, account)
    these = _these_words(reading, account) and bool(fields["filters"])
    pointing = _POINTING & {w.key for w in reading.words if w.sentence in reading.asking}
    named = fields["category"] is not None and (reading.asked("category") or pointing)
    if named or (these and fields["anchor"] is not None and fields["category"] is None):
        yield account.draft(CountPlaces(**fields))


def _filtered(reading: Reading) -> Iterator[Draft]:
    account = Account()
    fields = selection.selected(reading, account)
    these = fields["category"] is None and _of_these(reading, account)
    if not (fields["category"] or these) or not (fields["filters"] or fields["within_m"]):
        return
    if options_are_lists(reading):
        yield account.draft(ListPlaces(**fields))
    else:
        yield account.draft(PickPlace(**fields, among=selection.offered(reading)))


def _not_to_visit(reading: Reading) -> Iterator[Draft]:
    """Read "which place can I not visit on Monday": the offered place that is closed then."""
    account = Account()
    day, said = scene.day(reading)
    if day is None or not _of_these(reading, account):
        return
    account.take(*said, *reading.asked("negation"), *reading.of("place"))
    yield account.draft(
        PickPlace(filters=(OpenFilter(open=False, day=day),), among=selection.offered(reading))
    )


def _listed(reading: Reading) -> Iterator[Draft]:
    account = Account()
    fields = selection.selected(reading, account)
    if fields["category"] is not None and options_are_lists(reading):
        yield account.draft(ListPlaces(**fields))


_BY: dict[str, tuple[Measure, bool]] = {
    "cheapest": ("price_level", True),
    "priciest": ("price_level", False),
    "busiest": ("rating_count", False),
}


def _superlative(reading: Reading) -> Iterator[Draft]:
    account = Account()
    fields = selection.selected(reading, account)
    if fields["category"] is None:
        return
    for mention in reading.asked("superlative"):
        account.take(mention)
        if mention.value in _BY:
            by, lowest = _BY[mention.value]
        elif mention.value in {"highest", "lowest", "most", "fewest"}:
            measured = [
                m
                for m in reading.of("attribute", "rating", "rating_count", "price_level")
                if -3 <= m.start - mention.end <= 3 or 0 <= mention.start - m.end <= 2
            ]
            if not measured and reading.text(mention.start, mention.end).split()[-1] not in {
                "rated",
                "reviewed",
            }:
                continue
            account.take(*measured[:1])
            by = cast("Measure", measured[0].value) if measured else "rating"
            if mention.value in {"most", "fewest"}:
                by = "rating_count"
            lowest = mention.value in {"lowest", "fewest"}
        else:
            continue
        yield account.draft(
            PickPlace(**fields, by=by, lowest=lowest, among=selection.offered(reading))
        )
        return


def _recommend(reading: Reading) -> Iterator[Draft]:
    account = Account()
    fields = selection.selected(reading, account)
    praise = reading.asked("praise")
    if fields["category"] is None or not praise:
        return
    account.take(*praise, *reading.asked("superlative", "nearest"))
    account.take(*_as_measure(reading, reading.asked("attribute", "rating")))
    yield account.draft(
        Recommend(**fields, among=selection.offered(reading), quality=praise[0].value)
    )


_MEASURING = frozenset({"based", "going", "judging", "according", "by"})


def _as_measure(reading: Reading, mentions: list[Mention]) -> list[Mention]:
    """Return the attributes that a praise is measured by ("based on rating")."""
    return [
        m for m in mentions if _MEASURING & set(reading.text(max(0, m.start - 3), m.end).split())
    ]


def _between(reading: Reading) -> Iterator[Draft]:
    account = Account()
    placed = [m for m in scene.names(reading, asked=True) if not scene.is_locality(reading, m)]
    between = reading.asked("relation", "between")
    category = selection.category(reading, account)
    pair = [m for m in placed if m.start >= between[0].end][:2]
    these = _of_these(reading, account)
    if not (category or these) or len(pair) < 2:
        return
    account.take(*pair, between[0])
    yield account.draft(
        BetweenPlaces(
            category=category,
            first=pair[0].value,
            second=pair[1].value,
            filters=selection.filters(reading, account),
            among=selection.offered(reading),
        )
    )


def _in_direction(reading: Reading) -> Iterator[Draft]:
    account = Account()
    compass = reading.asked("compass")
    placed = [
        m
        for m in scene.names(reading, asked=True)
        if m.start >= compass[0].end and not scene.is_locality(reading, m)
    ]
    placed = placed or [m for m in [scene.user_place(reading)] if m is not None]
    if not placed or len(compass) > 1:
        return
    account.take(compass[0], placed[0])
    yield account.draft(
        InDirection(
            category=None,
            anchor=placed[0].value,
            direction=cast("Direction", compass[0].value),
            among=selection.offered(reading),
        )
    )


FRAMES = (
    Frame(
        name="nearest",
        cues=(
            ("superlative:nearest", "category"),
            ("superlative:farthest", "category"),
            ("ask:where", "category"),
            ("superlative:nearest",),
            ("superlative:farthest",),
            ("superlative:nearest", "told:category"),
        ),
        fill=_nearest,
        absorbs=(
            *PLAIN_ASK,
            "attribute:address",
            "moment:now",
            "topic:visits",
            "topic:straight_line",
            "directly",
            "topic:landmark",
            "relation:between",
        ),
    ),
    Frame(
        name="count places",
        cues=(("ask:count",), ("ask:count", "category"), ("ask:count", "told:category")),
        fill=_count,
        absorbs=(*PLAIN_ASK, "attribute:address", "directly", "radius"),
    ),
    Frame(
        name="filtered places",
        cues=(
            ("category",),
            ("category", "ask:which"),
            ("category", "ask:tell"),
            ("state", "ask:which"),
        ),
        fill=_filtered,
        absorbs=(*PLAIN_ASK, "attribute:address", "directly", "radius"),
    ),
    Frame(
        name="not to visit",
        cues=(("negation", "topic:visits"), ("negation", "visit")),
        fill=_not_to_visit,
        absorbs=(*PLAIN_ASK, "visit", "topic:visits", "topic:feasible", "moment"),
    ),
    Frame(
        name="list places",
        cues=(("category", "ask:which"), ("category", "ask:tell")),
        fill=_listed,
        absorbs=PLAIN_ASK,
    ),
    Frame(
        name="superlative place",
        cues=(("category", "superlative"),),
        fill=_superlative,
        absorbs=PLAIN_ASK,
    ),
    Frame(
        name="recommend",
        cues=(("category", "praise"),),
        fill=_recommend,
        absorbs=(*PLAIN_ASK, "topic:visits"),
    ),
    Frame(
        name="between",
        cues=(("relation:between",), ("category", "relation:between")),
        fill=_between,
        absorbs=(*PLAIN_ASK, "topic:landmark", "attribute:address", "directly"),
    ),
    Frame(
        name="in a direction",
        cues=(("compass", "ask:which"), ("compass", "directly")),
        fill=_in_direction,
        absorbs=(
            *PLAIN_ASK,
            "directly",
            "attribute:address",
            "topic:landmark",
            "category",
            "topic:visits",
        ),
    ),
)
