"""Account for every word of a question: what a draft leaves unexplained, and whether it matters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from geoeval.query import algebra
from geoeval.query.filter_kinds import AnyFilter, FeatureFilter
from geoeval.query.inspect import parts_of, summands_of, travel_of, trip_of
from geoeval.query.parts import Trip, TripFigure
from geoeval.understanding import choices, scene
from geoeval.understanding.modifiers import ignored_modifiers
from geoeval.understanding.position import Weight, is_extreme, word_weights
from geoeval.understanding.reading import Draft, Mention, Reading, covered_words
from geoeval.understanding.vocabulary import lexicon, word_list
from geoeval.understanding.vocabulary.spelling import is_misspelt_unit

_ALWAYS = ("lacking", "negation", "comparator", "comparison", "price", "superlative")
"""Kinds whose words narrow an answer even if the word alone would not."""

_ALWAYS_ASKING = (
    ("ask", "count"), ("ask", "time"), ("ask", "distance"), ("ask", "difference"),
    ("topic", "order"), ("topic", "schedule"), ("topic", "free_time"), ("topic", "direction"),
    ("topic", "straight_line"), ("topic", "pair"), ("times", "how_often"),
    ("topic", "next"), ("topic", "side"),
    ("topic", "landmark"), ("topic", "which_exit"), ("topic", "transport"), ("stay", "able"),
)  # fmt: skip
"""Cues for what is asked: a frame that does not know them answers another question."""

_LIMITING = (("relation", "after"), ("relation", "before"))
"""Words that also change what is asked, unless the draft uses them."""

_NARROWING = (
    "praise", "state", "feature", "compass", "manoeuvre", "length", "duration", "clock", "day",
    "number", "place", "route", "road", "mode", "category", "times",
)  # fmt: skip
_EVERYWHERE = ("comparator", "length", "superlative", "route")
"""Kinds that narrow the answer in the sentences that do not ask, too."""

_NEEDS = ("cuisine", "access", "cost", "opinion", "roadside")
"""Missing facts that a story may require of a place; others, like the weather, are background."""

_OF_TRIPS = ("duration", "mode", "mode_verb", "comparison")
"""Kinds that narrow the answer if the question is about a whole trip."""

_TIMES = ("day", "clock")
"""Kinds that narrow the answer if it may depend on the time."""


class Leftover(NamedTuple):
    """The words that a draft leaves unexplained: those that may narrow the answer, and others."""

    narrowing: tuple[int, ...]
    loose: tuple[int, ...]


def unexplained_words(reading: Reading, draft: Draft) -> Leftover:
    """Return the indices of the words that a draft does not account for, in order.

    In the sentences that ask, a word is accounted for if the draft uses it or if it is an everyday
    word that never narrows an answer. A name after "in" or a comma that is not in the world only
    says where things are. The position of an unknown word decides whether it counts. In the other
    sentences, only words whose meaning narrows an answer count.
    """
    neutral = lexicon.neutral_words()
    conditions = lexicon.grammar_words() | word_list("position.times_and_ways")
    irrelevant = covered_words(_irrelevant_to_travel(reading, draft))
    counted = covered_words(m for kind in _ALWAYS for m in reading.asked(kind)) - irrelevant
    unknown = _find_unknown_cues(reading, draft, _ALWAYS_ASKING)
    narrowing = covered_words(m for kind in _NARROWING for m in reading.asked(kind)) - irrelevant
    story_conditions = covered_words(_story_conditions(reading, draft))
    unknown |= covered_words(_unread_ordinals(reading, draft)) | covered_words(
        _unread_units(reading)
    )
    unknown |= _unread_alternatives(reading, draft) | ignored_modifiers(reading, draft)
    unknown |= _find_unknown_modes(reading, draft)
    locality = _locality_words(reading, draft)
    weight = word_weights(reading)
    aside_words = {i for i, each in weight.items() if each is Weight.ASIDE}
    unknown |= _find_unknown_cues(reading, draft, _LIMITING) - draft.used
    distinguished = ("next",) if draft.places is None else ("next", "free_time")
    unknown -= aside_words | (covered_words(reading.asked("topic", *distinguished)) & draft.used)
    counted -= aside_words & covered_words(reading.asked("lacking"))
    premodifiers = _story_modifiers(reading, draft, weight)
    narrowing_left: list[int] = []
    loose: list[int] = []

    def counts(index: int) -> bool:
        restrictive = weight[index] >= Weight.RESTRICTIVE and not _is_soft(reading, index)
        return index in narrowing or restrictive

    def is_free(index: int, key: str) -> bool:
        everyday = conditions if weight.get(index) is Weight.CONDITION else neutral
        return key in everyday and not _is_rank(reading, index)

    for index, word in enumerate(reading.words):
        if index in unknown:
            narrowing_left.append(index)
            continue
        if index in draft.used or index in locality:
            continue
        if is_extreme(reading, index) and not _is_soft(reading, index):
            narrowing_left.append(index)
            continue
        if word.sentence not in reading.asking:
            unknown_kind = index in premodifiers and word.key not in neutral
            if index in story_conditions or (unknown_kind and not _describes_name(reading, index)):
                narrowing_left.append(index)
        elif _describes_name(reading, index):
            continue
        elif index in counted or (not is_free(index, word.key) and counts(index)):
            narrowing_left.append(index)
        elif not (word.key in neutral or weight[index] is Weight.ASIDE or _is_soft(reading, index)):
            loose.append(index)
    return Leftover(tuple(narrowing_left), tuple(loose))


def _is_rank(reading: Reading, index: int) -> bool:
    """Whether "second" is a rank within a clause, and not the next step of a story."""
    word = reading.words[index]
    begins = index == 0 or bool(word.gap) or reading.words[index - 1].sentence != word.sentence
    return word.key == "second" and not begins


def _irrelevant_to_travel(reading: Reading, draft: Draft) -> Iterator[Mention]:
    """Yield what would narrow a choice of places, for queries that choose no places or routes.

    Food does not affect a journey, praise a distance, or a crossed street a straight line.
    """
    figures = summands_of(draft.query)
    ways = (algebra.Distance, algebra.DirectionOf, algebra.Travel, TripFigure)
    of_ways = bool(figures) and all(isinstance(each, ways) for each in figures)
    if draft.places is not None or not of_ways or reading.asked("topic", "route"):
        return
    yield from reading.asked("lacking", "cuisine")
    yield from reading.asked("praise", "good", "reputable")
    for kind in reading.asked("category"):
        keys_before = reading.text(max(0, kind.start - 2), kind.start).split()
        crossed = not word_list("position.crossing").isdisjoint(keys_before)
        if crossed and any(isinstance(each, algebra.Distance) for each in figures):
            yield kind


def _story_modifiers(reading: Reading, draft: Draft, weight: dict[int, Weight]) -> set[int]:
    if draft.places is None or reading.asked("category"):
        return set()
    heavy = {i for i, each in weight.items() if each is Weight.RESTRICTIVE}
    everywhere = covered_words(m for kind in reading.mentions for m in reading.of(kind))
    return heavy - everywhere


def _find_unknown_cues(reading: Reading, draft: Draft, cues: Iterable[tuple[str, str]]) -> set[int]:
    return covered_words(
        m
        for kind, value in cues
        if kind not in draft.knows and f"{kind}:{value}" not in draft.knows
        for m in reading.asked(kind, value)
    )


def _story_conditions(reading: Reading, draft: Draft) -> Iterator[Mention]:
    """Yield what the sentences that do not ask mention and the answer may depend on.

    Besides filters, that is the time, if places may be closed or a journey takes time, and any
    place other than the location of the asker ("I have already been to the Mill").
    """
    for kind in _EVERYWHERE:
        yield from reading.in_story(kind)
    yield from reading.in_story("negation", "avoid")
    anchor = None if draft.places is None else draft.places.anchor
    others = (*(m for m in reading.of("place") if m.value != anchor), *reading.of("price"))
    named = {reading.words[m.start].sentence for m in others}
    for mention in (*reading.in_story("negation", "not"), *reading.in_story("unwilling")):
        if draft.places is not None and reading.words[mention.start].sentence in named:
            yield mention
    places = draft.places
    if places is not None or _is_whole_trip(draft.query):
        for kind in _TIMES:
            yield from reading.in_story(kind)
    if _is_whole_trip(draft.query) or travel_of(draft.query) is not None:
        for kind in _OF_TRIPS:
            yield from reading.in_story(kind)
    if places is not None:
        for need in reading.in_story("lacking", *_NEEDS):
            owned = reading.text(max(0, need.start - 1), need.start) in {"my", "our", "his", "her"}
            if not owned:  # "my dog" belongs to the story
                yield need
        # A filter with alternatives does not guarantee what the story requires.
        certain = tuple(each for each in places.filters if not isinstance(each, AnyFilter))
        required = {part.feature for part in parts_of(certain) if isinstance(part, FeatureFilter)}
        yield from (m for m in reading.in_story("feature") if m.value not in required)
        yield from reading.in_story("price")
        yield from (m for m in reading.in_story("place") if choices.is_offered(reading, m))


def _find_unknown_modes(reading: Reading, draft: Draft) -> set[int]:
    """Return the words in the position of a travel mode: "by *rickshaw*".

    That includes a verb before "to" and a place ("*pedal* to the Mill") if modes are named too. A
    misspelt word after a number is a unit: "2 *hurs*".
    """
    straight = draft.places is None and any(
        isinstance(figure, algebra.Distance) for figure in summands_of(draft.query)
    )
    if trip_of(draft.query) is None and travel_of(draft.query) is None and not straight:
        return set()
    goals = {m.start for m in (*reading.of("place"), *reading.of("home"))}
    has_modes = bool(scene.named_modes(reading))
    found = set()
    for index, word in enumerate(reading.words):
        if index in draft.used or word.key in lexicon.neutral_words() or word.gap or not index:
            continue
        if any(index in m.span for kind in reading.mentions for m in reading.of(kind)):
            continue
        to_goal = reading.text(index + 1, index + 2) == "to" and goals & {index + 2, index + 3}
        by = "by" in reading.text(max(0, index - 2), index).split()
        counted = reading.covering(index - 1, "number") and is_misspelt_unit(word.key)
        if by or counted or (to_goal and has_modes and not word.is_capital):
            found.add(index)
    return found


def _is_whole_trip(query: algebra.Query) -> bool:
    """Whether the query depends on the whole trip, and not only on the part after a late stop."""
    match query:
        case algebra.Value(figure=TripFigure(figure="departure", place=left, trip=Trip() as trip)):
            return left in {trip.origin, trip.stops[0].place}
        case _:
            return trip_of(query) is not None


def _unread_ordinals(reading: Reading, draft: Draft) -> Iterator[Mention]:
    """Yield the ordinals before a superlative ("the second highest") if the query has no rank."""
    match draft.query:
        case (
            algebra.Best(figure=algebra.Distance(), among=algebra.Places())
            | algebra.Best(among=algebra.Routes())
        ):
            return
        case algebra.Value(figure=algebra.RouteFigure(route=algebra.Best())):
            return
    for ordinal in reading.asked("ordinal"):
        if (
            reading.covering(ordinal.end, "superlative", "praise", "most_compass")
            and ordinal.value != "1"
        ):
            yield ordinal


def _unread_alternatives(reading: Reading, draft: Draft) -> set[int]:
    """Return each "or" between filters that is not read as an alternative, except between names."""
    if draft.places is None or len(draft.places.filters) < 2:
        return set()
    return {
        index
        for index, word in enumerate(reading.words)
        if word.key == "or"
        and word.sentence in reading.asking
        and index not in draft.used
        and not reading.covering(index - 1, "place")
    }


def _unread_units(reading: Reading) -> Iterator[Mention]:
    """Yield the units that are asked for if the options are bare numbers, read in metric units."""
    if choices.options_are_bare(reading):
        # "On foot" is not a unit, and the size of the options shows whether they are hours.
        known = covered_words((*reading.of("mode"), *reading.asked("ask", "time")))
        yield from (m for m in reading.asked("unit") if known.isdisjoint(m.span))


def _is_soft(reading: Reading, index: int) -> bool:
    """Whether a word belongs to the grammar of questions, although it is not an everyday word."""
    return bool(
        reading.covering(
            index, "ask", "relation", "connective", "return", "home", "leave", "finish", "visit",
            "booked", "event", "available", "deadline", "closing", "moment", "passes", "directly",
            "idle", "precision",
        )
    )  # fmt: skip


def _describes_name(reading: Reading, index: int) -> bool:
    """Whether a word only says what kind of thing the adjacent name is ("the Mermaid statue")."""
    word = reading.words[index].key
    return (word in lexicon.describing_words() or lexicon.category_of(word) is not None) and (
        any(m.end == index for m in (*reading.of("place"), *reading.of("unknown")))
        or (
            reading.text(index - 1, index) == "the"
            and any(m.start == index + 1 for m in reading.of("road"))
        )
    )


def _locality_words(reading: Reading, draft: Draft) -> set[int]:
    """Return the words of names that only say which town or country something is in."""
    found: set[int] = set()
    for mention in scene.named_places(reading):
        if scene.leads_a_kind(reading, mention):
            found.update(mention.span)
    for mention in reading.of("unknown"):
        before = reading.words[mention.start].gap
        key_before = reading.text(max(0, mention.start - 1), mention.start)
        if key_before == "on" and reading.asked("attribute"):
            continue  # "the rating on some other map"
        if set(before) & set(",(-") or reading.relation(mention) in {"at", "near"}:
            found.update(mention.span)
    for mention in reading.of("place"):
        if choices.is_offered(reading, mention):
            continue
        if draft.used.isdisjoint(mention.span) and (
            "," in reading.words[mention.start].gap or reading.relation(mention, 2) == "at"
        ):
            found.update(mention.span)
    return found
