"""Records in NATURAL PLAN's format: what is read, and the code and path of every issue."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from geoeval.datasets.formats import choose_format
from geoeval.datasets.load import parse_dataset
from geoeval.datasets.records import Dataset
from tests.datasets.conftest import parse
from tests.datasets.conftest import record as mapeval_record

__all__ = ["parse"]  # a fixture

Parse = Callable[..., Dataset]


def record(**changes: object) -> dict[str, object]:
    """Return a sound record with some fields changed; ``...`` removes a field."""
    raw: dict[str, object] = {
        "name": "day_1",
        "prompt": "You arrive at Old Mill at 9:00AM.",
        "golden_plan": ["You start at Old Mill at 9:00AM.", "You wait until 9:30AM."],
    }
    return {name: value for name, value in (raw | changes).items() if value is not ...}


def test_a_sound_record_is_read(parse: Parse) -> None:
    """The prompt is the question and states its world; the plan is kept separate."""
    dataset = parse(record(num_people=1, dist_matrix={"Old Mill": {}}))
    (found,) = dataset.records
    assert dataset.issues == ()
    assert found.question.id == "day_1"
    assert found.question.text == "You arrive at Old Mill at 9:00AM."
    assert found.question.states_world
    assert (found.question.options, found.label, found.context) == ((), None, "")
    assert found.plan == ("You start at Old Mill at 9:00AM.", "You wait until 9:30AM.")


def test_the_published_layout_is_an_object_keyed_by_name() -> None:
    """It has the prompt without examples."""
    raw = record(name=..., prompt=..., prompt_0shot="TASK: You visit 2 cities.")
    (found,) = parse_dataset(json.dumps({"trip_1": raw})).records
    assert (found.question.id, found.question.text) == ("trip_1", "TASK: You visit 2 cities.")


def test_a_plan_in_a_single_string_is_split_into_lines(parse: Parse) -> None:
    """Plans of trips are written that way."""
    (found,) = parse(record(golden_plan="One.\n\nTwo.")).records
    assert found.plan == ("One.", "", "Two.")


def test_the_plan_is_ignored_without_labels(parse: Parse) -> None:
    """Neither the plan nor its issues are read."""
    dataset = parse(record(golden_plan=7), labels=False)
    assert dataset.issues == ()
    assert dataset.records[0].plan is None


@pytest.mark.parametrize(
    ("raw", "code", "path", "words"),
    [
        (record(name=...), "GEO103", "$.name", 'expected a "name", got none'),
        (record(name=[1]), "GEO104", "$.name", "got a list"),
        (record(prompt=...), "GEO103", "$.prompt", 'expected a "prompt", got none'),
        (record(prompt=" "), "GEO103", "$.prompt", "got a string: ' '"),
        (record(prompt=7), "GEO104", "$.prompt", "expected a string, got a number: 7"),
        ("text", "GEO104", "$", "expected a record (an object), got a string: 'text'"),
    ],
)
def test_a_fatal_issue_drops_only_its_record(
    parse: Parse, raw: object, code: str, path: str, words: str
) -> None:
    """The issue has code, path and value; other records are kept."""
    dataset = parse(record(name="first"), raw, record(name="last"))
    assert [found.question.id for found in dataset.records] == ["first", "last"]
    fatal = [issue for issue in dataset.issues if issue.fatal]
    assert (fatal[0].code, fatal[0].path) == (code, path)
    assert words in fatal[0].message


@pytest.mark.parametrize(
    ("plan", "code", "path", "words"),
    [
        (..., "GEO103", "$.golden_plan", 'expected a "golden_plan" to check, got none'),
        (None, "GEO103", "$.golden_plan", "got null"),
        ([], "GEO103", "$.golden_plan", "got a list: []"),
        ("", "GEO103", "$.golden_plan", "got a string: ''"),
        (7, "GEO104", "$.golden_plan", "expected a string or a list of strings, got a number: 7"),
        (["One.", 2], "GEO104", "$.golden_plan[1]", "expected a string, got a number: 2"),
    ],
)
def test_a_faulty_plan_keeps_the_question(
    parse: Parse, plan: object, code: str, path: str, words: str
) -> None:
    """The record can still be solved."""
    dataset = parse(record(golden_plan=plan))
    (issue,) = dataset.issues
    assert (issue.code, issue.path, issue.fatal) == (code, path, False)
    assert words in issue.message
    assert dataset.records[0].plan is None


def test_the_format_is_recognised_by_its_fields() -> None:
    """A prompt or plan without a question selects this format; a question selects MapEval's."""
    assert choose_format("auto", [record(golden_plan=...)]).name == "natural-plan"
    assert choose_format("auto", [record(prompt=...)]).name == "natural-plan"
    assert choose_format("auto", [mapeval_record(prompt="?")]).name == "mapeval"


def test_the_first_recognised_record_selects_the_format() -> None:
    """Records before it are issues of that format."""
    values = [7, {"name": "a"}, record(), mapeval_record()]
    assert choose_format("auto", values).name == "natural-plan"


def test_a_duplicate_name_is_located(parse: Parse) -> None:
    """The issue has the path of the field with the name."""
    (issue,) = parse(record(), record()).issues
    assert (issue.code, issue.path) == ("GEO106", "$.name")


def test_an_empty_jsonl_file_is_reported() -> None:
    (issue,) = parse_dataset("\n", "plans.jsonl").issues
    assert 'expected a record ("{") on each line, got the end of the file' in issue.message


def test_a_single_record_is_a_dataset() -> None:
    dataset = parse_dataset('{"name": "a", "prompt": "Meet Ada."}', labels=False)
    assert [found.question.text for found in dataset.records] == ["Meet Ada."]
