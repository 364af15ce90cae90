"""Frames for straight-line distances, directions and relative positions of places."""

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
    filters = read_filters(reading, account)
    among = algebra.Places(
        category=category, filters=filters, among=choices.offered_options(reading)
    )
    detour = algebra.Detour(first=pair[0].value, second=pair[1].value)
    yield account.draft(algebra.Best(figure=detour, among=among))


def _read_least_detour(reading: Reading) -> Iterator[Draft]:
    """Read "which cafe is the smallest detour on the way from the Mill to the Pier"."""
    account = Account()
    placed = [m for m in scene.named_places(reading) if not scene.is_locality(reading, m)]
    placed = [m for m in placed if not choices.is_offered(reading, m)]
    ends = {m.value: m for m in placed}
    ranks = reading.asked("superlative", *_MINIMA, *_MAXIMA)
    category = selection.read_category(reading, account)
    if len(ends) != 2 or len({m.value in _MAXIMA for m in ranks}) != 1 or category is None:
        return
    account.take(*placed, *ranks)
    first, second = ends
    filters = read_filters(reading, account)
    among = algebra.Places(
        category=category, filters=filters, among=choices.offered_options(reading)
    )
    figure = algebra.Detour(first=first, second=second)
    yield account.draft(algebra.Best(figure=figure, among=among, most=ranks[0].value in _MAXIMA))


_MINIMA = ("fewest", "shortest", "lowest", "nearest")
_MAXIMA = ("most", "longest", "highest", "farthest")


def _read_in_direction(reading: Reading) -> Iterator[Draft]:
    account = Account()
    compass = reading.asked("compass")
    placed = [
        m
        for m in scene.named_places(reading, asked=True)
        if m.start >= compass[0].end and not scene.is_locality(reading, m)
    ]
    if not placed and _is_relative_to_asker(reading, compass[0]):
        placed = [m for m in [scene.user_place(reading)] if m is not None]
    if not placed or len(compass) > 1 or not _is_relative_to(reading, compass[0], placed[0]):
        return
    account.take(compass[0], placed[0])
    toward = algebra.Toward(direction=cast("Direction", compass[0].value), of_anchor=True)
    among = algebra.Places(anchor=placed[0].value, among=choices.offered_options(reading))
    yield account.draft(algebra.Best(figure=toward, among=among))


def _is_relative_to(reading: Reading, compass: Mention, anchor: Mention) -> bool:
    """Whether a direction is relative to a place ("south of the Mill").

    In "which place is the Mill south of", "has the Mill to its south" or "in which would I look
    west to see the Mill", it is relative to the other place.
    """
    if anchor.end <= compass.start:
        asked = reading.words[anchor.start].sentence == reading.words[compass.start].sentence
        return not asked or reading.relation(anchor, 2) in {"from", "at", "near"}
    return _FROM.issuperset(reading.text(compass.end, anchor.start).split())


def _is_relative_to_asker(reading: Reading, compass: Mention) -> bool:
    """Whether a direction is relative to the asker ("north of me", "to the north")."""
    next_words = reading.words[compass.end : compass.end + 2]
    following = [
        word.key for word in next_words if word.sentence == reading.words[compass.start].sentence
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


def _read_lies_in_direction(reading: Reading) -> Iterator[Draft]:
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
        fill=_read_lies_in_direction,
        absorbs=(*PLAIN_ASK, "directly", "attribute:address"),
    ),
    Frame(
        name="farthest toward",
        cues=(("most_compass",), ("most_compass", "ask:which")),
        fill=_read_toward,
        absorbs=(*PLAIN_ASK, "directly", "attribute:address", "superlative:farthest", "compass"),
    ),
)


def two_places(reading: Reading, account: Account) -> tuple[Mention, Mention] | None:
    """Return the two places that a question relates, in the order of mention.

    If the sentences that ask name fewer than two, the places of the whole text count.
    """
    places = [m for m in scene.named_places(reading) if not scene.is_locality(reading, m)]
    translations = [m for m in places if _is_translation(reading, m)]
    account.take(*translations)
    places = [m for m in places if m not in translations]
    placed = [m for m in places if reading.words[m.start].sentence in reading.asking]
    if len({m.value for m in placed}) < 2:
        placed = places
    distinct = [m for i, m in enumerate(placed) if m.value not in {p.value for p in placed[:i]}]
    if len(distinct) != 2:
        return None
    account.take(*placed)
    account.take(*(m for m in scene.named_places(reading) if scene.is_locality(reading, m)))
    return distinct[0], distinct[1]


def _is_translation(reading: Reading, mention: Mention) -> bool:
    """Whether a name that ends a sentence translates the one before ("the Mühle, the Mill")."""
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
    """Return the place whose direction is asked for, and the place it is seen from.

    The viewpoint is the place that the asker turns away from, else the place of the asker, else the
    place after "from" ("of X from Y", "from Y to X"). Without those, the place after "to" is the
    one looked at ("Y … to X").
    """
    viewpoint = _viewpoint_of_asker(reading, pair) or _viewpoint_by_relation(reading, pair)
    place = next(m for m in pair if m is not viewpoint)
    return place.value, viewpoint.value


def _viewpoint_of_asker(reading: Reading, pair: tuple[Mention, Mention]) -> Mention | None:
    turned_from = [m for m in pair if reading.before(m, ("turn",), 1) in reading.of("turn", "away")]
    in_story = [m for m in pair if _is_in_story(reading, m)]
    at_asker = [m for m in in_story if scene.is_location_of_asker(reading, m)]
    for found in (turned_from, at_asker):
        if len(found) == 1:
            return found[0]
    return pair[0] if in_story == [pair[0]] else None


def _viewpoint_by_relation(reading: Reading, pair: tuple[Mention, Mention]) -> Mention:
    first, second = pair
    relation, relation_of_second = reading.relation(first), reading.relation(second)
    adjacent = reading.relation(second, 1)
    if "from there" in reading.text(second.end, second.end + 6):
        return first
    if relation == "from" and adjacent != "from":
        return first
    if "from" in {adjacent, relation_of_second} or adjacent == "at" or relation == "to":
        return second
    if relation in {"from", "at"} or relation_of_second == "to":
        return first
    return first if reading.asks("ask:distance") else second


def _names_ends(reading: Reading, pair: tuple[Mention, Mention]) -> bool:
    """Whether the viewpoint is clear, if only sentences that do not ask name the places."""
    if not all(_is_in_story(reading, m) for m in pair):
        return True
    at_asker = [scene.is_location_of_asker(reading, m) for m in pair]
    return any(at_asker) or any(reading.relation(m) in {"from", "to"} for m in pair)


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
