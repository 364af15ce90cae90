"""Statistics of a dataset: the paper's Tables 1, 2 and 13, with countries looked up offline."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from statistics import fmean
from typing import NamedTuple

from geoeval.datasets.records import Dataset, Record
from geoeval.evaluation.gazetteer import City, city_of
from geoeval.evaluation.runs import group_of
from geoeval.verification.contexts import context_key, read_contexts
from geoeval.world.records import LatLon, Place

_VIEW = re.compile(r"@(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?)z)?")


class View(NamedTuple):
    """The centre of a map in a link, in degrees, and its zoom level."""

    center: LatLon
    zoom: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """The minimum, maximum and mean of some numbers, and their count."""

    least: float
    most: float
    mean: float
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetStatistics:
    """Statistics of a dataset.

    Lengths are in words. ``countries`` counts questions by the country of most of their places,
    ``spots`` are the positions of places with coordinates; ``unplaced`` is the number of questions
    without a known country.
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
    """Return the statistics of the questions in datasets."""
    records = list(chain.from_iterable(one.records for one in datasets))
    contexts = _count_words(sorted(filter(str.strip, {record.context for record in records})))
    questions = _count_words(record.question.text for record in records)
    known = _record_places(records)
    towns = list(map(city_of, known)) if places else []
    return DatasetStatistics(
        questions=len(records),
        categories=_count_names(map(group_of, records)),
        examples=_first_examples(records),
        contexts=len(contexts),
        pictures=len({record.picture for record in records if record.picture}),
        context_length=_summarise_spread(contexts),
        question_length=_summarise_spread(questions),
        options=_summarise_spread(len(record.question.options) for record in records),
        zoom=_summarise_spread(map(zoom_of, records)),
        labels=_count_names(map(_label_position, records)),
        countries=_count_names(city.country for city in filter(None, towns)),
        cities=_count_names(map(_format_city, filter(None, towns))),
        unplaced=towns.count(None),
        spots=_known_locations(known),
        context_lengths=contexts,
        question_lengths=questions,
    )


def view_of(record: Record) -> View | None:
    """Return the map view that a record links to, None if it has no link."""
    for value in record.fields.values():
        found = _VIEW.search(value) if isinstance(value, str) else None
        if found is not None:
            zoom = None if found[3] is None else float(found[3])
            return View((float(found[1]), float(found[2])), zoom)
    return None


def zoom_of(record: Record) -> float | None:
    """Return the zoom level of the map that a record links to, if there is one."""
    view = view_of(record)
    return None if view is None else view.zoom


def _first_examples(records: Iterable[Record]) -> dict[str, str]:
    found: dict[str, str] = {}
    for record in records:
        found.setdefault(group_of(record), record.question.text)
    return found


def _count_words(texts: Iterable[str]) -> tuple[int, ...]:
    return tuple(len(text.split()) for text in texts)


def _record_places(records: Sequence[Record]) -> list[tuple[Place, ...]]:
    """Return the places of each record; without a context, the centre of a linked map."""
    contexts = read_contexts(records)
    found = []
    for record in records:
        places = contexts[context_key(record)].world.atlas.places
        view = view_of(record)
        seen = () if view is None else (Place(name="middle of the map", location=view.center),)
        found.append(tuple(places) or seen)
    return found


def _known_locations(known: Iterable[Iterable[Place]]) -> tuple[LatLon, ...]:
    locations = (place.location for each in known for place in each)
    return tuple(spot for spot in locations if spot is not None)


def _summarise_spread(numbers: Iterable[float | None]) -> Spread | None:
    known = [number for number in numbers if number is not None]
    if not known:
        return None
    return Spread(least=min(known), most=max(known), mean=fmean(known), of=len(known))


def _count_names(names: Iterable[str | None]) -> dict[str, int]:
    return dict(Counter(name for name in names if name).most_common())


def _format_city(city: City) -> str | None:
    return f"{city.name}, {city.country}" if city.name else None


def _label_position(record: Record) -> str | None:
    if record.label is None:
        return None
    return "unanswerable" if record.label < 0 else str(record.label + 1)
