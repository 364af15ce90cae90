"""Options that declare columns, labels and worlds of records in other formats."""

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


def record_without_context(**changes: object) -> dict[str, object]:
    """Return a question in MapEval's format without a context."""
    answer = {"type": "mcq", "options": ["North", "South"], "correct": 0}
    return {"id": 1, "question": TEXT, "answer": answer} | changes


def test_csv_columns_and_labels_follow_their_declaration(run: Run, save: Save) -> None:
    facts = CONTEXT.replace("\n", "\r\n")
    path = save(f'ask,facts,x,y,gold\n"{TEXT}","{facts}",North,South,2\n', "set.csv")
    columns = "question=ask,context=facts,options=x,options=y,answer=gold"
    result = run("verify", path, "--columns", columns, "--labels", "from-1")
    assert result.code == 1
    assert "GEO302" in result.out
    assert "the label says 'South'" in result.out


def test_undeclared_integer_labels_fail(run: Run, save: Save) -> None:
    """Integers may count from 0 or from 1."""
    raw = {"question": TEXT, "context": CONTEXT, "options": ["North", "South"], "answer": 0}
    result = run("verify", save([raw]))
    assert result.code == 1
    assert "GEO115 " in result.out
    assert "declare which: --labels from-0 or --labels from-1" in result.out
    assert run("verify", save([raw]), "--labels", "from-0").code == 0


def test_record_without_context_is_undetermined(run: Run, save: Save) -> None:
    """The reason names the missing context; it is not a fault of the file."""
    result = run("verify", save([record_without_context()]), "--verbose", "--fail-on", "never")
    assert result.code == 1
    assert "nothing could be checked" in result.out
    assert "no context (the record has neither a context nor a world" in result.out
    assert "GEO103" not in result.out
    (item,) = json.loads(run("solve", save([record_without_context()]), "--format", "json").out)[
        "items"
    ]
    assert (item["status"], item["reason"]) == ("undetermined", "no_context")


def test_world_file_supplies_the_facts(run: Run, save: Save) -> None:
    """A record with its own world keeps it."""
    other = {"places": [WORLD["places"][0], {"name": "Stone Pier", "location": [51.0, 4.0]}]}
    path = save([record_without_context(), record_without_context(id=2, world=other)])
    world = save(WORLD, "world.json")
    items = json.loads(run("solve", path, "--world", world, "--format", "json").out)["items"]
    assert [item["answer"] for item in items] == [0, 1]
    assert run("verify", save([record_without_context()]), "--world", world).code == 0


def test_output_of_world_read_is_a_world_file(run: Run, save: Save) -> None:
    """The facts of one context answer the questions of another file."""
    source = save([record_without_context(context=CONTEXT)], "source.json")
    world = save(run("world", "read", source, "--format", "json").out, "world.json")
    assert run("verify", save([record_without_context()]), "--world", world).code == 0


def test_world_file_may_have_a_byte_order_mark(run: Run, save: Save) -> None:
    world = save(json.dumps(WORLD).encode("utf-8-sig"), "world.json")
    assert run("verify", save([record_without_context()]), "--world", world).code == 0


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
def test_bad_world_file_exits_with_2(run: Run, save: Save, content: object, words: str) -> None:
    path = "none.json" if content is None else save(content, "world.json")
    result = run("verify", save([record_without_context()]), "--world", path)
    assert result.code == 2
    assert words in result.err


def test_picture_question_is_not_checked(run: Run, save: Save) -> None:
    """The reason names the picture."""
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
def test_bad_declaration_exits_with_2_before_reading(
    run: Run, save: Save, options: list[str], words: str
) -> None:
    result = run("verify", "no_such_file.json", *options)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert words in run("verify", save([record_without_context()]), *options).err
