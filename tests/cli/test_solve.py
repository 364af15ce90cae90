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


def test_answer_is_given_without_a_label(run: Run, save: Save) -> None:
    """The answer is an option with its derivation."""
    result = run("solve", save([unlabelled(1)]), "--format", "json")
    assert result.code == 0
    (item,) = json.loads(result.out)["items"]
    assert (item["id"], item["status"], item["answer"]) == (1, "answered", 0)
    assert item["value"]["kind"] == "bearing"
    assert item["query"]["figure"]["kind"] == "direction"
    assert item["derivation"]["facts"]


def test_faulty_label_is_not_looked_at(run: Run, save: Save) -> None:
    """What the label is makes no difference, not even if it is nonsense."""
    without = run("solve", save([unlabelled(1)]), "--format", "json").out
    assert run("solve", save([question(1, correct="nonsense")]), "--format", "json").out == without
    assert run("solve", save([question(1, correct=1)]), "--format", "json").out == without


def test_one_question_is_chosen_by_its_id(run: Run, save: Save) -> None:
    """Ids are compared as they are typed; an unknown one is a wrong call."""
    path = save([question(1), question("b")])
    assert "[b]" in run("solve", path, "--id", "b").out
    assert "[b]" not in run("solve", path, "--id", "1").out
    result = run("solve", path, "--id", "c")
    assert result.code == 2
    assert "expected the id of a usable record, got 'c'" in result.err


def test_number_goes_before_its_text_as_an_id(run: Run, save: Save) -> None:
    """1 and "1" are never shown together; quotes choose the text."""
    path = save([question("1", question="The text?"), question(1, question="The number?")])
    assert "The text?" not in run("solve", path, "--id", "1").out
    assert "The number?" not in run("solve", path, "--id", '"1"').out
    assert "The text?" in run("solve", path, "--id", '"1"').out
    quoted = save([question('"b"'), question("7")])
    assert run("solve", quoted, "--id", '"b"').code == 0
    assert "[7]" in run("solve", quoted, "--id", "7").out
    assert run("solve", save([question(7)]), "--id", '"7"').code == 2


def test_unreadable_file_gives_2_after_the_others(run: Run, save: Save) -> None:
    """The other file is solved, and the fault is told among the errors."""
    result = run("solve", "none.json", save([question(1)]), "--format", "jsonl")
    assert result.code == 2
    lines = [json.loads(line) for line in result.out.splitlines()]
    assert [line["type"] for line in lines] == ["error", "item", "summary"]
    assert lines[0]["code"] == "GEO101"


def test_unexplained_words_are_counted(run: Run, save: Save) -> None:
    """The words that no query carries are listed with their number."""
    raw = unlabelled(1) | {"question": "Where do the zorgle quumble the Old Mill?"}
    del raw["query"]
    path = save([raw, unlabelled(2)])
    text = run("solve", path, "--unexplained")
    assert text.code == 0
    shape = json.loads(run("solve", path, "--unexplained", "--format", "json").out)
    assert shape["schema_version"] == 1
    assert [one["count"] for one in shape["words"]] == [1] * len(shape["words"])
    assert len(text.out.splitlines()) == max(len(shape["words"]), 1)


def test_explicit_world_takes_the_place_of_the_context(run: Run, save: Save) -> None:
    """A world is used as it is; one that cannot be read decides nothing."""
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


def test_answers_go_to_a_file(run: Run, save: Save) -> None:
    """With -o nothing is printed."""
    target = save("", "answers.txt")
    assert run("solve", save([question(1)]), "-o", target).out == ""
    assert "answered: 0" in Path(target).read_text(encoding="utf-8")


def test_lengths_are_measured_on_the_earth_that_is_chosen(run: Run, save: Save) -> None:
    """The same label is conditional on the sphere, and follows on the ellipsoid."""
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
