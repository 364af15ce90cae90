"""Which options or answers agree with a computed value, and whether one is the answer."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence

from geoeval.query.values import (
    Bearing,
    Clock,
    Compound,
    Meetings,
    Names,
    Quantity,
    Stays,
    Text,
    Value,
    YesNo,
)
from geoeval.text import key_words, normalise
from geoeval.understanding.vocabulary.text import clean, keys
from geoeval.verification.fits import (
    FLOAT_NOISE,
    Fits,
    fit_bearing,
    fit_clock,
    fit_quantity,
    fit_yes_no,
    read_clock,
    read_compass,
    read_figure,
    read_figures,
    read_yes_no,
)
from geoeval.verification.model import Match
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


_OF_THEM = r"of (?:these|them|the two|the \w*routes|(?:the )?options)"
_NONE_OF_THESE = re.compile(
    r"^(?:on |via )?(?:none of (?:the |these|those|them)"
    rf"|neither(?: {_OF_THEM}| route| one)?$|no route$|nowhere$)"
)
_ALL_OF_THESE = re.compile(
    r"^(?:on |via )?(?:all of (?:the |these|those|them)|all (?:the )?(?:\w+ )?routes$"
    rf"|both(?: {_OF_THEM}| routes)?$)"
)
_BARE = re.compile(r"[\d.,:]*")
_SAME_HALF = 90.0


def is_padding(option: str) -> bool:
    """Return whether an option holds nothing: no letter and no digit.

    Examples
    --------
    >>> is_padding("  "), is_padding("0")
    (True, False)
    """
    return not any(letter.isalnum() for letter in clean(option)) and "$" not in option


def says_none(option: str, *, bare: bool = True) -> bool:
    """Return whether an option denies all the others; a bare "None" only where ``bare``.

    Examples
    --------
    >>> says_none("None of the above"), says_none("None", bare=False)
    (True, False)
    """
    plain = " ".join(keys(option))
    return bool(_NONE_OF_THESE.match(plain)) or (bare and plain == "none")


def match_options(
    value: Value, options: Sequence[str], *, known: Sequence[str] = (), total: int | None = None
) -> Match:
    """Compare a computed value with the options of its question.

    Examples
    --------
    >>> match_options(Bearing(degrees=176), ["North", "South", "", ""]).best
    1
    """
    usable = {i: option for i, option in enumerate(options) if not is_padding(option)}
    texts = ["" if i not in usable else option for i, option in enumerate(options)]
    counts = isinstance(value, Quantity)
    said = value.names if isinstance(value, Names) else ()
    names = {keys(name) for name in (*known, *said)}
    denying = [
        i
        for i, option in usable.items()
        if says_none(option, bare=not counts) and keys(option) not in names
    ]
    whole = [
        i
        for i, option in usable.items()
        if not counts and _ALL_OF_THESE.match(_plain(option)) and option.strip() not in said
    ]
    for index in (*denying, *whole):
        texts[index] = ""
    found = _fits(value, texts, known, total)
    fitting: dict[int, Hashable] = dict(found.options)
    if not fitting and comparable(value, texts):
        fitting = dict.fromkeys(denying, "none")
    elif whole and len(fitting) == len(usable) - len(whole) - len(denying) > 1:
        fitting = dict.fromkeys(whole, "all")
    distinct = set(fitting.values())
    return Match(
        fits=tuple(sorted(fitting)),
        best=min(fitting) if len(distinct) == 1 else None,
        margin=found.margin,
        notes=found.notes,
    )


def comparable(value: Value, options: Sequence[str]) -> bool:
    """Return whether any option is of the kind of a value, so that a misfit means something.

    Examples
    --------
    >>> comparable(YesNo(yes=True), ["5 km", "7 km"])
    False
    """
    bare = not isinstance(value, Quantity)
    return any(_is_of_kind(value, o) for o in options if not says_none(o, bare=bare))


def _is_of_kind(value: Value, option: str) -> bool:
    """Return whether an option states a value of the same kind."""
    if isinstance(value, Quantity):
        return read_figure(option, value.unit) is not None
    if isinstance(value, YesNo):
        return read_yes_no(option) is not None
    if isinstance(value, Clock):
        return read_clock(option) is not None
    if isinstance(value, Bearing):
        return read_compass(option) is not None
    if isinstance(value, Meetings | Stays):
        return False
    if isinstance(value, Compound):
        return all(_is_of_kind(part, option) for part in value.parts)
    bare = bool(_BARE.fullmatch(clean(option).strip())) or read_yes_no(option) is not None
    return isinstance(value, Text) or not (bare or is_padding(option))


def _plain(option: str) -> str:
    """Return the words of an option in one spelling."""
    return " ".join(keys(option))


def _fits(value: Value, options: Sequence[str], known: Sequence[str], total: int | None) -> Fits:
    """Compare a value with the options by its kind."""
    if isinstance(value, Quantity):
        return fit_quantity(value, options, total)
    if isinstance(value, YesNo):
        return fit_yes_no(value, options)
    if isinstance(value, Clock):
        return fit_clock(value, options)
    if isinstance(value, Bearing):
        return fit_bearing(value, options)
    if isinstance(value, Text):
        return fit_text(value, options)
    if isinstance(value, Names):
        return fit_names(value, options, known)
    if isinstance(value, Meetings | Stays):
        return Fits(options={})
    return _fit_compound(value, options)


def _fit_compound(value: Compound, options: Sequence[str]) -> Fits:
    """Compare several values at once: the options on which all of them agree.

    The other parts decide where the compass point that fits best stands beside none of them: a
    point on the same half of the rose is then near enough.
    """
    bearings = [part for part in value.parts if isinstance(part, Bearing)]
    others = [_fits(p, options, (), None) for p in value.parts if not isinstance(p, Bearing)]
    margin = next((fits.margin for fits in others), None)
    strict = [fit_bearing(part, options) for part in bearings]
    agreed = _common([*others, *strict], len(options))
    if agreed or not others:
        return Fits(options=agreed, margin=margin)
    loose = _common(others, len(options))
    beside = {
        index: says
        for index, says in loose.items()
        if all(fit_bearing(part, [options[index]], _SAME_HALF).options for part in bearings)
    }
    note = ("the compass point is not the nearest one; the other figure decided",)
    return Fits(options=beside, margin=margin, notes=note if beside else ())


def _common(parts: Sequence[Fits], count: int) -> dict[int, Hashable]:
    """Return the options that fit every part, each with all that it says."""
    return {
        index: tuple(part.options[index] for part in parts)
        for index in range(count)
        if all(index in part.options for part in parts)
    }


EARTH_MODEL = 0.006
"""The share by which a length on a sphere may differ from one on the WGS 84 ellipsoid."""


def says_so(expected: str, value: Value, known: Sequence[str] = ()) -> bool | None:
    """Return whether an expected answer agrees with a computed value.

    Examples
    --------
    >>> says_so("18.8 km", Quantity(amount=18_788, unit="m"))
    True
    >>> says_so("22.87 km", Quantity(amount=18_788, unit="m"))
    False
    >>> says_so("by bus", Quantity(amount=18_788, unit="m")) is None
    True
    """
    if isinstance(value, Quantity):
        return _figure_says_so(expected, value)
    if isinstance(value, Names):
        return _names_say_so(expected, value, known)
    if isinstance(value, Text):
        # The same fact can be told in other words, so that a misfit refutes nothing.
        return True if fit_text(value, [expected]).options else None
    if match_options(value, [expected]).fits:
        return True
    return False if comparable(value, [expected]) else None


def length_off(expected: str, value: Value) -> float | None:
    """Return by how many metres a stated length misses a computed one, or None for other kinds.

    Examples
    --------
    >>> length_off("20 km", Quantity(amount=18_788, unit="m"))
    1212.0
    """
    if not isinstance(value, Quantity) or value.unit != "m":
        return None
    reading = read_figures([expected], value)[0]
    return None if reading is None else abs(reading.amount - value.amount)


def _figure_says_so(expected: str, value: Quantity) -> bool | None:
    """Compare a stated figure with a number."""
    reading = read_figures([expected], value)[0]
    if reading is None:
        return None
    if value.unit != "m":
        return bool(fit_quantity(value, [expected]).options)
    slack = value.tolerance + reading.half + EARTH_MODEL * abs(value.amount) + FLOAT_NOISE
    return abs(reading.amount - value.amount) <= slack


def _names_say_so(expected: str, value: Names, known: Sequence[str]) -> bool | None:
    """Compare one name, or a list of them, with the names that answer."""
    index = NameRanks.offered(value, known, [expected])
    ranks = [index.rank(expected)] if index.knows(expected) else segments(expected, index)
    said = {rank for rank in ranks if rank is not None}
    if not said:
        # A name that the world does not have may be another one of a place that it has.
        return None
    complete = len(said) == len(set(ranks))
    if value.reading == "all":
        return complete and len(said) == len(value.names)
    if value.reading == "any":
        return complete
    first = value.rank - 1 if value.reading == "nth" else 0
    return complete and all(first <= rank < first + value.tied for rank in said)
