"""Frames for places around an anchor: nearest, counts, lists, picks, and within a travel time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from geoeval.query.algebra import (
    Best,
    Compare,
    Count,
    Distance,
    Fact,
    FactName,
    Listing,
    Places,
    Quality,
    Value,
)
from geoeval.query.filter_kinds import FigureFilter, Measure, NameFilter, OpenFilter
from geoeval.query.parts import Comparator
from geoeval.understanding import choices, scene, selection
from geoeval.understanding.reading import PLAIN_ASK, Account, Draft, Frame, Mention, Reading
from geoeval.understanding.times import find_named_day


def _read_nearest(reading: Reading) -> Iterator[Draft]:
    account = Account()
    places = selection.select_places(reading, account)
    ranking = (m for m in _distance_superlatives(reading) if m.start not in account.used)
    mention = next(ranking, None)
    named = [m for m in choices.named_alternatives(reading) if m.value != places.anchor]
    account.take(*named)
    chosen = len(named) > 1 or choices.from_offered(reading, account, places.category)
    by_road = bool(scene.named_modes(reading)) and bool(reading.world.legs) and not places.category
    any_will_do = by_road or (mention is None and places.filters)
    if places.anchor is None or not chosen or any_will_do:
        return
    rank = 1
    if mention is not None:
        account.take(mention)
        _ignore_praise(reading, account)
        rank = _read_rank(reading, mention, account)
    farthest = mention is not None and mention.value in {"farthest", "longest"}
    among = tuple(m.value for m in named) or choices.offered_options(reading) if rank == 1 else ()
    places = selection.change_places(places, among=among)
    yield account.draft(Best(figure=Distance(), among=places, rank=rank, most=farthest))


def _ignore_praise(reading: Reading, account: Account) -> None:
    """Take the praise before a kind of place ("the closest good cafe") as excluding none."""
    for praise in (*reading.asked("praise"), *reading.asked("lacking", "opinion")):
        if reading.covering(praise.end, "category"):
            account.take(praise)
            phrase = reading.text(praise.start, praise.end)
            account.assume(f'"{phrase}" excludes none of them', OPINION_COST)


def _read_rank(reading: Reading, superlative: Mention, account: Account) -> int:
    """Return the rank before a superlative ("second nearest") or of the candidates."""
    rank = 1
    for ordinal in reading.asked("ordinal"):
        if ordinal.start == superlative.end and int(ordinal.value) == 1:
            account.take(ordinal)  # "nearest first"
        elif 0 <= superlative.start - ordinal.end <= 1 or _is_rank(reading, ordinal):
            account.take(ordinal)
            rank = int(ordinal.value)
    return rank


OPINION_COST = 0.3
"""The cost of ignoring praise next to a superlative of distance, which decides alone."""


def _distance_superlatives(reading: Reading) -> list[Mention]:
    """Return superlatives about distance ("nearest", "the shortest distance")."""
    found = reading.asked("superlative", "nearest", "farthest")
    if any(_is_rank(reading, ordinal) for ordinal in reading.asked("ordinal")):
        found = found or reading.in_story("superlative", "nearest", "farthest")
    if (
        found
        or scene.named_modes(reading)
        or reading.asks("topic:route")
        or reading.asks("ask:time")
    ):
        return found
    return (
        reading.asked("superlative", "shortest", "longest") if choices.are_places(reading) else []
    )


def _is_rank(reading: Reading, ordinal: Mention) -> bool:
    """Whether an ordinal ranks the candidates ("comes third", "the third of them")."""
    ranking = reading.asked("superlative")
    other_ordinals = [m for m in reading.asked("ordinal") if all(r.end != m.start for r in ranking)]
    if len(other_ordinals) > 1:
        return False  # "nearest first" is an order
    if ordinal.end == len(reading.words):
        return True
    next_word = reading.words[ordinal.end]
    ends_clause = next_word.sentence != reading.words[ordinal.start].sentence or bool(next_word.gap)
    return ends_clause or next_word.key in {"of", "one"}


def _read_next_in_distance(reading: Reading) -> Iterator[Draft]:
    """Read "which cafe comes right after the Gull in distance from the Old Mill"."""
    account = Account()
    before = _place_ranked_before(reading)
    asked = {word.key for word in reading.words if word.sentence in reading.asking}
    if before is None or not asked & {"distance", "proximity"} or reading.asked("superlative"):
        return
    account.take(before, *reading.asked("relation", "after"))
    places = selection.select_places(reading, account)
    if places.category is None or places.anchor is None:
        return
    among = selection.change_places(places, among=choices.offered_options(reading))
    yield account.draft(Best(figure=Distance(), among=among, after=before.value))


_POINTING = frozenset({"those", "them", "these", "ones"})


def _read_count(reading: Reading) -> Iterator[Draft]:
    account = Account()
    places = selection.select_places(reading, account)
    says_these = choices.these_words(reading, account) and bool(places.filters)
    pointing = _POINTING & {w.key for w in reading.words if w.sentence in reading.asking}
    listed = choices.named_in_a_row(reading)
    if listed and places.filters:
        account.take(*listed)
        among = tuple(m.value for m in listed)
        counted = selection.change_places(places, category=None, anchor=None, among=among)
        yield account.draft(Count(of=counted))
        return
    named = places.category is not None and (reading.asked("category") or pointing)
    if named or (says_these and places.anchor is not None and places.category is None):
        yield account.draft(Count(of=places))


def _read_filtered(reading: Reading) -> Iterator[Draft]:
    account = Account()
    places = selection.select_places(reading, account)
    says_these = places.category is None and choices.from_offered(reading, account, None)
    if choices.options_are_figures(reading) or choices.options_are_verdicts(reading):
        return
    is_narrowed = places.filters or places.within_m or _accepts_any(reading)
    if not (places.category or says_these) or not is_narrowed:
        return
    if choices.count_lists(reading):
        yield account.draft(Listing(of=places))
    else:
        offered = selection.change_places(places, among=choices.offered_options(reading))
        yield account.draft(Listing(of=offered, wanted="any"))


def _accepts_any(reading: Reading) -> bool:
    """Whether any place nearby is an answer ("suggest a nearby cinema")."""
    asking = {word.key for word in reading.words if word.sentence in reading.asking}
    return reading.asks("ask:tell") and not {"nearby", "near", "close"}.isdisjoint(asking)


def _read_not_to_visit(reading: Reading) -> Iterator[Draft]:
    """Read "which place can I not visit on Monday": the offered place that is closed then."""
    account = Account()
    day, day_words = find_named_day(reading)
    if day is None or not choices.of_these(reading, account):
        return
    account.take(*day_words, *reading.asked("negation"), *reading.of("place"))
    places = Places(filters=(~OpenFilter(day=day),), among=choices.offered_options(reading))
    yield account.draft(Listing(of=places, wanted="any"))


def _read_listing(reading: Reading) -> Iterator[Draft]:
    account = Account()
    places = selection.select_places(reading, account)
    if places.category is not None and choices.options_are_lists(reading):
        yield account.draft(Listing(of=places))


_MEASURES: dict[str, tuple[Measure, bool]] = {
    "cheapest": ("price_level", False),
    "priciest": ("price_level", True),
    "busiest": ("rating_count", True),
}


def _read_superlative(reading: Reading) -> Iterator[Draft]:
    account = Account()
    previous = _place_ranked_before(reading)
    account.take(previous, *reading.asked("relation", "after"))
    places = selection.select_places(reading, account)
    if not choices.from_offered(reading, account, places.category):
        return
    for mention in reading.asked("superlative"):
        measure = measured_by(reading, mention, reading.of("attribute"))
        if measure is None:
            continue
        fact, most, words = measure
        account.take(mention, *words)
        after = previous.value if previous is not None else None
        among = selection.change_places(places, among=choices.offered_options(reading))
        yield account.draft(Best(figure=Fact(fact=fact), among=among, most=most, after=after))
        return


def _place_ranked_before(reading: Reading) -> Mention | None:
    """Return the place whose successor is asked for ("after the Mill, which ...")."""
    for mention in scene.named_places(reading, asked=True):
        if reading.relation(mention, 1) == "after":
            return mention
    return None


_RATED = frozenset({"rated", "reviewed"})


def measured_by(
    reading: Reading, superlative: Mention, attributes: list[Mention]
) -> tuple[Measure, bool, list[Mention]] | None:
    """Return the figure that a superlative ranks by, whether the most wins, and its words."""
    if superlative.value in _MEASURES:
        return *_MEASURES[superlative.value], []
    if superlative.value not in {"highest", "lowest", "most", "fewest"}:
        return None
    last_word = reading.text(superlative.start, superlative.end).split()[-1]
    figures = {"rating", "rating_count"} | ({"price_level"} if last_word not in _RATED else set())
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
    if not measured and last_word not in _RATED:
        return None
    measure = cast("Measure", measured[0].value) if measured else "rating"
    names_stars = any("star" in reading.keys(m)[-1] for m in measured[:1])
    if superlative.value in {"most", "fewest"} and not names_stars:
        measure = "rating_count"
    return measure, superlative.value in {"highest", "most"}, measured[:1]


def _read_recommendation(reading: Reading) -> Iterator[Draft]:
    account = Account()
    places = selection.select_places(reading, account)
    praise = reading.asked("praise")
    if places.category is None or not praise:
        return
    account.take(*praise)
    account.take(*_attributes_of_praise(reading, reading.asked("attribute", "rating")))
    among = selection.change_places(places, among=choices.offered_options(reading))
    yield account.draft(Best(figure=Quality(praise=praise[0].value), among=among, most=True))


_BASIS_WORDS = frozenset({"based", "going", "judging", "according", "by"})


def _attributes_of_praise(reading: Reading, mentions: list[Mention]) -> list[Mention]:
    """Return the attributes that praise is based on ("based on rating")."""
    return [
        m for m in mentions if _BASIS_WORDS & set(reading.text(max(0, m.start - 3), m.end).split())
    ]


_NEARBY_FRAMES = (
    Frame(
        name="nearest",
        cues=(
            ("superlative:nearest", "category"),
            ("superlative:farthest", "category"),
            ("ask:where", "category"),
            ("superlative:nearest",),
            ("superlative:farthest",),
            ("superlative:nearest", "story:category"),
            ("superlative:nearest", "ask:which"),
            ("superlative:farthest", "ask:which"),
            ("ordinal", "story:superlative:nearest", "story:category"),
            ("ordinal", "story:superlative:farthest", "story:category"),
            ("superlative:shortest", "ask:distance", "ask:which"),
            ("superlative:longest", "ask:distance", "ask:which"),
        ),
        fill=_read_nearest,
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
        fill=_read_next_in_distance,
        absorbs=(*PLAIN_ASK, "directly", "ask:distance", "topic:next", "radius"),
    ),
    Frame(
        name="count places",
        cues=(("ask:count",), ("ask:count", "category"), ("ask:count", "story:category")),
        fill=_read_count,
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
            ("story:feature", "ask:which"),
            ("price", "ask:which"),
            ("unknown", "ask:which"),
            ("higher_than", "ask:which"),
            ("category", "higher_than", "ask:which"),
            ("category", "higher_than", "attribute", "ask:which"),
        ),
        fill=_read_filtered,
        absorbs=(*PLAIN_ASK, "attribute:address", "directly", "radius"),
    ),
    Frame(
        name="not to visit",
        cues=(("negation", "topic:visits"), ("negation", "visit")),
        fill=_read_not_to_visit,
        absorbs=(*PLAIN_ASK, "visit", "topic:visits", "topic:feasible", "moment"),
    ),
    Frame(
        name="list places",
        cues=(("category", "ask:which"), ("category", "ask:tell")),
        fill=_read_listing,
        absorbs=PLAIN_ASK,
    ),
    Frame(
        name="superlative place",
        cues=(("category", "superlative"), ("superlative", "ask:which")),
        fill=_read_superlative,
        absorbs=PLAIN_ASK,
    ),
    Frame(
        name="recommend",
        cues=(("category", "praise"),),
        fill=_read_recommendation,
        absorbs=(*PLAIN_ASK, "topic:visits"),
    ),
)


_FIGURES = frozenset({"rating", "rating_count", "price_level"})


def _read_attribute_of_pick(reading: Reading) -> Iterator[Draft]:
    """Read "the phone number of the nearest pharmacy", "the address of the nearest branch"."""
    if choices.are_places(reading):
        return
    ranking = reading.asked("superlative")
    attributes = [m for m in reading.asked("attribute") if not _is_ranked_by(m, ranking)]
    for attribute in attributes[:1]:
        account = Account()
        places = selection.select_places(reading, account)
        branch = _asked_chain(reading, places.anchor)
        if (places.category is None and branch is None) or attribute.start in account.used:
            return
        if branch is not None:
            account.take(branch, *reading.asked("branch"))
            chain = NameFilter(contains=branch.value)
            filters = (*places.filters, chain)
            places = selection.change_places(places, category=None, filters=filters)
        account.take(attribute)
        for mention in ranking[:1]:
            account.take(mention)
            if mention.value in {"nearest", "farthest"} and places.anchor is not None:
                farthest = mention.value == "farthest"
                picked = Best(figure=Distance(), among=places, most=farthest)
            else:
                other_attributes = [m for m in reading.of("attribute") if m is not attribute]
                measure = measured_by(reading, mention, other_attributes)
                if measure is None:
                    return
                by, most, words = measure
                account.take(*words)
                picked = Best(figure=Fact(fact=by), among=places, most=most)
            fact = cast("FactName", attribute.value)
            yield account.draft(Value(figure=Fact(place=picked, fact=fact)))


def _is_ranked_by(attribute: Mention, ranking: list[Mention]) -> bool:
    """Whether a superlative ranks by an attribute ("the highest rating")."""
    return any(attribute.start in m.span or attribute.start == m.end for m in ranking)


def _asked_chain(reading: Reading, anchor: object) -> Mention | None:
    """Return the chain if a branch of it is asked for, by that word or by "the one"."""
    says_one = any(w.key == "one" and w.sentence in reading.asking for w in reading.words)
    if not reading.of("branch") and not says_one:
        return None
    named = [m for m in scene.named_places(reading) if m.value != anchor]
    return named[0] if len({m.value for m in named}) == 1 else None


def _read_comparison(reading: Reading) -> Iterator[Draft]:
    """Read "is the Mill rated higher than the Inn"."""
    places = [m for m in reading.asked("place") if not scene.is_locality(reading, m)]
    for word in reading.asked("higher_than"):
        before = [m for m in places if m.end <= word.start]
        after = [m for m in places if m.start >= word.end]
        measure, _, direction = word.value.partition(" ")
        if len(before) == len(after) == 1:
            account = Account()
            account.take(word, *before, *after, *reading.asked("attribute"))
            account.take(*reading.asked("comparison"), *reading.asked("comparator"))
            fact = cast("FactName", measure)
            first, second = (Fact(place=m.value, fact=fact) for m in (*before, *after))
            yield account.draft(Compare(first=first, second=second, more=direction != "lower"))


_PICKED_FRAMES = (
    Frame(
        name="attribute of picked",
        cues=(
            ("attribute", "superlative"),
            ("attribute", "superlative", "category"),
            ("attribute", "superlative", "story:branch"),
            ("attribute", "superlative", "ask:which"),
            ("attribute", "superlative", "story:category"),
        ),
        fill=_read_attribute_of_pick,
        absorbs=(*PLAIN_ASK, "ask:count"),
    ),
    Frame(
        name="compare places",
        cues=(("higher_than", "ask:whether"),),
        fill=_read_comparison,
        absorbs=(*PLAIN_ASK, "superlative"),
    ),
)


_LESS = frozenset({"less", "shorter", "fewer", "quicker", "faster"})
_MORE = frozenset({"longer", "more", "slower"})


def _read_reachable(reading: Reading) -> Iterator[Draft]:
    account = Account()
    here = scene.user_place(reading)
    modes = scene.named_modes(reading)
    durations = reading.of("duration")
    mode = scene.single_mode(modes)
    if here is None or mode is None or len(durations) != 1 or not choices.are_places(reading):
        return
    bound = _read_bound(reading, durations[0], account)
    if bound is None or reading.of("negation") or reading.of("clock") or reading.of("return"):
        return
    account.take(here, *durations, *modes, *reading.asked("category"))
    choices.these_words(reading, account)
    wanted = FigureFilter(
        figure="travel_time",
        comparator=bound,
        value=durations[0].amount * 60,
        seen_from=here.value,
        mode=mode,
    )
    among = Places(filters=(wanted,), among=choices.offered_options(reading))
    yield account.draft(Listing(of=among, wanted="any"))


def _read_bound(reading: Reading, duration: Mention, account: Account) -> Comparator | None:
    for mention in (*reading.asked("comparator"), *reading.asked("comparator_after")):
        if mention.end == duration.start or mention.start == duration.end:
            account.take(mention, *_bound_leads(reading, mention.start))
            return _to_comparator(mention.value)
    lead = reading.text(max(0, duration.start - 2), duration.start).split()
    if lead[-1:] == ["than"] and {lead[0]} & (_LESS | _MORE):
        account.used.update((duration.start - 2, duration.start - 1))
        account.take(*reading.covering(duration.start - 2, "superlative"))
        return "<" if lead[0] in _LESS else ">"
    if lead[-1:] in (["in"], ["within"]):
        account.used.add(duration.start - 1)
        return "<="
    return None


def _bound_leads(reading: Reading, start: int) -> list[Mention]:
    """Return the words before a bound: "*in* less than", "*within* at most"."""
    return [m for m in reading.asked("radius") if m.end == start]


def _to_comparator(value: str) -> Comparator | None:
    signs: dict[str, Comparator] = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}
    return signs.get(value)


_REACHED_FRAMES = (
    Frame(
        name="reached in time",
        cues=(
            ("ask:which", "duration", "mode_verb"),
            ("ask:which", "duration", "mode"),
            ("ask:which", "duration", "story:mode"),
            ("ask:which", "duration", "story:mode_verb"),
        ),
        fill=_read_reachable,
        absorbs=(
            *PLAIN_ASK,
            "topic:feasible",
            "topic:visits",
            "arrival",
            "passes",
            "comparison",
            "ask:time",
            "home",
        ),
    ),
)

FRAMES = (*_NEARBY_FRAMES, *_PICKED_FRAMES, *_REACHED_FRAMES)
