"""The parameters of a task, checked before anything is sent, and the resulting task."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from inspect_ai import Task as InspectTask
from inspect_ai.model import get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from geoeval.datasets.load import sample_path
from geoeval.datasets.records import Record
from geoeval.errors import UsageError, quote, suggest
from geoeval.evaluation.published import Task
from geoeval.evaluation.replies import PARSERS, Parser
from geoeval.evaluation.runs import by_id
from geoeval.evaluation.tasks.agents import AGENTS, LIMIT, answer_directly
from geoeval.evaluation.tasks.filling import fill_query
from geoeval.evaluation.tasks.models import BaselineAPI
from geoeval.evaluation.tasks.prompts import STYLES, Style
from geoeval.evaluation.tasks.routing import Choice, Router, read_router
from geoeval.evaluation.tasks.samples import read_questions, sample_set
from geoeval.evaluation.tasks.scoring import option_scorer
from geoeval.evaluation.tasks.talk import Talk
from geoeval.tools.registry import TOOLS, toolset
from geoeval.tools.session import ToolSession
from geoeval.tools.tool import Tool
from geoeval.world.model import World
from geoeval.world.reader import read_context

DATASET, CHECKSUM = "dataset", "dataset_sha256"
"""Metadata keys with which a log identifies its questions."""
_FIVE = ("PlaceSearch", "PlaceDetails", "NearbySearch", "TravelTime", "Directions")
_CALCULATORS = ("haversine", "bearing_cardinal")
TOOLSETS: Mapping[str, tuple[Tool, ...]] = {
    "none": (),
    "paper": tuple(TOOLS[name] for name in _FIVE),
    "calculators": tuple(TOOLS[name] for name in _CALCULATORS),
    "default": toolset("default"),
    "all": toolset("all"),
}
"""Values of ``tools``: the paper's five tools, its two calculators, or our own."""
_ROUTER = "router"
_UNDERSTANDING = ("none", "model")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The parameters of a task, as given on a command line."""

    task: Task
    dataset: str
    tools: str = "none"
    agent: str = "native"
    understanding: str = "none"
    unanswerable: bool = True
    prompt: str = "geoeval"
    parser: str = "own"
    limit: int = LIMIT
    router: str = ""

    def made(self, world: World | None) -> InspectTask:
        """Return the task."""
        _check_known("tools", self.tools, TOOLSETS)
        _check_known("agent", self.agent, (*AGENTS, _ROUTER))
        _check_known("understanding", self.understanding, _UNDERSTANDING)
        _check_known("prompt", self.prompt, STYLES)
        _check_known("parser", self.parser, PARSERS)
        if self.limit < 1:
            raise UsageError(f"expected a limit of at least 1 turn, got {self.limit}")
        if (self.agent == _ROUTER) is not bool(self.router):
            raise UsageError(
                "expected -T agent=router together with -T router=FILE, got only one of them"
            )
        router = read_router(self.router) if self.router else Router()
        dataset = read_questions(self.dataset or str(sample_path()), self.task)
        records = by_id(dataset)
        style: Style = "paper" if self.prompt == "paper" else "geoeval"
        parser: Parser = next(each for each in PARSERS if each == self.parser)
        return InspectTask(
            name=f"mapeval_{self.task}",
            dataset=sample_set(
                dataset,
                self.task,
                style,
                unanswerable=self.unanswerable,
                left_out=router.calibrated_on,
            ),
            solver=_build_solver(self, records, world, router),
            scorer=option_scorer(records, parser),
            metadata={
                DATASET: dataset.path,
                CHECKSUM: dataset.sha256,
                "agent": "direct" if self.tools == "none" else self.agent,
                "tools": self.tools,
                "understanding": self.understanding,
                "prompt": self.prompt,
                "parser": self.parser,
            },
        )


def _check_known(name: str, value: str, known: Iterable[str]) -> None:
    listed = list(known)
    if value not in listed:
        hint = suggest(value, listed) or f"; known are {', '.join(listed)}"
        raise UsageError(f"expected a known value for -T {name}=…, got {quote(value)}{hint}")


def _build_solver(
    setup: Setup, records: Mapping[str, Record], world: World | None, router: Router
) -> Solver:
    @solver(name="answer")
    def answer() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 - inspect's signature
            name = str(state.sample_id)
            question, context = records[name].question, records[name].context
            known = world or read_context(context)[0]
            choice = Choice(agent=setup.agent, tools=setup.tools)
            if setup.router:
                choice = router.choose(question, known)
            model = get_model(choice.model) if choice.model else get_model()
            talk = Talk(state, ToolSession(known, TOOLSETS[choice.tools]), model)
            if isinstance(model.api, BaselineAPI):
                return talk.end(
                    "answered",
                    model.api.answer(question, None if setup.task == "visual" else known),
                )
            if setup.understanding == "model":
                return await fill_query(talk, question, known)
            if choice.tools == "none":
                return await answer_directly(talk, setup.limit)
            return await AGENTS[choice.agent](talk, setup.limit)

        return solve

    return answer()
