"""Questions about pictures: what is drawn is what is counted, and keys follow from it."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from geoeval.datasets.load import load_dataset
from geoeval.errors import UsageError
from geoeval.generation.visual import snapshot
from geoeval.generation.visual.sets import generate_pictures, write_pictures
from geoeval.world.categories import is_kind_of
from geoeval.world.model import Place, World
from geoeval.world.service import MapPlace

pytest.importorskip("matplotlib")
COUNT = 15


@pytest.fixture(scope="module")
def folder(town: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of pictures of the invented town."""
    target = tmp_path_factory.mktemp("pictures")
    assert write_pictures(town, str(target), COUNT, 4) == COUNT
    return target


def test_keys_follow_from_what_is_shown(folder: Path) -> None:
    """Each is computed again from the JSON beside the picture."""
    for record in json.loads((folder / "questions.json").read_text("utf-8")):
        shown = json.loads((folder / record["image_path"]).with_suffix(".json").read_text("utf-8"))
        spots = {each["name"]: (each["x"], each["y"]) for each in shown["places"]}
        options = [line.partition(") ")[2] for line in record["options"].splitlines()]
        key = options[record["answer"] - 1]
        if record["proof"]["kind"] == "count":
            kinds = [each["kind"] for each in shown["places"]]
            assert any(kinds.count(kind) == int(key) for kind in kinds)
            continue
        assert {*options} <= {*spots}
        named = [name for name in spots if name in record["question"] and name not in options]
        if record["proof"]["kind"] == "nearest":
            (x, y) = spots[named[0]]
            best = min(options, key=lambda o: (spots[o][0] - x) ** 2 + (spots[o][1] - y) ** 2)
            assert key == best


def test_nothing_drawn_touches_another_mark(town: World) -> None:
    """Else one could not count them."""
    for each in generate_pictures(town, 5, 9):
        for one, other in combinations(each.snapshot.places, 2):
            assert max(abs(one.x - other.x), abs(one.y - other.y)) > 14


def test_the_same_seed_gives_the_same_bytes(town: World) -> None:
    """Pictures and all."""
    one, other = (list(generate_pictures(town, 3, 2)) for _ in range(2))
    assert [each.snapshot.png for each in one] == [each.snapshot.png for each in other]
    assert one == other


def test_the_questions_are_read_as_visual_records(folder: Path) -> None:
    """With the pictures where they say."""
    dataset = load_dataset(folder / "questions.json")
    assert [issue.code for issue in dataset.issues] == []
    assert len(dataset.records) == COUNT
    assert all((folder / (each.picture or "?")).is_file() for each in dataset.records)
    assert {each.label for each in dataset.records} == {0, 1, 2, 3}


def test_records_without_a_map_are_refused(tmp_path: Path) -> None:
    """Nothing is drawn of them."""
    with pytest.raises(UsageError, match="expected a map file"):
        write_pictures(World(), str(tmp_path), 1, 1)


def test_an_unwritable_folder_is_told(town: World, tmp_path: Path) -> None:
    """A file stands in its way."""
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        write_pictures(town, str(tmp_path / "file"), 1, 1)


def of_kinds(*kinds: str) -> MapPlace:
    """Return a place of some kinds."""
    return MapPlace(place=Place(name="Gull", location=(0.0, 0.0)), types=kinds)


def test_kinds_of_a_legend_exclude_each_other(town: World) -> None:
    """No Italian restaurants beside restaurants, and no place that is of two kinds."""
    places = [of_kinds("restaurant")] * 3 + [of_kinds("italian_restaurant"), of_kinds("hotel")]
    assert snapshot._common_kinds(places) == ("restaurant", "hotel")
    assert snapshot._marked_kinds(
        of_kinds("hotel", "italian_restaurant"), ("restaurant", "hotel")
    ) == [
        "restaurant",
        "hotel",
    ]
    for each in generate_pictures(town, 5, 3):
        for one, other in combinations(each.snapshot.kinds, 2):
            assert not is_kind_of(one, other)
            assert not is_kind_of(other, one)


def test_a_name_is_drawn_by_the_first_font_that_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that none draws, or whose letters join, is not."""
    letters = {"DejaVu Sans": "Cafe ", "A Font": "台", "Other Font": "台北"}
    monkeypatch.setattr(snapshot, "_usable_fonts", lambda: tuple(letters))
    monkeypatch.setattr(snapshot, "_font_letters", lambda font: frozenset(map(ord, letters[font])))
    draw = snapshot.fonts_of.__wrapped__
    assert draw("Cafe") == ("DejaVu Sans",)
    assert draw("Cafe 台北") == ("DejaVu Sans", "Other Font")
    assert draw("Cafe 東") == draw("مقهى") == draw("क्या") == ()


def test_a_letter_of_no_font_is_known() -> None:
    """The font of matplotlib that draws a box for any letter is none."""
    assert "Last Resort High-Efficiency" not in snapshot._usable_fonts()
    assert ord("é") in snapshot._font_letters("DejaVu Sans")


def test_names_that_no_font_draws_are_left_out(
    town: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is drawn; where too few are left, it is said why."""
    monkeypatch.setattr(snapshot, "fonts_of", lambda _: ())
    with pytest.raises(UsageError, match=r"[1-9]\d* of its names are in letters that no installed"):
        write_pictures(town, str(tmp_path), 1, 1)
