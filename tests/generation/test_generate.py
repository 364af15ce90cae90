"""Generated questions hold: by their query, by their words, and by code from outside."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from geoeval.cli.main import main
from geoeval.datasets.load import load_records, sample_path
from geoeval.errors import UsageError
from geoeval.generation.generate import Controls, Generated, Tally, generate_questions
from geoeval.generation.kinds import CATEGORIES, KINDS, category_of_kind
from geoeval.generation.writing import record_of
from geoeval.verification.model import Report
from geoeval.verification.run import verify_datasets
from geoeval.world.model import NearbyList, Place, World
from geoeval.world.osm.build import build_from_osm
from tests.generation.conftest import MADE
from tests.generation.outside import answer

WITHOUT_RATINGS = {"rating", "rating_best", "count_rated"}


@pytest.fixture(scope="module")
def records(made: list[Generated]) -> list[dict[str, object]]:
    """Return them as records."""
    return [record_of(each, number, MADE) for number, each in enumerate(made, start=1)]


def verified(records: list[dict[str, object]]) -> Report:
    """Return what verification makes of records."""
    return verify_datasets([load_records(records, "mapeval")])


def verdicts(report: Report) -> Counter[str]:
    """Count the verdicts of a report."""
    return Counter(item.verdict for item in report.items)


def test_every_kind_is_made(made: list[Generated]) -> None:
    """All kinds are asked, but those about ratings, which the map does not have.

    Nor is it asked which way of travelling is faster, where a car always is.
    """
    assert {each.kind for each in made} == set(KINDS) - WITHOUT_RATINGS - {"mode", "faster"}


def test_keys_are_those_of_code_that_shares_nothing(records: list[dict[str, object]]) -> None:
    """Each key is computed again from the context by patterns, geopy and trying all orders."""
    wrong = [r["question"] for r in records if answer(r) != r["answer"]["correct"]]  # type: ignore[index]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["monaco", "helsinki"])
def test_keys_of_real_maps(name: str, data_dir: Path, tmp_path: Path) -> None:
    """300 keys of two towns are computed again by code from outside."""
    build_from_osm(data_dir / "osm" / f"{name}.osm.pbf", tmp_path / "town.world")
    controls = Controls(count=150, seed=11)
    found = generate_questions(World.open(tmp_path / "town.world"), controls, workers=2)
    records = [record_of(each, number, controls) for number, each in enumerate(found, start=1)]
    wrong = [r["question"] for r in records if answer(r) != r["answer"]["correct"]]  # type: ignore[index]
    assert wrong == []


def test_labels_are_supported_by_query_and_by_words(records: list[dict[str, object]]) -> None:
    """The words alone, without the query, are read as what was meant."""
    assert verdicts(verified(records)) == {"supported": len(records)}
    words = [{k: v for k, v in each.items() if k != "query"} for each in records]
    assert verdicts(verified(words)) == {"supported": len(records)}


def test_a_moved_key_is_never_supported(records: list[dict[str, object]]) -> None:
    """It is contradicted; only what another convention would give is conditional."""
    moved = []
    for each in records:
        given = each["answer"]
        assert isinstance(given, dict)
        key = (given["correct"] + 1) % len(given["options"])
        moved.append({**each, "answer": {**given, "correct": key}})
    found = verdicts(verified(moved))
    assert found["contradicted"] + found["conditional"] == len(moved)
    assert found["conditional"] <= 2


def test_keys_stand_as_often_in_each_place(made: list[Generated]) -> None:
    """So that no place is a good guess."""
    places = Counter(each.label for each in made if len(each.options) == 4)
    assert max(places.values()) - min(places.values()) <= 10


@pytest.mark.no_cover
def test_the_same_seed_gives_the_same_questions(town: World) -> None:
    """Whatever the number of processes; another seed gives others."""
    few = Controls(count=12, seed=3)
    one = list(generate_questions(town, few))
    assert list(generate_questions(town, few, workers=2)) == one
    others = generate_questions(town, replace(few, seed=4))
    assert [each.text for each in others] != [each.text for each in one]


def test_questions_do_not_repeat(town: World) -> None:
    """Where a kind has few, others take its place, and it is told."""
    tally = Tally()
    wanted = Controls(count=30, seed=1, kinds=("closes_last", "count"))
    found = list(generate_questions(town, wanted, tally=tally))
    assert len({each.likeness for each in found}) == 30


@pytest.mark.no_cover
def test_what_cannot_be_answered_lacks_a_fact(town: World) -> None:
    """The context does not give it, and verification agrees."""
    wanted = Controls(count=20, seed=2, unanswerable=0.25)
    found = list(generate_questions(town, wanted))
    lacking = [each for each in found if each.label == -1]
    assert len(lacking) == 5
    assert all(each.lacking for each in lacking)
    assert all(each.lacking is None for each in found if each.label >= 0)
    records = [record_of(each, number, wanted) for number, each in enumerate(found)]
    assert verdicts(verified(records)) == {"supported": 20}


def test_without_contexts_the_world_answers(town: World) -> None:
    """The questions of an API task are about the whole map."""
    wanted = Controls(count=8, seed=1, in_context=False)
    found = list(generate_questions(town, wanted))
    assert all(each.context == "" for each in found)


def test_difficulty_is_the_margin(town: World) -> None:
    """An easy question is clear by more than a hard one has to be."""
    wanted = Controls(count=10, seed=1, kinds=("nearest",), difficulties=("easy",))
    assert all((each.margin or 0) >= 50 for each in generate_questions(town, wanted))


def test_categories_stand_for_their_kinds(town: World, made: list[Generated]) -> None:
    """And every kind has one."""
    found = generate_questions(town, Controls(count=6, seed=1, categories=("trip",)))
    assert {each.kind for each in found} <= set(CATEGORIES["trip"])
    assert {category_of_kind(each.kind) for each in made} == set(CATEGORIES)
    assert sorted(kind for kinds in CATEGORIES.values() for kind in kinds) == sorted(KINDS)
    with pytest.raises(UsageError, match="expected a category among poi, nearby, routing, trip"):
        Controls(categories=("poi", "roads"))


def test_names_of_a_script(town: World) -> None:
    """The names of the town are all in Latin letters."""
    assert len(list(generate_questions(town, Controls(count=2, script="latin")))) == 2
    with pytest.raises(UsageError, match="names and Cyrillic letters"):
        list(generate_questions(town, Controls(count=2, script="Cyrillic")))


def test_wrong_options_have_a_reason(made: list[Generated]) -> None:
    """Each stands for a mistake; the right one for none."""
    for each in made:
        told = [mistake for i, mistake in enumerate(each.mistakes) if i != each.label]
        assert each.mistakes[each.label] is None
        assert all(told)


RATED = World(
    places=(Place(name="Harbour Gate", location=(0.0, 0.0)),),
    lists=(
        NearbyList(
            anchor="Harbour Gate",
            category="cafe",
            sorted_by_distance=True,
            places=tuple(
                Place(name=name, location=(0.001 * number, 0.0), rating=rating)
                for number, (name, rating) in enumerate(
                    [("Gull", 4.1), ("Heron", 4.8), ("Tern", 3.9), ("Plover", 4.4),
                     ("Dunlin", 4.2), ("Avocet", 3.5), ("Curlew", 4.0)],
                    start=1,
                )
            ),
        ),
    ),
)  # fmt: skip


def test_ratings_of_a_recorded_world() -> None:
    """A world without roads has questions too, as far as its records go."""
    wanted = Controls(count=6, seed=1, kinds=("rating", "rating_best", "count_rated"))
    assert {each.kind for each in generate_questions(RATED, wanted)} == set(wanted.kinds)


def test_recorded_contexts_have_questions_too(tmp_path: Path) -> None:
    """The map of the sample's contexts: lists as far as they reach, legs and routes as recorded."""
    path = tmp_path / "sample.world"
    assert main(["world", "build", str(sample_path()), "-o", str(path)]) == 0
    wanted = Controls(count=40, seed=3)
    found = list(generate_questions(World.open(path), wanted))
    assert {category_of_kind(each.kind) for each in found} >= {"poi", "nearby", "routing"}
    records = [record_of(each, number, wanted) for number, each in enumerate(found)]
    assert verdicts(verified(records)) == {"supported": 40}


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"count": 0}, "a number of questions from 1, got 0"),
        ({"kinds": ("nearset",)}, "got 'nearset'"),
        ({"difficulties": ("tough",)}, "easy, medium, hard, got 'tough'"),
        ({"unanswerable": 1.5}, "a share from 0 to 1"),
        ({"unanswerable": 0.5, "in_context": False}, "the world knows all"),
    ],
)
def test_wrong_controls_are_refused(wanted: dict[str, object], words: str) -> None:
    """With the value."""
    with pytest.raises(UsageError, match=words):
        Controls(**wanted)  # type: ignore[arg-type]


def test_a_world_with_too_little_is_refused() -> None:
    """An empty one, one without hours for questions of hours, one with too few places."""
    with pytest.raises(UsageError, match="got 0 such places"):
        list(generate_questions(World(), Controls()))
    with pytest.raises(UsageError, match="nothing for questions of the kind opens"):
        list(generate_questions(RATED, Controls(kinds=("opens",))))
    with pytest.raises(UsageError, match=r"only \d+ of 500 questions"):
        list(generate_questions(RATED, Controls(count=500, kinds=("rating_best",))))
