"""Frames for straight lines and for where places lie: distances, directions, between, sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from geoeval.query import algebra
from geoeval.query.filter_kinds import DirectionFilter
from geoeval.query.parts import Direction
from geoeval.understanding import choices, scene, selection
from geoeval.understanding.choices import offered_options, these_words
from geoeval.understanding.filters import read_filters
from geoeval.understanding.journey.offers import offered_pairs
from geoeval.understanding.reading import PLAIN_ASK, Account, Draft, Frame, Mention, Reading
from geoeval.understanding.vocabulary import lexicon, word_list
from geoeval.understanding.vocabulary.text import split_keys


def _read_between(reading: Reading) -> Iterator[Draft]:
    account = Account()
    placed = [
        m for m in scene.named_places(reading, asked=True) if not scene.is_locality(reading, m)
    ]
    between = reading.asked("relation", "between")
    category = selection.read_category(reading, account)
    pair = [m for m in placed if m.start >= between[0].end][:2]
    if not pair:
        pair = [
            m for m in scene.named_places(reading, asked=False) if not scene.is_locality(reading, m)
        ]
    choices.of_these(reading, account)
    if len(pair) != 2:
        return
    account.take(*pair, between[0])
    narrowed = read_filters(reading, account)
    among = algebra.Places(
        category=category, filters=narrowed, among=choices.offered_options(reading)
    )
    detour = algebra.Detour(first=pair[0].value, second=pair[1].value)
    yield account.draft(algebra.Best(figure=detour, among=among))


def _read_least_detour(reading: Reading) -> Iterator[Draft]:
    """Read "which cafe is the smallest detour on the way from the Mill to the Pier"."""
    account = Account()
    placed = [m for m in scene.named_places(reading) if not scene.is_locality(reading, m)]
    placed = [m for m in placed if not choices.is_offered(reading, m)]
    ends = {m.value: m for m in placed}
    ranks = reading.asked("superlative", *_LEAST, *_MOST)
    category = selection.read_category(reading, account)
    if len(ends) != 2 or len({m.value in _MOST for m in ranks}) != 1 or category is None:
        return
    account.take(*placed, *ranks)
    first, second = ends
    narrowed = read_filters(reading, account)
    among = algebra.Places(
        category=category, filters=narrowed, among=choices.offered_options(reading)
    )
    figure = algebra.Detour(first=first, second=second)
    yield account.draft(algebra.Best(figure=figure, among=among, most=ranks[0].value in _MOST))


_LEAST = ("fewest", "shortest", "lowest", "nearest")
_MOST = ("most", "longest", "highest", "farthest")


def _read_in_direction(reading: Reading) -> Iterator[Draft]:
    account = Account()
    compass = reading.asked("compass")
    placed = [
        m
        for m in scene.named_places(reading, asked=True)
        if m.start >= compass[0].end and not scene.is_locality(reading, m)
    ]
    if not placed and _is_of_the_asker(reading, compass[0]):
        placed = [m for m in [scene.user_place(reading)] if m is not None]
    if not placed or len(compass) > 1 or not _counts_from(reading, compass[0], placed[0]):
        return
    account.take(compass[0], placed[0])
    toward = algebra.Toward(direction=cast("Direction", compass[0].value), of_anchor=True)
    among = algebra.Places(anchor=placed[0].value, among=choices.offered_options(reading))
    yield account.draft(algebra.Best(figure=toward, among=among))


def _counts_from(reading: Reading, compass: Mention, anchor: Mention) -> bool:
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
    following = [
        word.key for word in behind if word.sentence == reading.words[compass.start].sentence
    ]
    return following[:1] != ["of"] or (
        len(following) > 1 and following[1] in word_list("comparing.asker")
    )


_FROM = frozenset("of from the".split())


_RELATIVE_FRAMES = (
    Frame(
        name="between",
        cues=(("relation:between",), ("category", "relation:between")),
        fill=_read_between,
        absorbs=(*PLAIN_ASK, "topic:landmark", "attribute:address", "directly"),
    ),
    Frame(
        name="least detour",
        cues=(("topic:detour", "superlative"), ("topic:detour", "superlative", "relation:between")),
        fill=_read_least_detour,
        absorbs=(
            *PLAIN_ASK,
            "topic:detour",
            "topic:route",
            "relation:between",
            "topic:straight_line",
            "attribute:address",
            "topic:visits",
            "ask:distance",
        ),
    ),
    Frame(
        name="in a direction",
        cues=(("compass", "ask:which"), ("compass", "directly")),
        fill=_read_in_direction,
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


def _read_lies(reading: Reading) -> Iterator[Draft]:
    """Read "is the Mill north of the Inn"."""
    compass = reading.asked("compass")
    placed = [m for m in reading.asked("place") if not scene.is_locality(reading, m)]
    if len(compass) != 1 or len(placed) != 2 or not choices.options_are_verdicts(reading):
        return
    place, seen_from = placed
    if place.end <= compass[0].start and compass[0].end <= seen_from.start:
        account = Account()
        account.take(*placed, *compass)
        direction = cast("Direction", compass[0].value)
        lies = DirectionFilter(direction=direction, seen_from=seen_from.value)
        yield account.draft(algebra.Check(place=place.value, passes=lies))


def _read_toward(reading: Reading) -> Iterator[Draft]:
    """Read "which of these lies farthest north", "the northernmost"."""
    account = Account()
    most = reading.asked("most_compass")
    if len(most) != 1:
        return
    toward = algebra.Toward(direction=cast("Direction", most[0].value))
    if reading.has("length"):
        account.take(*most)
        around = selection.select_places(reading, account)
        if around.anchor is not None and choices.from_offered(reading, account, around.category):
            among = selection.change_places(around, among=choices.offered_options(reading))
            yield account.draft(algebra.Best(figure=toward, among=among, most=True))
        return
    if not choices.from_offered(reading, account, None):
        return
    account.take(*most, selection.any_category(reading))
    among = algebra.Places(among=choices.offered_options(reading))
    yield account.draft(algebra.Best(figure=toward, among=among, most=True))


_POSITIONS_FRAMES = (
    Frame(
        name="lies in a direction",
        cues=(("compass", "ask:whether"),),
        fill=_read_lies,
        absorbs=(*PLAIN_ASK, "directly", "attribute:address"),
    ),
    Frame(
        name="farthest toward",
        cues=(("most_compass",), ("most_compass", "ask:which")),
        fill=_read_toward,
        absorbs=(*PLAIN_ASK, "directly", "attribute:address", "superlative:farthest", "compass"),
    ),
)


"""The figure that may stand behind an offered pair: "A and B: 12 km"."""


def two_places(reading: Reading, account: Account) -> tuple[Mention, Mention] | None:
    """Return the two places that a question sets against each other, in order of naming.

    Where it names only one, the asker's own place is the first.
    """
    everywhere = [m for m in scene.named_places(reading) if not scene.is_locality(reading, m)]
    besides = [m for m in everywhere if _is_translation(reading, m)]
    account.take(*besides)
    everywhere = [m for m in everywhere if m not in besides]
    placed = [m for m in everywhere if reading.words[m.start].sentence in reading.asking]
    if len({m.value for m in placed}) < 2:
        placed = everywhere
    different = [m for i, m in enumerate(placed) if m.value not in {p.value for p in placed[:i]}]
    if len(different) != 2:
        return None
    account.take(*placed)
    account.take(*(m for m in scene.named_places(reading) if scene.is_locality(reading, m)))
    return different[0], different[1]


def _is_translation(reading: Reading, mention: Mention) -> bool:
    """Whether an unknown name ends its sentence beside a known one ("the Mühle, the Mill")."""
    words = reading.words
    known = [m for m in reading.of("place") if 0 <= mention.start - m.end <= 1]
    ends = mention.end == len(words) or words[mention.end].sentence != words[mention.start].sentence
    return (
        mention.kind == "unknown"
        and ends
        and any(
            "," in words[m.end].gap and reading.text(m.end, mention.start) in {"", "the"}
            for m in known
        )
    )


def _read_distance(reading: Reading) -> Iterator[Draft]:
    account = Account()
    pair = two_places(reading, account)
    if pair is None or (scene.named_modes(reading) and not reading.has("topic:straight_line")):
        return
    place, origin = seen_from(reading, pair)
    yield account.draft(algebra.Value(figure=algebra.Distance(origin=origin, destination=place)))


def seen_from(reading: Reading, pair: tuple[Mention, Mention]) -> tuple[str, str]:
    """Return (place, seen from) of a question for a direction.

    What one has one's back to, or goes away from, is where the direction is counted from. Else
    "of X from Y", "from Y to X", "Y … to X": what follows "from" is where one looks from; without
    it, the place that is gone "to" is the one looked at.
    """
    first, second = pair
    turned = [m for m in pair if reading.before(m, ("turn",), 1) in reading.of("turn", "away")]
    if len(turned) == 1:
        return (second if turned[0] is first else first).value, turned[0].value
    relations = {m.start: reading.relation(m) for m in pair}
    stood_at = [
        m for m in pair if _is_in_story(reading, m) and scene.is_location_of_asker(reading, m)
    ]
    if len(stood_at) == 1 or (_is_in_story(reading, first) and not _is_in_story(reading, second)):
        start = stood_at[0] if len(stood_at) == 1 else first
        return (second if start is first else first).value, start.value
    if "from there" in reading.text(second.end, second.end + 6):
        return second.value, first.value
    if relations[first.start] == "from" and reading.relation(second, 1) != "from":
        return second.value, first.value
    looked_from = {reading.relation(second, 1), relations[second.start]}
    if (
        "from" in looked_from
        or reading.relation(second, 1) == "at"
        or relations[first.start] == "to"
    ):
        return first.value, second.value
    if relations[first.start] in {"from", "at"} or relations[second.start] == "to":
        return second.value, first.value
    return (
        (second.value, first.value) if reading.asks("ask:distance") else (first.value, second.value)
    )


def _names_ends(reading: Reading, pair: tuple[Mention, Mention]) -> bool:
    """Whether it is said where one looks from, if a story alone names both places."""
    if not all(_is_in_story(reading, m) for m in pair):
        return True
    stood_at = [scene.is_location_of_asker(reading, m) for m in pair]
    return any(stood_at) or any(reading.relation(m) in {"from", "to"} for m in pair)


def _is_in_story(reading: Reading, mention: Mention) -> bool:
    return reading.words[mention.start].sentence not in reading.asking


def _options_are_directions(reading: Reading) -> bool:
    options = [split_keys(option) for option in offered_options(reading)]
    return bool(options) and all(
        any(kind == "compass" for kind, *_ in lexicon.find_phrases(option)) for option in options
    )


def _read_where_from(reading: Reading) -> Iterator[Draft]:
    if _options_are_directions(reading):
        yield from _read_direction(reading)


def _read_direction(reading: Reading) -> Iterator[Draft]:
    account = Account()
    pair = two_places(reading, account)
    if pair is None or not _names_ends(reading, pair):
        return
    place, origin = seen_from(reading, pair)
    yield account.draft(algebra.Value(figure=algebra.DirectionOf(place=place, seen_from=origin)))


def _read_both(reading: Reading) -> Iterator[Draft]:
    account = Account()
    pair = two_places(reading, account)
    if pair is None or not _names_ends(reading, pair):
        return
    place, origin = seen_from(reading, pair)
    direction = algebra.DirectionOf(place=place, seen_from=origin)
    yield account.draft(
        algebra.Value(figure=direction, also=algebra.Distance(origin=origin, destination=place))
    )


def _read_pairs(reading: Reading) -> Iterator[Draft]:
    account = Account()
    pairs = offered_pairs(reading)
    superlatives = reading.asked("superlative", "nearest", "farthest", "shortest", "longest")
    if len(pairs) < 2 or not superlatives:
        return
    these_words(reading, account)
    account.take(*superlatives)
    account.take(*(m for m in scene.named_places(reading) if reading.relation(m) in {"at", "near"}))
    farthest = superlatives[0].value in {"farthest", "longest"}
    among = algebra.Pairs(pairs=pairs)
    yield account.draft(algebra.Best(figure=algebra.Distance(), among=among, most=farthest))


_GEOMETRY_FRAMES = (
    Frame(
        name="straight-line distance",
        cues=(("topic:straight_line", "ask:distance"), ("ask:distance",), ("topic:straight_line",)),
        fill=_read_distance,
        absorbs=(*PLAIN_ASK, "topic:straight_line", "directly", "attribute:address"),
    ),
    Frame(
        name="direction",
        cues=(("topic:direction",), ("ask:which", "topic:direction"), ("ask:where", "compass")),
        fill=_read_direction,
        absorbs=(*PLAIN_ASK, "attribute:address", "directly", "topic:direction", "compass"),
    ),
    Frame(
        name="where seen from",
        cues=(("ask:where", "relation:from"),),
        fill=_read_where_from,
        absorbs=(*PLAIN_ASK, "attribute:address", "directly"),
    ),
    Frame(
        name="direction and distance",
        cues=(("topic:direction", "ask:distance"), ("topic:direction", "topic:straight_line")),
        fill=_read_both,
        absorbs=(
            *PLAIN_ASK,
            "attribute:address",
            "directly",
            "topic:straight_line",
            "topic:direction",
        ),
    ),
    Frame(
        name="extreme pair",
        cues=(("topic:pair", "superlative"), ("topic:pair", "superlative:shortest")),
        fill=_read_pairs,
        absorbs=(
            *PLAIN_ASK,
            "category",
            "attribute:address",
            "directly",
            "topic:straight_line",
            "ask:distance",
        ),
    ),
)

FRAMES = (*_RELATIVE_FRAMES, *_POSITIONS_FRAMES, *_GEOMETRY_FRAMES)
