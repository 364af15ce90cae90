"""Reads how places compare with a named one, or how far they lie: "nearer than the Inn"."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.query.filter_kinds import FigureFilter, Filter
from geoeval.query.parts import Comparator
from geoeval.understanding import choices
from geoeval.understanding.frame import Account
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.vocabulary import word_list
from geoeval.world.model import Place

_SIDES: dict[str, Comparator] = {"higher": ">", "lower": "<"}


def outdoing(reading: Reading, account: Account) -> Iterator[Filter]:
    """Yield how the figures of places compare with those of a named one.

    "With a higher rating than the Inn", "cheaper than the Inn", "closer to the Mill than the Inn".
    """
    for word in reading.asked("higher_than"):
        other = _named_at(reading, word.end)
        if other is None or not _may_be_one_of_them(reading, other):
            continue
        measure, _, side = word.value.partition(" ")
        _take(reading, account, word, other)
        yield FigureFilter.model_validate(
            {"figure": measure, "comparator": _SIDES[side], "than": other.value}
        )
    for nearness in reading.asked("superlative", "nearest", "farthest"):
        for than in reading.asked("contrast", "than"):
            other = _named_at(reading, than.end)
            if other is None or not _is_way_between(reading, nearness, than):
                continue
            if _may_be_one_of_them(reading, other):
                account.take(than)
                account.used.update(
                    i
                    for i in range(nearness.end, than.start)
                    if reading.words[i].key in word_list("comparing.ways")
                )
                _take(reading, account, nearness, other)
                sign: Comparator = "<" if nearness.value == "nearest" else ">"
                yield FigureFilter(figure="distance", comparator=sign, than=other.value)


def _take(reading: Reading, account: Account, word: Mention, other: Mention) -> None:
    """Account for the words of a comparison and the place behind it."""
    account.take(word, other)
    for kind in ("comparison", "comparator", "contrast"):
        account.take(
            *(m for m in reading.asked(kind) if m.end == other.start or m.end in word.span)
        )


def _named_at(reading: Reading, index: int) -> Mention | None:
    """Return the place that is named at a word, an article aside."""
    names = [m for m in reading.asked("place") if 0 <= m.start - index <= 1]
    article = reading.text(index, names[0].start) if names else ""
    return names[0] if names and article in {"", "the"} else None


def _is_way_between(reading: Reading, nearness: Mention, than: Mention) -> bool:
    """Whether only the place that it is near to stands between "closer" and "than"."""
    comparative = word_list("comparing.comparative") & {*reading.keys(nearness)}
    names = reading.names_between(nearness.end, than.start)
    inner = {i for m in names for i in m.span}
    between = (reading.words[i] for i in range(nearness.end, than.start) if i not in inner)
    return (
        bool(comparative)
        and nearness.end <= than.start
        and len(names) <= 1
        and all(word.key in word_list("comparing.ways") for word in between)
    )


def _may_be_one_of_them(reading: Reading, other: Mention) -> bool:
    """Whether a place is among those that are chosen from: offered, or on a list.

    In "closer to the Mill than the Pier" a pier that is no cafe may be another place to be near.
    """
    atlas = reading.world.atlas
    place = atlas.resolve(other.value)
    if choices.is_offered(reading, other):
        return True
    listed = {atlas.facts(each).id for nearby in reading.world.lists for each in nearby.places}
    return isinstance(place, Place) and place.id in listed


def bounds(reading: Reading, account: Account) -> Iterator[Filter]:
    """Yield from how far away on places count: "between 200 and 300 m", "farther than 1 km"."""
    for length in reading.asked("length"):
        for number in reading.asked("number"):
            joined = reading.text(number.end, length.start) == "and"
            led = reading.text(max(0, number.start - 1), number.start) == "between"
            highest = next((m.amount for m in _numbers(reading, length)), 0.0)
            if joined and led and 0 < number.amount < highest:
                account.take(number)
                account.used.update((number.start - 1, number.end))
                metres = number.amount / highest * length.amount
                yield FigureFilter(figure="distance", comparator=">=", value=metres)
        for sign, words in _signs(reading, length):
            account.take(length, *words)
            yield FigureFilter(figure="distance", comparator=sign, value=length.amount)
            break


def _numbers(reading: Reading, length: Mention) -> Iterator[Mention]:
    """Yield the plain number that a length begins with."""
    text = reading.words[length.start].text.replace(",", "")
    if text.replace(".", "", 1).isdigit():
        yield length._replace(kind="number", amount=float(text))


def _signs(reading: Reading, length: Mention) -> Iterator[tuple[Comparator, list[Mention]]]:
    """Yield how places lie beyond, or nearer than, a length, with the words that say so."""
    for mention in reading.asked("comparator", ">", ">="):
        if mention.end == length.start:
            yield (">" if mention.value == ">" else ">="), [mention]
    for nearness in reading.asked("superlative", "nearest", "farthest"):
        thans = [m for m in reading.asked("comparison") if m.end == length.start]
        ways = reading.text(nearness.end, length.start - 1).split()
        if thans and set(ways) <= word_list("comparing.ways") and nearness.end <= thans[0].start:
            more = nearness.value == "farthest"
            yield (">" if more else "<"), [nearness, *thans, *reading.asked("contrast", "than")]
