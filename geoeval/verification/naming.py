"""Which of the known names an option means, and how options compare with names and texts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from geoeval.query.values import Names, Text
from geoeval.text import key_words, normalise
from geoeval.understanding.text import clean
from geoeval.verification.fits import Fits
from geoeval.world.names import How, NameIndex, best_match

_LEADING = re.compile(r"^[\s.•*-]*(?:via\s+)?", re.IGNORECASE)
_LIST_MARK = re.compile(r"\s*[,;\n]\s*(?:and\s+|&\s*)?|\s+and\s+|\s+&\s+")
_RESEMBLING = 60.0
_OPPOSITES = frozenset(["left", "right", "north", "south", "east", "west"])


def bare_name(text: str) -> str:
    """Return a name as an option gives it, without marks, markup and "via" in front.

    Examples
    --------
    >>> bare_name(". Via <b>Elm</b> St ")
    'Elm St'
    """
    return " ".join(_LEADING.sub("", clean(text)).split())


class NameRanks:
    """The place in ``Names.names`` that a text stands for, among all names that are known."""

    def __init__(self, value: Names, known: Sequence[str] = ()) -> None:
        ranks: dict[str, tuple[str, int | None]] = {}
        texts: list[tuple[str, int | None]] = [(n, place) for place, n in enumerate(value.names)]
        for place, aliases in enumerate(value.aliases):
            texts += [(alias, place) for alias in aliases]
        texts += [(name, None) for name in known]
        for text, rank in texts:
            name = bare_name(text)
            if name:
                ranks.setdefault(normalise(name), (name, rank))
        self._ranks = tuple(rank for _, rank in ranks.values())
        self._names = tuple(name for name, _ in ranks.values())
        self._index = NameIndex(self._names)
        self._words = {key_words(name) for name in self._names}
        self._literal = False

    @classmethod
    def offered(cls, value: Names, known: Sequence[str], options: Sequence[str]) -> NameRanks:
        """Rank the names of a value for the options of its question.

        Where every name is offered word for word, as orders and schedules are, options that
        are merely similar to one are something else.
        """
        ranks = cls(value, known)
        said = {normalise(bare_name(option)) for option in options}
        aliases = value.aliases or ((),) * len(value.names)
        ranks._literal = all(
            said.intersection(map(normalise, map(bare_name, (name, *others))))
            for name, others in zip(value.names, aliases, strict=True)
        )
        return ranks

    def knows(self, text: str) -> bool:
        """Return whether a text is one of the names as it stands, spelling aside."""
        return key_words(bare_name(text)) in self._words

    def rank(self, text: str) -> int | None:
        """Return the rank of the name that a text means, or None for another name or none.

        Where it may mean several of the computed names, the best of them counts.
        """
        name = bare_name(text)
        if not name:
            return None
        match = self._index.match(name)
        if self._literal and match.how not in {"exact", "normalised"}:
            return None
        found = match.tied if match.index is None else (match.index,)
        if match.how in ("short_form", "close"):
            how = match.how
            found = tuple(index for index in found if _same_kind(name, self._names[index], how))
        ranks = [self._ranks[index] for index in found]
        known = [rank for rank in ranks if rank is not None]
        return min(known) if known and len(known) == len(ranks) else None


def _same_kind(text: str, name: str, how: How) -> bool:
    """Return whether a likeness may hold: same turns, not one road against two, misspelt only."""
    said, known = key_words(text), key_words(name)
    if _OPPOSITES.intersection(said) != _OPPOSITES.intersection(known):
        return False
    short, long = sorted((said, known), key=len)
    if long[: len(short)] == short and long[len(short) : len(short) + 1] == ("and",):
        return False
    return how == "short_form" or not (text + name).isascii() or _misspelt(said, known)


def _misspelt(said: Sequence[str], known: Sequence[str]) -> bool:
    """Return whether every word that only one of two names has resembles one of the other."""
    from rapidfuzz import fuzz

    mine = [word for word in said if word not in known]
    theirs = [word for word in known if word not in said]
    return all(
        any(fuzz.ratio(word, other) >= _RESEMBLING for other in others)
        for words, others in ((mine, theirs), (theirs, mine))
        for word in words
    )


def segments(text: str, index: NameRanks) -> list[int | None]:
    """Return the ranks of the names in a list, commas inside names kept together."""
    text = clean(text)
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


def fit_names(value: Names, options: Sequence[str], known: Sequence[str] = ()) -> Fits:
    """Compare names with the options, as ``Names.reading`` says.

    Examples
    --------
    >>> ranking = Names(names=("Old Mill", "Ox Inn", "Fig Café"), reading="ranked")
    >>> list(fit_names(ranking, ["Fig Cafe", "Ox Inn, 3 Low St", "Oxford Inn"]).options)
    [1]
    """
    index = NameRanks.offered(value, known, options)
    if value.reading == "all":
        return _fit_list(value, options, index)
    ranks = {i: rank for i, o in enumerate(options) if (rank := index.rank(o)) is not None}
    if value.reading == "any":
        return Fits(options=dict(ranks))
    if value.reading == "nth":
        wanted = index.rank(value.names[value.rank - 1]) if value.rank <= len(value.names) else None
        return Fits(options={i: rank for i, rank in ranks.items() if rank == wanted})
    if not ranks:
        return Fits()
    best = min(ranks.values())
    limit = value.tied if best < value.tied else best + 1
    fitting = {i: rank for i, rank in ranks.items() if rank < limit}
    rest = [rank for rank in ranks.values() if rank >= limit]
    return Fits(options=dict(fitting), margin=float(min(rest) - best) if rest else None)


def _fit_list(value: Names, options: Sequence[str], index: NameRanks) -> Fits:
    """Compare a set of names with options that list several."""
    wanted = {index.rank(name) for name in value.names}
    offered: dict[int, frozenset[int]] = {}
    for i, option in enumerate(options):
        whole = index.rank(option) if index.knows(option) else None
        ranks = [whole] if whole is not None else segments(option, index)
        held = frozenset(rank for rank in ranks if rank is not None)
        if held and len(held) == len(set(ranks)):
            offered[i] = held
    complete = {i: held for i, held in offered.items() if held == wanted}
    if complete or not offered:
        return Fits(options=dict(complete))
    most = max(len(held) for held in offered.values())
    note = f"no option lists all {len(wanted)}; the longest with only right names lists {most}"
    return Fits(options={i: h for i, h in offered.items() if len(h) == most}, notes=(note,))


def fit_text(value: Text, options: Sequence[str]) -> Fits:
    """Compare a fact in words, such as an address, with the options.

    Examples
    --------
    >>> list(fit_text(Text(text="12 Low Rd, Ely"), ["12 High Road, Ely", "12 Low Road"]).options)
    [1]
    """
    wanted = _text_key(value.text)
    said = {i: key for i, option in enumerate(options) if any(key := _text_key(option))}
    same = {i: key for i, key in said.items() if key == wanted}
    held = {i: wanted for i, key in said.items() if _holds(wanted, key) or _holds(key, wanted)}
    if same or held:
        return Fits(options=dict(same or held))
    found = best_match(value.text, [bare_name(option) for option in options]).index
    return Fits() if found is None else Fits(options={found: wanted})


def _text_key(text: str) -> tuple[str, ...]:
    """Return the words of a text; of a phone number its digits in one."""
    words = key_words(bare_name(text))
    digits = "".join(words)
    return (digits,) if digits.isdigit() and len(digits) > 5 else words


def _holds(long: tuple[str, ...], short: tuple[str, ...]) -> bool:
    """Return whether a text of several words holds another in a row."""
    width = len(short)
    return width > 1 and any(long[i : i + width] == short for i in range(len(long) - width + 1))
