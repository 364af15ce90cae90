"""The world of a file, in whatever form it is there."""

from __future__ import annotations

import json

import pytest

from geoeval.cli.inputs import read_world
from geoeval.errors import UsageError
from geoeval.world.model import world_to_json
from tests.cli.conftest import CONTEXT, Run, Save, question

NAMES = ["Old Mill", "Stone Pier"]
OTHER = CONTEXT.replace("Old Mill", "Tide Mill")


def names(path: str, one_id: str | None = None) -> list[str]:
    """Return the names of the places of a file's world."""
    return [place.name for place in read_world(path, one_id).places]


def test_a_context_in_words_is_a_world(save: Save) -> None:
    """Whatever the file is called."""
    assert names(save(CONTEXT, "context.txt")) == NAMES
    assert names(save(CONTEXT, "context")) == NAMES


def test_a_world_in_json_is_a_world(save: Save) -> None:
    """As ``world_to_json`` gives it."""
    world = read_world(save(CONTEXT, "context.txt"))
    assert read_world(save(world_to_json(world), "world.json")) == world


def test_the_questions_of_a_dataset_may_share_their_context(save: Save) -> None:
    """One context needs no id."""
    assert names(save([question(1), question(2)])) == NAMES


def test_a_question_is_chosen_by_its_id(save: Save) -> None:
    """Where the contexts of a dataset differ."""
    path = save([question(1), question(2, context=OTHER)])
    assert names(path, "2") == ["Tide Mill", "Stone Pier"]
    with pytest.raises(UsageError, match=r"expected one world, got 2 .*; choose one by the id"):
        read_world(path)


def test_a_document_of_the_world_command_is_chosen_from_as_well(run: Run, save: Save) -> None:
    """By the id of the question."""
    source = save([question(1), question("b", context=OTHER)])
    path = save(run("world", "read", source, "--format", "json").out, "world.json")
    assert names(path, "1") == NAMES
    assert names(path, '"b"') == ["Tide Mill", "Stone Pier"]
    with pytest.raises(UsageError, match="expected one world, got 0"):
        read_world(path, "3")


def test_json_lines_are_records(save: Save) -> None:
    """Their first line is an object, and no world."""
    lines = "".join(f"{json.dumps(question(each))}\n" for each in (1, 2))
    assert names(save(lines, "set.jsonl")) == NAMES


def test_lines_that_are_not_understood_are_counted(
    save: Save, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error; the others are read."""
    assert names(save(CONTEXT + "Colourless ideas sleep.\n", "context.txt")) == NAMES
    assert "lines not understood in the context in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "name", "one_id", "words"),
    [
        (CONTEXT, "context.txt", "1", "--id '1' needs a dataset, got a single world"),
        ({"places": []}, "world.json", "1", "--id '1' needs a dataset, got a single world"),
        ("Colourless ideas sleep.", "context.txt", None, "expected a world with places"),
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
def test_what_cannot_be_used_is_told(
    save: Save, content: object, name: str, one_id: str | None, words: str
) -> None:
    """With what was expected and what came."""
    with pytest.raises(UsageError, match=words):
        read_world(save(content, name), one_id)
