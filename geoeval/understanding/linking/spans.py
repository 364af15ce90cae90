"""Extends names over what belongs to them: brackets, a town, repeated words of the name."""

from __future__ import annotations

from collections.abc import Sequence

from geoeval.text import key_words
from geoeval.understanding.linking.free_names import ends_name
from geoeval.understanding.linking.overlap import Overlap
from geoeval.understanding.reading import Mention
from geoeval.understanding.vocabulary.lexicon import category_of, neutral_words
from geoeval.understanding.vocabulary.spelling import known_words
from geoeval.understanding.vocabulary.text import Token

_MAX_BRACKET_WORDS = 6
_MAX_TOWN_WORDS = 4


class Spans:
    """Extends mentions of names over following words that add no information."""

    def __init__(
        self, text: str, words: Sequence[Token], story: set[int], overlap: Overlap
    ) -> None:
        self.text = text
        self.words = words
        self.story = story
        self.overlap = overlap

    def extended(self, names: Sequence[Mention]) -> tuple[tuple[Token, ...], list[Mention]]:
        """Return the words and the extended mentions.

        Names inside an extended mention are dropped, as is the punctuation before them.
        """
        known = {i: m for m in names for i in m.span}
        found = [m._replace(end=self._find_end(m, known)) for m in names]
        inner = {i for g, m in zip(found, names, strict=True) for i in range(m.end, g.end)}
        words = [w._replace(gap="") if i in inner else w for i, w in enumerate(self.words)]
        for longer, name in zip(found, names, strict=True):
            if name.end < longer.end < len(words):
                after = words[longer.end]
                words[longer.end] = after._replace(gap=after.gap.replace(")", "", 1))
        return tuple(words), [g for g, m in zip(found, names, strict=True) if m.start not in inner]

    def _find_end(self, name: Mention, known: dict[int, Mention]) -> int:
        end = name.end
        while True:
            next_end = (
                self._bracket_end(end, name, known)
                or self._continuation_end(end, name, known)
                or self._town_end(end, name, known)
            )
            if next_end is None:
                return end
            end = next_end

    def _bracket_end(self, start: int, name: Mention, known: dict[int, Mention]) -> int | None:
        """Return the end of a bracket that only gives more of the name, else None."""
        if start >= len(self.words) or "(" not in self.words[start].gap:
            return None
        for end in range(start + 1, min(start + _MAX_BRACKET_WORDS, len(self.words)) + 1):
            if ")" not in self._marks_before(end):
                continue
            span = range(start, end)
            others = [known[i] for i in span if i in known]
            if any(_is_other_place(m, name, span) for m in others):
                return None
            if name.kind == "unknown" and any(
                self.overlap.is_distinctive(self.words[i].key) for i in span
            ):
                return None
            return end if self.story.isdisjoint(span) else None
        return None

    def _continuation_end(self, start: int, name: Mention, known: dict[int, Mention]) -> int | None:
        end = start
        own = set(key_words(name.value)) if name.kind == "place" else set()
        while (
            end < len(self.words)
            and self.words[end].is_capital
            and own.issuperset(key_words(self.words[end].text))
            and (end not in known or _can_be_absorbed(known[end], name))
            and (end == start or not self.words[end].gap)
        ):
            end += 1
        return (
            end
            if end > start and (self.words[start].gap or self._is_same_name(start, name, known))
            else None
        )

    @staticmethod
    def _is_same_name(start: int, name: Mention, known: dict[int, Mention]) -> bool:
        return start in known and known[start].value == name.value

    def _marks_before(self, index: int) -> str:
        if index < len(self.words):
            return self.words[index].gap
        return self.text[self.words[index - 1].end :]

    def _town_end(self, start: int, name: Mention, known: dict[int, Mention]) -> int | None:
        """Return the end of "in Springfield" or ", Springfield" after the name of a place."""
        if name.kind != "place" or start >= len(self.words):
            return None
        first = self.words[start]
        if first.key == "in" and not first.gap:
            town_start = start + 1
        elif first.gap == ",":
            town_start = start
        else:
            return None
        end = town_start
        own = self.overlap.address(name.value)
        cased = self.words[name.start].is_capital
        while end < min(len(self.words), town_start + _MAX_TOWN_WORDS) and (
            self._is_own_town(end, own, known) or self._is_of_town(end, known, cased=cased)
        ):
            if end > town_start and ends_name(self.words, end):
                break
            mention = known.get(end)
            is_whole_unknown = mention and mention.start == end and mention.kind == "unknown"
            end = mention.end if mention and is_whole_unknown else end + 1
        if end == town_start:
            return None
        country = known.get(end)
        if country and country.kind == "unknown" and self.words[end].gap == ",":
            end = country.end
        return end

    def _is_own_town(self, index: int, own: frozenset[str], known: dict[int, Mention]) -> bool:
        word = self.words[index]
        mention = known.get(index)
        exact = mention is not None and mention.kind == "place" and not mention.doubt
        if exact or index in self.story or not word.key.isalpha():
            return False
        return word.is_capital and own.issuperset(key_words(word.key))

    def _is_of_town(self, index: int, known: dict[int, Mention], *, cased: bool) -> bool:
        """Whether a word may belong to a town; in lower case only after a lower-case name."""
        word = self.words[index]
        mention = known.get(index)
        if index in self.story or (mention is not None and mention.kind == "place"):
            return False
        if word.key in neutral_words() or category_of(word.key) is not None:
            return False
        if word.is_capital:
            return word.key in self.overlap.places
        return not cased and word.key not in known_words()


def _is_other_place(other: Mention, name: Mention, aside: range) -> bool:
    if other.kind != "place" or other.value == name.value:
        return False
    return not other.doubt or (other.start <= aside.start and aside.stop <= other.end)


def _can_be_absorbed(other: Mention, name: Mention) -> bool:
    return other.kind == "unknown" or bool(other.doubt) or other.value == name.value
