"""Running a task from start to log: failed questions are reported, pictures are not logged."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_type_hints

from inspect_ai import eval as run_eval
from inspect_ai import eval_retry
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import get_model

from geoeval.errors import GeoEvalError, UsageError, quote, quote_path, suggest
from geoeval.evaluation.tasks import mapeval

_MARKUP = re.compile(r"\[/?[a-z ]+\]")  # markup of rich in inspect's messages


def run_task(
    task: str,
    model: str,
    parameters: Mapping[str, str],
    limit: int | None,
    log_dir: str,
    arguments: Mapping[str, str] | None = None,
) -> EvalLog:
    """Run a task; a question that fails does not stop the others."""
    function = getattr(mapeval, task)
    if model.startswith("geoeval/"):
        parameters = _baseline_parameters(model, task, parameters)
    made = function(**_convert_parameters(function, parameters))
    _check_model(model, arguments or {})
    (log,) = run_eval(
        made,
        model=model,
        model_args=dict(arguments or {}),
        limit=limit,
        log_dir=log_dir,
        fail_on_error=False,
        log_images=False,
        log_buffer=1,  # after a kill, answered questions are not asked again
        display=_progress_display(),
    )
    return log


def _baseline_parameters(model: str, task: str, parameters: Mapping[str, str]) -> Mapping[str, str]:
    """Return the parameters for a model that receives questions and calls no tools."""
    if parameters.get("agent") == "router" or task == "mapeval_visual":
        return parameters
    for name in ("tools", "agent", "understanding"):
        if name in parameters:
            raise UsageError(
                f"{model} receives the question itself and calls no tools: omit -T {name}"
            )
    return {**parameters, "tools": "none"}


def _check_model(name: str, arguments: Mapping[str, str]) -> None:
    """Check that a model exists and that its library and its key are available."""
    try:
        get_model(name, **dict[str, Any](arguments))
    except GeoEvalError:
        raise
    except Exception as error:  # noqa: BLE001 - each provider raises its own types
        reason = _MARKUP.sub("", str(error)).removeprefix("ERROR: ").strip()
        raise UsageError(f"the model {quote(name)} cannot be asked: {reason}") from None


def go_on(path: str, log_dir: str) -> EvalLog:
    """Resume an interrupted run; answered questions are not asked again."""
    if not Path(path).exists():
        raise UsageError(f"the log {quote_path(path)} does not exist")
    try:
        log = read_eval_log(path, header_only=True)
    except Exception as error:  # noqa: BLE001 - inspect raises many types
        raise UsageError(f"cannot read the log {quote_path(path)}: {error}") from None
    if log.status == "success":
        raise UsageError(f"the run of {quote_path(path)} is already complete")
    (again,) = eval_retry(
        path, log_dir=log_dir, log_images=False, log_buffer=1, display=_progress_display()
    )
    return again


def _progress_display() -> Literal["rich", "none"]:
    return "rich" if sys.stdout.isatty() else "none"


def _convert_parameters(function: object, given: Mapping[str, str]) -> dict[str, object]:
    assert callable(function)
    known = inspect.signature(function).parameters
    hints = get_type_hints(inspect.unwrap(function))
    typed: dict[str, object] = {}
    for name, text in given.items():
        if name not in known:
            hint = suggest(name, known) or f"; known are {', '.join(known)}"
            raise UsageError(f"expected a parameter of the task, got {quote(name)}{hint}")
        kind = hints.get(name, str)
        try:
            typed[name] = (
                {"true": True, "false": False}[text.lower()] if kind is bool else kind(text)
            )
        except (KeyError, ValueError):
            wanted = "true or false" if kind is bool else "a whole number"
            raise UsageError(f"expected -T {name}={wanted}, got {quote(text)}") from None
    return typed
