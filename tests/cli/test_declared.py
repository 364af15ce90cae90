"""What a command line declares about records of other formats."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import CONTEXT, Run, Save

TEXT = "In which direction does the Stone Pier lie, seen from the Old Mill?"
WORLD = {
    "places": [
        {"name": "Old Mill", "location": [52.0, 4.0]},
        {"name": "Stone Pier", "location": [53.0, 4.0]},
    ]
}


def bare(**changes: object) -> dict[str, object]:
    """Return a question in MapEval's format without a context."""
    answer = {"type": "mcq", "options": ["North", "South"], "correct": 0}
    return {"id": 1, "question": TEXT, "answer": answer} | changes


def test_rows_of_csv_are_verified(run: Run, save: Save) -> None:
    """Columns and labels go by their declaration."""
    facts = CONTEXT.replace("\n", "\r\n")
    path = save(f'ask,facts,x,y,gold\n"{TEXT}","{facts}",North,South,2\n', "set.csv")
    columns = "question=ask,context=facts,options=x,options=y,answer=gold"
    result = run("verify", path, "--columns", columns, "--labels", "from-1")
    assert result.code == 1
    assert "GEO302" in result.out
    assert "the key says 'South'" in result.out


def test_labels_without_a_declaration_fail(run: Run, save: Save) -> None:
    """Whole numbers count from 0 or from 1."""
    raw = {"question": TEXT, "context": CONTEXT, "options": ["North", "South"], "answer": 0}
    result = run("verify", save([raw]))
    assert result.code == 1
    assert "GEO115 " in result.out
    assert "declare which: --labels from-0 or --labels from-1" in result.out
    assert run("verify", save([raw]), "--labels", "from-0").code == 0


def test_record_without_context_is_undetermined(run: Run, save: Save) -> None:
    """That is no fault of the file, and the reason says so."""
    result = run("verify", save([bare()]), "--verbose", "--fail-on", "never")
    assert result.code == 1
    assert "nothing could be checked" in result.out
    assert "no context (the record has neither a context nor a world" in result.out
    assert "GEO103" not in result.out
    (item,) = json.loads(run("solve", save([bare()]), "--format", "json").out)["items"]
    assert (item["status"], item["reason"]) == ("undetermined", "no_context")


def test_a_world_file_gives_the_facts(run: Run, save: Save) -> None:
    """A record that has a world of its own keeps it."""
    other = {"places": [WORLD["places"][0], {"name": "Stone Pier", "location": [51.0, 4.0]}]}
    path = save([bare(), bare(id=2, world=other)])
    world = save(WORLD, "world.json")
    items = json.loads(run("solve", path, "--world", world, "--format", "json").out)["items"]
    assert [item["answer"] for item in items] == [0, 1]
    assert run("verify", save([bare()]), "--world", world).code == 0


def test_what_the_world_command_writes_is_a_world_file(run: Run, save: Save) -> None:
    """The facts of one context answer the questions of another file."""
    source = save([bare(context=CONTEXT)], "source.json")
    world = save(run("world", "read", source, "--format", "json").out, "world.json")
    assert run("verify", save([bare()]), "--world", world).code == 0


def test_a_world_file_may_have_a_byte_order_mark(run: Run, save: Save) -> None:
    """As some editors write it."""
    world = save(json.dumps(WORLD).encode("utf-8-sig"), "world.json")
    assert run("verify", save([bare()]), "--world", world).code == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "invalid JSON at line 1"),
        (b"\xff", "expected UTF-8"),
        ({"places": 7}, "is not a valid world: $.places"),
        ({"places": []}, "expected a world with places, lists, legs or routes, got none"),
        ({"items": []}, "expected one world, got 0"),
        ({"items": [{"world": WORLD}, {"world": WORLD}]}, "expected one world, got 2"),
        (None, "the file does not exist"),
    ],
)
def test_a_bad_world_file_gives_2(run: Run, save: Save, content: object, words: str) -> None:
    """The message names it."""
    path = "none.json" if content is None else save(content, "world.json")
    result = run("verify", save([bare()]), "--world", path)
    assert result.code == 2
    assert words in result.err


def test_picture_is_not_read(run: Run, save: Save) -> None:
    """The reason names it."""
    raw = {
        "image_path": "maps/harbour.png",
        "question": "How many piers are there?",
        "options": "1) One\n2) Two",
        "option_count": 2,
        "answer": "3",
    }
    result = run("verify", save([raw]), "--verbose")
    assert result.code == 1
    assert "GEO105" in result.out
    assert "geoeval does not read pictures" in result.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--columns", "title=x"], "expected ROLE=COLUMN"),
        (["--labels", "from-2"], 'expected "from-0"'),
        (["--columns", "id=x", "--dataset", "mapeval"], "columns can be declared for mcq only"),
        (["--labels", "from-0", "--dataset", "natural-plan"], "labels can be declared"),
    ],
)
def test_bad_declaration_gives_2(run: Run, save: Save, options: list[str], words: str) -> None:
    """Before any file is read."""
    result = run("verify", "no_such_file.json", *options)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert words in run("verify", save([bare()]), *options).err
