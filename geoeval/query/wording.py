"""Wording shared by descriptions of queries: modes, manoeuvres, ranks, times, lists of names."""

from __future__ import annotations

from collections.abc import Iterable

from geoeval.world.model import TravelMode

BY_MODE = {
    TravelMode.DRIVING: "by car",
    TravelMode.TRANSIT: "by public transport",
    TravelMode.BICYCLING: "by bicycle",
    TravelMode.WALKING: "on foot",
}
"""Modes of travel in words; modes that are usually faster come first."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_MANOEUVRES = {"u_turn": "U-turn", "merge_onto_toll_road": "merge onto a toll road",
               "closure": "closed road", "restricted": "restricted road",
               "stairs": "flight of stairs"}  # fmt: skip
_MAX_WRITTEN_OUT = 5
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def by_mode(mode: TravelMode | None) -> str:
    """Return a mode with a leading space (" by car"); empty if unknown."""
    return "" if mode is None else f" {BY_MODE[mode]}"


def at_time(day: str | None, clock: str | None = None) -> str:
    """Return a day and a time with a leading space (" on Monday at 09:00"), as far as known."""
    on = "" if day is None else f" on {day.capitalize()}"
    return on if clock is None else f"{on} at {clock}"


def ordinal(number: int) -> str:
    """Return an ordinal with a trailing space: empty for 1, "last " for -1."""
    if number < 0:
        return "last " if number == -1 else f"{ordinal(-number)}to last "
    if number <= _MAX_WRITTEN_OUT:
        return "" if number == 1 else f"{ORDINALS[number - 1]} "
    ending = "th" if number % 100 in {11, 12, 13} else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending} "


def manoeuvre_name(manoeuvre: str) -> str:
    """Return the name of a manoeuvre or of a kind of road."""
    return _MANOEUVRES.get(manoeuvre, manoeuvre.replace("_", " "))


def join_words(words: Iterable[str], conjunction: str = "and") -> str:
    """Join words as in "A, B and C"."""
    *others, last = words
    return f"{', '.join(others)} {conjunction} {last}" if others else last
