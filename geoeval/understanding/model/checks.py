"""Checks of a reply, whatever its query: names, quoted words, and reasons for giving up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import MappingProxyType
from unicodedata import normalize

from pydantic import BaseModel, ConfigDict

from geoeval.calculators.digits import ascii_digits
from geoeval.datasets.records import Question
from geoeval.errors import quote
from geoeval.query.algebra import Query, Unanswerable
from geoeval.query.inspect import parts_of
from geoeval.query.parts import MeetingPlan, StayPlan
from geoeval.text import GLUE_WORDS, normalise_name, plain_text, word_set
from geoeval.understanding import recognise
from geoeval.understanding.reading import Reading
from geoeval.understanding.readings import Link
from geoeval.understanding.vocabulary.text import TYPOGRAPHY, split_keys
from geoeval.world.atlas import Unresolved
from geoeval.world.coordinates import place_at
from geoeval.world.model import World

PLACE_SLOTS = frozenset(
    "place anchor among first second origin destination end before before_closing places "
    "seen_from than other excluding after".split()
)
"""The slots of a query that may hold names of places."""

_OF_ROADS = frozenset({"route", "step", "has"})
_CLOCK = re.compile(r"\d\d:\d\d")
_FIGURES = re.compile(r"[0-9]+")
_BETWEEN = re.compile(r"\s*(?:[,;&(]|->|→|\band\b)\s*")
_USER_WORDS = word_set("i im am me my us we are our here where current location position")
"""The words that may denote the place of the user; others name some place or are in another
language, so that linking them to it is an assumption."""
_MAX_SUGGESTIONS = 5


def _is_listed(words: str, world: World) -> bool:
    return bool(world.atlas.entries(category=words))


def _is_resolved(words: str, world: World) -> bool:
    return not isinstance(world.atlas.resolve(words), Unresolved)


def _is_on_map(name: str, world: World) -> bool:
    """Return whether the map has a place, not just whether a text states coordinates."""
    is_point = place_at(name) is not None and name not in world.atlas.names
    return _is_resolved(name, world) and not is_point


def _is_name(words: str, world: World) -> bool:
    """Return whether a text is the name of a place, not just like one."""
    place = world.atlas.resolve(words)
    return not isinstance(place, Unresolved) and normalise_name(place.name) == normalise_name(words)


def _has_locations(_words: str, world: World) -> bool:
    places = world.atlas.places
    return bool(places) and all(place.location is not None for place in places)


def _has_ratings(_words: str, world: World) -> bool:
    return any(place.rating is not None for place in world.atlas.places)


BECAUSE = MappingProxyType(
    {
        "kind_of_fact": "no map of this kind records such facts",
        "place": "the map has no such place",
        "kind_of_place": "the map lists no such places",
        "coordinates": "places that are asked about have no coordinates",
        "ratings": "the question asks how good a place is, but no place has a rating",
    }
)
"""The only reasons for which a model may call a question unanswerable."""

_DISPROOFS: dict[str, tuple[Callable[[str, World], bool], str]] = {
    "kind_of_fact": (_is_name, "it is a place of the map"),
    "place": (_is_resolved, "the map has that place"),
    "kind_of_place": (_is_listed, "the map lists such places"),
    "coordinates": (_has_locations, "all places of the map have coordinates"),
    "ratings": (_has_ratings, "the map has ratings"),
}
"""What disproves such a reason, and the fault that is then reported."""


class Filled(BaseModel):
    """A reply: a query, or the words that fit no field of one, and what the query rests on."""

    model_config = ConfigDict(frozen=True)

    language: str = ""
    query: dict[str, object] | None = None
    links: tuple[Link, ...] = ()
    asides: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    because: str = ""
    missing: str | None = None


class Quotations:
    """The words of a question and its options, to check what a model quotes."""

    def __init__(self, question: Question) -> None:
        self._text = _plain_quote("\n".join((question.text, *question.options)))

    def __contains__(self, phrase: str) -> bool:
        words = _plain_quote(phrase)
        return bool(words) and re.search(_whole_words(words), self._text) is not None


def _whole_words(words: str) -> str:
    # Other scripts attach particles and articles to words, or do not separate words.
    return f"(?<![A-Za-z0-9]){re.escape(words)}(?![A-Za-z0-9])"


def _plain_quote(text: str) -> str:
    # Models often write plain quotes, dashes and letters where a question has others.
    return " ".join(plain_text(normalize("NFKC", text).translate(TYPOGRAPHY)).casefold().split())


def find_faults(query: Query, reply: Filled, question: Question, world: World) -> list[str]:
    """Return what a model made up in a reply."""
    if isinstance(query, MeetingPlan | StayPlan):
        return ["only a question that states its own facts asks for a plan"]
    quotations = Quotations(question)
    found = [
        f"neither the map nor the question names {quote(name)}{_nearest_names(name, world)}"
        for name in dict.fromkeys(_query_names(query))
        if not _is_on_map(name, world) and name not in quotations
    ]
    found += [
        f"the map has no {quote(link.name)}{_nearest_names(link.name, world)}"
        for link in reply.links
        if not (_is_on_map(link.name, world) or _is_listed(link.name, world))
    ]
    found += [
        f"{quote(link.words)} and {quote(link.name)} are different places on the map"
        for link in reply.links
        if _is_name(link.words, world) and not _is_same_name(link, world)
    ]
    quoted = [link.words for link in reply.links]
    if isinstance(query, Unanswerable):
        quoted.append(query.words)
        if not _key_words(query.words):
            found.append(f"expected 'words' that name what is lacking, got {quote(query.words)}")
        if reply.because not in BECAUSE:
            found.append(f"expected 'because' to be one of {', '.join(BECAUSE)}")
        disproves, why = _DISPROOFS.get(reply.because, (None, ""))
        if disproves is not None and disproves(query.words, world):
            found.append(f"{quote(query.words)} is no reason to call it unanswerable: {why}")
    return found + [
        f"the question does not contain {quote(words)}"
        for words in quoted
        if words not in quotations
    ]


def keep_places(reply: Filled, world: World) -> Filled:
    """Return a reply without links to kinds of places, which no field of a query needs."""
    links = tuple(link for link in reply.links if _is_resolved(link.name, world))
    return reply.model_copy(update={"links": links})


def with_links(part: object, links: Sequence[Link], world: World) -> object:
    """Return a part of a query in which linked words are replaced by the names on the map."""
    names = {
        normalise_name(link.words): link.name
        for link in links
        if not _is_resolved(link.words, world)
    }

    def replaced(value: object, slot: str) -> object:
        if isinstance(value, dict):
            return {name: replaced(each, name) for name, each in value.items()}
        if isinstance(value, list):
            return [replaced(each, slot) for each in value]
        if isinstance(value, str) and slot in PLACE_SLOTS:
            return names.get(normalise_name(value), value)
        return value

    return replaced(part, "") if names else part


def translated_options(given: Sequence[str], options: Sequence[str]) -> tuple[str, ...]:
    """Return the options as a model gives them in English, if it keeps their number and figures.

    They count only where the options as written decide nothing, so that a query is good without.
    """
    is_faithful = list(map(_figures_in, given)) == list(map(_figures_in, options))
    return tuple(given) if is_faithful else ()


def _figures_in(text: str) -> list[int]:
    """Return the figures of a text without zeros, which some languages leave out: "11 時"."""
    return [figure for each in _FIGURES.findall(ascii_digits(text)) if (figure := int(each))]


def link_options(
    options: Sequence[str], query: Query, links: Sequence[Link], world: World
) -> tuple[str, ...]:
    """Return options in which linked words are replaced by the names on the map.

    Of Latin scripts, only whole words are replaced, and no part of another name on the map. The
    options that the query offers letter by letter, such as orders, stay as they are.
    """
    if not links:
        return tuple(options)
    offered = {vars(part).get("text") for part in parts_of(query)}
    linked = tuple(options)
    for link in sorted(links, key=lambda link: -len(link.words)):
        words = link.words.casefold()
        longer = {name for name in (*world.atlas.names, link.name) if words in name.casefold()}
        kept = "".join(f"(?i:{re.escape(name)})|" for name in sorted(longer, key=len, reverse=True))
        either = re.compile(f"{kept}({_whole_words(link.words)})")
        replaced = partial(_replace_words, name=link.name)
        linked = tuple(text if text in offered else either.sub(replaced, text) for text in linked)
    return linked


def _replace_words(found: re.Match[str], name: str) -> str:
    return name if found[1] else found[0]


def find_assumptions(
    query: Query, reply: Filled, question: Question, world: World
) -> tuple[str, ...]:
    """Return what a reply assumes: links that are not exact, and names without a link."""
    linked = {link.name for link in reply.links}
    reading = recognise.read_question(question, world)
    exact = _names_in(reading)
    inexact = (
        f"{quote(link.words)} means {quote(link.name)}"
        for link in reply.links
        if not (_is_read_by_rules(link, reading) or _is_same_name(link, world))
        and not (link.name == world.user_location and _is_user(link.words))
    )
    unlinked = (each for each in assumed_names(query, question, world, exact | linked))
    return tuple(dict.fromkeys((*inexact, *unlinked)))


def _is_same_name(link: Link, world: World) -> bool:
    if normalise_name(link.words) == normalise_name(link.name):
        return True
    both = [world.atlas.resolve(name) for name in (link.words, link.name)]
    return not isinstance(both[0], Unresolved) and both[0] == both[1]


def _is_read_by_rules(link: Link, reading: Reading) -> bool:
    """Return whether the rules link the same words to the name, not other words."""
    words = _key_words(link.words)
    for mention in reading.of("place"):
        read = {reading.words[i].key for i in mention.span}
        if mention.value == link.name and words and words <= read:
            return True
    return False


def _is_user(words: str) -> bool:
    keys = _key_words(words)
    return bool(keys) and keys <= _USER_WORDS


def _key_words(text: str) -> set[str]:
    return {*split_keys(text)} - GLUE_WORDS - {"the"}


def _names_in(reading: Reading) -> frozenset[str]:
    return frozenset(m.value for kind in ("place", "road", "route") for m in reading.of(kind))


def assumed_names(
    query: Query, question: Question, world: World, known: frozenset[str] | None = None
) -> tuple[str, ...]:
    """Return what a query assumes: places that the question names differently."""
    known = _names_in(recognise.read_question(question, world)) if known is None else known
    known |= {str(world.user_location)} if world.user_location else set()
    options = question.options
    offered = {normalise_name(part) for each in options for part in (each, *_BETWEEN.split(each))}
    return tuple(
        f"the question means {quote(name)}"
        for name in dict.fromkeys(_query_names(query))
        if name not in known and normalise_name(name) not in offered
    )


def _query_names(query: Query) -> Iterator[str]:
    for part in parts_of(query):
        if vars(part).get("kind") in _OF_ROADS:
            continue  # here, "before" and "after" name roads
        for slot, value in vars(part).items():
            if slot in PLACE_SLOTS:
                yield from (name for name in _slot_texts(value) if not _CLOCK.fullmatch(name))


def _slot_texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _slot_texts(each)


def _nearest_names(name: str, world: World) -> str:
    near = world.atlas.nearest(name)[:_MAX_SUGGESTIONS]
    return f"; the nearest names are {', '.join(map(quote, near))}" if near else ""
