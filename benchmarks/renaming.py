"""The names in a question said in another way that means the same places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from geoeval.text import key_words, short_name
from geoeval.world.model import Place, World

_SHORT = {
    "Street": "St.", "Avenue": "Ave", "Road": "Rd", "Boulevard": "Blvd", "Square": "Sq.",
    "Saint": "St", "Mount": "Mt.", "Center": "Ctr.", "Centre": "Ctr.", "Doctor": "Dr.",
    "National": "Nat'l", "International": "Int'l", "University": "Univ.", "Museum": "Mus.",
}  # fmt: skip
_LOOSE = frozenset("of the and de la le du at in for & - –".split())
_LETTERS = 4  # of a word that is worth abbreviating
_TOWN_LETTERS = 3  # abbreviations of states have fewer
_SAYS_WHERE = re.compile(r" in [^\W\d_]|, (?!and |or |then )[^\W\d_]| ?\(")
# Behind a possessive nothing can be put.
_POSSESSIVE = re.compile(r"['’]s?\b")


def town_of(place: Place) -> str | None:
    """Return the town of a place's address, if one can be told.

    Examples
    --------
    >>> town_of(Place(name="Old Mill", address="3 Mill Ln, Nashville, TN 37203, USA"))
    'Nashville'
    """
    parts = [part.strip() for part in (place.address or "").split(",")]
    for part in (*parts[-2:-4:-1],) if len(parts) > 2 else parts[:0:-1]:
        town = " ".join(word for word in part.split() if not any(map(str.isdigit, word)))
        if len(town) >= _TOWN_LETTERS and not town.isupper():
            return town
    return None


def in_town(name: str, place: Place) -> str | None:
    """Put the town behind the name: "Old Mill in Springfield"."""
    town = town_of(place)
    return f"{name} in {town}" if town and town not in name else None


def comma_town(name: str, place: Place) -> str | None:
    """Put the town behind a comma: "Old Mill, Springfield"."""
    town = town_of(place)
    return f"{name}, {town}" if town and town not in name else None


def bracket(name: str, _: Place) -> str | None:
    """Put a bracket behind the name that does not change what it means."""
    return None if name.endswith(")") else f"{name} (main entrance)"


def last_word_cut(name: str, _: Place) -> str | None:
    """Leave out the last word of three or more."""
    words = _plain_words(name)[:-1]
    while words and words[-1].casefold() in _LOOSE:
        words.pop()
    return " ".join(words) or None


def middle_word_cut(name: str, _: Place) -> str | None:
    """Leave out the longest word between the first and the last."""
    words = _plain_words(name)
    if not words:
        return None
    words.remove(max(words[1:-1], key=len))
    return " ".join(words)


def lower_case(name: str, _: Place) -> str | None:
    """Write the name in small letters."""
    return name.lower()


def abbreviated(name: str, _: Place) -> str | None:
    """Abbreviate the words that often are: "Mount Hill Ave"."""
    return " ".join(_SHORT.get(word, word) for word in name.split())


def initial(name: str, _: Place) -> str | None:
    """Abbreviate the longest word between the first and the last to its first letter."""
    words = _plain_words(name)
    longest = max(words[1:-1], key=len, default="")
    if longest.casefold() in _LOOSE or not longest[:1].isupper() or len(longest) < _LETTERS:
        return None
    words[words.index(longest, 1)] = f"{longest[0]}."
    return " ".join(words)


Variant = Callable[[str, Place], str | None]
VARIANTS: dict[str, Variant] = {
    "in a town": in_town,
    "comma and town": comma_town,
    "bracket behind": bracket,
    "last word cut": last_word_cut,
    "middle word cut": middle_word_cut,
    "lower case": lower_case,
    "abbreviated": abbreviated,
    "initial in the middle": initial,
}
_BEHIND = (in_town, comma_town, bracket)


def renamed(text: str, world: World, variant: Variant) -> str | None:
    """Return a question with all its names varied that can be, None where none can.

    Names are the longest ones of the world that stand in the text letter by letter, whole or
    without what trails them behind a bracket, comma or dash. Before another word in capitals they
    are taken for a part of a longer name.
    """
    known = dict(_forms(world))
    if not known:
        return None
    longest = "|".join(re.escape(form) for form in sorted(known, key=len, reverse=True))

    def varied(found: re.Match[str]) -> str:
        name, rest = known[found[0]], text[found.end() :]
        if variant in _BEHIND and (_SAYS_WHERE.match(rest) or _POSSESSIVE.match(rest)):
            return found[0]
        place = world.atlas.resolve(name)
        new = variant(found[0], place) if isinstance(place, Place) else None
        return found[0] if new is None or _means_another(new, name, world) else new

    changed = re.sub(rf"(?<!\w)(?:{longest})(?!\w| [A-Z]\w)", varied, text)
    return changed if changed != text else None


def _forms(world: World) -> Iterator[tuple[str, str]]:
    """Yield how the names of a world are written, with the name: whole names go last."""
    for name in world.atlas.names:
        yield short_name(name), name
    for name in world.atlas.names:
        yield name, name


def _plain_words(name: str) -> list[str]:
    """Return the words of a name of three or more, none where marks part them.

    An article in front is part of the first word.
    """
    words = name.split()
    if words[0].casefold() in _LOOSE:
        words[:2] = [" ".join(words[:2])]
    return words if len(words) > 2 and not set(name) & set(",|()-–—/") else []


def _means_another(new: str, name: str, world: World) -> bool:
    """Whether all words of a cut name stand in another name of the world too."""
    words = {*key_words(new)}
    if words >= {*key_words(name)}:
        return False
    return any(words <= {*key_words(other)} for other in world.atlas.names if other != name)
