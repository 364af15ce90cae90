"""Reads which places a question means: category, anchor, radius and filters."""

from __future__ import annotations

from typing import Any, cast

from geoeval.query.base import Comparator, CompareFilter, FeatureFilter, Filter, Measure, OpenFilter
from geoeval.understanding import choices, scene
from geoeval.understanding.frame import Account
from geoeval.understanding.reading import Mention, Reading, cover

PRICE_LEVELS = {"inexpensive": 1, "moderate": 2, "expensive": 3, "very expensive": 4}
_HIGHEST_RATING = 5
_SIGNS: dict[str, Comparator] = {">=": ">=", "≥": ">=", "<=": "<=", "≤": "<=", ">": ">", "<": "<"}
_DAY_MIN = 1440
_ANCHORING = ("at", "near", "to", "from", "of", "between", "after")


def category(reading: Reading, account: Account) -> str | None:
    """Return the kind of place that is asked for, the first after an asking word."""
    asked = reading.asked("category") or reading.told("category")
    asked = [m for m in asked if not _names_kind(reading, m) and not _is_any(reading, m)]
    if not asked:
        return None
    leads = [
        *reading.asked("ask", "which", "count", "tell", "where", "whether"),
        *reading.asked("superlative"),
    ]
    after = [m for m in asked if any(lead.end <= m.start for lead in leads)]
    chosen = (after or asked)[0]
    account.take(chosen)
    account.take(*(m for m in reading.of("category", chosen.value)))
    return chosen.value


def _names_kind(reading: Reading, mention: Mention) -> bool:
    """Whether a category only says what the name before it is ("the Mermaid statue")."""
    return any(m.end == mention.start for m in scene.names(reading))


_ANY_KIND = frozenset("sight sights landmark landmarks place places spot spots location".split())


def _is_any(reading: Reading, mention: Mention) -> bool:
    """Whether a category is so wide that it narrows nothing ("which sight")."""
    return {word.key for word in reading.words[mention.start : mention.end]} <= _ANY_KIND


def anchor(reading: Reading, account: Account) -> str | None:
    """Return the place around which is looked: named where it is asked, else where one is."""
    asked = [
        m
        for m in scene.names(reading, asked=True)
        if not scene.is_locality(reading, m)
        and reading.relation(m) in _ANCHORING
        and not choices.is_offered(reading, m)
    ]
    placed = asked[0] if asked else scene.user_place(reading)
    if placed is not None and not choices.is_offered(reading, placed):
        account.take(placed, *_trailing_localities(reading, placed))
        return placed.value
    return reading.world.user_location


def _trailing_localities(reading: Reading, placed: Mention) -> list[Mention]:
    """Return the names that follow another and only say in which town or country it lies."""
    return [
        m for m in scene.names(reading) if m.start >= placed.end and scene.is_locality(reading, m)
    ]


def radius(reading: Reading, account: Account) -> float | None:
    """Return the radius in metres within which is looked."""
    for mention in reading.of("length"):
        compared = _close(reading, mention, "comparator", 1)
        if any(m.value not in {"<", "<="} for m in compared):
            return None
        account.take(mention, *compared, *_close(reading, mention, "radius", 3))
        return mention.amount
    return None


def _close(reading: Reading, mention: Mention, kind: str, reach: int) -> list[Mention]:
    """Return the mentions of a kind that stand within a few words of another."""
    return [
        m
        for m in reading.of(kind)
        if -2 <= mention.start - m.end <= reach or -2 <= m.start - mention.end <= reach
    ]


def filters(reading: Reading, account: Account) -> tuple[Filter, ...]:
    """Return all filters that the question names, in the order of its words."""
    return (
        *_figure_filters(reading, account),
        *_price_filters(reading, account),
        *_open_filters(reading, account),
        *_feature_filters(reading, account),
    )


