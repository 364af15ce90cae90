"""Generated questions are right by query, by wording and by independent code."""

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
from geoeval.generation.kinds.areas import AREAS
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
    """Return the generated questions as records."""
    return [record_of(each, number, MADE) for number, each in enumerate(made, start=1)]


def verified(records: list[dict[str, object]]) -> Report:
    """Return the verification report of records."""
    return verify_datasets([load_records(records, "mapeval")])


def verdicts(report: Report) -> Counter[str]:
    """Count the verdicts of a report."""
    return Counter(item.verdict for item in report.items)


def test_every_kind_is_generated(made: list[Generated]) -> None:
    """Except ratings, which the map lacks, modes, since a car is always faster, and areas."""
    left_out = WITHOUT_RATINGS | {"mode", "faster"} | set(AREAS)
    assert {each.kind for each in made} == set(KINDS) - left_out


def test_keys_equal_those_of_independent_code(records: list[dict[str, object]]) -> None:
    wrong = [r["question"] for r in records if answer(r) != r["answer"]["correct"]]  # type: ignore[index]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["monaco", "helsinki"])
def test_keys_of_real_maps_equal_those_of_independent_code(
    name: str, data_dir: Path, tmp_path: Path
) -> None:
    build_from_osm(data_dir / "osm" / f"{name}.osm.pbf", tmp_path / "town.world")
    controls = Controls(count=150, seed=11)
    found = generate_questions(World.open(tmp_path / "town.world"), controls, workers=2)
    records = [record_of(each, number, controls) for number, each in enumerate(found, start=1)]
    wrong = [r["question"] for r in records if answer(r) != r["answer"]["correct"]]  # type: ignore[index]
    assert wrong == []


def test_labels_are_supported_by_query_and_by_words(records: list[dict[str, object]]) -> None:
    """The wording without the query is understood as intended."""
    assert verdicts(verified(records)) == {"supported": len(records)}
    words = [{k: v for k, v in each.items() if k != "query"} for each in records]
    assert verdicts(verified(words)) == {"supported": len(records)}


def test_moved_keys_are_never_supported(records: list[dict[str, object]]) -> None:
    """A key that another convention would give is conditional."""
    moved = []
    for each in records:
        given = each["answer"]
        assert isinstance(given, dict)
        key = (given["correct"] + 1) % len(given["options"])
        moved.append({**each, "answer": {**given, "correct": key}})
    found = verdicts(verified(moved))
    assert found["contradicted"] + found["conditional"] == len(moved)
    assert found["conditional"] <= 2


def test_keys_are_spread_evenly_over_the_options(made: list[Generated]) -> None:
    places = Counter(each.label for each in made if len(each.options) == 4)
    assert max(places.values()) - min(places.values()) <= 10


@pytest.mark.no_cover
def test_same_seed_gives_the_same_questions(town: World) -> None:
    """The number of processes does not matter; another seed gives other questions."""
    few = Controls(count=6, seed=3)
    first = list(generate_questions(town, few))
    assert list(generate_questions(town, few, workers=2)) == first
    others = generate_questions(town, replace(few, seed=4))
    assert [each.text for each in others] != [each.text for each in first]


def test_questions_do_not_repeat(town: World) -> None:
    """Other kinds fill in for a kind with too few questions."""
    tally = Tally()
    wanted = Controls(count=30, seed=1, kinds=("closes_last", "count"))
    found = list(generate_questions(town, wanted, tally=tally))
    assert len({each.likeness for each in found}) == 30


@pytest.mark.no_cover
def test_unanswerable_questions_lack_a_fact(town: World) -> None:
    """Verification supports their labels."""
    wanted = Controls(count=12, seed=2, unanswerable=0.25)
    found = list(generate_questions(town, wanted))
    lacking = [each for each in found if each.label == -1]
    assert len(lacking) == 3
    assert all(each.lacking for each in lacking)
    assert all(each.lacking is None for each in found if each.label >= 0)
    records = [record_of(each, number, wanted) for number, each in enumerate(found)]
    assert verdicts(verified(records)) == {"supported": 12}


def test_questions_without_context_are_about_the_world(town: World) -> None:
    wanted = Controls(count=8, seed=1, in_context=False)
    found = list(generate_questions(town, wanted))
    assert all(each.context == "" for each in found)


def test_easy_questions_have_a_large_margin(town: World) -> None:
    wanted = Controls(count=10, seed=1, kinds=("nearest",), difficulties=("easy",))
    assert all((each.margin or 0) >= 50 for each in generate_questions(town, wanted))


def test_categories_cover_all_kinds(town: World, made: list[Generated]) -> None:
    found = generate_questions(town, Controls(count=6, seed=1, categories=("trip",)))
    assert {each.kind for each in found} <= set(CATEGORIES["trip"])
    assert {category_of_kind(each.kind) for each in made} == set(CATEGORIES)
    assert sorted(kind for kinds in CATEGORIES.values() for kind in kinds) == sorted(KINDS)
    with pytest.raises(UsageError, match="expected a category"):
        Controls(categories=("poi", "roads"))


def test_names_can_be_limited_to_a_script(town: World) -> None:
    """The names of the town are all in Latin letters."""
    assert len(list(generate_questions(town, Controls(count=2, script="latin")))) == 2
    with pytest.raises(UsageError, match="names and Cyrillic letters"):
        list(generate_questions(town, Controls(count=2, script="Cyrillic")))


def test_unknown_script_is_rejected(town: World) -> None:
    """It would seem that no place is written in it."""
    with pytest.raises(UsageError, match=r"expected a script as Unicode names it.* got 'klingon'"):
        list(generate_questions(town, Controls(count=2, script="klingon")))


def test_wrong_options_have_a_reason(made: list[Generated]) -> None:
    """Each results from a mistake; the right option does not."""
    for each in made:
        mistakes = [mistake for i, mistake in enumerate(each.mistakes) if i != each.label]
        assert each.mistakes[each.label] is None
        assert all(mistakes)


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


def test_recorded_world_has_questions_about_ratings() -> None:
    """A world without roads is enough."""
    wanted = Controls(count=6, seed=1, kinds=("rating", "rating_best", "count_rated"))
    assert {each.kind for each in generate_questions(RATED, wanted)} == set(wanted.kinds)


def test_recorded_contexts_have_questions(tmp_path: Path) -> None:
    """Their lists, legs and routes are used as recorded."""
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
        ({"count": 0}, "at least 1, got 0"),
        ({"kinds": ("nearset",)}, "got 'nearset'"),
        ({"difficulties": ("tough",)}, "easy, medium, hard, got 'tough'"),
        ({"unanswerable": 1.5}, "a share from 0 to 1"),
        ({"unanswerable": 0.5, "in_context": False}, "no unanswerable questions without contexts"),
    ],
)
def test_wrong_controls_are_rejected(wanted: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        Controls(**wanted)  # type: ignore[arg-type]


def test_world_with_too_few_facts_is_rejected() -> None:
    """It may be empty, lack opening hours, or have too few places."""
    with pytest.raises(UsageError, match="got 0 such places"):
        list(generate_questions(World(), Controls()))
    with pytest.raises(UsageError, match="no facts for questions of the kind opens"):
        list(generate_questions(RATED, Controls(kinds=("opens",))))
    with pytest.raises(UsageError, match=r"only \d+ of 500 questions"):
        list(generate_questions(RATED, Controls(count=500, kinds=("rating_best",))))
