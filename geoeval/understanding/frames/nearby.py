"""Frames for places around an anchor: nearest, counts, lists, picks, between, in a direction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from geoeval.query.algebra import Best, Count, Distance, Fact, Listing, Places, Quality
from geoeval.query.filter_kinds import Measure, OpenFilter
from geoeval.understanding import choices, scene, selection
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.weekdays import weekday


def _nearest(reading: Reading) -> Iterator[Draft]:
    account = Account()
    places = selection.selected(reading, account)
    ranking = (m for m in _by_distance(reading) if m.start not in account.used)
    mention = next(ranking, None)
    named = [m for m in choices.named_alternatives(reading) if m.value != places.anchor]
    account.take(*named)
    chosen = len(named) > 1 or choices.from_offered(reading, account, places.category)
    by_road = bool(scene.modes(reading)) and bool(reading.world.legs) and not places.category
    any_will_do = by_road or (mention is None and places.filters)
    if places.anchor is None or not chosen or any_will_do:
        return
    rank = 1
    for praised in (*reading.asked("praise"), *reading.asked("lacking", "opinion")):
        if mention is not None and reading.covering(praised.end, "category"):
            account.take(praised)
            said = reading.text(praised.start, praised.end)
            account.assume(f'"{said}" leaves out none of them', OPINION)
    if mention is not None:
        account.take(mention)
        for ordinal in reading.asked("ordinal"):
            if 0 <= mention.start - ordinal.end <= 1 or _stands_for_a_rank(reading, ordinal):
                account.take(ordinal)
                rank = int(ordinal.value)
    farthest = mention is not None and mention.value in {"farthest", "longest"}
    among = tuple(m.value for m in named) or choices.offered(reading) if rank == 1 else ()
    places = selection.changed(places, among=among)
    yield account.draft(Best(figure=Distance(), among=places, rank=rank, most=farthest))


OPINION = 0.3
"""The cost of a word of praise beside a superlative of distance, which decides alone."""


def _by_distance(reading: Reading) -> list[Mention]:
    """Return the superlatives of nearness: "nearest", or "the shortest distance" of places."""
    found = reading.asked("superlative", "nearest", "farthest")
    if any(_stands_for_a_rank(reading, ordinal) for ordinal in reading.asked("ordinal")):
        found = found or reading.told("superlative", "nearest", "farthest")
    if found or scene.modes(reading) or reading.asks("topic:route") or reading.asks("ask:time"):
        return found
    return (
        reading.asked("superlative", "shortest", "longest") if choices.are_places(reading) else []
    )


def _stands_for_a_rank(reading: Reading, ordinal: Mention) -> bool:
    """Whether an ordinal ends its clause or counts some ("comes third", "the third of them")."""
    if len(reading.asked("ordinal")) > 1:
        return False
    if ordinal.end == len(reading.words):
        return True
    behind = reading.words[ordinal.end]
    ended = behind.sentence != reading.words[ordinal.start].sentence or bool(behind.gap)
    return ended or behind.key in {"of", "one"}


def _next_in_distance(reading: Reading) -> Iterator[Draft]:
    """Read "which cafe comes right after the Gull in distance from the Old Mill"."""
    account = Account()
    first = _ranked_before(reading)
    said = {word.key for word in reading.words if word.sentence in reading.asking}
    if first is None or not said & {"distance", "proximity"} or reading.asked("superlative"):
        return
    account.take(first, *reading.asked("relation", "after"))
    places = selection.selected(reading, account)
    if places.category is None or places.anchor is None:
        return
    among = selection.changed(places, among=choices.offered(reading))
    yield account.draft(Best(figure=Distance(), among=among, after=first.value))


_POINTING = frozenset({"those", "them", "these", "ones"})


def _count(reading: Reading) -> Iterator[Draft]:
    account = Account()
    places = selection.selected(reading, account)
    these = choices.these_words(reading, account) and bool(places.filters)
    pointing = _POINTING & {w.key for w in reading.words if w.sentence in reading.asking}
    row = choices.named_in_a_row(reading)
    if row and places.filters:
        account.take(*row)
        among = tuple(m.value for m in row)
        counted = selection.changed(places, category=None, anchor=None, among=among)
        yield account.draft(Count(of=counted))
        return
    named = places.category is not None and (reading.asked("category") or pointing)
    if named or (these and places.anchor is not None and places.category is None):
        yield account.draft(Count(of=places))


def _filtered(reading: Reading) -> Iterator[Draft]:
    account = Account()
    places = selection.selected(reading, account)
    these = places.category is None and choices.from_offered(reading, account, None)
    if choices.options_are_figures(reading) or choices.options_are_verdicts(reading):
        return
    narrowed = places.filters or places.within_m or _any_nearby(reading)
    if not (places.category or these) or not narrowed:
        return
    if choices.options_are_lists(reading):
        yield account.draft(Listing(of=places))
    else:
        offered = selection.changed(places, among=choices.offered(reading))
        yield account.draft(Listing(of=offered, wanted="any"))


def _any_nearby(reading: Reading) -> bool:
    """Whether any place nearby will do: "suggest a nearby cinema"."""
    asking = {word.key for word in reading.words if word.sentence in reading.asking}
    return reading.asks("ask:tell") and not {"nearby", "near", "close"}.isdisjoint(asking)


def _not_to_visit(reading: Reading) -> Iterator[Draft]:
    """Read "which place can I not visit on Monday": the offered place that is closed then."""
    account = Account()
    day, said = weekday(reading)
    if day is None or not choices.of_these(reading, account):
        return
    account.take(*said, *reading.asked("negation"), *reading.of("place"))
    places = Places(filters=(~OpenFilter(day=day),), among=choices.offered(reading))
    yield account.draft(Listing(of=places, wanted="any"))


def _listed(reading: Reading) -> Iterator[Draft]:
    account = Account()
    places = selection.selected(reading, account)
    if places.category is not None and choices.options_are_lists(reading):
        yield account.draft(Listing(of=places))


_BY: dict[str, tuple[Measure, bool]] = {
    "cheapest": ("price_level", False),
    "priciest": ("price_level", True),
    "busiest": ("rating_count", True),
}


def _superlative(reading: Reading) -> Iterator[Draft]:
    account = Account()
    first = _ranked_before(reading)
    account.take(first, *reading.asked("relation", "after"))
    places = selection.selected(reading, account)
    if not choices.from_offered(reading, account, places.category):
        return
    for mention in reading.asked("superlative"):
        measure = measured_by(reading, mention, reading.of("attribute"))
        if measure is None:
            continue
        fact, most, words = measure
        account.take(mention, *words)
        after = first.value if first is not None else None
        among = selection.changed(places, among=choices.offered(reading))
        yield account.draft(Best(figure=Fact(fact=fact), among=among, most=most, after=after))
        return


def _ranked_before(reading: Reading) -> Mention | None:
    """Return the place behind which one is asked for ("after the Mill, which is rated best")."""
    for mention in scene.names(reading, asked=True):
        if reading.relation(mention, 1) == "after":
            return mention
    return None


_RATED = frozenset({"rated", "reviewed"})


def measured_by(
    reading: Reading, superlative: Mention, attributes: list[Mention]
) -> tuple[Measure, bool, list[Mention]] | None:
    """Return the figure that a superlative ranks by, whether the most is meant, and its words."""
    if superlative.value in _BY:
        return *_BY[superlative.value], []
    if superlative.value not in {"highest", "lowest", "most", "fewest"}:
        return None
    said = reading.text(superlative.start, superlative.end).split()[-1]
    figures = {"rating", "rating_count"} | ({"price_level"} if said not in _RATED else set())
    measured = [
        m
        for m in attributes
        if m.value in figures
        and (
            m.start in superlative.span
            or -3 <= m.start - superlative.end <= 3
            or 0 <= superlative.start - m.end <= 2
        )
    ]
    if not measured and said not in _RATED:
        return None
    by = cast("Measure", measured[0].value) if measured else "rating"
    starred = any("star" in reading.keys(m)[-1] for m in measured[:1])
    if superlative.value in {"most", "fewest"} and not starred:
        by = "rating_count"
    return by, superlative.value in {"highest", "most"}, measured[:1]


def _recommend(reading: Reading) -> Iterator[Draft]:
    account = Account()
    places = selection.selected(reading, account)
    praise = reading.asked("praise")
    if places.category is None or not praise:
        return
    account.take(*praise)
    account.take(*_as_measure(reading, reading.asked("attribute", "rating")))
    among = selection.changed(places, among=choices.offered(reading))
    yield account.draft(Best(figure=Quality(praise=praise[0].value), among=among, most=True))


_MEASURING = frozenset({"based", "going", "judging", "according", "by"})


def _as_measure(reading: Reading, mentions: list[Mention]) -> list[Mention]:
    """Return the attributes that a praise is measured by ("based on rating")."""
    return [
        m for m in mentions if _MEASURING & set(reading.text(max(0, m.start - 3), m.end).split())
    ]


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
            ("superlative:nearest", "ask:which"),
            ("superlative:farthest", "ask:which"),
            ("ordinal", "told:superlative:nearest", "told:category"),
            ("ordinal", "told:superlative:farthest", "told:category"),
            ("superlative:shortest", "ask:distance", "ask:which"),
            ("superlative:longest", "ask:distance", "ask:which"),
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
            "ask:distance",
        ),
    ),
    Frame(
        name="next in distance",
        cues=(("relation:after", "category"), ("relation:after", "category", "ask:distance")),
        fill=_next_in_distance,
        absorbs=(*PLAIN_ASK, "directly", "ask:distance", "topic:next", "radius"),
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
            ("attribute", "ask:which"),
            ("feature", "ask:which"),
            ("told:feature", "ask:which"),
            ("price", "ask:which"),
            ("unknown", "ask:which"),
            ("higher_than", "ask:which"),
            ("category", "higher_than", "ask:which"),
            ("category", "higher_than", "attribute", "ask:which"),
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
        cues=(("category", "superlative"), ("superlative", "ask:which")),
        fill=_superlative,
        absorbs=PLAIN_ASK,
    ),
    Frame(
        name="recommend",
        cues=(("category", "praise"),),
        fill=_recommend,
        absorbs=(*PLAIN_ASK, "topic:visits"),
    ),
)
