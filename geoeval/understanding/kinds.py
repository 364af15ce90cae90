"""The kinds of place that a question names, and the towns and streets of a world."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from geoeval.text import normalise_name
from geoeval.understanding.reading import Mention, Reading, covered_words
from geoeval.understanding.vocabulary import word_list
from geoeval.understanding.vocabulary.lexicon import category_of, neutral_words
from geoeval.understanding.vocabulary.text import Token
from geoeval.world.categories import may_name_category, singular
from geoeval.world.model import Place, World

_LONGEST_CATEGORY = 4
_LONGEST_DESCRIPTION = 5
_DEFINITE = frozenset({"the", "my", "our", "its"})


def find_categories(words: Sequence[Token], taken: set[int], world: World) -> list[Mention]:
    """Return the kinds of place that are named outside ``taken``, the longest first.

    A kind that the vocabulary lacks is recognised if a list of the world has it as heading.
    """
    headings = _unknown_headings(world)
    mentions = []
    position = 0
    while position < len(words):
        step = 1
        ahead = range(position, min(position + _LONGEST_CATEGORY, len(words)))
        free = next((i for i in ahead if i in taken), ahead.stop) - position
        may_be = bool(headings) or may_name_category(words[position].key)
        for size in range(free if may_be else 0, 0, -1):
            phrase = " ".join(w.key for w in words[position : position + size])
            category = category_of(phrase) or headings.get(singular(phrase))
            if category is not None:
                mentions.append(Mention("category", category, position, position + size))
                step = size
                break
        position += step
    return mentions


def _unknown_headings(world: World) -> dict[str, str]:
    heads = dict.fromkeys(each.category or "" for each in world.lists)
    return {singular(head): head for head in heads if head and category_of(head) is None}


def offered_kind(reading: Reading) -> Mention | None:
    """Return the noun for the kind of the options, if the vocabulary lacks it.

    In "which *eatery* is nearest" its value is the heading of the only list with the options, or
    the noun itself if there is no such list.
    """
    if reading.asked("category") or _NAMING.isdisjoint(reading.answers):
        return None
    known = covered_words(m for kind in reading.mentions for m in reading.of(kind)) | {
        len(reading.words)
    }
    plain = neutral_words()
    for lead in (*reading.asked("superlative"), *reading.asked("ask", "which")):
        start = end = lead.end
        while end not in known and reading.words[end].key not in plain:
            end += 1
        if start < end <= start + _LONGEST_KIND and not any(
            word.gap for word in reading.words[start:end]
        ):
            phrase = reading.text(start, end)
            return Mention("category", heading_of_options(reading) or phrase, start, end)
    return None


_NAMING = frozenset({"place", "name"})
_LONGEST_KIND = 2


def heading_of_options(reading: Reading) -> str | None:
    """Return the heading of the only list that holds the options, or most of them."""
    atlas = reading.world.atlas
    found = [atlas.resolve(option) for option in reading.question.options]
    offered = {place.name for place in found if isinstance(place, Place)}
    headings = {
        each.category or each.search
        for each in reading.world.lists
        if offered and offered <= {place.name for place in each.places}
    }
    is_certain = len(headings) == 1 and 2 * len(offered) > len(found)
    return headings.pop() if is_certain else None


def is_verb(kind: Mention, words: Sequence[Token]) -> bool:
    """Whether a word spelt like a kind of place is a verb ("I like to shop early")."""
    if kind.end - kind.start > 1 or kind.start == 0:
        return False
    before = [word.key for word in words[max(0, kind.start - 2) : kind.start]]
    return before[-1] in word_list("names.subjects") or (
        before[-1] == "to" and before[0] in word_list("names.wishing")
    )


def is_common_noun(kind: Mention, words: Sequence[Token]) -> bool:
    """Whether a kind of place is a common noun despite its capital ("Thai temples")."""
    return kind.end - kind.start > 1 and words[kind.end - 1].text.islower()


def with_descriptions(words: Sequence[Token], places: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of places, extended to descriptions before them: "the old mill (Mühle)".

    A description is a noun in plain words with an article; the name follows in brackets.
    """
    grown = []
    for mention in places:
        start = mention.start
        if mention.kind == "place" and "(" in words[start].gap:
            start = _find_noun_start(words, mention.start)
        grown.append(mention._replace(start=start))
    inner = {i for g, m in zip(grown, places, strict=True) for i in range(g.start, m.start)}
    return [g for g, m in zip(grown, places, strict=True) if m.start not in inner]


def _find_noun_start(words: Sequence[Token], end: int) -> int:
    """Return the start of the noun phrase that ends before a word, without its article."""
    for start in range(end - 1, max(0, end - 1 - _LONGEST_DESCRIPTION), -1):
        if words[start].gap or not words[start].text[0].islower():
            return (
                end
                if words[start].gap or words[start - 1].key != "of"
                else _find_of_phrase(words, start, end)
            )
        if words[start - 1].key in _DEFINITE and words[start - 1].sentence == words[end].sentence:
            return start
    return end


def _find_of_phrase(words: Sequence[Token], town: int, end: int) -> int:
    """Return the start of "garden of Springfield", whose last word is a name."""
    start = _find_noun_start(words, town - 1)
    return end if start == town - 1 else start


_MIN_ADDRESSES = 3


def address_contains(address: str, name: str) -> bool:
    """Return whether an address contains a name as whole words."""
    return f" {normalise_name(name)} " in f" {normalise_name(address)} "


def known_addresses(places: Iterable[Place]) -> list[str]:
    """Return the addresses of the places that have one."""
    return [place.address for place in places if place.address]


def is_town(world: World, name: str) -> bool:
    """Return whether most addresses of a world contain a name, as they do for its own town."""
    listed = (place for nearby in world.lists for place in nearby.places)
    known = set(known_addresses((*world.places, *listed)))
    return len(known) >= _MIN_ADDRESSES and 2 * sum(
        address_contains(each, name) for each in known
    ) > len(known)
