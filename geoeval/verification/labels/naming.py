"""Find which of the known names a text means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from geoeval.query.values import Names
from geoeval.text import key_words, normalise_name
from geoeval.understanding.vocabulary.text import clean_text
from geoeval.world.names import OPPOSITES, NameIndex

_LEADING = re.compile(r"^[\s.•*-]*(?:via\s+)?", re.IGNORECASE)
_LIST_MARK = re.compile(r"\s*[,;\n]\s*(?:and\s+|&\s*)?|\s+and\s+|\s+&\s+")


def bare_name(text: str) -> str:
    """Return a name without markup and without bullets or "via" in front."""
    return " ".join(_LEADING.sub("", clean_text(text)).split())


class NameRanks:
    """Finds the zero-based rank in ``Names.names`` of a name in a text."""

    def __init__(self, value: Names, known: Sequence[str] = ()) -> None:
        ranks: dict[str, tuple[str, int | None]] = {}
        texts: list[tuple[str, int | None]] = [(name, i) for i, name in enumerate(value.names)]
        for index, aliases in enumerate(value.aliases):
            texts += [(alias, index) for alias in aliases]
        texts += [(name, None) for name in known]
        for text, rank in texts:
            name = bare_name(text)
            if name:
                ranks.setdefault(normalise_name(name), (name, rank))
        self._ranks = tuple(rank for _, rank in ranks.values())
        self._names = tuple(name for name, _ in ranks.values())
        self._index = NameIndex(self._names)
        self._words = {key_words(name) for name in self._names}
        self._literal = False

    @classmethod
    def offered(cls, value: Names, known: Sequence[str], options: Sequence[str]) -> NameRanks:
        """Rank the names of a value for the options of its question.

        If every name is offered word for word, like orders and schedules, options that are only
        similar to a name do not match it.
        """
        ranks = cls(value, known)
        option_names = {normalise_name(bare_name(option)) for option in options}
        aliases = value.aliases or ((),) * len(value.names)
        ranks._literal = all(
            option_names.intersection(map(normalise_name, map(bare_name, (name, *others))))
            for name, others in zip(value.names, aliases, strict=True)
        )
        return ranks

    def knows(self, text: str) -> bool:
        """Return whether a text has the same words as one of the names."""
        return key_words(bare_name(text)) in self._words

    def rank(self, text: str) -> int | None:
        """Return the rank of the name that a text means, or None if it is not a computed name.

        If it may mean several computed names, the best rank counts.
        """
        name = bare_name(text)
        ranks = [self._ranks[index] for index in self._find_matches(name)] if name else []
        known = [rank for rank in ranks if rank is not None]
        return min(known, default=None) if len(known) == len(ranks) else None

    def _find_matches(self, name: str) -> tuple[int, ...]:
        match = self._index.match(name)
        if self._literal and match.how not in {"exact", "normalised"}:
            return ()
        indices = match.tied if match.index is None else (match.index,)
        if match.how in ("short_form", "close"):
            indices = tuple(i for i in indices if _may_be_same(name, self._names[i]))
        return indices


def _may_be_same(text: str, name: str) -> bool:
    """Return whether a name and a form of it may be the same.

    They must agree in words such as "left" and "north", and one must not be the other with "and"
    and more.
    """
    words, known = key_words(text), key_words(name)
    if OPPOSITES.intersection(words) != OPPOSITES.intersection(known):
        return False
    short, long = sorted((words, known), key=len)
    return long[: len(short)] != short or long[len(short) : len(short) + 1] != ("and",)


def segment_ranks(text: str, index: NameRanks) -> list[int | None]:
    """Return the ranks of the names in a list, in which names may contain commas."""
    text = clean_text(text)
    marks = [(0, 0), *((m.start(), m.end()) for m in _LIST_MARK.finditer(text))]
    starts = [end for _, end in marks]
    ends = [*(start for start, _ in marks[1:]), len(text)]
    ranks: list[int | None] = []
    first = 0
    while first < len(starts):
        last = next(
            (
                last
                for last in range(len(ends) - 1, first, -1)
                if index.knows(text[starts[first] : ends[last]])
            ),
            first,
        )
        piece = text[starts[first] : ends[last]]
        if bare_name(piece):
            ranks.append(index.rank(piece))
        first = last + 1
    return ranks
