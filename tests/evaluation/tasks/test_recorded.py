"""Published replies, replayed through a whole task."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="the extra eval is not installed")

from inspect_ai import eval as run_eval
from inspect_ai.model import get_model

from geoeval.evaluation.tasks.mapeval import mapeval_textual
from geoeval.evaluation.tasks.scoring import SCORER

MODELS = ("llama-3.2-3b", "phi-3.5-mini", "qwen-2.5-7b", "llama-3.1-8b", "gemma-2-9b")


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
def test_recorded_replies_score_as_published(name: str, data_dir: Path, tmp_path: Path) -> None:
    """As many are right as equal the published key."""
    path = data_dir / "mapeval" / "recorded_responses_dev.json"
    rows = json.loads(path.read_text(encoding="utf-8"))[name]
    model = get_model(f"geoeval/recorded:{path}", run=name)
    (log,) = run_eval(
        mapeval_textual(dataset=str(data_dir / "mapeval" / "dev.json")),
        model=model,
        sample_id=[str(row["id"]) for row in rows],
        display="none",
        log_dir=str(tmp_path),
    )
    scores = [sample.scores[SCORER].value for sample in log.samples or [] if sample.scores]
    assert len(scores) == 101
    assert scores.count("C") == sum(
        row["response"].strip() == row["correct_option"].strip() for row in rows
    )
