"""What a dataset holds: the paper's Tables 1, 2 and 13, with countries looked up offline."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import NamedTuple

from geoeval.datasets.records import Dataset, Record
from geoeval.evaluation.gazetteer import city_of
from geoeval.evaluation.runs import group_of
from geoeval.verification.contexts import context_key, read_contexts
from geoeval.world.records import LatLon, Place

_VIEW = re.compile(r"@(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?)z)?")


class View(NamedTuple):
    """The middle of a map in a link, in degrees, and its zoom level."""

    center: LatLon
    zoom: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """The least, the most and the mean of some numbers."""

    least: float
    most: float
    mean: float
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetStatistics:
    """What a dataset holds.

    Lengths are in words. ``countries`` counts questions by the country of most of their places,
    ``spots`` are where places with coordinates lie; ``unplaced`` questions have no known country.
    """

    questions: int
    categories: Mapping[str, int]
    examples: Mapping[str, str]
    contexts: int
    pictures: int
    context_length: Spread | None
    question_length: Spread | None
    options: Spread | None
    zoom: Spread | None
    labels: Mapping[str, int]
    countries: Mapping[str, int]
    cities: Mapping[str, int]
    unplaced: int
    spots: tuple[LatLon, ...] = field(repr=False)
    context_lengths: tuple[int, ...] = field(repr=False)
    question_lengths: tuple[int, ...] = field(repr=False)


def statistics_of(datasets: Sequence[Dataset], *, places: bool = True) -> DatasetStatistics:
    """Describe the questions of datasets.

    Parameters
    ----------
    datasets
        The questions.
    places
        Look countries and cities up, offline (extra ``eval``).

    Examples
    --------
    >>> from geoeval.datasets.load import load_records
    >>> row = {"question": "Which is nearer?", "options": ["N", "S"], "label": "A"}
    >>> found = statistics_of([load_records([row])], places=False)
    >>> found.questions, found.question_length.most, found.labels
    (1, 3, {'1': 1})
    """
    records = [record for one in datasets for record in one.records]
    texts = {record.context for record in records if record.context.strip()}
    questions = tuple(len(record.question.text.split()) for record in records)
    contexts = tuple(len(text.split()) for text in sorted(texts))
    views = [view for record in records if (view := view_of(record)) is not None]
    examples: dict[str, str] = {}
    for record in records:
        examples.setdefault(group_of(record), record.question.text)
    known = _places_of(records)
    found = [city_of(each) for each in known] if places else []
    towns = [city for city in found if city is not None]
    return DatasetStatistics(
        questions=len(records),
        categories=_counted(map(group_of, records)),
        examples=examples,
        contexts=len(texts),
        pictures=len({record.picture for record in records if record.picture}),
        context_length=_spread(contexts),
        question_length=_spread(questions),
        options=_spread([len(record.question.options) for record in records]),
        zoom=_spread([view.zoom for view in views if view.zoom is not None]),
        labels=_counted(_label(record) for record in records if record.label is not None),
        countries=_counted(city.country for city in towns),
        cities=_counted(f"{city.name}, {city.country}" for city in towns if city.name),
        unplaced=len(found) - len(towns),
        spots=tuple(
            place.location for each in known for place in each if place.location is not None
        ),
        context_lengths=contexts,
        question_lengths=questions,
    )


def view_of(record: Record) -> View | None:
    """Return the map view that a record links to, None where it has no link.

    Examples
    --------
    >>> from geoeval.datasets.load import load_records
    >>> row = {"question": "?", "options": ["N", "S"], "url": "https://maps.test/@35.7,139.7,16.7z"}
    >>> view_of(load_records([row]).records[0])
    View(center=(35.7, 139.7), zoom=16.7)
    """
    for value in record.fields.values():
        found = _VIEW.search(value) if isinstance(value, str) else None
        if found is not None:
            zoom = None if found[3] is None else float(found[3])
            return View((float(found[1]), float(found[2])), zoom)
    return None


def _places_of(records: Sequence[Record]) -> list[tuple[Place, ...]]:
    """Return the places that each record is about; a link to a map is one."""
    contexts = read_contexts(records)
    found = []
    for record in records:
        places = contexts[context_key(record)].world.atlas.places
        view = view_of(record)
        seen = () if view is None else (Place(name="middle of the map", location=view.center),)
        found.append(tuple(places) or seen)
    return found


def _spread(numbers: Sequence[float]) -> Spread | None:
    """Return least, most and mean of some numbers, None of none."""
    if not numbers:
        return None
    return Spread(least=min(numbers), most=max(numbers), mean=fmean(numbers), of=len(numbers))


def _counted(names: Iterable[str]) -> dict[str, int]:
    """Return how often each name occurs, the most frequent first."""
    return dict(Counter(names).most_common())


def _label(record: Record) -> str:
    """Return the position of the keyed option, from 1."""
    assert record.label is not None
    return "unanswerable" if record.label < 0 else str(record.label + 1)
