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
    """Ask questions with their facts in words.

    Parameters
    ----------
    dataset
        The file of questions; the sample of geoeval by default.
    tools
        "none", "calculators" (distance and direction, as in the paper), "default" or "all", over
        the facts of the question's context.
    agent
        What calls the tools: "native", "react", "planner", or "router" with a file of ``router``.
    understanding
        "model": the model only fills the query, geoeval's solver answers.
    unanswerable
        Offer "Unanswerable" for every question, or for none.
    prompt
        "paper" offers it only where it is the answer, which leaks; for comparison only.
    parser
        How replies are read: "own", or "paper-textual" and "paper-api" as was published.
    limit
        Turns after which an agent is stopped.
    router
        A file that ``geoeval results --router`` wrote.
    """
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
    """Ask the same questions without their facts: a map is asked by tools.

    Parameters
    ----------
    dataset
        The file of questions.
    world
        The map file of the tools, as ``geoeval world build`` writes it.
    tools
        "paper" (its five tools), "default" or "all".
    agent
        "react" (the paper's), "native", "planner", or "router".
    understanding, unanswerable, prompt, parser, limit, router
        As for the textual task.
    """
    parameters = locals()
    if not parameters.pop("world"):
        raise UsageError("expected -T world=FILE, a map file that geoeval world build writes")
    return Setup(task="api", **parameters).made(World.open(world))


@task
def mapeval_visual(
    dataset: str = "",
    unanswerable: bool = True,
    prompt: str = "geoeval",
    parser: str = "own",
) -> InspectTask:
    """Ask questions about pictures of maps.

    Parameters
    ----------
    dataset
        The file of questions, beside the folder of its pictures.
    unanswerable, prompt, parser
        As for the textual task.
    """
    return Setup(task="visual", **locals()).made(None)
