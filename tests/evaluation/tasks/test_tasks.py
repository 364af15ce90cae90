"""Whole tasks: the solver, baselines, failures, resumption, pictures, wrong parameters."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("inspect_ai", reason="the extra eval is not installed")

from inspect_ai import Task
from inspect_ai import eval as run_eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ChatMessageUser, ContentImage, ModelOutput, ModelUsage, get_model
from inspect_ai.solver import generate

from geoeval.datasets.load import load_dataset
from geoeval.errors import DatasetError, UnreadableDatasetError, UsageError
from geoeval.evaluation.comparison import audit_labels, compare
from geoeval.evaluation.runs import GradedRun, grade_run
from geoeval.evaluation.tasks.logs import LoggedRun, dataset_of, read_logs, run_of
from geoeval.evaluation.tasks.mapeval import mapeval_api, mapeval_textual, mapeval_visual
from geoeval.evaluation.tasks.routing import calibrate_router
from geoeval.evaluation.tasks.running import check_model, go_on, run_task
from tests.evaluation.tasks.scripted import RIGHT, SCRIPTS
from tests.evaluation.town import TOWN, write_questions


def graded(log: EvalLog, questions: Path) -> GradedRun:
    """Return a log graded against the labels."""
    logged = LoggedRun(path=log.location, log=log, dataset=str(questions), checksum=None)
    dataset = load_dataset(questions)
    return grade_run(run_of(logged, dataset), [dataset])


def evaluated(tmp_path: Path, task: str, model: str, **parameters: str) -> EvalLog:
    """Run a task as the command line does."""
    return run_task(task, model, parameters, None, str(tmp_path / "logs"))


def test_solver_answers_from_contexts(tmp_path: Path) -> None:
    questions = write_questions(tmp_path)
    log = evaluated(tmp_path, "mapeval_textual", "geoeval/solver", dataset=str(questions))
    assert graded(log, questions).count("right") == 4


def test_solver_answers_from_a_map(tmp_path: Path) -> None:
    """It calls no tools, so parameters of tools are rejected."""
    questions, town = write_questions(tmp_path), tmp_path / "town.world"
    TOWN.save(town)
    given = {"dataset": str(questions), "world": str(town)}
    log = evaluated(tmp_path, "mapeval_api", "geoeval/solver", **given)
    assert graded(log, questions).count("right") == 4
    assert log.eval.metadata is not None
    assert (log.eval.metadata["agent"], log.eval.metadata["tools"]) == ("direct", "none")
    for name in ("agent", "tools", "understanding"):
        with pytest.raises(UsageError, match=f"omit -T {name}"):
            evaluated(tmp_path, "mapeval_api", "geoeval/solver", **given, **{name: "native"})


def test_baseline_rejects_prompts_of_other_tasks(tmp_path: Path) -> None:
    """The error names the tasks that a baseline answers."""
    other = Task(dataset=MemoryDataset([Sample(input="Where?", target="2")]), solver=generate())
    (log,) = run_eval(other, model="geoeval/first", display="none", log_dir=str(tmp_path))
    assert log.error is not None
    assert "expected one of them, such as geoeval/mapeval_textual" in log.error.message


def test_mock_model_answers_offline(tmp_path: Path) -> None:
    """Tasks run with the other models of inspect as well."""
    questions = write_questions(tmp_path)
    reply = ModelOutput.from_content("model", RIGHT)
    reply.usage = ModelUsage()  # else inspect downloads a tokenizer to count tokens
    model = get_model("mockllm/model", custom_outputs=[reply] * 4)
    task = mapeval_textual(dataset=str(questions))
    (log,) = run_eval(task, model=model, display="none", log_dir=str(tmp_path))
    assert graded(log, questions).count("right") == 2


def test_solver_answers_no_picture_questions(tmp_path: Path, data_dir: Path) -> None:
    dataset = str(data_dir / "visual" / "dev.json")
    log = run_task("mapeval_visual", "geoeval/solver", {"dataset": dataset}, 3, str(tmp_path))
    errors = [sample.error for sample in log.samples or []]
    assert len(errors) == 3
    assert all(error is not None and "sees no pictures" in error.message for error in errors)


@pytest.mark.parametrize(("baseline", "right"), [("first", 1), ("longest", 1), ("random", 3)])
def test_baselines_are_reproducible(tmp_path: Path, baseline: str, right: int) -> None:
    questions = write_questions(tmp_path)
    log = evaluated(tmp_path, "mapeval_textual", f"geoeval/{baseline}", dataset=str(questions))
    found = graded(log, questions)
    assert [item.outcome for item in found.items].count("no_answer") == 0
    assert found.count("right") == right


def test_recorded_replies_are_replayed(tmp_path: Path) -> None:
    """A question without a reply fails."""
    questions, replies = write_questions(tmp_path), tmp_path / "said.jsonl"
    rows = [{"id": number, "response": "2"} for number in range(3)]
    replies.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    log = evaluated(
        tmp_path, "mapeval_textual", f"geoeval/recorded:{replies}", dataset=str(questions)
    )
    found = graded(log, questions)
    assert [item.outcome for item in found.items] == ["right", "wrong", "right", "failed"]
    assert not found.complete


def test_recorded_replies_are_read_before_the_run(tmp_path: Path) -> None:
    """Unknown runs, repeated ids and missing files are errors."""
    questions, replies = write_questions(tmp_path), tmp_path / "said.json"
    rows = [{"id": number, "response": "2"} for number in range(4)]
    replies.write_text(json.dumps({"m": rows, "n": [*rows, rows[0]]}), encoding="utf-8")
    given = {"dataset": str(questions)}
    model, logs = f"geoeval/recorded:{replies}", str(tmp_path / "logs")
    log = run_task("mapeval_textual", model, given, None, logs, {"run": "m"})
    assert graded(log, questions).count("right") == 2
    for run, message in (
        ({}, "-M run=NAME with one of m, n, got none"),
        ({"run": "o"}, "one of m, n, got 'o'"),
        ({"run": "n"}, "more than one reply for the id '0'"),
    ):
        with pytest.raises(UsageError, match=message):
            run_task("mapeval_textual", model, given, None, logs, run)
    with pytest.raises(UnreadableDatasetError, match="No such file"):
        run_task("mapeval_textual", f"{model}x", given, None, logs)


def test_failed_question_is_counted(tmp_path: Path) -> None:
    """The others are asked, the accuracy is over all, and the run is incomplete."""
    questions = write_questions(tmp_path)

    def fail_once(messages: object) -> str | Exception:
        text = messages[-1].text  # type: ignore[index] # a sequence of messages
        return ValueError("no reply") if "straight line" in text else RIGHT

    SCRIPTS["fails"] = fail_once  # type: ignore[assignment] # a script
    log = evaluated(tmp_path, "mapeval_textual", "scripted/fails", dataset=str(questions))
    found = graded(log, questions)
    assert found.count("failed") == 1
    assert not found.complete
    (result,) = compare([found], audit_labels([load_dataset(questions)])).results
    assert result.overall.of == 4


def test_model_fills_in_the_query(tmp_path: Path) -> None:
    """The solver answers it."""
    questions = write_questions(tmp_path, 1)

    figure = {"kind": "direction", "place": "Ox Inn", "seen_from": "Old Mill"}

    def fill_query(_messages: object) -> str:
        return json.dumps({"query": {"ask": "value", "figure": figure}})

    SCRIPTS["fill_query"] = fill_query
    task = mapeval_textual(dataset=str(questions), understanding="model")
    (log,) = run_eval(
        task, model="scripted/fill_query", display="none", log_dir=str(tmp_path / "logs")
    )
    found = graded(log, questions)
    assert [item.outcome for item in found.items] == ["right"]


def test_offers_unanswerable_for_all_or_none(tmp_path: Path) -> None:
    """The paper offers it only if it is the answer."""
    path = tmp_path / "town.json"
    rows = json.loads(write_questions(tmp_path, 2).read_text(encoding="utf-8"))
    rows[1]["answer"]["correct"] = -1
    path.write_text(json.dumps(rows), encoding="utf-8")
    offered = {
        setting: [
            "0. Unanswerable" in str(sample.input)
            for sample in mapeval_textual(dataset=str(path), **options).dataset
        ]
        for setting, options in {
            "all": {},
            "none": {"unanswerable": False},
            "paper": {"prompt": "paper"},
        }.items()
    }
    assert offered == {"all": [True, True], "none": [False, False], "paper": [False, True]}


def test_prompt_hides_label_and_category(tmp_path: Path) -> None:
    """Only the targets differ between two sets of labels."""
    path, other = write_questions(tmp_path, 4), tmp_path / "other.json"
    rows = json.loads(path.read_text(encoding="utf-8"))
    for row in rows:
        row["answer"]["correct"], row["classification"] = 0, "secret"
    other.write_text(json.dumps(rows), encoding="utf-8")
    first, second = (mapeval_textual(dataset=str(each)).dataset for each in (path, other))
    assert [(s.id, s.input, s.metadata) for s in first] == [
        (s.id, s.input, s.metadata) for s in second
    ]


WRONG: dict[str, tuple[dict[str, object], str]] = {
    "tools": ({"tools": "calculator"}, "did you mean calculators"),
    "agent": ({"agent": "reakt"}, "did you mean react"),
    "understanding": ({"understanding": "rules"}, "known are none, model"),
    "prompt": ({"prompt": "papers"}, "did you mean paper"),
    "parser": ({"parser": "mine"}, "known are own"),
    "limit": ({"limit": 0}, "at least 1 turn, got 0"),
    "router alone": ({"agent": "router"}, "agent=router together with"),
    "no router": ({"agent": "router", "router": "none.json"}, "cannot read the router"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_parameters_are_rejected_before_the_run(case: str) -> None:
    options, message = WRONG[case]
    with pytest.raises(UsageError, match=message):
        mapeval_textual(**options)


def test_unknown_parameters_and_bad_files_are_rejected(tmp_path: Path) -> None:
    questions = write_questions(tmp_path)
    with pytest.raises(UsageError, match="did you mean tools"):
        evaluated(tmp_path, "mapeval_textual", "geoeval/first", tool="all")
    with pytest.raises(UsageError, match="true or false, got 'maybe'"):
        evaluated(tmp_path, "mapeval_textual", "geoeval/first", unanswerable="maybe")
    with pytest.raises(UsageError, match="expected a baseline"):
        evaluated(tmp_path, "mapeval_textual", "geoeval/solve", dataset=str(questions))
    with pytest.raises(UsageError, match="world=FILE"):
        mapeval_api(dataset=str(questions))
    with pytest.raises(UsageError, match="expected questions with pictures"):
        mapeval_visual(dataset=str(questions))
    with pytest.raises(DatasetError, match="does not exist"):
        mapeval_textual(dataset=str(tmp_path / "none.json"))


def test_logs_must_match_their_questions(tmp_path: Path) -> None:
    """Empty and missing logs are rejected too."""
    questions = write_questions(tmp_path)
    log = evaluated(tmp_path, "mapeval_textual", "geoeval/first", dataset=str(questions))
    ((read,), _) = read_logs([log.location])
    assert dataset_of([read], None).path == str(questions)
    other = write_questions(tmp_path / "..", 2).rename(tmp_path / "other.json")
    with pytest.raises(UsageError, match="is not the file of this run"):
        dataset_of([read], str(other))
    questions.unlink()
    with pytest.raises(UsageError, match="no longer exist"):
        dataset_of([read], None)
    empty, void = tmp_path / "empty.eval", tmp_path / "void"
    empty.write_bytes(b"")
    void.mkdir()
    for path, message in (
        (empty, "cannot read the log"),
        (tmp_path / "none.eval", "none.eval' does not exist"),
        (void, "no logs in the folder"),
    ):
        with pytest.raises(UsageError, match=message):
            read_logs([str(path)])


def test_an_error_is_shown_without_its_request(tmp_path: Path) -> None:
    questions = write_questions(tmp_path)
    cause = "BadRequestError('Error code: 400 - boom')"
    request = repr(f'\nRequest:\n{{\n  "messages": ["it\'s"]\n}}\n\n{cause}')
    SCRIPTS["rejected"] = lambda _: RuntimeError("unused")
    log = evaluated(tmp_path, "mapeval_textual", "scripted/rejected", dataset=str(questions))
    for sample in log.samples or ():
        assert sample.error is not None
        sample.error.message = f"ModelGenerateError({request})"
    assert set(graded(log, questions).run.failed.values()) == {cause}


def stalling(answered: int, name: str) -> str:
    """Return a script whose model answers some questions, and then waits for a signal."""
    return f"""
