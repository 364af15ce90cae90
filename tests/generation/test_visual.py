"""Questions about pictures: the marks can be counted, and the keys follow from them."""

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
    """Return a folder of pictures of the invented town, with questions."""
    target = tmp_path_factory.mktemp("pictures")
    assert write_pictures(town, str(target), COUNT, 4) == COUNT
    return target


def test_keys_follow_from_the_picture(folder: Path) -> None:
    """They are recomputed from the JSON next to the picture."""
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


def test_marks_do_not_touch(town: World) -> None:
    for each in generate_pictures(town, 5, 9):
        for first, second in combinations(each.snapshot.places, 2):
            assert max(abs(first.x - second.x), abs(first.y - second.y)) > 14


def test_same_seed_gives_the_same_bytes(town: World) -> None:
    first, second = (list(generate_pictures(town, 3, 2)) for _ in range(2))
    assert [each.snapshot.png for each in first] == [each.snapshot.png for each in second]
    assert first == second


def test_questions_are_read_as_visual_records(folder: Path) -> None:
    dataset = load_dataset(folder / "questions.json")
    assert [issue.code for issue in dataset.issues] == []
    assert len(dataset.records) == COUNT
    assert all((folder / (each.picture or "?")).is_file() for each in dataset.records)
    assert {each.label for each in dataset.records} == {0, 1, 2, 3}


def test_world_without_a_map_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="expected a map file"):
        write_pictures(World(), str(tmp_path), 1, 1)


def test_unwritable_folder_is_rejected(town: World, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        write_pictures(town, str(tmp_path / "file"), 1, 1)


def place_of_kinds(*kinds: str) -> MapPlace:
    """Return a place with the given kinds."""
    return MapPlace(place=Place(name="Gull", location=(0.0, 0.0)), types=kinds)


def test_legend_kinds_exclude_each_other(town: World) -> None:
    """No kind includes another, and no place has two of them."""
    places = [place_of_kinds("restaurant")] * 3 + [
        place_of_kinds("italian_restaurant"),
        place_of_kinds("hotel"),
    ]
    assert snapshot._common_kinds(places) == ("restaurant", "hotel")
    assert snapshot._marked_kinds(
        place_of_kinds("hotel", "italian_restaurant"), ("restaurant", "hotel")
    ) == [
        "restaurant",
        "hotel",
    ]
    for each in generate_pictures(town, 5, 3):
        for first, second in combinations(each.snapshot.kinds, 2):
            assert not is_kind_of(first, second)
            assert not is_kind_of(second, first)


def test_name_uses_the_first_font_with_its_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is not drawn if no font has its letters or if they join."""
    letters = {"DejaVu Sans": "Cafe ", "A Font": "台", "Other Font": "台北"}
    monkeypatch.setattr(snapshot, "_usable_fonts", lambda: tuple(letters))
    monkeypatch.setattr(snapshot, "_font_letters", lambda font: frozenset(map(ord, letters[font])))
    draw = snapshot.fonts_of.__wrapped__
    assert draw("Cafe") == ("DejaVu Sans",)
    assert draw("Cafe 台北") == ("DejaVu Sans", "Other Font")
    assert draw("Cafe 東") == draw("مقهى") == draw("क्या") == ()


def test_last_resort_font_is_ignored() -> None:
    """It draws a box for every letter."""
    assert "Last Resort High-Efficiency" not in snapshot._usable_fonts()
    assert ord("é") in snapshot._font_letters("DejaVu Sans")


def test_names_without_a_font_are_left_out(
    town: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If too few names remain, the error gives the reason."""
    monkeypatch.setattr(snapshot, "fonts_of", lambda _: ())
    with pytest.raises(UsageError, match=r"[1-9]\d* of its names cannot be drawn"):
        write_pictures(town, str(tmp_path), 1, 1)
