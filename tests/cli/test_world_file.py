"""Files from which a world can be read."""

from __future__ import annotations

import json

import pytest

from geoeval.cli.inputs import read_world
from geoeval.errors import UsageError
from geoeval.world.model import world_to_json
from tests.cli.conftest import CONTEXT, Run, Save, question

NAMES = ["Old Mill", "Stone Pier"]
OTHER = CONTEXT.replace("Old Mill", "Tide Mill")


def names(path: str, question_id: str | None = None) -> list[str]:
    """Return the names of the places in the world of a file."""
    return [place.name for place in read_world(path, question_id).places]


def test_text_context_is_a_world(save: Save) -> None:
    """The suffix of the file does not matter."""
    assert names(save(CONTEXT, "context.txt")) == NAMES
    assert names(save(CONTEXT, "context")) == NAMES


def test_json_world_is_read_back(save: Save) -> None:
    world = read_world(save(CONTEXT, "context.txt"))
    assert read_world(save(world_to_json(world), "world.json")) == world


def test_questions_may_share_their_context(save: Save) -> None:
    """Then no id is needed."""
    assert names(save([question(1), question(2)])) == NAMES


def test_id_selects_among_different_contexts(save: Save) -> None:
    path = save([question(1), question(2, context=OTHER)])
    assert names(path, "2") == ["Tide Mill", "Stone Pier"]
    with pytest.raises(UsageError, match="expected one world, got 2"):
        read_world(path)


def test_id_selects_in_the_output_of_world_read(run: Run, save: Save) -> None:
    source = save([question(1), question("b", context=OTHER)])
    path = save(run("world", "read", source, "--format", "json").out, "world.json")
    assert names(path, "1") == NAMES
    assert names(path, '"b"') == ["Tide Mill", "Stone Pier"]
    with pytest.raises(UsageError, match="expected one world, got 0"):
        read_world(path, "3")


def test_json_lines_are_read_as_records(save: Save) -> None:
    """Their first line is an object, but not a world."""
    lines = "".join(f"{json.dumps(question(each))}\n" for each in (1, 2))
    assert names(save(lines, "set.jsonl")) == NAMES


def test_unparsed_lines_are_counted_on_stderr(
    save: Save, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other lines are read."""
    assert names(save(CONTEXT + "Colourless ideas sleep.\n", "context.txt")) == NAMES
    assert "lines not understood and ignored in the context in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "name", "question_id", "words"),
    [
        (CONTEXT, "context.txt", "1", "--id '1' needs a dataset, got a single world"),
        ({"places": []}, "world.json", "1", "--id '1' needs a dataset, got a single world"),
        ("Colourless ideas sleep.", "context.txt", None, "expected a world with places"),
        ("<osm/>", "town.osm", None, r"expected a world .*, an extract of OpenStreetMap"),
        ({}, "world.json", None, "expected a world with places"),
        ([question(1)], "set.json", "7", "expected the id of a usable record, got '7'"),
        ([], "set.json", None, "it has no records"),
        ("[" * 100_000, "set.json", None, "invalid JSON"),
        ("[{", "set.json", None, "invalid JSON at line 1, column 3"),
        ({"places": [{}]}, "world.json", None, r"is not a valid world: \$\.places\[0\]\.name"),
        ([question(1, world={"places": 7})], "set.json", None, r"\$\.world\.places"),
        (b"\xff\xfe", "context.txt", None, "expected UTF-8"),
    ],
)
def test_unusable_files_are_rejected(
    save: Save, content: object, name: str, question_id: str | None, words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        read_world(save(content, name), question_id)