import os, signal, sys, threading
from tests.evaluation.tasks.scripted import SCRIPTS
seen = []
def script(messages):
    seen.append(messages)
    if len(seen) <= {answered}:
        return '{{"option_no": 2, "explanation": "east"}}'
    if len(seen) == {answered + 1}:
        threading.Timer(3, os.kill, (os.getpid(), signal.{name})).start()
    return {{"wait_s": 60}}
SCRIPTS["stalls"] = script
"""


KILLED = """
from geoeval.evaluation.tasks.running import run_task
run_task("mapeval_textual", "scripted/stalls", {"dataset": sys.argv[1]}, None, sys.argv[2])
"""
# A separate process: inspect's retry replaces asyncio.run, and its event loops stay open.
RESUMED = """
import sys
from tests.evaluation.tasks.scripted import SCRIPTS
from geoeval.evaluation.tasks.running import go_on
asked = []
def script(messages):
    asked.append(messages)
    return '{"option_no": 2, "explanation": "east"}'
SCRIPTS["stalls"] = script
log = go_on(sys.argv[1])
print(len(asked), log.location, sep="\\n")
"""


@pytest.mark.slow
def test_killed_run_can_be_resumed(tmp_path: Path) -> None:
    """Answered questions are not asked again, and the new log is next to the old one."""
    questions, logs = write_questions(tmp_path, 12), tmp_path / "logs"
    command = [sys.executable, "-c", stalling(7, "SIGKILL") + KILLED, str(questions), str(logs)]
    done = subprocess.run(command, check=False, capture_output=True, timeout=120)
    assert done.returncode == -signal.SIGKILL
    (left,) = logs.glob("*.eval")
    before = len(read_eval_log(str(left)).samples or [])
    assert before == 7
    command = [sys.executable, "-c", RESUMED, str(left)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    asked, location = done.stdout.splitlines()[-2:]
    assert int(asked) == 12 - before
    assert Path(location).parent == logs
    assert graded(read_eval_log(location), questions).complete


FAILING = """
from tests.evaluation.tasks.scripted import SCRIPTS
seen = []
def script(messages):
    seen.append(messages)
    if len(seen) == 3:
        raise ConnectionError("the server is gone")
    return '{"option_no": 2, "explanation": "east"}'
