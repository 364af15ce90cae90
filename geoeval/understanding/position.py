"""The position of a word decides whether it may narrow what is asked for.

An unknown word may change the answer before the noun that is asked for ("the nearest *halal*
butcher"), in its relative or prepositional phrase ("a cafe *with swings*"), or next to a
comparison, a negation or a number. It does not in the story, in a clause that gives a reason, or
after "for my", whatever it means. So reading a question takes no list of harmless words.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from itertools import takewhile

from geoeval.understanding.reading import Mention, Reading, covered_words
from geoeval.understanding.vocabulary import word_list
from geoeval.understanding.vocabulary.lexicon import grammar_words


class Weight(IntEnum):
    """What an unexplained word may do, depending on its position."""

    ASIDE = 0
    LOOSE = 1
    RESTRICTIVE = 2
    CONDITION = 3


_MARKS = frozenset(",;:-.(")
_REACH = 3
_MIN_LEADING_CLAUSE = 3
_MIN_ADVERB = 6
_WISH_REACH = 4


def word_weights(reading: Reading) -> dict[int, Weight]:
    """Return how far each word of the sentences that ask may narrow the answer."""
    if "weights" not in reading.memory:
        reading.memory["weights"] = _compute_weights(reading)
    found: dict[int, Weight] = reading.memory["weights"]
    return found


def _compute_weights(reading: Reading) -> dict[int, Weight]:
    story_keys = {word.key for word in reading.words if word.sentence not in reading.asking}
    found: dict[int, Weight] = {}
    for kind in reading.in_story("category"):
        found |= dict.fromkeys(_words_before(reading, kind.start), Weight.RESTRICTIVE)
    for sentence in sorted(reading.asking):
        indices = [i for i, word in enumerate(reading.words) if word.sentence == sentence]
        found |= dict.fromkeys(indices, Weight.LOOSE)
        found |= dict.fromkeys(_find_asides(reading, indices), Weight.ASIDE)
        found |= dict.fromkeys(_find_narrowing(reading, indices), Weight.RESTRICTIVE)
        if not reading.asked("category"):
            conditions = [
                i for i in _find_circumstances(reading, indices) if found[i] is not Weight.ASIDE
            ]
            found |= dict.fromkeys(conditions, Weight.CONDITION)
    for index, weight in found.items():
        if reading.words[index].sentence not in reading.asking:
            continue
        if weight < Weight.RESTRICTIVE or _is_next_to_kind(reading, index):
            continue
        seen_before = reading.words[index].key in story_keys or _spans_a_length(reading, index)
        if seen_before or _is_adverb(reading, index) or _is_verb(reading, index):
            found[index] = Weight.LOOSE
    return found


def is_extreme(reading: Reading, index: int) -> bool:
    """Whether a word has the form of a superlative adjective, known or not."""
    word = reading.words[index]
    known = word.key in word_list("position.no_superlatives") or word.is_capital
    return len(word.key) > _MIN_SUPERLATIVE and word.key.endswith("est") and not known


_MIN_SUPERLATIVE = 5


def _spans_a_length(reading: Reading, index: int) -> bool:
    """Whether a noun only describes a length: "a *circle* of 500 m", "a 500 m *circle* of"."""
    words = reading.words
    if index + 1 == len(words) or words[index + 1].key not in _AROUND or words[index + 1].gap:
        return False
    is_before_length = words[index + 1].key == "of" and reading.covering(index + 2, "length")
    return bool(is_before_length or (index and reading.covering(index - 1, "length")))


_AROUND = frozenset({"of", "from", "around", "about"})


def _is_verb(reading: Reading, index: int) -> bool:
    """Whether the position of a word makes it a verb: after "I", "should I" or "to"."""
    before = reading.words[index - 1].key if index else ""
    return before in _subject_words() or before in _AUXILIARIES or before == "to"


_AUXILIARIES = frozenset({"will", "should", "can", "must", "could"})


def _find_asides(reading: Reading, indices: list[int]) -> Iterator[int]:
    """Yield the words of the clauses of a sentence that say why or for whom the question is asked.

    These are the words before the question proper, separated by punctuation or a conjunction, and
    those that follow "because", "so that", "for my", or "to" and a verb.
    """
    asks = [m.start for m in reading.asked("ask") if m.start in indices and m.value != "whether"]
    asks = asks or [m.start for m in reading.asked("ask") if m.start in indices]
    clauses = (_find_leading_clause(reading, [i for i in indices if i < ask], ask) for ask in asks)
    yield from next(filter(None, clauses), [])
    named = {m.start for m in reading.of("place")}
    yield from (i for i in indices if i + 1 in named and _only_adorns(reading, i))
    if asks:
        yield from _find_purposes(reading, indices, asks[0])


def _find_purposes(reading: Reading, indices: list[int], ask: int) -> Iterator[int]:
    """Yield the words of the clauses after a question that say what it is for."""
    first_noun_end = min((noun.end for noun in _asked_nouns(reading)), default=0)
    is_aside = False
    for index in indices:
        word = reading.words[index]
        if index > ask and _is_purpose(reading, index):
            is_aside = index >= first_noun_end or word.key == "while"
        elif word.key in _AGAIN or (not _MARKS.isdisjoint(word.gap) and index > indices[0]):
            is_aside = False
        if is_aside:
            yield index


def _find_leading_clause(reading: Reading, indices: list[int], ask: int) -> list[int]:
    """Return the words of the clause before a question, or none if it is part of the question."""
    start = next((i for i in reversed([*indices[-3:], ask]) if _begins_clause(reading, i)), None)
    if start is None:
        return []
    clause = [i for i in indices if i < start]
    joined = reading.words[start].key in _JOINING
    is_own = joined or any(reading.words[i].key in _subject_words() for i in clause)
    return clause if is_own and len(clause) >= _MIN_LEADING_CLAUSE else []


def _only_adorns(reading: Reading, index: int) -> bool:
    """Whether a word is between "the" and a name, which needs neither ("the sunny Old Mill")."""
    word = reading.words[index]
    after_the = reading.text(index - 1, index) == "the" if index else False
    return after_the and not word.is_capital and not word.gap and not reading.words[index + 1].gap


def _is_purpose(reading: Reading, index: int) -> bool:
    """Whether a clause begins that only says what something is for."""
    key = reading.words[index].key
    following = reading.words[index + 1].key if index + 1 < len(reading.words) else ""
    if key in {"because", "since"}:
        return True
    if key == "so":
        return following in {"that", *_subject_words()}
    if key == "for":
        return not any(0 < m.start - index <= _REACH for m in reading.asked("lacking"))
    if key in {"with", "in"} and following in _OWNING:
        return True
    if key in {"when", "as"}:
        return following in _subject_words()
    if key in {"while", "by"}:
        return key == "while" or (following not in grammar_words() and _is_judged(reading, index))
    if key == "if":
        return following not in _subject_words()
    if key in {"before", "until"}:  # "before the rain starts"
        return bool([m for m in reading.asked("lacking", "weather") if m.start - index in {1, 2}])
    if key == "after":
        return following in {"a", "an", "my", "our"}
    return key == "to" and _is_infinitive_of_purpose(reading, index)


def _is_infinitive_of_purpose(reading: Reading, index: int) -> bool:
    """Whether "to" begins a purpose: "to the Mill to see a film", not "does it take to drive"."""
    following = reading.words[index + 1].key if index + 1 < len(reading.words) else ""
    places = (*reading.of("place"), *reading.of("unknown"), *reading.of("home"))
    named = covered_words((*places, *reading.of("road"), *reading.of("category")))
    avoids = bool(reading.covering(index + 1, "negation"))  # "to avoid the hills" narrows
    is_verb = following not in grammar_words() and index + 1 not in named and not avoids
    ways = covered_words((*reading.of("mode"), *reading.of("mode_verb"))) if is_verb else set()
    superlative = index - 1 in ways and any(m.end < index for m in reading.asked("superlative"))
    return is_verb and (index - 1 in named or superlative)


def _is_judged(reading: Reading, index: int) -> bool:
    """Whether a word follows a judgement and introduces its author: "rated best by locals"."""
    return bool(reading.covering(index - 1, "superlative", "attribute", "praise"))


def _find_narrowing(reading: Reading, indices: list[int]) -> Iterator[int]:
    """Yield the words of a sentence in a position that narrows what is asked for."""
    inside = set(indices)
    aside = set(_find_asides(reading, indices))
    for attribute in reading.asked("attribute"):
        yield from (i for i in _words_before(reading, attribute.start) if i in inside)
    for noun in _asked_nouns(reading):
        if noun.start in inside:
            yield from _words_before(reading, noun.start)
            yield from (i for i in _words_behind(reading, noun.end) if i not in aside)
    for index in indices:
        if (index not in aside and _is_compared(reading, index)) or _is_wished(reading, index):
            yield index
    opening = reading.text(indices[0], indices[0] + 2).split()
    if opening[:1] == ["for"] and _OWNING.isdisjoint(opening):
        yield from takewhile(lambda i: "," not in reading.words[i].gap, indices)


def _find_circumstances(reading: Reading, indices: list[int]) -> Iterator[int]:
    """Yield the words of phrases about the conditions of travel: "in dense fog"."""
    named = covered_words((*reading.of("place"), *reading.of("unknown"), *reading.of("clock")))
    for index in indices:
        if reading.words[index].key not in _CONDITIONING:
            continue
        if "with" in reading.text(max(0, index - _REACH), index).split():
            continue  # "with skis on the roof"
        for following in range(index + 1, min(index + 1 + _REACH, indices[-1] + 1)):
            word = reading.words[following]
            if reading.covering(following, "ask"):
                break
            if word.gap or following in named or word.key in _OWNING or word.key in _CONDITIONING:
                break
            yield following


_CONDITIONING = frozenset({"in", "on", "during", "under", "despite"})


def _asked_nouns(reading: Reading) -> list[Mention]:
    """Return what is asked for: kinds of place, routes, or the noun after "which"."""
    nouns = reading.asked("category")
    if not set(_TELLING).isdisjoint(reading.answers):
        return nouns
    nouns = [*nouns, *reading.asked("topic", "route", "pair")]
    covered = covered_words(nouns)
    for ask in (*reading.asked("ask", "which", "count"), *reading.asked("superlative")):
        end = ask.end
        open_end = end < len(reading.words) and not reading.words[end].gap
        if open_end and end not in covered and reading.words[end].key not in grammar_words():
            nouns.append(Mention("noun", "noun", end, end + 1))
    return sorted(nouns, key=lambda m: m.start)


_TELLING = ("clock", "duration", "distance", "direction", "order", "pair")
"""Types of answers that show what is asked for, whatever the noun is: "the *hour* to leave"."""


def _words_before(reading: Reading, start: int) -> Iterator[int]:
    """Yield the words right before a noun, back to its article: "the nearest *halal* butcher"."""
    index = start - 1
    while index >= max(0, start - _REACH) and not reading.words[index + 1].gap:
        key = reading.words[index].key
        if key in grammar_words() and key not in _BETWEEN_ADJECTIVES:
            return
        yield index
        index -= 1


_BETWEEN_ADJECTIVES = frozenset({"nearby", "and", "or", "very", "near"})


def _words_behind(reading: Reading, end: int) -> Iterator[int]:
    narrows = True
    for index in range(end, len(reading.words)):
        word = reading.words[index]
        if word.sentence != reading.words[end - 1].sentence or not _MARKS.isdisjoint(word.gap):
            if word.key not in _NARROWING_LEADS:
                return
            narrows = True
        if word.key in _NARROWING_LEADS:
            narrows = True
        if narrows:
            yield index


def _is_compared(reading: Reading, index: int) -> bool:
    before = range(max(0, index - 2), index)
    kinds = ("negation", "comparator", "comparison", "excluding")
    if any(reading.covering(i, *kinds) for i in before):
        return True
    if index and reading.covering(index - 1, "superlative"):
        return True
    key = reading.words[index - 1].key if index else ""
    return key in _LIMITING or bool(index and reading.covering(index - 1, "number"))


def _is_wished(reading: Reading, index: int) -> bool:
    """Whether a word follows a verb such as "want" that is not followed by "to"."""
    words = reading.words
    reach = range(max(0, index - _WISH_REACH), index)
    wishing = word_list("position.wishing")
    return any(words[i].key in wishing and words[i + 1].key != "to" for i in reach)


def _is_next_to_kind(reading: Reading, index: int) -> bool:
    """Whether a word is right next to a kind of place, or after a word such as "with"."""
    if any(m.start - 2 <= index <= m.end for m in reading.of("category")):
        return True
    before = {word.key for word in reading.words[max(0, index - _REACH) : index]}
    return not word_list("position.demanding").isdisjoint(before) and bool(reading.of("category"))


def _begins_clause(reading: Reading, index: int) -> bool:
    word = reading.words[index]
    return word.key in _JOINING or not _MARKS.isdisjoint(word.gap)


def _is_adverb(reading: Reading, index: int) -> bool:
    """Whether a word looks like an adverb of manner ("comfortably") rather than an adjective."""
    key = reading.words[index].key
    before = reading.words[index - 1].key if index else ""
    linking = word_list("position.linking")
    return len(key) >= _MIN_ADVERB and key.endswith("ly") and before not in linking


def _subject_words() -> frozenset[str]:
    return word_list("position.subjects")


_JOINING = frozenset({"and", "but", "so"})
_OWNING = frozenset({"my", "our", "me", "us"})
_LIMITING = frozenset({"only", "than", "except", "without", "no"})
_AGAIN = frozenset({"that", "which", "without"})
_NARROWING_LEADS = frozenset({"with", "without", "that", "which", "who"})
