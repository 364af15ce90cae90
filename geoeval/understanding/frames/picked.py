"""Frames for places that are picked before they are asked about, or compared with each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from geoeval.query.algebra import Best, Compare, Distance, Fact, FactName, Value
from geoeval.query.filter_kinds import NameFilter
from geoeval.understanding import choices, scene, selection
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.frames.nearby import measured_by
from geoeval.understanding.reading import Mention, Reading

_FIGURES = frozenset({"rating", "rating_count", "price_level"})


def _attribute_of_picked(reading: Reading) -> Iterator[Draft]:
    """Read "the phone number of the nearest pharmacy", "the address of the nearest branch"."""
    if choices.are_places(reading):
        return
    ranking = reading.asked("superlative")
    attributes = [m for m in reading.asked("attribute") if not _ranks(m, ranking)]
    for attribute in attributes[:1]:
        account = Account()
        places = selection.selected(reading, account)
        branch = _branch(reading, places.anchor)
        if (places.category is None and branch is None) or attribute.start in account.used:
            return
        if branch is not None:
            account.take(branch, *reading.asked("branch"))
            chain = NameFilter(contains=branch.value)
            filters = (*places.filters, chain)
            places = selection.changed(places, category=None, filters=filters)
        account.take(attribute)
        for mention in ranking[:1]:
            account.take(mention)
            if mention.value in {"nearest", "farthest"} and places.anchor is not None:
                farthest = mention.value == "farthest"
                picked = Best(figure=Distance(), among=places, most=farthest)
            else:
                others = [m for m in reading.of("attribute") if m is not attribute]
                measure = measured_by(reading, mention, others)
                if measure is None:
                    return
                by, most, words = measure
                account.take(*words)
                picked = Best(figure=Fact(fact=by), among=places, most=most)
            fact = cast("FactName", attribute.value)
            yield account.draft(Value(figure=Fact(place=picked, fact=fact)))


def _ranks(attribute: Mention, ranking: list[Mention]) -> bool:
    """Whether an attribute says what a superlative ranks by ("the highest rating")."""
    return any(attribute.start in m.span or attribute.start == m.end for m in ranking)


def _branch(reading: Reading, anchor: object) -> Mention | None:
    """Return the chain of which a branch is asked for, by that word or by "the one"."""
    pointed = any(w.key == "one" and w.sentence in reading.asking for w in reading.words)
    if not reading.of("branch") and not pointed:
        return None
    named = [m for m in scene.names(reading) if m.value != anchor]
    return named[0] if len({m.value for m in named}) == 1 else None


def _compare(reading: Reading) -> Iterator[Draft]:
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


FRAMES = (
    Frame(
        name="attribute of picked",
        cues=(
            ("attribute", "superlative"),
            ("attribute", "superlative", "category"),
            ("attribute", "superlative", "told:branch"),
            ("attribute", "superlative", "ask:which"),
            ("attribute", "superlative", "told:category"),
        ),
        fill=_attribute_of_picked,
        absorbs=(*PLAIN_ASK, "ask:count"),
    ),
    Frame(
        name="compare places",
        cues=(("higher_than", "ask:whether"),),
        fill=_compare,
        absorbs=(*PLAIN_ASK, "superlative"),
    ),
)
