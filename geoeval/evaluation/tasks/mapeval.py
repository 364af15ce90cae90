"""The three tasks of MapEval, for ``inspect eval geoeval/mapeval_textual --model …``."""

from __future__ import annotations

from inspect_ai import Task as InspectTask
from inspect_ai import task

from geoeval.errors import UsageError
from geoeval.evaluation.tasks.agents import LIMIT
from geoeval.evaluation.tasks.setup import Setup
from geoeval.world.model import World

# The parameters of a task are the fields of ``Setup``.


@task
def mapeval_textual(  # noqa: PLR0913, PLR0917 - one parameter per option
    dataset: str = "",
    tools: str = "none",
    agent: str = "native",
    understanding: str = "none",
    unanswerable: bool = True,
    prompt: str = "geoeval",
    parser: str = "own",
    limit: int = LIMIT,
    router: str = "",
) -> InspectTask:
    """Ask questions with their facts as text."""
    return Setup(task="textual", **locals()).made(None)


@task
def mapeval_api(  # noqa: PLR0913, PLR0917 - one parameter per option
    dataset: str = "",
    world: str = "",
    tools: str = "paper",
    agent: str = "react",
    understanding: str = "none",
    unanswerable: bool = True,
    prompt: str = "geoeval",
    parser: str = "own",
    limit: int = LIMIT,
    router: str = "",
) -> InspectTask:
    """Ask the same questions without their facts; tools give access to a map."""
    parameters = locals()
    if not parameters.pop("world"):
        raise UsageError("expected -T world=FILE, a map file written by geoeval world build")
    return Setup(task="api", **parameters).made(World.open(world))


@task
def mapeval_visual(
    dataset: str = "",
    unanswerable: bool = True,
    prompt: str = "geoeval",
    parser: str = "own",
) -> InspectTask:
    """Ask questions about pictures of maps."""
    return Setup(task="visual", **locals()).made(None)
