"""The documented example that asks a model from a shell."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.llm.fake_endpoint import MODEL, serving
from tests.tools.providers.correcting_model import CorrectingModel
from tests.tools.providers.dialects import DIALECTS, EXAMPLES

WORLD = EXAMPLES.parent / "reykjavik.json"
WALK = {"originId": "Harpa", "destinationId": "Hallgrímskirkja", "travelMode": "walking"}


def ask(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the example."""
    return subprocess.run(
        [sys.executable, str(EXAMPLES / "ask.py"), *arguments],
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def test_model_answers_about_a_world() -> None:
    """It calls a tool and replies with the result."""
    model, dialect = CorrectingModel(arguments=dict(WALK)), DIALECTS["openai"]
    with serving(lambda body: dialect.answer(model.next_turn(dialect.last_result(body)))) as fake:
        done = ask(
            "openai", MODEL, str(WORLD), "How long is the walk?",
            OPENAI_BASE_URL=fake.url, OPENAI_API_KEY="none",
        )  # fmt: skip
    assert (done.stdout, done.returncode) == ("It takes 17 mins, 1.2 km.\n", 0), done.stderr


@pytest.mark.parametrize("arguments", [(), ("langchain", MODEL, str(WORLD), "How far?")])
def test_wrong_usage_exits_with_1(arguments: tuple[str, ...]) -> None:
    done = ask(*arguments)
    assert done.returncode == 1
    assert done.stderr.startswith("usage: python ask.py openai|responses|anthropic|gemini|ollama")
