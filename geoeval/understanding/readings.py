"""The readings of a question: each a query, with what it assumes and what that costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from geoeval.datasets.records import Question
from geoeval.query.algebra import Query, Unanswerable, Value
from geoeval.query.inspect import is_yes_or_no
from geoeval.understanding import choices, scene
from geoeval.understanding.accounting import unexplained_words
from geoeval.understanding.figures import scale_figure
from geoeval.understanding.frames import (
    areas,
    comparisons,
    edges,
    geometry,
    hours,
    nearby,
    route_steps,
    routes,
    trip_times,
    trips,
)
from geoeval.understanding.kinds import offered_kind
from geoeval.understanding.position import Weight, word_weights
from geoeval.understanding.reading import (
    Draft,
    Frame,
    Mention,
    NotUnderstood,
    Reading,
    covered_words,
)
from geoeval.understanding.recognise import read_both
from geoeval.world.model import World

FRAMES: tuple[Frame, ...] = (
    *hours.FRAMES,
    *edges.FRAMES,
    *nearby.FRAMES,
    *geometry.FRAMES,
    *areas.FRAMES,
    *trip_times.FRAMES,
    *trips.FRAMES,
    *routes.FRAMES,
    *route_steps.FRAMES,
    *comparisons.FRAMES,
)

NO_FRAME = "no frame fits"
"""The reason why a question that has none of the forms of ``FRAMES`` is not read."""
LOOSE_WORD_COST = 0.05
"""The cost of a word that is not understood, in a position where it hardly narrows the answer."""
IMPLIED_CUE_COST = 0.1
"""The cost of a cue that only the options imply."""
BLOCKING_COST = 1.0
"""The cost of a word that may narrow the answer and that no part of the query represents."""


@dataclass(frozen=True, slots=True)
class Link:
    """Words of a question or of an option, and the name on the map that they denote."""

    words: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation:
    """A reading of a question, weighed by ``score`` if a model set it, and else by ``cost``.

    ``doubts`` holds words that may change the question and that no part of the query represents;
    ``asides`` holds words that do not narrow the answer. ``corrections`` are misspelt words, each
    with the word that it is read as.
    """

    query: Query
    cost: float = 0.0
    score: float | None = None
    explained: tuple[int, int] = (0, 0)
    assumptions: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    asides: tuple[str, ...] = ()
    corrections: tuple[tuple[str, str], ...] = ()
    frame: str = ""
    language: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CostedDraft:
    """A draft with its frame, its weight, and the words that it does not account for."""

    frame: str
    weight: tuple[int, int]
    draft: Draft
    left: tuple[int, ...]
    loose: tuple[int, ...]
    cost: float

    @property
    def order(self) -> tuple[float, int, int]:
        """The sort key of drafts: fewest unexplained words first, then widest cover."""
        return (len(self.left) + self.cost, -self.weight[0], -self.weight[1])


def costed_drafts(reading: Reading) -> list[CostedDraft]:
    """Return the drafts of all frames, the cheapest first."""
    costed = []
    for frame in FRAMES:
        for explicit, implied, draft in _scaled_drafts(frame, reading):
            if not _fits_options(reading, draft):
                continue
            rest = unexplained_words(reading, draft)
            cost = draft.cost + LOOSE_WORD_COST * len(rest.loose) + IMPLIED_CUE_COST * implied
            weight = (explicit, len(draft.used))
            costed.append(CostedDraft(frame.name, weight, draft, rest.narrowing, rest.loose, cost))
    return sorted(costed, key=lambda each: each.order)


def _scaled_drafts(frame: Frame, reading: Reading) -> Iterator[tuple[int, int, Draft]]:
    for explicit, implied, draft in frame.drafts(reading):
        yield explicit, implied, draft
        yield from ((explicit, implied, each) for each in scale_figure(reading, draft))


def _fits_options(reading: Reading, draft: Draft) -> bool:
    """Whether the options suit the query: names for a choice, yes and no for a yes-or-no query."""
    if draft.places is not None and draft.places.among and not choices.may_be_names(reading):
        return False
    if not reading.question.options:
        return True
    if choices.options_are_twofold(reading) is not _has_two_parts(draft.query):
        return False
    return choices.options_are_verdicts(reading) is is_yes_or_no(draft.query)


def _has_two_parts(query: Query) -> bool:
    return isinstance(query, Value) and query.also is not None


def find_readings(question: Question, world: World) -> tuple[Interpretation, ...] | NotUnderstood:
    """Return the readings that leave no word unexplained, the cheapest first."""
    both = read_both(question, world)
    unread = scene.find_unreadable(both[0][0])
    if unread is not None:
        return unread
    interpretations: list[Interpretation] = []
    for reading, spelling_cost in both:
        costed = costed_drafts(reading)
        interpretations += _interpret_drafts(reading, costed, spelling_cost)
    if not interpretations:
        for reading, spelling_cost in both:
            interpretations += _interpret_offered_kind(reading, spelling_cost)
    if interpretations:
        interpretations.sort(key=lambda each: (each.cost, *(-number for number in each.explained)))
        by_query: dict[str, Interpretation] = {}
        for each in interpretations:
            by_query.setdefault(repr(each.query), each)
        return tuple(by_query.values())
    lacking = _find_lacking(reading, costed)
    if lacking is not None:
        doubts = _find_doubts(reading, ())
        return (
            Interpretation(
                query=lacking,
                doubts=doubts,
                corrections=reading.corrections,
                frame="lacking fact",
            ),
        )
    if not costed:
        return NotUnderstood(reason=NO_FRAME, unexplained=scene.unknown_words(reading))
    words = tuple(reading.words[index].key for index in costed[0].left)
    return NotUnderstood(reason="words unexplained", unexplained=words)


def _interpret_drafts(
    reading: Reading, costed: list[CostedDraft], cost: float, *assumed: str
) -> list[Interpretation]:
    """Return the drafts that leave no word unexplained as interpretations, at an extra cost."""
    found = [
        _build_interpretation(reading, each, cost, assumed) for each in costed if not each.left
    ]
    return [each for each in found if each.cost < BLOCKING_COST]


def _interpret_offered_kind(reading: Reading, spelling_cost: float) -> list[Interpretation]:
    """Return the readings if an unknown noun in the question names the kind of the options."""
    kind = offered_kind(reading)
    if kind is None:
        return []
    phrase = reading.text(kind.start, kind.end)
    reading = replace(
        reading, mentions={**reading.mentions, "category": [kind]}, _asked={}, _cues=None, memory={}
    )
    assumed = f'"{phrase}" is the kind of all options'
    return _interpret_drafts(
        reading, costed_drafts(reading), spelling_cost + OFFERED_KIND_COST, assumed
    )


OFFERED_KIND_COST = 0.15
"""The cost of assuming that an unknown noun names the kind of place of all options."""


def _build_interpretation(
    reading: Reading, each: CostedDraft, spelling_cost: float, assumed: tuple[str, ...]
) -> Interpretation:
    ignored = tuple(f'"{reading.words[i].text}" does not narrow the answer' for i in each.loose)
    return Interpretation(
        query=each.draft.query,
        cost=each.cost + spelling_cost,
        explained=each.weight,
        assumptions=(*reading.guess_names(), *assumed, *each.draft.assumptions, *ignored),
        doubts=_find_doubts(reading, each.draft.used),
        corrections=reading.corrections,
        frame=each.frame,
    )


def _find_doubts(reading: Reading, used: Iterable[int]) -> tuple[str, ...]:
    """Return the words that may change a question, if a query accounts only for ``used``."""
    carried = covered_words(m for kind in _NAMES for m in reading.of(kind)).union(used)
    doubtful = [m for m in reading.of("doubtful", "doubtful") if m.start not in carried]
    return tuple(reading.text(m.start, m.end) for m in (*doubtful, *reading.of("guessed")))


_NAMES = ("place", "unknown", "road", "route")


def _find_lacking(reading: Reading, costed: list[CostedDraft]) -> Unanswerable | None:
    """Return an unanswerable query if a word for a fact that no world holds narrows the answer."""
    weight = word_weights(reading)
    lacking = reading.asked("lacking")
    kinds = reading.asked("category")
    if kinds and _is_along_route(reading, kinds[0]) and not reading.asks("topic:detour"):
        words = reading.text(kinds[0].start, kinds[0].end)
        return Unanswerable(fact="places along a route", words=words)
    if reading.asked("superlative"):
        # "the nearest interesting museum": an opinion next to something measurable
        lacking = [m for m in lacking if m.value != "opinion"]
    if costed:
        lacking = [m for m in lacking if _is_narrowing(reading, weight, m)]
    lacked = covered_words(lacking)
    if (
        lacking
        and not _may_be_noted(reading)
        and (
            not costed or lacked.issuperset(costed[0].left) or not lacked.isdisjoint(costed[0].left)
        )
    ):
        first = lacking[0]
        return Unanswerable(fact=first.value, words=reading.text(first.start, first.end))
    return None


def _is_along_route(reading: Reading, kind: Mention) -> bool:
    words = [word.key for word in reading.words if word.sentence in reading.asking]
    ends = {reading.relation(m, 2) for m in reading.asked("place")}
    names = (*reading.of("place"), *reading.of("road"), *reading.of("route"))
    named = any(kind.start in m.span for m in names)
    leads = (words[max(0, i - 3) : i] for i, word in enumerate(words) if word in {"way", "route"})
    along = any(not {"on", "along"}.isdisjoint(before) for before in leads)
    return along and {"from", "to"} <= ends and not named


def _is_narrowing(reading: Reading, weight: dict[int, Weight], lacking: Mention) -> bool:
    nearby_keys = {word.key for word in reading.words[max(0, lacking.start - 2) : lacking.end]}
    sentence = reading.words[lacking.start].sentence
    opening = [word.key for word in reading.words if word.sentence == sentence][:2]
    asked = not nearby_keys.isdisjoint(("how", "what", "which")) or opening == ["how", "much"]
    return asked or any(weight[i] is Weight.RESTRICTIVE for i in lacking.span)


def _may_be_noted(reading: Reading) -> bool:
    on_route = (
        reading.has("topic:landmark")
        or reading.has("passed")
        or "destination" in {w.key for w in reading.words}
    )
    return bool(reading.world.routes) and on_route
