"""Frames for places by where they lie: between two others, or in a direction of one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from geoeval.query.algebra import Best, Detour, Places, Toward
from geoeval.query.parts import Direction
from geoeval.understanding import choices, scene, selection
from geoeval.understanding.filters import filters
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.vocabulary import word_list


def _between(reading: Reading) -> Iterator[Draft]:
    account = Account()
    placed = [m for m in scene.names(reading, asked=True) if not scene.is_locality(reading, m)]
    between = reading.asked("relation", "between")
    category = selection.category(reading, account)
    pair = [m for m in placed if m.start >= between[0].end][:2]
    if not pair:
        pair = [m for m in scene.names(reading, asked=False) if not scene.is_locality(reading, m)]
    choices.of_these(reading, account)
    if len(pair) != 2:
        return
    account.take(*pair, between[0])
    narrowed = filters(reading, account)
    among = Places(category=category, filters=narrowed, among=choices.offered(reading))
    detour = Detour(first=pair[0].value, second=pair[1].value)
    yield account.draft(Best(figure=detour, among=among))


def _in_direction(reading: Reading) -> Iterator[Draft]:
    account = Account()
    compass = reading.asked("compass")
    placed = [
        m
        for m in scene.names(reading, asked=True)
        if m.start >= compass[0].end and not scene.is_locality(reading, m)
    ]
    if not placed and _is_of_the_asker(reading, compass[0]):
        placed = [m for m in [scene.user_place(reading)] if m is not None]
    if not placed or len(compass) > 1 or not _is_from(reading, compass[0], placed[0]):
        return
    account.take(compass[0], placed[0])
    toward = Toward(direction=cast("Direction", compass[0].value), of_anchor=True)
    among = Places(anchor=placed[0].value, among=choices.offered(reading))
    yield account.draft(Best(figure=toward, among=among))


def _is_from(reading: Reading, compass: Mention, anchor: Mention) -> bool:
    """Whether a direction counts from a place ("south of the Mill").

    In "which place is the Mill south of", "has the Mill to its south" or "in which would I look
    west to see the Mill" it counts the other way round.
    """
    if anchor.end <= compass.start:
        asked = reading.words[anchor.start].sentence == reading.words[compass.start].sentence
        return not asked or reading.relation(anchor, 2) in {"from", "at", "near"}
    return _FROM.issuperset(reading.text(compass.end, anchor.start).split())


def _is_of_the_asker(reading: Reading, compass: Mention) -> bool:
    """Whether a direction counts from where one is ("directly north of me", "to the north")."""
    behind = reading.words[compass.end : compass.end + 2]
    said = [word.key for word in behind if word.sentence == reading.words[compass.start].sentence]
    return said[:1] != ["of"] or (len(said) > 1 and said[1] in word_list("comparing.asker"))


_FROM = frozenset("of from the".split())


FRAMES = (
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
