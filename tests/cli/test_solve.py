"""``geoeval solve``: answers without labels."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run, Save, question
from tests.queries import value


def unlabelled(name: object) -> dict[str, object]:
    """Return a question without label and category."""
    raw = question(name, answer={"type": "mcq", "options": ["North", "South"]})
    del raw["classification"]
    return raw


def test_answer_needs_no_label(run: Run, save: Save) -> None:
    """It is an option with its derivation."""
    result = run("solve", save([unlabelled(1)]), "--format", "json")
    assert result.code == 0
    (item,) = json.loads(result.out)["items"]
    assert (item["id"], item["status"], item["answer"]) == (1, "answered", 0)
    assert item["value"]["kind"] == "bearing"
    assert item["query"]["figure"]["kind"] == "direction"
    assert item["derivation"]["facts"]


def test_label_does_not_affect_the_answer(run: Run, save: Save) -> None:
    """Even a faulty label makes no difference."""
    without = run("solve", save([unlabelled(1)]), "--format", "json").out
    assert run("solve", save([question(1, correct="nonsense")]), "--format", "json").out == without
    assert run("solve", save([question(1, correct=1)]), "--format", "json").out == without


def test_question_is_selected_by_id(run: Run, save: Save) -> None:
    """An unknown id is wrong usage."""
    path = save([question(1), question("b")])
    assert "[b]" in run("solve", path, "--id", "b").out
    assert "[b]" not in run("solve", path, "--id", "1").out
    result = run("solve", path, "--id", "c")
    assert result.code == 2
    assert "expected the id of a usable record, got 'c'" in result.err


def test_unquoted_id_prefers_the_number(run: Run, save: Save) -> None:
    """Quotes select the id that is a text."""
    path = save([question("1", question="The text?"), question(1, question="The number?")])
    assert "The text?" not in run("solve", path, "--id", "1").out
    assert "The number?" not in run("solve", path, "--id", '"1"').out
    assert "The text?" in run("solve", path, "--id", '"1"').out
    quoted = save([question('"b"'), question("7")])
    assert run("solve", quoted, "--id", '"b"').code == 0
    assert "[7]" in run("solve", quoted, "--id", "7").out
    assert run("solve", save([question(7)]), "--id", '"7"').code == 2


def test_unreadable_file_exits_with_2_after_the_others(run: Run, save: Save) -> None:
    """The fault is listed among the errors."""
    result = run("solve", "none.json", save([question(1)]), "--format", "jsonl")
    assert result.code == 2
    lines = [json.loads(line) for line in result.out.splitlines()]
    assert [line["type"] for line in lines] == ["error", "item", "summary"]
    assert lines[0]["code"] == "GEO101"


def test_unexplained_words_are_counted(run: Run, save: Save) -> None:
    """Words that no query accounts for are listed with their number."""
    raw = unlabelled(1) | {"question": "Where do the zorgle quumble the Old Mill?"}
    del raw["query"]
    path = save([raw, unlabelled(2)])
    text = run("solve", path, "--unexplained")
    assert text.code == 0
    shape = json.loads(run("solve", path, "--unexplained", "--format", "json").out)
    assert shape["schema_version"] == 1
    assert [word["count"] for word in shape["words"]] == [1] * len(shape["words"])
    assert len(text.out.splitlines()) == max(len(shape["words"]), 1)


def test_world_replaces_the_context(run: Run, save: Save) -> None:
    """A world that cannot be read gives no answer."""
    places = [
        {"name": "Old Mill", "location": [52.0, 4.0]},
        {"name": "Stone Pier", "location": [51.0, 4.0]},
    ]
    path = save([question(1, world={"places": places}), question(2, world={"places": 5})])
    first, second = json.loads(run("solve", path, "--format", "json").out)["items"]
    assert (first["id"], first["answer"]) == (1, 1)
    assert (second["status"], second["reason"]) == ("undetermined", "bad_world")
    assert "$.world" in run("solve", path).out
    shown = run("world", "read", path)
    assert "[1] 2 places" in shown.out
    assert "$.world" in shown.err


def test_answers_are_written_to_a_file(run: Run, save: Save) -> None:
    """With -o nothing is printed."""
    target = save("", "answers.txt")
    assert run("solve", save([question(1)]), "-o", target).out == ""
    assert "answered: 0" in Path(target).read_text(encoding="utf-8")


def test_earth_option_decides_distances(run: Run, save: Save) -> None:
    """A label may be conditional on the sphere and supported on the ellipsoid."""
    context = "".join(
        f"Information of <b>{name}</b>:\n- Location: {number} Low Rd({number}.0, 0.0).\n\n"
        for number, name in enumerate(("Old Mill", "Ox Inn"))
    )
    far = {
        "query": value("distance", origin="Old Mill", destination="Ox Inn"),
        "question": "What is the straight-line distance between Old Mill and Ox Inn?",
        "context": context,
        "answer": {"type": "mcq", "options": ["111.32 km", "110.57 km"], "correct": 1},
    }
    path = save([{**question(1), **far}])
    for earth, answer, verdict in (("sphere", 0, "conditional"), ("ellipsoid", 1, "supported")):
        solved = run("solve", path, "--earth", earth, "--format", "json")
        assert json.loads(solved.out)["items"][0]["answer"] == answer
        verified = run("verify", path, "--earth", earth, "--format", "json")
        assert json.loads(verified.out)["summary"]["verdicts"][verdict] == 1
    assert run("verify", path, "--earth", "flat").code == 2
    assert run("solve", path, "--earth", "ellipsoid", "--parts", "parts").code == 2
