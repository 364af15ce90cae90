"""Clauses of sentences that ask, but only tell themselves: "We are tired, so where …?"."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.understanding.reading import Reading
from geoeval.understanding.vocabulary import word_list

_JOINING = frozenset("and but so".split())
_REASON = frozenset("because since".split())
_MARKS = frozenset(",;:-")
_WISH_REACH = 4
_LEAD_MIN = 3
_ADVERB_MIN = 6


def side_words(reading: Reading) -> frozenset[int]:
    """Return the words of the clauses that tell why or for whom a question is asked.

    These are the words before the question proper, parted from it by a mark or a conjunction,
    if they have a subject of their own ("A friend says that it is nicer, but how far …?"); and
    what follows "because". So do words that the story has said before, and adverbs. Words next to
    a kind of place and words of wishes are none of them: they may narrow what is asked for.
    """
    found = {index for sentence in reading.asking for index in _of_sentence(reading, sentence)}
    told = {word.key for word in reading.words if word.sentence not in reading.asking}
    found |= {
        i for i, word in enumerate(reading.words) if word.key in told or _is_adverb(reading, i)
    }
    return frozenset(
        index
        for index in found
        if not (_narrows_a_kind(reading, index) or _is_wished(reading, index))
    )


def _of_sentence(reading: Reading, sentence: int) -> Iterator[int]:
    """Yield the indices of the words of such clauses in one sentence."""
    words = [i for i, word in enumerate(reading.words) if word.sentence == sentence]
    asks = [m.start for m in reading.asked("ask") if m.start in words and m.value != "whether"]
    asks = asks or [m.start for m in reading.asked("ask") if m.start in words]
    for ask in asks:
        lead = [i for i in words if i < ask]
        begins = next((i for i in reversed([*lead[-3:], ask]) if _begins_clause(reading, i)), None)
        clause = [i for i in lead if begins is not None and i < begins]
        joined = begins is not None and reading.words[begins].key in _JOINING
        told = joined or any(reading.words[i].key in word_list("position.subjects") for i in clause)
        if len(clause) >= _LEAD_MIN and told:
            yield from clause
            break
    for i in words:
        if reading.words[i].key in _REASON and asks and i > asks[0]:
            yield from range(i, words[-1] + 1)
            return


def _is_adverb(reading: Reading, index: int) -> bool:
    """Whether a word looks like an adverb of manner ("comfortably"), and no adjective."""
    key = reading.words[index].key
    before = reading.words[index - 1].key if index else ""
    return (
        len(key) >= _ADVERB_MIN
        and key.endswith("ly")
        and before not in word_list("position.linking")
    )


def _is_wished(reading: Reading, index: int) -> bool:
    """Whether a word stands behind a verb such as "want" that no "to" follows."""
    words = reading.words
    reach = range(max(0, index - _WISH_REACH), index)
    return any(
        words[i].key in word_list("position.wishing") and words[i + 1].key != "to" for i in reach
    )


def _begins_clause(reading: Reading, index: int) -> bool:
    """Whether a clause begins with a word: behind a mark, or with a conjunction."""
    word = reading.words[index]
    return word.key in _JOINING or not _MARKS.isdisjoint(word.gap)


def _narrows_a_kind(reading: Reading, index: int) -> bool:
    """Whether a word stands beside a kind of place, or behind words such as "with"."""
    if any(m.start - 2 <= index <= m.end for m in reading.of("category")):
        return True
    before = {word.key for word in reading.words[max(0, index - 3) : index]}
    return not word_list("position.demanding").isdisjoint(before) and bool(reading.of("category"))
