"""NATURAL PLAN prompts on the command line: solved, and their plans verified."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.cli.conftest import Run, Save
from tests.naturalplan.plan_prompts import DAY, DAY_PLAN, TRIP, TRIP_PLAN, changed, with_line


def record_line(name: str, prompt: str, plan: object = None) -> str:
    return json.dumps({"name": name, "prompt": prompt, "golden_plan": plan})


def json_output(run: Run, *arguments: str) -> dict[str, Any]:
    return run(*arguments, "--format", "json").shape


def test_solve_returns_the_plan_as_value(run: Run, save: Save) -> None:
    """There are no options; clock times are written as in queries."""
    path = save(f"{record_line('d', DAY)}\n{record_line('t', TRIP)}\n", "plans.jsonl")
    day, trip = json_output(run, "solve", path, "--dataset", "natural-plan")["items"]
    assert (day["status"], day["answer"]) == ("answered", None)
    assert day["value"] == {
        "met": 2,
        "visits": [
            {"person": "Ada", "place": "Stone Pier", "start": "09:30", "end": "10:15"},
            {"person": "Bo", "place": "The Fig Hall", "start": "10:30", "end": "11:00"},
        ],
        "kind": "meetings",
    }
    assert trip["value"]["stays"] == [
        {"city": "Oslo", "first_day": 1, "last_day": 3},
        {"city": "Bern", "first_day": 3, "last_day": 4},
        {"city": "Rome", "first_day": 4, "last_day": 7},
    ]


def test_solved_query_can_be_solved_again(run: Run, save: Save) -> None:
    """The query in the output has all facts, so it needs no prompt."""
    day, trip = json_output(
        run, "solve", save(f"{record_line('d', DAY)}\n{record_line('t', TRIP)}\n", "plans.jsonl")
    )["items"]
    records = [
        {"id": i["id"], "question": "?", "context": "", "answer": {"type": "open"},
         "query": i["query"]}
        for i in (day, trip)
    ]  # fmt: skip
    again = json_output(run, "solve", save(records))["items"]
    assert [item["value"] for item in again] == [day["value"], trip["value"]]


def test_solving_ignores_the_recorded_plans(run: Run, save: Save) -> None:
    outputs = set()
    for plans in ((DAY_PLAN, TRIP_PLAN), (None, None), ("You wait.", 7)):
        lines = [record_line("d", DAY, plans[0]), record_line("t", TRIP, plans[1])]
        outputs.add(run("solve", save("\n".join(lines), "plans.jsonl"), "--format", "json").out)
    assert len(outputs) == 1


def test_unread_sentence_is_quoted_with_its_line(run: Run, save: Save) -> None:
    path = save(record_line("d", changed(DAY, "meet Ada for", "avoid Ada for")), "plans.jsonl")
    (item,) = json_output(run, "solve", path)["items"]
    assert (item["status"], item["unexplained"]) == ("not_understood", ["avoid"])
    assert item["derivation"]["detail"].startswith("not read: line 11: \"You'd like to avoid Ada")
    assert "words unexplained: avoid (not read: line 11: " in run("solve", path).out


def test_bad_records_are_reported_and_others_checked(run: Run, save: Save) -> None:
    """Every fault is located and quoted."""
    rows = DAY[DAY.index("Old Mill to The Fig Hall") : DAY.index("\n\nCONSTRAINTS")]
    path = save(
        "\n".join(
            [
                record_line("sound", DAY, DAY_PLAN),
                '{"name": "broken", "prompt": ',
                json.dumps({"name": "no prompt", "golden_plan": DAY_PLAN}),
                record_line("no way", changed(DAY, rows, "Old Mill to The Gate: 9."), DAY_PLAN),
                record_line("city", changed(TRIP, "wedding in Oslo", "wedding in Lima"), TRIP_PLAN),
                record_line("odd", TRIP, with_line(TRIP_PLAN, 3, "Swim to Bern.")),
                record_line("number", TRIP, 7),
                record_line(
                    "other city", TRIP, with_line(TRIP_PLAN, 4, "Day 3-4: Visit Lima for 2 days.")
                ),
                record_line("text", TRIP, "\n".join(TRIP_PLAN)),
            ]
        ),
        "plans.jsonl",
    )
    result = run("verify", path, "--format", "json", "--dataset", "natural-plan")
    report: dict[str, Any] = result.shape
    assert result.code == 2
    assert {item["id"]: item["verdict"] for item in report["items"]} == {
        "sound": "supported",
        "no way": "undetermined",
        "city": "undetermined",
        "odd": "undetermined",
        "number": "undetermined",
        "other city": "contradicted",
        "text": "supported",
    }
    messages = {
        item["id"]: finding["message"] for item in report["items"] for finding in item["findings"]
    }
    assert "the question gives no travel time from Old Mill to The Fig Hall" in messages["no way"]
    assert "Lima is not a city of the trip: line 1: " in messages["city"]
    assert "got line 4: 'Swim to Bern'" in messages["odd"]
    assert "visits Lima, which the question does not ask for" in messages["other city"]
    errors = {(e["span"]["line"], e["code"]): e["message"] for e in report["errors"]}
    assert "invalid JSON at line 2" in errors[2, "GEO102"]
    assert 'expected a "prompt", got none' in errors[3, "GEO103"]


def test_format_is_detected(run: Run, save: Save) -> None:
    path = save(record_line("d", DAY, DAY_PLAN), "plans.jsonl")
    assert "1 question: 1 supported" in run("verify", path).out


@pytest.mark.parametrize("output", ["text", "markdown", "github"])
def test_reports_show_no_label_without_options(run: Run, save: Save, output: str) -> None:
    """The message explains what is wrong with the plan."""
    path = save(record_line("d", DAY, DAY_PLAN[:4]), "plans.jsonl")
    shown = run("verify", path, "--format", output).out
    assert "the plan meets 1, but 2 are possible" in shown.replace("\\", "")
    assert not re.search(r"\blabel\b", shown)
