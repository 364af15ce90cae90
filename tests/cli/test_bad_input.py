"""Bad input on the command line is reported clearly, and other records are checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CONTEXT, Run, Save, question
from tests.queries import best, places, value

EVIL = "\x1b[31m\u202e<script>alert(1)</script>\r\n::error::x%0A"


def answer(**changes: object) -> dict[str, object]:
    """Return an answer with some fields changed."""
    return {"type": "mcq", "options": ["North", "South"], "correct": 0} | changes


def without_field(name: str) -> dict[str, object]:
    """Return a question with id 5 that lacks a field."""
    return {key: value for key, value in question(5).items() if key != name}


@pytest.mark.parametrize(
    ("bad", "code", "words"),
    [
        (without_field("question"), "GEO103", "$.question"),
        (without_field("answer"), "GEO103", "$.answer"),
        (without_field("context"), "GEO103", "$.context"),
        (question(5, answer=answer(correct=None)), "GEO103", "$.answer.correct"),
        (question(5, question=3), "GEO104", "$.question"),
        (question(5, context=["x"]), "GEO104", "$.context"),
        (question(5, answer=answer(options="North")), "GEO104", "$.answer.options"),
        (question(5, answer=answer(correct=True)), "GEO104", "$.answer.correct"),
        (question(5, answer=answer(correct=2)), "GEO105", "from 0 to 1, got 2"),
        (question(5, answer=answer(correct=float("nan"))), "GEO102", "NaN and Infinity"),
        (question(5, answer=answer(options=["", ""])), "GEO108", "$.answer.options"),
        (question(5, answer=answer(options=["North", "South", " North"])), "GEO107", "the same"),
        (question(5, context=""), "GEO109", "$.context"),
        (question(5, context=CONTEXT.replace("52.0", "95.0")), "GEO202", "95"),
        (question(5, context=CONTEXT.replace("52.0", "5" * 400)), "GEO202", "got '(555"),
        (
            question(5, query=best("distance", places(), rank="x")),
            "GEO104",
            "$.query.rank: expected",
        ),
        (question(5, query={"ask": "no_such_ask"}), "GEO104", "$.query: expected a query"),
        (question(5, query=7, answer=answer(correct=None)), "GEO104", "$.query: expected"),
    ],
)
def test_bad_record_is_reported_and_others_are_checked(
    run: Run, save: Save, bad: dict[str, object], code: str, words: str
) -> None:
    """The finding has code, line and id."""
    path = save(f"[\n{json.dumps(question(1))},\n{json.dumps(bad)},\n{json.dumps(question(2))}\n]")
    result = run("verify", path, "--format", "json")
    shape = json.loads(result.out)
    verdicts = {item["id"]: item["verdict"] for item in shape["items"]}
    assert verdicts[1] == verdicts[2] == "supported"
    faults = shape["errors"] + [f for item in shape["items"] for f in item["findings"]]
    (fault,) = [each for each in faults if each["code"] == code]
    assert fault["span"] == {"file": path, "line": 3, "column": 1}
    assert words in fault["message"]
    shown = run("verify", path, "--verbose").out
    assert f"{path}:3:1: {code} " in shown
    assert "[5]" in shown


def test_repeated_id_is_reported_and_both_are_checked(run: Run, save: Save) -> None:
    """The finding is at the second record."""
    path = save(f"[{json.dumps(question(5))},\n{json.dumps(question(5))}]")
    result = run("verify", path)
    assert f"{path}:2:1: GEO106 " in result.out
    assert result.out.splitlines()[-1].startswith("2 questions: 2 supported")


def test_bad_query_fails(run: Run, save: Save) -> None:
    """The question is not answered in another way."""
    path = save([question(1), question(2, query=value("direction", place=5))])
    result = run("verify", path)
    assert result.code == 1
    assert "1  unreadable query: correct the query" in result.out
    (_, solved) = json.loads(run("solve", path, "--format", "json").out)["items"]
    assert (solved["status"], solved["answer"]) == ("not_understood", None)


@pytest.mark.parametrize("correct", [7, None, "x"])
def test_faulty_label_is_the_reason_for_not_checking(run: Run, save: Save, correct: object) -> None:
    """The question itself has an answer."""
    out = run("verify", save([question(1, correct=correct)])).out
    assert "\n     1  no usable label: correct the label" in out


def test_repeated_key_is_a_warning(run: Run, save: Save) -> None:
    text = json.dumps([question(1, correct=1)]).replace(
        '"correct": 1', '"correct": 1, "correct": 0'
    )
    path = save(text)
    result = run("verify", path)
    assert result.code == 0
    assert "GEO110 duplicate-key [1] $.answer.correct: the key occurs more than once" in result.out
    assert run("verify", path, "--fail-on", "warning").code == 1


@pytest.mark.parametrize("output", ["text", "json", "jsonl", "github", "markdown"])
def test_invisible_characters_are_escaped(
    run: Run, save: Save, tmp_path: Path, output: str
) -> None:
    """Lone surrogates and zero-width characters are escaped on the screen and in files."""
    unseen = "a\ud800\u200bb\u2060\ufeff\x1bc"
    options = ["North", unseen]
    bad = question(unseen, answer=answer(options=options, correct=1), question=unseen,
                   context=CONTEXT.replace("Stone", f"St{unseen}one"))  # fmt: skip
    bad["query"] = value("direction", place=f"St{unseen}one Pier", seen_from="Old Mill")
    path = save(json.dumps([bad]))
    target = tmp_path / "report"
    result = run("verify", path, "--format", output, "--verbose")
    assert run("verify", path, "--format", output, "--verbose", "-o", str(target)).code == 1
    assert target.read_text(encoding="utf-8") == result.out
    assert not set(result.out) & set("\ud800\u200b\u2060\ufeff\x1b")
    assert "\\x1b" not in result.out
    plain = result.out.replace("\\\\", "\\")
    assert plain.count("a\\ud800\\u200bb\\u2060\\ufeff\\u001bc") >= 2


def test_broken_json_is_located_and_earlier_records_checked(run: Run, save: Save) -> None:
    path = save(f"[{json.dumps(question(1))},\n  oops]")
    result = run("verify", path)
    assert result.code == 2
    assert f"{path}:2:3: GEO102 " in result.out
    assert "invalid JSON at line 2, column 3" in result.out
    assert "1 question: 1 supported" in result.out


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(question(1)),
        json.dumps({"data": [question(1)]}),
        json.dumps(question(1)) + "\n",
        json.dumps([question(1)], indent=4),
    ],
)
def test_other_layouts_are_accepted(run: Run, save: Save, text: str) -> None:
    """A single record, an object around the list and JSON Lines are ordinary input."""
    assert run("verify", save(text)).out.startswith("1 question: 1 supported")


def test_broken_json_line_loses_only_itself(run: Run, save: Save) -> None:
    """The exit code is 2, because the file was not read in full."""
    path = save(f"{json.dumps(question(1))}\n{{\n{json.dumps(question(3))}\n")
    result = run("verify", path)
    assert result.code == 2
    assert f"{path}:2:2: GEO102 " in result.out
    assert "2 questions: 2 supported" in result.out
    assert run("verify", path, "--fail-on", "never").code == 2
    solved = run("solve", path)
    assert solved.code == 2
    assert f"{path}:2:2: GEO102 " in solved.out
    assert "2 questions: 2 answered" in solved.out
    assert run("world", "read", path).code == 2


def test_object_without_records_is_unreadable(run: Run, save: Save) -> None:
    result = run("verify", save({"name": "x"}))
    assert result.code == 2
    assert "expected a list of records, got an object" in result.out


def test_record_with_invalid_utf8_is_reported(run: Run, save: Save) -> None:
    """The message has id and byte offset, and the other records are checked."""
    records = [question(1), question(5, classification="caf\u00e9"), question(2)]
    text = ",\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    result = run("verify", save(f"[{text}]".encode("latin-1")))
    assert result.code == 2
    assert "GEO101" in result.out
    assert "[5] expected UTF-8, got the byte 0xE9 at offset " in result.out
    assert "3 questions: 2 supported" in result.out


@pytest.mark.parametrize("output", ["text", "json", "jsonl", "github", "markdown"])
def test_foreign_text_is_never_interpreted(run: Run, save: Save, output: str) -> None:
    """HTML, terminal controls and workflow commands appear as plain text."""
    evil = question(
        EVIL,
        correct=1,
        question=f"Which way? {EVIL}",
        answer=answer(options=["North", EVIL], correct=1),
        context=CONTEXT.replace("Old Mill", f"Old {EVIL} Mill"),
        classification=EVIL,
    )
    result = run("verify", save([evil, question(2)]), "--format", output, "--verbose")
    assert not set(result.out) & {"\x1b", "\u202e", "\r", "\x9b"}
    assert not any(line.startswith("::error::") for line in result.out.splitlines())
    if output not in {"text", "github"}:
        assert "<script>" not in result.out


def test_context_of_five_megabytes_is_read(run: Run, save: Save) -> None:
    result = run("verify", save([question(1, context=CONTEXT + (" " * 99 + "\n") * 50_000)]))
    assert "1 question: 1 supported" in result.out


def test_other_scripts_and_digits_are_read(run: Run, save: Save) -> None:
    """Bengali digits and right-to-left names need no conversion."""
    context = CONTEXT.replace("52.0, 4.0", "৫২.০, ৪.০").replace("Stone Pier", "رصيف الحجر")
    query = value("direction", place="رصيف الحجر", seen_from="Old Mill")
    path = save([question(1, context=context, query=query, question="أين رصيف الحجر؟")])
    assert "1 question: 1 supported" in run("verify", path).out
    assert "رصيف الحجر" in run("solve", path).out