def _figure_filters(reading: Reading, account: Account) -> list[Filter]:
    """Read "at least 4.5 stars", "rating of over 4", "500 or more reviews"."""
    found: list[Filter] = []
    last: Comparator | None = None
    for number in reading.of("number"):
        attribute = _attribute_of(reading, number)
        if attribute is None or _is_denied(reading, number):
            continue
        mention = _comparator_of(reading, number, attribute)
        sign = _SIGNS.get(reading.words[number.start].gap)
        comparator = cast("Comparator", mention.value) if mention else sign or last or "=="
        last = comparator
        measure: Measure = "rating_count" if attribute.value == "rating_count" else "rating"
        if measure == "rating" and number.amount > _HIGHEST_RATING:
            measure = "rating_count"
        elif measure == "rating_count" and number.amount != int(number.amount):
            measure = "rating"
        account.take(number, attribute, mention)
        found.append(CompareFilter(measure=measure, comparator=comparator, value=number.amount))
    return found


def _is_denied(reading: Reading, number: Mention) -> bool:
    """Whether a "not" of its sentence stands before a figure ("I don't like … below 4")."""
    sentence = reading.words[number.start].sentence
    compared = cover(reading.of("comparator"))
    return any(
        m.end <= number.start
        and reading.words[m.start].sentence == sentence
        and not compared.issuperset(m.span)
        and "but" not in reading.text(m.end, number.start).split()
        for m in reading.of("negation")
    )


def _attribute_of(reading: Reading, number: Mention) -> Mention | None:
    """Return the attribute that a number is a figure of: behind it, or before it."""
    attributes = reading.of("attribute", "rating", "rating_count")
    behind = [m for m in attributes if 0 <= m.start - number.end <= 3]
    before = [m for m in attributes if 0 <= number.start - m.end <= 5]
    others = [m for m in reading.of("number") if m is not number]
    behind = [m for m in behind if not any(number.end <= o.start < m.start for o in others)]
    before = [m for m in before if not any(m.end <= o.start < number.start for o in others)]
    return behind[0] if behind else before[-1] if before else None


def _comparator_of(reading: Reading, number: Mention, attribute: Mention) -> Mention | None:
    """Return the comparator of a figure: "at least 4.5", "4.5 stars or higher", "4.5+"."""
    reach = range(min(number.start, attribute.start) - 3, max(number.end, attribute.end) + 3)
    after = [
        m
        for m in reading.of("comparator_after")
        if m.start in (number.end, attribute.end) and m.start in reach
    ]
    before = [m for m in reading.of("comparator") if m.end <= number.start and m.start in reach]
    before = [m for m in before if number.start - m.end <= 4]
    return before[-1] if before else after[0] if after else None


def _price_filters(reading: Reading, account: Account) -> list[Filter]:
    """Read "moderately priced", "price should be moderate"."""
    found: list[Filter] = []
    for mention in reading.of("price"):
        account.take(mention, *_close(reading, mention, "attribute", 3))
        level = PRICE_LEVELS[mention.value]
        found.append(CompareFilter(measure="price_level", comparator="==", value=level))
    return found


def _open_filters(reading: Reading, account: Account) -> list[Filter]:
    """Read "open on Monday", "closed at 9 PM", "to eat now" with a stated hour."""
    states = reading.of("state")
    clocks = reading.of("clock")
    now = reading.asked("moment", "now")
    if len({(m.value, reading.text(m.start, m.end)) for m in states}) > 1:
        return []
    around_the_clock = [m for m in reading.of("duration") if m.amount == _DAY_MIN]
    if states and around_the_clock:
        account.take(*states, *around_the_clock)
        return [OpenFilter(all_day=True)]
    if not states and not (now and clocks):
        return []
    day, said = scene.day(reading)
    at = scene.clock_text(clocks[0].amount) if clocks else None
    if day is None and at is None:
        return []
    account.take(*states, *clocks[:1], *said, *now)
    is_open = not states or states[-1].value == "open"
    return [OpenFilter(open=is_open, day=day, at=at)]


def _feature_filters(reading: Reading, account: Account) -> list[Filter]:
    """Read "that serves dinner", "wheelchair accessible"."""
    found: list[Filter] = []
    for mention in reading.asked("feature"):
        denied = [m for m in reading.of("negation") if 0 <= mention.start - m.end <= 3]
        account.take(mention, *denied)
        found.append(FeatureFilter(feature=mention.value, present=not denied))
    return found


def selected(reading: Reading, account: Account) -> dict[str, Any]:
    """Return the fields of a place selection, all from one account."""
    return {
        "category": category(reading, account),
        "anchor": anchor(reading, account),
        "within_m": radius(reading, account),
        "filters": filters(reading, account),
    }
