"""Account for every word of a question: what a draft leaves unexplained, and whether it matters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
    weights = word_weights(reading)
    asides = {index for index, weight in weights.items() if weight is Weight.ASIDE}
    unread = _unread_words(reading, draft, asides)
    accounted = unread | draft.used | _locality_words(reading, draft)
    left = [index for index in range(len(reading.words)) if index not in accounted]
    extremes = {index for index in left if is_extreme(reading, index)}
    extremes = {index for index in extremes if not _is_soft(reading, index)}
    asked = [i for i in left if i not in extremes and reading.words[i].sentence in reading.asking]
    asked = [index for index in asked if not _describes_name(reading, index)]
    narrowing = _narrowing_words(reading, draft, asked, weights)
    in_story = _narrowing_in_story(reading, draft, weights).intersection(left)
    neutral = lexicon.neutral_words()
    others = [i for i in asked if i not in narrowing and i not in asides]
    loose = [i for i in others if reading.words[i].key not in neutral and not _is_soft(reading, i)]
    return Leftover(tuple(sorted(unread | extremes | narrowing | in_story)), tuple(loose))


def _unread_words(reading: Reading, draft: Draft, asides: set[int]) -> set[int]:
    """Return the words that change what is asked, and that the draft does not know."""
    unread = (
        _find_unknown_cues(reading, draft, _ALWAYS_ASKING)
        | covered_words(_unread_ordinals(reading, draft))
        | covered_words(_unread_units(reading))
        | _unread_alternatives(reading, draft)
        | ignored_modifiers(reading, draft)
        | _find_unknown_modes(reading, draft)
        | _find_doubtful_modes(reading, draft)
        | (_find_unknown_cues(reading, draft, _LIMITING) - draft.used)
    )
    distinguished = ("next",) if draft.places is None else ("next", "free_time")
    return unread - asides - (covered_words(reading.asked("topic", *distinguished)) & draft.used)


def _narrowing_words(
    reading: Reading, draft: Draft, indices: Iterable[int], weights: Mapping[int, Weight]
) -> set[int]:
    """Return the words of the sentences that ask that may narrow the answer."""
    irrelevant = covered_words(_irrelevant_to_travel(reading, draft))
    always = covered_words(m for kind in _ALWAYS for m in reading.asked(kind)) - irrelevant
    narrowing = covered_words(m for kind in _NARROWING for m in reading.asked(kind)) - irrelevant
    missing_facts = covered_words(reading.asked("lacking"))
    neutral = lexicon.neutral_words()
    conditions = lexicon.grammar_words() | word_list("position.times_and_ways")

    def may_narrow(index: int) -> bool:
        weight = weights[index]
        if index in always and not (weight is Weight.ASIDE and index in missing_facts):
            return True
        everyday = conditions if weight is Weight.CONDITION else neutral
        if reading.words[index].key in everyday and not _is_rank(reading, index):
            return False
        restrictive = weight >= Weight.RESTRICTIVE and not _is_soft(reading, index)
        return index in narrowing or restrictive

    return {index for index in indices if may_narrow(index)}


def _narrowing_in_story(reading: Reading, draft: Draft, weights: Mapping[int, Weight]) -> set[int]:
    """Return the words of the other sentences that may narrow the answer."""
    neutral = lexicon.neutral_words()
    unknown = {
        index
        for index in _story_modifiers(reading, draft, weights)
        if reading.words[index].key not in neutral and not _describes_name(reading, index)
    }
    found = unknown | covered_words(_story_conditions(reading, draft))
    return {index for index in found if reading.words[index].sentence not in reading.asking}


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


def _story_modifiers(reading: Reading, draft: Draft, weights: Mapping[int, Weight]) -> set[int]:
    if draft.places is None or reading.asked("category"):
        return set()
    heavy = {i for i, each in weights.items() if each is Weight.RESTRICTIVE}
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
    is_trip = _is_whole_trip(draft.query)
    if draft.places is not None or is_trip:
        for kind in _TIMES:
            yield from reading.in_story(kind)
    if is_trip or travel_of(draft.query) is not None:
        for kind in _OF_TRIPS:
            yield from reading.in_story(kind)
    if draft.places is not None:
        yield from _conditions_of_places(reading, draft.places)


def _conditions_of_places(reading: Reading, places: algebra.Places) -> Iterator[Mention]:
    """Yield what the sentences that do not ask mention and a choice of places may depend on."""
    others = (*(m for m in reading.of("place") if m.value != places.anchor), *reading.of("price"))
    named = {reading.words[m.start].sentence for m in others}
    for mention in (*reading.in_story("negation", "not"), *reading.in_story("unwilling")):
        if reading.words[mention.start].sentence in named:
            yield mention
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
    if not _is_about_travel(draft):
        return set()
    goals = {m.start for m in (*reading.of("place"), *reading.of("home"))}
    has_modes = bool(scene.named_modes(reading))
    known = draft.used | covered_words(m for kind in reading.mentions for m in reading.of(kind))

    def is_mode(index: int) -> bool:
        before = reading.text(max(0, index - 2), index).split()
        leads = reading.text(index + 1, index + 2) == "to" and goals & {index + 2, index + 3}
        return "by" in before or (bool(leads) and has_modes and not reading.words[index].is_capital)

    return {
        index
        for index, word in enumerate(reading.words)
        if index > 0
        and index not in known
        and word.key not in lexicon.neutral_words()
        and not word.gap
        and (is_mode(index) or _is_misspelt_unit(reading, index))
    }


def _find_doubtful_modes(reading: Reading, draft: Draft) -> set[int]:
    """Return the modes in sentences about nothing else by which nobody is stated to travel.

    "I am driving." gives the mode of a journey; "My car broke down." may rule it out.
    """
    if not _is_about_travel(draft):
        return set()
    named = covered_words(m for kind in _JOURNEY for m in reading.in_story(kind))
    others = {reading.words[index].sentence for index in named} | set(reading.asking)
    return covered_words(
        mode
        for mode in scene.named_modes(reading)
        if reading.words[mode.start].sentence not in others and not _is_travelled(reading, mode)
    )


_JOURNEY = ("place", "unknown", "home", "clock", "duration", "number")
"""Kinds that make a sentence one about a journey or a visit."""


def _is_travelled(reading: Reading, mode: Mention) -> bool:
    """Whether somebody travels by a mode: "I always walk", "we take the car", "plan to drive"."""
    sentence = reading.words[mode.start].sentence
    refusals = (*reading.in_story("negation"), *reading.in_story("unwilling"))
    if any(reading.words[each.start].sentence == sentence for each in refusals):
        return False
    own = [word.key for word in reading.words[: mode.end] if word.sentence == sentence]
    length = mode.end - mode.start
    before = [key for key in own[:-length] if key not in word_list("position.skipped")]
    if before[-1:] == ["to"]:
        return not word_list("position.intending").isdisjoint(before[-2:-1])
    return not word_list("position.travelling").isdisjoint((own[-length], *before[-1:]))


def _is_about_travel(draft: Draft) -> bool:
    """Whether the query is about a trip, a journey, or a straight line between two places."""
    figures = summands_of(draft.query) if draft.places is None else ()
    return (
        trip_of(draft.query) is not None
        or travel_of(draft.query) is not None
        or any(isinstance(figure, algebra.Distance) for figure in figures)
    )


def _is_misspelt_unit(reading: Reading, index: int) -> bool:
    number = reading.covering(index - 1, "number")
    return bool(number) and is_misspelt_unit(reading.words[index].key)


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
