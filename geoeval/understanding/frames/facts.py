"""Frames for facts of one place: attributes, service flags, opening."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, cast

from geoeval.query.algebra import Check, Fact, FactName, Hours, Value
from geoeval.query.filter_kinds import FeatureFilter, OpenFilter
from geoeval.understanding import scene
from geoeval.understanding.filters import unless
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.weekdays import weekday


def subject(reading: Reading, account: Account) -> str | None:
    """Return the place that a question is about: the named one, not the locality."""
    named = reading.of("named")
    placed = [m for m in scene.names(reading) if not scene.is_locality(reading, m)]
    towns = [m for m in placed if _is_in_town(reading, m)]
    placed = [m for m in placed if m not in towns] or placed
    asked = [m for m in placed if reading.words[m.start].sentence in reading.asking]
    called = [m for m in placed if any(0 <= m.start - n.end <= 1 for n in named)]
    chosen = next(iter(called or asked or placed), None)
    if chosen is None:
        return None
    account.take(chosen, *_around(reading, chosen))
    return chosen.value


def _is_in_town(reading: Reading, mention: Mention) -> bool:
    """Whether a name that no place has only says in which town something is ("in Alba")."""
    return mention.kind == "unknown" and reading.text(mention.start - 1, mention.start) == "in"


def _around(reading: Reading, chosen: Mention) -> list[Mention]:
    """Return the names and categories that only describe the chosen place."""
    return [
        *(m for m in scene.names(reading) if scene.is_locality(reading, m)),
        *(m for m in scene.names(reading) if _says_where(reading, chosen, m)),
        *(m for m in reading.of("category") if abs(m.start - chosen.end) <= 1),
        *(m for m in reading.of("category") if 0 <= chosen.start - m.end <= 0),
        *(m for m in reading.of("category") if _called(reading, m, chosen)),
    ]


def _says_where(reading: Reading, chosen: Mention, mention: Mention) -> bool:
    """Whether a name only says what the chosen place is near to ("the Mill by the Old Inn")."""
    between = reading.text(chosen.end, mention.start).removesuffix(" the")
    return between in {"near", "by", "beside", "next to", "close to"}


def _called(reading: Reading, kind: Mention, chosen: Mention) -> bool:
    """Whether a category is joined to a name by "named" or "called"."""
    return any(kind.end <= m.start and m.end <= chosen.start for m in reading.of("named"))


def _attribute(reading: Reading) -> Iterator[Draft]:
    for mention in reading.asked("attribute"):
        account = Account()
        place = subject(reading, account)
        if place is None:
            return
        account.take(mention)
        fact = cast("FactName", mention.value)
        yield account.draft(Value(figure=Fact(place=place, fact=fact)))


def _feature(reading: Reading) -> Iterator[Draft]:
    for mention in reading.asked("feature"):
        account = Account()
        place = subject(reading, account)
        if place is None:
            return
        account.take(mention)
        account.used |= {i for i, w in enumerate(reading.words) if w.key in mention.value.split()}
        yield account.draft(Check(place=place, passes=FeatureFilter(feature=mention.value)))
        return


def _open_at(reading: Reading) -> Iterator[Draft]:
    account = Account()
    place = subject(reading, account)
    states = reading.asked("state")
    if place is None:
        return
    day, said = weekday(reading)
    clocks = reading.of("clock")
    if (day is None and not clocks) or reading.has("duration"):
        return
    account.take(*states, *said, *clocks[:1], *reading.of("moment"))
    at = scene.clock_text(clocks[0].amount) if clocks else None
    closed = states and states[-1].value != "open"
    yield account.draft(Check(place=place, passes=unless(closed, OpenFilter(day=day, at=at))))


def _opening_time(reading: Reading) -> Iterator[Draft]:
    account = Account()
    place = subject(reading, account)
    if place is None or reading.asked("leave") or reading.has("duration") or reading.has("clock"):
        return
    day, said = weekday(reading)
    closing = [*reading.asked("closing"), *reading.asked("state", "closed")]
    account.take(*said, *closing, *reading.asked("state"), *reading.asked("attribute", "hours"))
    asking = [word.key for word in reading.words if word.sentence in reading.asking]
    until = not _UNTIL.isdisjoint(asking) or ("how", "late") in pairwise(asking)
    edge: Literal["opens", "closes"] = "closes" if closing or until else "opens"
    yield account.draft(Value(figure=Hours(place=place, day=day, edge=edge)))


_UNTIL = frozenset({"until", "till", "upto"})


FRAMES = (
    Frame(
        name="attribute",
        cues=(("attribute",), ("attribute", "told:named")),
        fill=_attribute,
        absorbs=(*PLAIN_ASK, "named", "attribute"),
    ),
    Frame(
        name="number of ratings",
        cues=(("ask:count", "attribute:rating_count"),),
        fill=_attribute,
        absorbs=(*PLAIN_ASK, "attribute:rating"),
    ),
    Frame(
        name="feature",
        cues=(("feature", "ask:whether"),),
        fill=_feature,
        absorbs=(*PLAIN_ASK, "visit"),
    ),
    Frame(
        name="opening time",
        cues=(
            ("ask:when", "closing"),
            ("ask:when", "state:open"),
            ("ask:when", "state:closed"),
            ("ask:which", "closing"),
            ("ask:tell", "closing"),
        ),
        fill=_opening_time,
        absorbs=(*PLAIN_ASK, "finish", "moment", "ask:when"),
    ),
    Frame(
        name="open at",
        cues=(
            ("state", "ask:whether"),
            ("state", "ask:tell"),
            ("ask:whether", "visit", "day"),
            ("ask:whether", "visit", "clock"),
            ("ask:whether", "visit", "told:relative_day"),
            ("topic:visits", "day"),
        ),
        fill=_open_at,
        absorbs=(*PLAIN_ASK, "visit", "topic:visits", "topic:feasible"),
    ),
)
