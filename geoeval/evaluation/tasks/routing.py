"""A router sends each kind of question to the agent that was best for it on other questions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from geoeval.datasets.records import Question
from geoeval.errors import UsageError, quote, quote_path
from geoeval.evaluation.comparison import Comparison, Result
from geoeval.evaluation.operations import operation_of
from geoeval.evaluation.shares import Share
from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.understand import understand
from geoeval.world.model import World

ANY = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An agent with its tools and model; None is the model of the run."""

    agent: str
    tools: str
    model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Router:
    """The choice for each operation, and the ids of the questions it was derived from."""

    choices: Mapping[str, Choice] = field(default_factory=dict)
    calibrated_on: frozenset[str] = frozenset()

    def choose(self, question: Question, world: World) -> Choice:
        """Return the choice for a question, whose operation comes from the rules."""
        query = understand(question, world)
        operation = None if isinstance(query, NotUnderstood) else operation_of(query)
        return self.choices.get(operation or ANY) or self.choices[ANY]

    def to_json(self) -> str:
        """Return the router as text for ``read_router``."""
        choices = {operation: asdict(each) for operation, each in self.choices.items()}
        shape = {"choices": choices, "calibrated_on": sorted(self.calibrated_on)}
        return json.dumps(shape, ensure_ascii=False, indent=2) + "\n"


def read_router(path: str) -> Router:
    """Return the router in a file."""
    try:
        shape = json.loads(Path(path).read_text("utf-8"))
        choices = {
            str(key): Choice(
                agent=str(each["agent"]), tools=str(each["tools"]), model=each.get("model")
            )
            for key, each in shape["choices"].items()
        }
        router = Router(choices=choices, calibrated_on=frozenset(map(str, shape["calibrated_on"])))
    except OSError as error:
        raise UsageError(f"cannot read the router {quote_path(path)}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(
            f"expected a router written by geoeval results --router, got {quote(error)}"
        ) from None
    if ANY not in router.choices:
        raise UsageError(
            f"expected a router with a choice for {quote(ANY)}, got {quote(list(choices))}"
        )
    return router


def calibrate_router(found: Comparison) -> Router:
    """Return the router that uses the best of several runs for each operation.

    The runs are on the same questions. If two are equal, the better run overall is used.
    """
    ranked = sorted(found.results, key=_overall_accuracy, reverse=True)
    if not ranked or any("agent" not in each.graded.run.settings for each in ranked):
        raise UsageError("expected logs of tasks to choose agents from, got none or predictions")
    asked = {each.name: _question_ids(each) for each in ranked}
    first, *others = asked.values()
    if any(ids != first for ids in others):
        listing = ", ".join(f"{len(ids)} ({name})" for name, ids in asked.items())
        raise UsageError(
            f"expected runs on the same questions to choose agents from, got {listing}"
        )
    # ``max`` takes the first of the best
    best = {
        name: max(ranked, key=partial(_operation_accuracy, name))
        for name in _list_operations(ranked)
    }
    choices = {ANY: _route_choice(ranked[0])} | {
        name: _route_choice(each) for name, each in best.items()
    }
    return Router(choices=choices, calibrated_on=frozenset(first))


def _overall_accuracy(result: Result) -> float:
    return result.overall.value or 0.0


def _question_ids(result: Result) -> list[str]:
    return [str(item.record.question.id) for item in result.graded.items]


def _list_operations(results: Iterable[Result]) -> list[str]:
    return sorted(set().union(*(each.by_operation for each in results)))


def _operation_accuracy(operation: str, result: Result) -> float:
    """Return the accuracy of a run on an operation, 0 if it was not asked."""
    return result.by_operation.get(operation, Share(0, 0)).value or 0.0


def _route_choice(result: Result) -> Choice:
    settings = result.graded.run.settings
    return Choice(agent=settings["agent"], tools=settings["tools"], model=settings["model"])