SCRIPTS["stalls"] = script
"""


@pytest.mark.slow
def test_failed_questions_are_asked_again(tmp_path: Path) -> None:
    """The logs of both runs are one run, that of the log with more answers."""
    questions, logs = write_questions(tmp_path, 6), tmp_path / "logs"
    command = [sys.executable, "-c", "import sys\n" + FAILING + KILLED, str(questions), str(logs)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    (left,) = logs.glob("*.eval")
    (failed,) = graded(read_eval_log(str(left)), questions).run.failed.values()
    assert failed == "ConnectionError('the server is gone')"
    command = [sys.executable, "-c", RESUMED, str(left)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    asked, location = done.stdout.splitlines()[-2:]
    assert int(asked) == 1
    ((read,), faults) = read_logs([str(logs)])
    assert Path(unquote(urlsplit(read.path).path)) == Path(location)
    assert not faults
    assert graded(read.log, questions).complete
    with pytest.raises(UsageError, match="is already complete"):
        go_on(location)


@pytest.mark.slow
def test_interrupted_run_says_how_to_resume(tmp_path: Path) -> None:
    questions, logs = write_questions(tmp_path, 6), tmp_path / "logs"
    arguments = ("evaluate", "textual", "--model", "scripted/stalls", "--dataset", questions,
                 "--log-dir", logs, "--limit", 5)  # fmt: skip
    script = stalling(2, "SIGINT") + "from geoeval.cli.main import run; run()"
    command = [sys.executable, "-c", script, *map(str, arguments)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1, done.stderr
    (left,) = logs.glob("*.eval")
    assert done.stderr.splitlines()[-2:] == [
        "geoeval: interrupted, 2 of 5 questions are answered",
        f"geoeval: continue with: geoeval evaluate --resume {left}",
    ]
    result = graded(read_eval_log(str(left)), questions)
    assert not result.run.failed
    assert len(result.missing) == 4


def test_server_that_is_down_is_reported_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """inspect-ai alone would repeat the requests for minutes; a server that runs is asked."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        check_model("openai-api/local/tiny", {"base_url": url, "api_key": "none"})
    questions = write_questions(tmp_path)
    with pytest.raises(UsageError, match=f"cannot reach {url}: connection refused; start"):
        run_task(
            "mapeval_textual", "openai-api/local/tiny", {"dataset": str(questions)}, None,
            str(tmp_path / "logs"), {"base_url": url, "api_key": "none"},
        )  # fmt: skip
    assert not (tmp_path / "logs").exists()


