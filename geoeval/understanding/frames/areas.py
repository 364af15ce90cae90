"""Frames for areas: in which parish a place is, which wards border another or a river crosses.

They apply only if the world has shapes for the places that are named.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from geoeval.calculators.areas import Relation
from geoeval.query import algebra
from geoeval.query.filter_kinds import AreaFilter
from geoeval.understanding import choices, scene, selection
from geoeval.understanding.filters import negate_if
from geoeval.understanding.reading import PLAIN_ASK, Account, Draft, Frame, Mention, Reading
from geoeval.understanding.vocabulary import word_list
from geoeval.world.model import Place


class _Verb(NamedTuple):
    """The word for a relation, such as "borders", with those that belong to it."""

    relation: Relation
    words: range


def _find_verb(reading: Reading) -> _Verb | None:
    """Return the first word for a relation in the sentences that ask, "in" only without others."""
    named = {i for m in _find_names(reading) for i in m.span}
    asked = [
        i
        for i, word in enumerate(reading.words)
        if word.sentence in reading.asking and i not in named
    ]
    verbs = (_read_verb(reading, i) for i in asked)
    found = [verb for verb in verbs if verb is not None]
    stronger = [verb for verb in found if verb.relation != "within"]
    return next(iter(stronger or found[-1:]), None)


def _find_names(reading: Reading) -> list[Mention]:
    """Return the names in the sentences that ask; rivers and roads are known only to the map."""
    return scene.named_places(reading, asked=True)


def _read_verb(reading: Reading, at: int) -> _Verb | None:
    key = reading.words[at].key
    for relation in ("borders", "crosses", "contains", "within"):
        if key in word_list(f"areas.{relation}"):
            return _Verb(relation, range(at, at + 1))
    return None


def _has_outline(reading: Reading, name: str) -> bool:
    return any("POLYGON" in shape for shape in _shapes_of(reading, name))


def _has_course(reading: Reading, name: str) -> bool:
    return any("LINESTRING" in shape for shape in _shapes_of(reading, name))


def _shapes_of(reading: Reading, name: str) -> list[str]:
    """Return the shapes of the place, or of all places, that a name may refer to."""
    shapes = map(reading.world.atlas.shape, _places_of(reading, name))
    return [shape for shape in shapes if shape is not None]


def _places_of(reading: Reading, name: str) -> tuple[Place, ...]:
    found = reading.world.atlas.resolve(name)
    return (found,) if isinstance(found, Place) else found.places


def _relation_to(
    reading: Reading, verb: _Verb, other: Mention, *, of_area: bool
) -> Relation | None:
    """Return the relation of candidates or of a place (an area or not) to a named place."""
    is_area, is_line = _has_outline(reading, other.value), _has_course(reading, other.value)
    match verb.relation:
        case "borders":
            return "borders" if is_area else None
        case "crosses":
            return "crossed_by" if is_line and of_area else "crosses" if is_area else None
        case "contains":
            return "contains"
        case _:
            return "within" if is_area else None


def _read_checked(reading: Reading) -> Iterator[Draft]:
    """Read "does Encamp border Canillo", "is the Mill in Encamp", "does the river cross Encamp"."""
    verb, places = _find_verb(reading), _find_names(reading)
    if verb is None or len({m.value for m in places}) != 2 or not _may_be_yes_or_no(reading):
        return
    place, other = places[0], next(m for m in places if m.value != places[0].value)
    of_area = _has_outline(reading, place.value)
    relation = _relation_to(reading, verb, other, of_area=of_area)
    is_between = place.end <= verb.words.start and verb.words.stop <= other.start
    if relation is None or not (is_between or relation == "borders"):
        return
    account = Account()
    denied = [m for m in reading.asked("negation") if m.end <= other.start]
    account.take(*places, *denied)
    _take_words(reading, account, verb)
    passes = negate_if(denied, AreaFilter(relation=relation, other=other.value))
    yield account.draft(algebra.Check(place=place.value, passes=passes))


def _may_be_yes_or_no(reading: Reading) -> bool:
    return choices.options_are_verdicts(reading) or not choices.offered_options(reading)


def _read_chosen(reading: Reading) -> Iterator[Draft]:
    """Read "in which parish is the Mill", "how many wards border Encamp", "which does it cross"."""
    verb = _find_verb(reading)
    others = [m for m in _find_names(reading) if not choices.is_offered(reading, m)]
    if verb is None or len({m.value for m in others}) != 1:
        return
    other = others[0]
    verb = _turn_round(reading, verb, other)
    relation = _relation_to(reading, verb, other, of_area=True)
    if relation is None:
        return
    account = Account()
    denied = reading.asked("negation")
    account.take(*others, *denied)
    _take_words(reading, account, verb)
    choices.of_these(reading, account)
    category = selection.read_category(reading, account)
    passes = negate_if(denied, AreaFilter(relation=relation, other=other.value))
    among = _offered_places(reading)
    if relation == "contains" and not _may_contain(reading, category, among):
        return
    if category is not None or among:
        yield account.draft(
            _ask_for(reading, algebra.Places(category=category, among=among, filters=(passes,)))
        )


def _offered_places(reading: Reading) -> tuple[str, ...]:
    """Return the options if each names a place, else ()."""
    options = choices.offered_options(reading)
    if choices.options_are_lists(reading):
        return ()
    return options if all(_places_of(reading, option) for option in options) else ()


def _ask_for(reading: Reading, places: algebra.Places) -> algebra.Count | algebra.Listing:
    if reading.asks("ask:count"):
        return algebra.Count(of=places)
    return algebra.Listing(of=places, wanted="any" if places.among else "all")


def _may_contain(reading: Reading, category: str | None, among: tuple[str, ...]) -> bool:
    """Whether the candidates are areas: some of the options, or else of those of their kind."""
    if among:
        return any(_has_outline(reading, name) for name in among)
    atlas = reading.world.atlas
    lists = atlas.entries(category=category) if category is not None else ()
    return any(atlas.shape(place) is not None for each in lists for place in each.places)


def _turn_round(reading: Reading, verb: _Verb, other: Mention) -> _Verb:
    """Return what the candidates do: in "in which parish is the Mill" they contain it.

    In "which mills are in Encamp" they are within it, because "in" precedes the name.
    """
    if verb.relation != "within":
        return verb
    between = reading.text(verb.words.stop, other.start).split()
    precedes = verb.words.stop <= other.start and set(between) <= {"the", "of"}
    return verb if precedes else _Verb("contains", verb.words)


def _take_words(reading: Reading, account: Account, verb: _Verb) -> None:
    """Account for the words of a relation: "share a border with", "is part of", "runs through"."""
    lists = {
        "borders": ("borders", "sharing", "filling"),
        "crosses": ("crosses", "through", "filling"),
        "contains": ("contains", "within", "lying", "filling"),
        "within": ("within", "lying", "filling"),
    }[verb.relation]
    known = frozenset().union(*(word_list(f"areas.{name}") for name in lists))
    account.used.update(
        i
        for i, word in enumerate(reading.words)
        if word.key in known and word.sentence in reading.asking
    )


# Nouns before or after a name that say what it is: "the river Ouse", "the parish of Encamp".
_NOUNS = tuple(
    f"category:{kind}"
    for kind in ("administrative area", "neighborhood", "river", "lake", "island", "park")
)
_ASKING = ("ask:which", "ask:count", "ask:tell")
_ABSORBED = (*PLAIN_ASK, "relation", "attribute:address", "passes", "visit")

FRAMES = (
    Frame(
        name="relation of areas",
        cues=(("ask:whether", "place"), ("ask:whether", "unknown")),
        fill=_read_checked,
        absorbs=(*_ABSORBED, *_NOUNS),
    ),
    Frame(
        name="areas in a relation",
        cues=tuple((ask, name) for ask in _ASKING for name in ("place", "unknown")),
        fill=_read_chosen,
        absorbs=(*_ABSORBED, "ask:count", "category:river"),
    ),
)
