"""A run against an endpoint that fails, stalls, limits the rate and returns broken JSON."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, Save
from tests.cli.test_front_ends import WAY, question_without_query
from tests.llm.fake_endpoint import MODEL, Answer, Body, says, serving

QUESTIONS = 151
TIMEOUT_S = 2.0
TOKENS = 110  # of each answer of the fake endpoint


class Unreliable:
    """An endpoint whose fault depends on the request and on how often it was sent."""

    def __init__(self) -> None:
        self.attempts: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.is_first_run = True

    def __call__(self, body: Body) -> Answer:
        """Return a fault or an answer."""
        text = json.dumps(body, sort_keys=True)
        self.attempts[text] += 1
        fault = self.fault_of(zlib.crc32(text.encode()), self.attempts[text])
        if fault == "broken object" and body["messages"][-2]["role"] == "assistant":
            fault = "none"  # a second broken reply would make the question not understood
        if fault in {"down", "broken body"} and not self.is_first_run:
            fault = "none"  # these lose the question of the run
        self.faults[fault] += 1
        match fault:
            case "down" | "failed":
                return Answer({"error": {"message": "oops"}}, 500, headers={})
            case "stalled":
                return Answer({}, wait_s=TIMEOUT_S + 0.5)
            case "limited":
                return Answer({"error": "slow down"}, 429, headers={"Retry-After": "0.1"})
            case "broken body":
                return Answer('{"choices": [{"message"')
        self.answered[text] += 1
        return says('{"query": {"ask": ' if fault == "broken object" else reply_to(body))

    @staticmethod
    def fault_of(seed: int, attempt: int) -> str:
        """Return the fault of an attempt; a request that is down fails in the whole first run."""
        if seed % 25 == 0 and attempt <= 4:
            return "down"
        if attempt > 2:
            return "none"
        drawn = zlib.crc32(f"{seed} {attempt}".encode()) % 100
        limits = (12, 14, 24, 30, 40)
        names = ("failed", "stalled", "limited", "broken body", "broken object")
        faults = zip(names, limits, strict=True)
        return next((name for name, below in faults if drawn < below), "none")


def reply_to(body: Body) -> object:
    """Return the object that a request asks for."""
    schema: Any = body["response_format"]["json_schema"]["schema"]
    if "query" in schema["properties"]:
        return {"query": WAY, "not_understood": None}
    return {"ask": "value", "figure": "direction", "candidates": None, "reason": None}


@pytest.mark.slow
def test_nothing_is_lost_or_asked_twice(
    run: Run, save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second run with the same cache reads what the first could not."""
    monkeypatch.setattr("geoeval.llm.endpoint._FIRST_WAIT_S", 0.01)
    path = save(
        [
            question_without_query(number, f"Zorgle {number} of the Stone Pier, quumble?")
            for number in range(QUESTIONS)
        ]
    )
    endpoint, counts, read = Unreliable(), [], []
    with serving(endpoint) as fake:
        for _ in range(2):
            arguments = ("--understand", MODEL, "--base-url", fake.url, "--jobs", "4")
            limits = ("--timeout", str(TIMEOUT_S), "--cache", str(tmp_path / "replies"))
            shape = json.loads(run("solve", path, *arguments, *limits, "--format", "json").out)
            counts.append(shape["summary"]["model"])
            endpoint.is_first_run = False
            read.append(sum(item["understood_by"] == MODEL for item in shape["items"]))
    assert set(endpoint.faults) == {
        "down", "failed", "stalled", "limited", "broken body", "broken object", "none"
    }  # fmt: skip
    assert read[0] < read[1] == QUESTIONS
    assert set(endpoint.answered.values()) == {1}
    answered = endpoint.answered.total()
    assert sum(each["requests"] for each in counts) == answered
    tokens = sum(each["prompt_tokens"] + each["completion_tokens"] for each in counts)
    assert tokens == TOKENS * answered
