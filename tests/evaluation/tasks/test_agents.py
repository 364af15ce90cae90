"""Every agent: success, bad JSON, unknown tools, repetition, turn limit and refusal."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="the extra eval is not installed")

from inspect_ai import eval as run_eval
from inspect_ai.log import EvalLog

from geoeval.datasets.load import load_dataset
from geoeval.evaluation.runs import Reply
from geoeval.evaluation.tasks.logs import LoggedRun, run_of
from geoeval.evaluation.tasks.mapeval import mapeval_api, mapeval_textual
from tests.evaluation.tasks.scripted import RIGHT, SCRIPTS, Line, action, final_action, lines
from tests.evaluation.town import TOWN, write_questions


def only_reply(log: EvalLog, questions: Path) -> Reply:
    """Return the only reply of a log."""
    assert log.status == "success", log.error
    logged = LoggedRun(path=log.location, log=log, dataset=str(questions), checksum=None)
    (reply,) = run_of(logged, load_dataset(questions)).replies
    return reply


def reply_of_agent(tmp_path: Path, agent: str, *replies: Line, limit: int = 15) -> Reply:
    """Let a script answer one question with an agent that has the tools of the map."""
    questions, town = write_questions(tmp_path, 1), tmp_path / "town.world"
    TOWN.save(town)
    SCRIPTS["now"] = lines(*replies)
    task = mapeval_api(dataset=str(questions), world=str(town), agent=agent, limit=limit)
    (log,) = run_eval(
        task, model="scripted/now", display="none", log_dir=str(tmp_path / "logs"), max_retries=0
    )
    return only_reply(log, questions)


SEARCH = action("PlaceSearch", {"placeName": "Ox Inn"})
NATIVE = {"call": "PlaceSearch", "arguments": {"placeName": "Ox Inn"}}
PLAN = '{"modules": ["PlaceSearch", "PlaceDetails"]}'
INPUT = '{"calls": [{"placeName": "Ox Inn"}]}'
DETAILS = '{"calls": [{"placeId": "Ox Inn"}, {"placeId": "Old Mill"}]}'

CASES: dict[str, tuple[str, tuple[Line, ...], int, str, int | None]] = {
    # agent, its script, turn limit, ending, index of the option in the reply
    "react answers": ("react", (SEARCH, final_action(2)), 15, "answered", 1),
    "react answers at once": ("react", (RIGHT,), 15, "answered", 1),
    "react corrects JSON": ("react", ('{"action": ', SEARCH, final_action(2)), 15, "answered", 1),
    "react writes no JSON": ("react", ("I look around.",), 15, "bad_json", None),
    "react names no tool": ("react", (action("Teleport", {}),), 15, "unknown_tool", None),
    "react repeats itself": ("react", (SEARCH,), 5, "dead_loop", None),
    "react uses all turns": ("react", (SEARCH, action("PlaceDetails", {"placeId": "Ox Inn"})),
                             2, "iteration_limit", None),
    "react refuses": ("react", ({"refusal": "I cannot."},), 15, "refusal", None),
    "native answers": ("native", (NATIVE, RIGHT), 15, "answered", 1),
    "native names no tool": ("native", ({"call": "Teleport"},), 15, "unknown_tool", None),
    "native repeats itself": ("native", (NATIVE,), 5, "dead_loop", None),
    "native refuses": ("native", ({"refusal": "I cannot."},), 15, "refusal", None),
    "planner writes no JSON": ("planner", ("I would search.",), 15, "bad_json", None),
    "planner names no module": ("planner", ('{"modules": ["Fly"]}',), 15, "unknown_tool", None),
    "planner refuses": ("planner", ({"refusal": "I cannot."},), 15, "refusal", None),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_agent_endings(name: str, tmp_path: Path) -> None:
    """Each script leads to the ending that is counted for it."""
    agent, replies, limit, ending, answer = CASES[name]
    reply = reply_of_agent(tmp_path, agent, *replies, limit=limit)
    assert (reply.ending, reply.read.answer) == (ending, answer)


def plan_script(messages: object) -> Line:
    """Reply to a planner with a plan, the inputs of its modules and an answer."""
    last = messages[-1].text  # type: ignore[index] # a sequence of messages
    if "The next module is PlaceSearch" in last:
        return INPUT
    if "The next module is PlaceDetails" in last:
        return DETAILS
    return RIGHT if "All modules have run" in last else PLAN


def test_planner_runs_its_modules(tmp_path: Path) -> None:
    """The answer follows from the results of the modules."""
    questions, town = write_questions(tmp_path, 1), tmp_path / "town.world"
    TOWN.save(town)
    SCRIPTS["plan"] = plan_script
    task = mapeval_api(dataset=str(questions), world=str(town), agent="planner")
    (log,) = run_eval(task, model="scripted/plan", display="none", log_dir=str(tmp_path / "logs"))
    reply = only_reply(log, questions)
    assert (reply.ending, reply.read.answer) == ("answered", 1)
    assert (reply.effort.turns, reply.effort.calls, reply.effort.failed_calls) == (4, 3, 0)


def test_effort_is_counted(tmp_path: Path) -> None:
    """Turns, calls, failed calls, repeated calls and tokens are counted."""
    lost = action("PlaceDetails", {"placeId": "Moon Base"})
    reply = reply_of_agent(tmp_path, "react", SEARCH, SEARCH, lost, final_action(1))
    effort = reply.effort
    assert (effort.turns, effort.calls, effort.failed_calls, effort.repeated_calls) == (4, 3, 1, 1)
    assert (effort.input_tokens, effort.output_tokens) == (40, 20)
    assert reply.read.answer == 0


def test_textual_task_offers_calculators(tmp_path: Path) -> None:
    """The model computes a bearing and answers."""
    questions = write_questions(tmp_path, 1)
    ends = {"origin": "60.0,25.0", "destination": "60.0,25.2"}
    SCRIPTS["calculates"] = lines({"call": "bearing_cardinal", "arguments": ends}, RIGHT)
    task = mapeval_textual(dataset=str(questions), tools="calculators")
    (log,) = run_eval(
        task, model="scripted/calculates", display="none", log_dir=str(tmp_path / "logs")
    )
    reply = only_reply(log, questions)
    assert (reply.read.answer, reply.effort.calls) == (1, 1)
