"""Turn a question into a reading: words, mentions, and which sentences ask."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from geoeval.datasets.records import Question
from geoeval.understanding.choices import answer_types, implied_cues
from geoeval.understanding.figures import find_figures
from geoeval.understanding.kinds import find_categories, is_common_noun, is_verb, with_descriptions
from geoeval.understanding.linking.forms import known_names, named_by_kind
from geoeval.understanding.linking.free_names import (
    FreeNames,
    ends_of_routes,
    extend_names,
    find_described,
    in_plain_words,
    join_names,
)
from geoeval.understanding.linking.spans import Spans
from geoeval.understanding.reading import Mention, Reading, covered_words
from geoeval.understanding.vocabulary import lexicon, word_list
from geoeval.understanding.vocabulary.spelling import correct_text
from geoeval.understanding.vocabulary.text import Token, clean_text, split_keys, tokenise
from geoeval.world.model import World

Pair = tuple[str, str]

_ASKING = ("when", "which", "where", "tell", "count", "time", "distance")


def find_concepts(words: Sequence[Token]) -> list[Mention]:
    """Return the mentions of vocabulary terms; mentions of different kinds may overlap."""
    keys = [word.key for word in words]
    return [
        Mention(kind, value, start, end) for kind, value, start, end in lexicon.find_phrases(keys)
    ]


def find_flags(world: World, words: Sequence[Token], known: set[int]) -> Iterator[Mention]:
    """Yield the mentions of flags of places in this world, such as "Good for Children".

    Words in ``known``, which the vocabulary has for a service, are skipped.
    """
    word_keys = tuple(word.key for word in words)
    listed = (place for nearby in world.lists for place in nearby.places)
    flags = {flag for place in (*world.places, *listed) for flag in place.features}
    for flag in sorted(flags):
        flag_keys = split_keys(flag)
        for start in range(len(word_keys) - len(flag_keys) + 1) if len(flag_keys) > 1 else ():
            span = range(start, start + len(flag_keys))
            if word_keys[start : span.stop] == flag_keys and known.isdisjoint(span):
                yield Mention("feature", flag.casefold(), start, span.stop)


def _is_imperative(mention: Mention, words: Sequence[Token]) -> bool:
    """Whether a verb such as "list" is a request: it starts its sentence, or follows "please"."""
    if mention.start == 0:
        return True
    word, before = words[mention.start], words[mention.start - 1]
    return (
        before.sentence != word.sentence
        or before.key in word_list("asking.requesting")
        or "," in word.gap
    )


def asking_sentences(words: Sequence[Token], found: Sequence[Mention], text: str) -> frozenset[int]:
    """Return the numbers of the sentences that ask: those with a question mark or an asking word.

    A question without content ("Can you help me?") does not count if another sentence asks. If no
    sentence asks, the last meaningful one counts.
    """
    if not words:
        return frozenset()
    last_word = {word.sentence: word for word in words}
    idle = _find_idle_sentences(words, found)
    meaningful = {words[m.start].sentence for m in found if m.kind in _MEANING} - idle
    marked = {
        number
        for number, word in last_word.items()
        if "?" in text[word.end : word.end + 6].lstrip().split("\n")[0].split(" ")[0]
    }
    if marked - idle:
        return frozenset(marked - idle)
    first_word = {words[i].sentence: i for i in range(len(words) - 1, -1, -1)}
    asked = {
        words[m.start].sentence
        for m in found
        if m.kind == "ask"
        and (
            m.value != "tell"
            or (_is_imperative(m, words) and words[m.start].sentence in meaningful)
        )
        and (m.value in _ASKING)
        and m.start - first_word[words[m.start].sentence] <= 6
    }
    if asked - idle:
        return frozenset(asked - idle)
    return frozenset({max(meaningful)} if meaningful else marked or asked or {words[-1].sentence})


def _find_idle_sentences(words: Sequence[Token], found: Iterable[Mention]) -> set[int]:
    """Return the sentences of everyday words only, which ask for nothing specific."""
    neutral = lexicon.neutral_words()
    of_the_helper = {word.sentence for word in words if word.key == "you"}
    meaningful = {word.sentence for word in words if word.key not in neutral}
    for mention in found:
        sentence = words[mention.start].sentence
        can_you = mention.value == "feasible" and sentence in of_the_helper
        asks = mention.kind == "ask" and mention.value not in {"whether", "tell"}
        if asks or (mention.kind in _MEANING and not can_you):
            meaningful.add(sentence)
    return {word.sentence for word in words} - meaningful


_MEANING = (
    "category", "superlative", "topic", "attribute", "state", "feature", "place", "unknown",
    "manoeuvre", "praise", "road", "route", "compass", "price",
)  # fmt: skip
"""The kinds of mentions that make a sentence ask for something."""
_PLAIN = frozenset({"which", "where", "tell", "whether"})


def _points_back(reading: Reading) -> bool:
    """Whether the sentences that ask only refer to the others ("Where would you send me?")."""
    return not any(reading.asked(kind) for kind in _MEANING) and not any(
        m.value not in _PLAIN for m in reading.asked("ask")
    )


def _opening_capitals(words: Sequence[Token], meaningful: set[int]) -> set[int]:
    """Return the words that are capitalised only because they start a sentence."""
    return {
        i
        for i, word in enumerate(words)
        if (i == 0 or words[i - 1].sentence != word.sentence) and i in meaningful
    }


def _is_in_a_name(number: Mention, words: Sequence[Token], pairs: Container[Pair]) -> bool:
    """Whether a number is part of a name: "the Lucky Seven Inn", or next to a word of a name."""
    neighbours = (pair for pair in pairwise(words[max(0, number.start - 1) : number.end + 1]))
    if number.kind == "number" and any(
        one.is_capital and other.is_capital and (one.key, other.key) in pairs
        for one, other in neighbours
    ):
        return True
    around = words[max(0, number.start - 1) : number.end + 1]
    return (
        number.kind == "number"
        and len(around) == 3
        and all(word.is_capital and word.text.isalpha() for word in around)
        and not (around[1].gap or around[2].gap)
    )


_COMPARING = frozenset({"comparator", "comparator_after"})


def _compares_figure(mention: Mention, numbers: Sequence[Mention]) -> bool:
    """Whether a comparator is near a figure ("at least 4.7", not "see at most")."""
    if mention.kind == "comparator":
        return any(0 <= number.start - mention.end <= 4 for number in numbers)
    return any(0 <= mention.start - number.end <= 4 for number in numbers)


def _begins_a_noun(word: Token) -> bool:
    return not word.gap and (word.is_capital or word.key in {"the", "a", "an", "this", "my"})


def _is_idle(mention: Mention, words: Sequence[Token]) -> bool:
    """Whether a word is only background: "up north in Akureyri", "good morning".

    A verb with "in" before a place is not a service ("eat in the old town", not "do they eat in").
    """
    if mention.kind == "praise" and mention.end < len(words):
        return words[mention.end].key in word_list("asking.greeted")
    if mention.kind == "feature" and words[mention.end - 1].key == "in":
        return mention.end < len(words) and _begins_a_noun(words[mention.end])
    if mention.kind in {"negation", "excluding"} and mention.end < len(words):
        return words[mention.end].key in {"it", "that"} and words[mention.start].key == "avoid"
    before = words[mention.start - 1].key if mention.start else ""
    if mention.value == "free_time" and words[mention.start].key == "left":
        return before.startswith("turn")  # "turn left before the bridge"
    if mention.kind == "return":
        on_seat = words[mention.start].key == "back" and before in _DETERMINERS
        return (on_seat and mention.end - mention.start == 1) or _is_denied(mention, words)
    if (mention.kind, mention.value) == ("relation", "after"):
        return mention.end < len(words) and words[mention.end].key == "which"
    if mention.kind == "price":
        return before in {"more", "less"}  # "more expensive" is not the level "expensive"
    return mention.kind == "compass" and before in {"up", "down", "out"}


_DENYING = frozenset({"not", "never", "without"})
_DENIED_WITHIN = 4  # words: "do not need to come back", "without ever going back"


def _is_denied(mention: Mention, words: Sequence[Token]) -> bool:
    """Whether a negation precedes a mention in its sentence: "do not return", "never come back"."""
    before = words[max(0, mention.start - _DENIED_WITHIN) : mention.start]
    sentence = words[mention.start].sentence
    return any(word.key in _DENYING and word.sentence == sentence for word in before)


def _drop_denied_modes(found: list[Mention], words: Sequence[Token]) -> list[Mention]:
    """Drop the travel modes that are denied before another mode is named.

    "I have no car, so I walk" says only that the asker walks.
    """
    ways = [m for m in found if m.kind in {"mode", "mode_verb"}]
    denied = [
        m
        for m in found
        if (m.kind, m.value) == ("negation", "avoid")
        and any(way.start in m.span for way in ways)
        and any(
            way.start >= m.end and words[way.start].sentence == words[m.start].sentence
            for way in ways
        )
    ]
    denied_words = covered_words(denied)
    return [m for m in found if m.start not in denied_words]


_DETERMINERS = frozenset({"the", "my", "our", "his", "her"})


def _is_auxiliary(mention: Mention, words: Sequence[Token]) -> bool:
    """Whether a word asks only at the start of a question: "is", "can", a bare "when"."""
    mention_keys = [word.key for word in words[mention.start : mention.end]]
    bare = mention_keys in (["when"], ["number", "of"])
    return mention.kind == "ask" and (mention.value == "whether" or bare)


def _opens_clause(mention: Mention, words: Sequence[Token]) -> bool:
    """Whether a verb such as "is" or "can" is at the start of a question."""
    if mention.start == 0 or words[mention.start].key == "whether":
        return True
    word, before = words[mention.start], words[mention.start - 1]
    return (
        before.sentence != word.sentence
        or bool(set(",:;") & set(word.gap))
        or before.key in {"so", "and", "but"}
    )


def _is_whole_name(mention: Mention, words: Sequence[Token]) -> bool:
    """Whether words with a meaning are not part of a longer name ("South Bank")."""
    if mention.kind in {"day", "moment"}:
        return True
    before = words[mention.start - 1] if mention.start else None
    after = words[mention.end] if mention.end < len(words) else None
    continues = before is not None and before.is_capital and not words[mention.start].gap
    continues = continues and before is not None and before.key not in lexicon.neutral_words()
    followed = after is not None and after.is_capital and not after.gap
    return not continues and not followed


_OUTRANKS = {
    "ask": ("lacking",),
    "category": (
        "mode",
        "attribute",
        "feature",
        "praise",
        "lacking",
        "manoeuvre",
        "state",
        "visit",
    ),
    "comparator": ("superlative", "comparator_after"),
    "manoeuvre": ("lacking",),
    "lacking": ("superlative", "praise", "manoeuvre", "state"),
    "superlative": ("praise", "topic"),
    "visit": ("manoeuvre",),
    "feature": ("visit", "state", "lacking", "praise", "relation"),
    "attribute": ("state", "unit", "price"),
    "precision": ("superlative", "lacking", "unit", "manoeuvre", "negation", "passes"),
    "topic": ("compass",),
    "idle": ("manoeuvre", "relation", "radius", "excluding", "negation"),
    "relation": ("closing",),
}
"""The kinds of shorter mentions that a longer mention of each kind overrides."""


def _drop_outranked(found: list[Mention], kinds: list[Mention]) -> list[Mention]:
    longer: dict[str, list[range]] = {}
    for longer_mention in (*found, *kinds):
        if longer_mention.end - longer_mention.start > 1:
            for kind in _OUTRANKS.get(longer_mention.kind, ()):
                longer.setdefault(kind, []).append(longer_mention.span)
    return [
        m
        for m in found
        if not any(
            span.start <= m.start < span.stop and m.end - m.start < len(span)
            for span in longer.get(m.kind, ())
        )
    ]


def _name_rows(question: Question, world: World) -> list[tuple[str, ...]]:
    roads = {road for route in world.routes for step in route.steps for road in step.roads}
    return [split_keys(name) for name in (*world.atlas.names, *question.options, *roads)]


def _drop_inside_names(mentions: list[Mention], names: list[Mention]) -> list[Mention]:
    named = covered_words(names)
    return [m for m in mentions if not named.issuperset(m.span)]


_STORY_ONLY = ("mode", "mode_verb", "day", "clock", "superlative")


def read_both(question: Question, world: World) -> tuple[tuple[Reading, float], ...]:
    """Return the reading of a question as written and, if it has typos, corrected, with costs."""
    text = clean_text(question.text)
    text = text.lower() if text.isupper() else text
    corrected_text = correct_text(text, _name_rows(question, world))
    written = (_read_text(question, world, text), 0.0)
    if corrected_text == text:
        return (written,)
    corrected = _read_text(question, world, corrected_text)
    pairs = zip(tokenise(text), tokenise(corrected_text), strict=True)
    corrections = tuple((word.text, other.text) for word, other in pairs if word.text != other.text)
    return (written, (replace(corrected, corrections=corrections), TYPO_COST))


TYPO_COST = 0.02
"""The cost of correcting a spelling: a word may be intended as written."""


def read_question(question: Question, world: World) -> Reading:
    """Return the reading of a question against a world, with its typos corrected."""
    return read_both(question, world)[-1][0]


def _read_text(question: Question, world: World, text: str) -> Reading:
    words = tokenise(text)
    found = find_concepts(words)
    found += find_flags(world, words, covered_words(m for m in found if m.kind == "feature"))
    known = known_names(world, words)
    free = FreeNames(world, text, words)
    numbers = _find_numbers(text, words, known, found, free)
    roads = [m for m in known if m.kind != "place"]
    places = _find_places(free, known, numbers, found)
    aside = (
        covered_words(numbers)
        | covered_words(m for m in found if m.kind in _STORY_ONLY)
        | covered_words(roads)
    )
    words, places = Spans(text, words, aside, free.overlap).extended(places)
    measured = covered_words(m for m in numbers if m.kind != "number")
    taken = covered_words(places) | measured
    kinds = [m for m in find_categories(words, taken, world) if not is_verb(m, words)]
    found = _keep_concepts(found, words, numbers, measured)
    concepts_left = _drop_outranked(_drop_inside_names(found, places), kinds)
    mentions: dict[str, list[Mention]] = {}
    for mention in (*places, *roads, *numbers, *kinds, *concepts_left):
        mentions.setdefault(mention.kind, []).append(mention)
    for group in mentions.values():
        group.sort(key=lambda m: (m.start, -m.end))
    types = answer_types(question.options, world)
    reading = Reading(
        question=question,
        world=world,
        words=words,
        mentions=mentions,
        asking=asking_sentences(words, [*found, *kinds], text),
        answers=types,
        implied=implied_cues(types),
    )
    if _points_back(reading):
        reading.ask_also(words[m.start].sentence for kind in _MEANING for m in reading.of(kind))
    return reading


def _find_numbers(
    text: str,
    words: tuple[Token, ...],
    known: list[Mention],
    found: list[Mention],
    free: FreeNames,
) -> list[Mention]:
    named, days = covered_words(known), covered_words(m for m in found if m.kind == "relative_day")
    return [
        m
        for m in find_figures(text, words)
        if named.isdisjoint(m.span)
        and m.start not in days
        and not _is_in_a_name(m, words, free.overlap.pairs)
    ]


def _find_places(
    free: FreeNames, known: list[Mention], numbers: list[Mention], found: list[Mention]
) -> list[Mention]:
    world, words = free.world, free.words
    roads = [m for m in known if m.kind != "place"]
    places = extend_names(free, [m for m in known if m.kind == "place"], roads)
    stop = covered_words(numbers) | covered_words(m for m in found if _is_whole_name(m, words))
    stop |= _opening_capitals(words, covered_words(found)) if free.cased else covered_words(found)
    stop |= covered_words(
        m for m in find_categories(words, covered_words(known), world) if is_common_noun(m, words)
    )
    places.extend(free.find(places, roads, stop))
    places = in_plain_words(
        free, join_names(free, places), roads, covered_words(found) | covered_words(numbers)
    )
    places.extend(find_described(words, places))
    places.extend(named_by_kind(world, words, places, covered_words(found)))
    return with_descriptions(words, ends_of_routes(free, places))


def _keep_concepts(
    found: list[Mention], words: tuple[Token, ...], numbers: list[Mention], measured: set[int]
) -> list[Mention]:
    found = [m for m in found if measured.isdisjoint(m.span) or m.kind in {"day", "moment"}]
    found = [m for m in found if m.kind not in _COMPARING or _compares_figure(m, numbers)]
    found = [m._replace(kind="idle") if _is_idle(m, words) else m for m in found]
    found = [m for m in found if not _is_auxiliary(m, words) or _opens_clause(m, words)]
    return _drop_denied_modes(found, words)
