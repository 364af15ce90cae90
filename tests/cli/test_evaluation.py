"""``geoeval evaluate``, ``results`` and ``stats``: outputs and exit codes."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from geoeval.cli.main import app, main

pytest.importorskip("inspect_ai", reason="the extra eval is not installed")

from tests.evaluation.tasks.scripted import SCRIPTS, lines
from tests.evaluation.town import TOWN, record, write_questions

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def run(*arguments: object) -> Result:
    """Run a command line."""
    return CliRunner().invoke(app, [str(each) for each in arguments])


def write_picture_questions(folder: Path, count: int = 4) -> Path:
    """Write questions about pictures, each with the URL of its map."""
    (folder / "VData").mkdir()
    (folder / "VData" / "a.PNG").write_bytes(PIXEL)
    rows = [
        {
            "image_path": "Vdata/a.PNG",
            "question": f"How many parks are there in picture {number}?",
            "options": "1)One\n2)Two\n3)Three",
            "option_count": "3",
            "answer": str(number % 3 + 1),
            "classification": "counting",
            "url": f"https://maps.test/@60.1,24.9,{10 + 2 * number}z",
        }
        for number in range(count)
    ]
    path = folder / "visual.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def test_complete_run_exits_with_0_and_is_compared(tmp_path: Path) -> None:
    questions, logs = write_questions(tmp_path), tmp_path / "logs"
    done = run("evaluate", "textual", "--model", "geoeval/solver", "--dataset", questions,
               "--log-dir", logs)  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "100.0 (51.0 to 100.0)" in done.output
    with_tools = run("evaluate", "textual", "--model", "geoeval/first", "--dataset", questions,
                     "--log-dir", logs, "-T", "unanswerable=false")  # fmt: skip
    assert with_tools.exit_code == 0, with_tools.output
    compared = run("results", logs, "--format", "json")
    found = json.loads(compared.output)
    assert {each["name"] for each in found["runs"]} == {"geoeval/solver", "geoeval/first"}
    assert found["differences"][0]["of"] == 4


def test_recorded_replies_may_choose_a_run(tmp_path: Path) -> None:
    """The file holds the replies of two models."""
    questions, replies = write_questions(tmp_path), tmp_path / "said.json"
    replies.write_text(
        json.dumps({each: [{"id": 0, "reply": "2"}] for each in "mn"}), encoding="utf-8"
    )
    command = ("evaluate", "textual", "--model", f"geoeval/recorded:{replies}", "--dataset",
               questions, "--limit", 1, "--log-dir", tmp_path / "logs")  # fmt: skip
    assert run(*command, "-M", "run=n").exit_code == 0
    wrong = run(*command, "-M", "n")
    assert "expected -M NAME=VALUE, got 'n'" in str(wrong.exception)


def test_failed_question_exits_with_1(tmp_path: Path) -> None:
    """The reason is printed with the figures."""
    questions = write_questions(tmp_path)
    SCRIPTS["broken"] = lines(ValueError("the server is gone"))
    done = run("evaluate", "textual", "--model", "scripted/broken", "--dataset", questions,
               "--log-dir", tmp_path / "logs")  # fmt: skip
    assert done.exit_code == 1
    assert "4 questions ended in an error, counted as wrong; '0': " in done.output
    assert "the server is gone" in done.output


def test_limit_leaves_questions_out_on_purpose(tmp_path: Path) -> None:
    """``results`` reports the rest as missing, except with --subset."""
    questions, logs = write_questions(tmp_path), tmp_path / "logs"
    done = run("evaluate", "textual", "--model", "geoeval/solver", "--dataset", questions,
               "--log-dir", logs, "--limit", 2)  # fmt: skip
    assert done.exit_code == 0, done.output
    left = run("results", logs)
    assert left.exit_code == 1
    assert "2 questions not asked" in left.output
    (logs / "cut.eval").write_bytes(b"PK")
    broken = run("results", logs, "--subset")
    assert broken.exit_code == 2
    assert "100.0" in broken.output
    assert "cannot read the log" in broken.output
    (logs / "cut.eval").unlink()
    assert run("results", logs, "--subset").exit_code == 0


def test_report_shows_loops_and_writes_a_router(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    questions, town, logs = write_questions(tmp_path), tmp_path / "t.world", tmp_path / "logs"
    TOWN.save(town)
    SCRIPTS["loops"] = lines({"call": "PlaceSearch", "arguments": {"placeName": "Ox Inn"}})
    for model, agent in (("scripted/loops", ["-T", "agent=native"]), ("geoeval/solver", [])):
        run("evaluate", "api", "--model", model, "--dataset", questions, "--log-dir", logs,
            "-T", f"world={town}", "-T", "limit=4", *agent)  # fmt: skip
    page, pictures = tmp_path / "runs.html", tmp_path / "pictures"
    done = run("results", logs, "--format", "html", "-o", page, "--plots", pictures,
               "--router", tmp_path / "router.json", "--questions")  # fmt: skip
    assert done.exit_code == 0, done.output
    assert (pictures / "iteration_limit.svg").is_file()
    assert "dead loop" in page.read_text(encoding="utf-8")
    router = json.loads((tmp_path / "router.json").read_text(encoding="utf-8"))
    assert router["choices"]["any"]["model"] == "geoeval/solver"
    assert sorted(router["calibrated_on"]) == ["0", "1", "2", "3"]


def test_visual_task_finds_pictures_and_draws_zoom(tmp_path: Path) -> None:
    """The letter case of a picture's path does not matter."""
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    questions, logs = write_picture_questions(tmp_path), tmp_path / "logs"
    done = run("evaluate", "visual", "--model", "geoeval/first", "--dataset", questions,
               "--log-dir", logs)  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "GEO116" in done.output
    run("results", logs, "--plots", tmp_path / "pictures")
    assert (tmp_path / "pictures" / "zoom.png").is_file()
    (tmp_path / "VData" / "a.PNG").unlink()
    lost = run("evaluate", "visual", "--model", "geoeval/first", "--dataset", questions)
    assert lost.exit_code != 0
    assert "there is no picture 'Vdata/a.PNG'" in str(lost.exception)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("evaluate",), "either a TASK or --resume"),
        (("evaluate", "textual"), "expected --model"),
        (("evaluate", "textual", "--model", "nope/x"), "cannot be asked: Model API nope"),
        (("evaluate", "textual", "--model", "geoeval/first", "-T", "tools"), "-T NAME=VALUE"),
        (("evaluate", "--resume", "none.eval"), "the log 'none.eval' does not exist"),
    ],
)
def test_wrong_usage_exits_with_2(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_finished_run_cannot_be_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions, logs = write_questions(tmp_path), tmp_path / "logs"
    run("evaluate", "textual", "--model", "geoeval/first", "--dataset", questions,
        "--log-dir", logs)  # fmt: skip
    (log,) = logs.iterdir()
    assert main(["evaluate", "--resume", str(log)]) == 2
    assert "is already complete" in capsys.readouterr().err


def test_statistics_list_countries_and_zoom(tmp_path: Path) -> None:
    done = run("results", "stats", write_questions(tmp_path))
    assert done.exit_code == 0, done.output
    assert "Countries (1)" in done.output
    assert "Finland" in done.output or "Estonia" in done.output
    (tmp_path / "v").mkdir()
    assert "zoom level" in run("results", "stats", write_picture_questions(tmp_path / "v")).output


def test_annotator_agreement_follows_the_scores(tmp_path: Path) -> None:
    """Missing replies are reported."""
    rows = [{**record(number), "ann": number % 2, "bob": 0} for number in range(4)]
    questions = tmp_path / "town.json"
    questions.write_text(json.dumps(rows), encoding="utf-8")
    replies = tmp_path / "m.csv"
    replies.write_text("id,response\n0,2\n1,\n", encoding="utf-8")
    done = run("score", replies, "--dataset", questions, "--annotators", "ann,bob")
    assert done.exit_code == 1
    assert "they agree on 2 of 4 (50.0%) questions, Cohen's kappa 0.00" in done.output
    assert "2 questions without a reply and excluded from these figures: '2', '3'" in done.output
