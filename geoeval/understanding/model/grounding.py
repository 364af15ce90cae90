"""Holds a query to its question: nothing made up, and no figure or day left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from geoeval.datasets.records import Question
from geoeval.errors import quote
from geoeval.query.algebra import Query, Unanswerable
from geoeval.query.filter_kinds import OpenFilter
from geoeval.query.inspect import parts_of, places_of
from geoeval.query.parts import OfferedSchedule
from geoeval.text import key_words
from geoeval.understanding.model.checks import Fault, carries, unfounded
from geoeval.understanding.model.claims import Claim, Offer, claims, lengths, offers
from geoeval.understanding.model.stated import Figure, Stated

_ALL_DAY = (24, 7, 1440)
"""The figures of "24 hours" and "24/7"."""


def faults(query: Query, stated: Stated) -> list[Fault]:
    """Return where a query says more or less than its question.

    Parameters
    ----------
    query
        What a model made of the question.
    stated
        What the question, its options and its world state.

    Returns
    -------
    list of Fault
        A place that is neither named nor implied; a figure, time, day or compass point that is
        not stated; roads, landmarks, features and categories without a word in common; an
        offer that is no option, or says something else than its option; then the figures, days
        and ranks of the question that the query lacks.

    Notes
    -----
    The kind, and slots for which the question may use any word, such as the mode of travel,
    are not checked: reading them is what a model is asked for.

    Examples
    --------
    >>> from geoeval import Question, World
    >>> from geoeval.query.algebra import Count, Places
    >>> stated = Stated(Question(id=1, text="How many cafes are within 500 m?"), World())
    >>> for fault in faults(Count(of=Places(category="cafe", within_m=800)), stated):
    ...     print(fault.message)
    $.query.of.within_m is 800.0, but the question states no such length
    the question states '500 m', which the query does not carry
    """
    made = list(claims(query))
    found = [fault for claim in made for fault in unfounded(claim, stated)]
    found += [fault for path, offer in offers(query) for fault in _offer(path, offer, stated)]
    if not isinstance(query, Unanswerable):
        found += _left_out(query, made, stated)
    return found


def _offer(path: str, offer: Offer, stated: Stated) -> Iterator[Fault]:
    """Yield what an offer says that its option does not, and the times that it lacks."""
    none = list(unfounded(Claim(f"{path}.text", "offer", offer.text), stated))
    if none:
        yield from none
        return
    option = Stated(Question(id=path, text=offer.text), stated.world, source="the option")
    made = list(claims(offer, path))
    for claim in made:
        name = str(claim.value)
        if not (claim.role == "place" and option.says_kind(name) and stated.names(name)):
            yield from unfounded(claim, option)
    if isinstance(offer, OfferedSchedule):
        for figure in option.figures:
            if figure.kind == "clock" and not any(carries(claim, figure) for claim in made):
                yield Fault(f"{path} lacks {quote(figure.words)}, which its option states")


def _left_out(query: Query, made: Sequence[Claim], stated: Stated) -> Iterator[Fault]:
    """Yield the figures, compass points, days and ranks of the question that no slot carries."""
    places = {claim.value for claim in made if claim.role == "place"}
    names = stated.known_words(
        str(claim.value) for claim in made if claim.role in {"place", "wording"}
    )
    counts = lengths(query) | {len(stated.question.options), len(places)}
    counts |= {len(list(claims(offer))) for _, offer in offers(query)}
    for figure in stated.asked_figures:
        counted = figure.kind == "number" and figure.amount in counts
        always = figure.amount in _ALL_DAY and _asks_all_day(query)
        in_name = figure.keys <= names
        if not (counted or always or in_name or _is_carried(figure, made, stated)):
            yield _lacks(figure.words)
    said = {claim.value for claim in made}
    for point, words in stated.compass.items():
        if point not in said and not names.issuperset(key_words(words)):
            yield _lacks(words)
    for word, days in stated.day_words.items():
        if said.isdisjoint(days) and word not in names:
            yield _lacks(word)
    if places_of(query) is not None:
        for word, rank in stated.ordinals.items():
            if rank not in said and word not in names:
                yield _lacks(word)


def _is_carried(figure: Figure, made: Sequence[Claim], stated: Stated) -> bool:
    """Whether slots carry a figure, a duration as often as it is said."""
    alike = (each.kind == figure.kind and each.amount == figure.amount for each in stated.figures)
    times = sum(alike) if figure.kind == "duration" else 1
    return sum(carries(claim, figure) for claim in made) >= times


def _asks_all_day(query: Query) -> bool:
    """Whether a query asks for places that never close."""
    return any(isinstance(part, OpenFilter) and part.all_day for part in parts_of(query))


def _lacks(words: str) -> Fault:
    """Return that a query leaves words out."""
    return Fault(f"the question states {quote(words)}, which the query does not carry", (words,))
