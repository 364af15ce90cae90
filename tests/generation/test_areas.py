"""Questions about the areas of a map, with labels recomputed from the grid of the map."""

from __future__ import annotations

from pathlib import Path

import pytest

from geoeval.datasets.records import Question, Record, Span
from geoeval.errors import UsageError
from geoeval.generation.generate import Controls, Generated, generate_questions
from geoeval.generation.kinds.areas import AREAS
from geoeval.verification.answer import answer_question
from geoeval.verification.judging.judge import judge
from geoeval.world.model import World
from geoeval.world.osm.build import build_from_osm
from tests.world.osm.towns import Town

pytest.importorskip("osmium")

SIZE = 20  # grid steps of a parish
NAMES = ("Aston", "Burton", "Clifton", "Denton", "Elston", "Felton", "Gorton", "Hutton", "Ilton")
CELLS = {name: (at % 3, at // 3) for at, name in enumerate(NAMES)}  # column, row
CAFES = ("Anchor", "Barrel", "Castle", "Dragon", "Empire", "Feather", "Garland", "Harvest", "Ivy")
CONTROLS = Controls(count=40, seed=3, kinds=tuple(AREAS), in_context=False)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Return a map of nine square parishes, each with a café."""
    folder = tmp_path_factory.mktemp("areas")
    town = Town()
    for (name, (column, row)), cafe in zip(CELLS.items(), CAFES, strict=True):
        west, south = column * SIZE, row * SIZE
        corners = ((0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE), (0, 0))
        ring = town.way(*(f"{west + x} {south + y}" for x, y in corners), boundary="administrative")
        town.area([ring], boundary="administrative", admin_level="8", name=name)
        town.node(f"{west + 7} {south + 12}", amenity="cafe", name=f"{cafe} Rooms")
    build_from_osm(town.write(folder), folder / "town.world", modes=())
    return World.open(folder / "town.world")


@pytest.fixture(scope="module")
def made(world: World) -> list[Generated]:
    return list(generate_questions(world, CONTROLS))


def is_true(query: dict[str, object], option: str) -> bool:
    """Return whether an option is right, by the columns and rows of the grid."""
    match query:
        case {"ask": "list", "of": {"filters": [{"relation": "contains", "other": str(other)}]}}:
            return option == NAMES[CAFES.index(other.split()[0])]
        case {"ask": "list", "of": {"filters": [{"relation": "borders", "other": str(other)}]}}:
            return _are_next(option, other)
        case {"place": str(place), "passes": {"relation": "borders", "other": str(other)}}:
            return (option == "Yes") is _are_next(place, other)
        case {"place": str(place), "passes": {"direction": str(word), "seen_from": str(other)}}:
            east, north = (a - b for a, b in zip(CELLS[place], CELLS[other], strict=True))
            along, across = {"north": (north, east), "south": (-north, east),
                             "east": (east, north), "west": (-east, north)}[word]  # fmt: skip
            assert not (along > 0 and abs(across) > along), "half planes and sectors differ"
            return (option == "Yes") is (along > 0 and abs(across) < along)
    raise AssertionError(query)


def _are_next(one: str, other: str) -> bool:
    return sum(abs(a - b) for a, b in zip(CELLS[one], CELLS[other], strict=True)) == 1


def test_labels_follow_from_the_grid(made: list[Generated]) -> None:
    assert {each.kind for each in made} == set(AREAS)
    for each in made:
        assert isinstance(each.query, dict)
        right = [is_true(each.query, option) for option in each.options]
        assert right.index(True) == each.label, each.text
        assert right.count(True) == 1, each.text


def test_labels_are_supported_by_the_words_alone(made: list[Generated], world: World) -> None:
    """And no other label is."""
    for number, each in enumerate(made):
        question = Question(id=number, text=each.text, options=each.options)
        answer = answer_question(question, world)
        for option in range(len(each.options)):
            record = Record(
                question=question, context="", label=option, category=None, span=Span(file="made")
            )
            verdict = judge(record, answer, world).verdict
            assert (verdict == "supported") is (option == each.label), each.text


def test_a_context_has_no_outlines_to_ask_about(world: World) -> None:
    with pytest.raises(UsageError, match="no facts for questions of the kind in_area"):
        next(generate_questions(world, Controls(count=1, kinds=("in_area",))))


def test_a_map_without_areas_has_no_such_questions(tmp_path: Path) -> None:
    town = Town()
    for at, cafe in enumerate(CAFES):
        town.node(f"{at} 0", amenity="cafe", name=f"{cafe} Rooms")
    build_from_osm(town.write(tmp_path), tmp_path / "town.world", modes=())
    with pytest.raises(UsageError, match="no facts for questions of the kind"):
        next(generate_questions(World.open(tmp_path / "town.world"), CONTROLS))