def test_pictures_are_sent_but_not_logged(data_dir: Path, tmp_path: Path) -> None:
    seen = []

    def record_picture(messages: object) -> str:
        message = messages[-1]  # type: ignore[index] # a sequence of messages
        assert isinstance(message, ChatMessageUser)
        seen.append(any(isinstance(part, ContentImage) for part in message.content))
        return RIGHT

    SCRIPTS["record_picture"] = record_picture
    dataset = str(data_dir / "visual" / "dev.json")
    log = evaluated(tmp_path, "mapeval_visual", "scripted/record_picture", dataset=dataset)
    assert seen
    assert all(seen)
    assert Path(log.location).stat().st_size < 5_000_000


def test_router_chooses_a_run_by_operation(tmp_path: Path) -> None:
    """It is calibrated on some questions and answers the others."""
    questions = write_questions(tmp_path, 8)
    rows = json.loads(questions.read_text(encoding="utf-8"))
    calibration, rest = tmp_path / "calibration.json", tmp_path / "rest.json"
    calibration.write_text(json.dumps(rows[:4]), encoding="utf-8")
    rest.write_text(json.dumps(rows), encoding="utf-8")
    runs = []
    for model in ("geoeval/first", "geoeval/solver"):
        log = evaluated(tmp_path, "mapeval_textual", model, dataset=str(calibration))
        runs.append(graded(log, calibration))
    router = calibrate_router(compare(runs, audit_labels([load_dataset(calibration)])))
    path = tmp_path / "router.json"
    path.write_text(router.to_json(), encoding="utf-8")
    assert router.choices["direction"].model == "geoeval/solver"
    fewer = replace(runs[0], items=runs[0].items[:1])
    with pytest.raises(UsageError, match=r"same questions .*, got 4 \(geoeval/solver\), 1 "):
        calibrate_router(compare([fewer, runs[1]], audit_labels([load_dataset(calibration)])))
    log = evaluated(
        tmp_path, "mapeval_textual", "geoeval/first",
        dataset=str(rest), agent="router", router=str(path),
    )  # fmt: skip
    found = graded(log, rest)
    assert [item.outcome for item in found.items] == ["right"] * 4
    assert found.missing == ("0", "1", "2", "3")
