"""Frames for two figures: by how much one outdoes the other, and whether it does."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.query.algebra import Compare, Difference
from geoeval.query.filter_kinds import Total
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.frames.sides import compared, quantity_of
from geoeval.understanding.reading import Reading, cover
from geoeval.understanding.vocabulary import word_list

_MORE = frozenset("slower longer farther further more".split())
_TAKING = frozenset("take takes taking time".split())
_GOING = frozenset("route routes way path distance".split())


def _difference(reading: Reading) -> Iterator[Draft]:
    quantity = quantity_of(reading)
    if quantity is None:
        return
    for first, second, account, behind in compared(reading, quantity):
        differs = cover(reading.asked("ask", "difference")) | behind
        account.take(*(m for m in reading.asked("comparison") if differs & set(m.span)))
        yield account.draft(Difference(first=first, second=second))
        return


def _words(reading: Reading) -> set[str]:
    return {word.key for word in reading.words if word.sentence in reading.asking}


def _compared_by(reading: Reading) -> Total | None:
    """Return what is compared: "longer" is a time where something takes it, else a length."""
    words = _words(reading)
    if not words & {"longer", "shorter"}:
        return quantity_of(reading)
    if words & _TAKING:
        return "time"
    return "distance" if words & _GOING else None


def _whether(reading: Reading) -> Iterator[Draft]:
    words = _words(reading)
    quantity = _compared_by(reading)
    if quantity is None or bool(words & word_list("comparing.less")) is bool(words & _MORE):
        return
    for first, second, account, behind in compared(reading, quantity):
        if not _is_compared(reading, behind):
            continue
        _take_comparison(reading, account)
        yield account.draft(Compare(first=first, second=second, more=bool(words & _MORE)))
        return


def _is_compared(reading: Reading, behind: set[int]) -> bool:
    """Whether the word of the comparison stands in front of what it is compared with."""
    return any(
        i < min(behind, default=0) and word.key in word_list("comparing.less") | _MORE
        for i, word in enumerate(reading.words)
    )


def _take_comparison(reading: Reading, account: Account) -> None:
    """Account for "more time than" and "faster than"."""
    account.take(*reading.asked("comparison"), *reading.asked("comparator", ">", "<"))
    for index, word in enumerate(reading.words):
        if word.sentence in reading.asking and word.key in word_list("comparing.less") | _MORE:
            account.used.add(index)


ABSORBED = (
    *PLAIN_ASK, "ask:time", "ask:distance", "home", "visit", "topic:route",
    "topic:straight_line", "topic:whole_trip", "leave", "ordinal", "unit", "return", "connective",
    "comparison",
)  # fmt: skip

FRAMES = (
    Frame(
        name="difference",
        cues=(
            ("ask:difference", "told:contrast"),
            ("ask:difference", "contrast"),
            ("ask:difference", "contrast", "told:mode"),
            ("ask:difference", "contrast", "told:route"),
        ),
        fill=_difference,
        absorbs=(*ABSORBED, "ask:difference", "ask:count"),
    ),
    Frame(
        name="compare figures",
        cues=(
            ("ask:whether", "contrast:than"),
            ("ask:whether", "contrast:than", "mode"),
            ("ask:whether", "contrast:than", "route"),
        ),
        fill=_whether,
        absorbs=(*ABSORBED, "superlative:fastest", "superlative:slowest"),
    ),
)
