"""Running a task from start to log: failed questions are reported, pictures are not logged."""

from __future__ import annotations

import inspect
import re
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, get_type_hints
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from inspect_ai import eval as run_eval
from inspect_ai import eval_retry
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import get_model

from geoeval.errors import GeoEvalError, UsageError, quote, quote_path, suggest
from geoeval.evaluation.tasks import mapeval

_MARKUP = re.compile(r"\[/?[a-z ]+\]")  # markup of rich in inspect's messages
_LOGS = "*.eval"
_CONNECT_S = 10.0  # a server that needs longer to accept a connection would be of no use


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
    check_model(model, arguments or {})
    return _keep_log(
        log_dir,
        lambda: run_eval(
            made,
            model=model,
            model_args=dict(arguments or {}),
            limit=limit,
            log_dir=log_dir,
            fail_on_error=False,
            log_images=False,
            log_buffer=1,  # after a kill, answered questions are not asked again
            display=_progress_display(),
        ),
    )


def _keep_log(log_dir: str, ask: Callable[[], list[EvalLog]]) -> EvalLog:
    """Return the log of a run, also of one that the user interrupts: inspect-ai returns none."""
    before = set(Path(log_dir).glob(_LOGS))
    if logs := ask():
        return logs[0]
    for path in sorted(set(Path(log_dir).glob(_LOGS)) - before, reverse=True):  # the newest first
        if (log := read_eval_log(str(path))).status == "cancelled":
            return log
    raise KeyboardInterrupt


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


def check_model(name: str, arguments: Mapping[str, object], base_url: str | None = None) -> None:
    """Check that a model exists, that its library and key are available, and its server too."""
    try:
        model = get_model(name, **{"base_url": base_url, **dict[str, Any](arguments)})
    except GeoEvalError:
        raise
    except Exception as error:  # noqa: BLE001 - each provider raises its own types
        reason = _MARKUP.sub("", str(error)).removeprefix("ERROR: ").strip()
        raise UsageError(f"the model {quote(name)} cannot be asked: {reason}") from None
    if model.api.base_url:
        _check_server(model.api.base_url)


def _check_server(url: str) -> None:
    """Connect to a server, since inspect-ai would repeat failed requests for a long time."""
    parts = urlsplit(url)
    host = parts.hostname
    if host is None or (parts.scheme in getproxies() and not proxy_bypass(host)):
        return  # only the proxy knows
    try:
        port = parts.port or {"http": 80}.get(parts.scheme, 443)
        socket.create_connection((host, port), _CONNECT_S).close()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(
            f"cannot reach {url}: {why.lower()}; start the server or correct its base URL"
        ) from None


def go_on(path: str, log_dir: str | None = None) -> EvalLog:
    """Resume a run that was interrupted or has failed questions; its answers are kept.

    The new log is next to the first one.
    """
    if not Path(path).exists():
        raise UsageError(f"the log {quote_path(path)} does not exist")
    try:
        log = read_eval_log(path, header_only=True)
    except Exception as error:  # noqa: BLE001 - inspect raises many types
        raise UsageError(f"cannot read the log {quote_path(path)}: {error}") from None
    if log.status == "success" and is_complete(log):
        raise UsageError(f"the run of {quote_path(path)} is already complete")
    check_model(log.eval.model, log.eval.model_args, log.eval.model_base_url)
    folder = log_dir or str(Path(path).parent)
    return _keep_log(
        folder,
        lambda: eval_retry(
            path, log_dir=folder, log_images=False, log_buffer=1, display=_progress_display()
        ),
    )


def is_complete(log: EvalLog) -> bool:
    """Return whether every question of a run that ended has a reply."""
    counts = log.results
    return counts is not None and counts.completed_samples == counts.total_samples


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
