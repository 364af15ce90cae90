"""What understands questions: rules, a language model, or the queries kept beside a dataset."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from geoeval.cli.declarations import declare_option
from geoeval.cli.inputs import STDIN
from geoeval.cli.options import Earth, EarthModel
from geoeval.cli.output import FAILED, write_error
from geoeval.datasets.records import Dataset
from geoeval.errors import UsageError, quote
from geoeval.workers.processes import count_cores

if TYPE_CHECKING:
    from geoeval.llm.chat import ChatModel
    from geoeval.llm.completion import ModelUsage
    from geoeval.understanding.understand import FrontEnd
    from geoeval.verification.answering import Run


_HELP = (
    "rules, learned (a small model that comes with the package), or a MODEL of the endpoint; or "
    "several, as rules+learned+MODEL: each where those before it are not sure."
)

Understand = Annotated[str, declare_option("--understand FRONTEND", _HELP)]
BaseUrl = Annotated[
    str | None,
    declare_option(
        "--base-url URL",
        "Address of the model's endpoint; OPENAI_BASE_URL else. OPENAI_API_KEY is its key.",
        envvar="OPENAI_BASE_URL",
        show_envvar=False,
    ),
]
Jobs = Annotated[
    int | None,
    declare_option(
        "--jobs N",
        "Processes, all cores if not given; with a model, questions asked at once (4).",
        min=1,
        max=256,
    ),
]
_ASKED_AT_ONCE = 4
_FEW = 400  # records that one process has done before others are ready to help
Timeout = Annotated[
    float, declare_option("--timeout SECONDS", "How long a model may take.", min=0.1)
]
Cache = Annotated[
    str | None, declare_option("--cache DIR", "Keep the replies of a model in DIR, for reuse.")
]
Queries = Annotated[
    str | None,
    declare_option(
        "--queries FILE",
        "Take the queries that FILE keeps (or the set of that name), understand nothing else.",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Understanding:
    """The front ends of a command in their order, the model among them, and how many at once."""

    front_ends: tuple[FrontEnd, ...]
    model: ChatModel | None = None
    jobs: int | None = None
    earth: Earth = Earth.SPHERE

    def run(self, records: int) -> Run:
        """Return how so many records are answered: in processes, or asking a model in threads."""
        from geoeval.query.conventions import Conventions
        from geoeval.verification.answering import Run
        from geoeval.workers.spread import Threads, Workers

        workers: Workers = self.jobs or (1 if records < _FEW else count_cores())
        if self.model is not None:
            workers = Threads(self.jobs or _ASKED_AT_ONCE)
        return Run(
            conventions=Conventions(earth=self.earth.value),
            front_ends=self.front_ends,
            workers=workers,
        )

    @property
    def usage(self) -> ModelUsage | None:
        """What the model was asked so far, if there is one."""
        return None if self.model is None else self.model.usage

    @property
    def failures(self) -> tuple[str, ...]:
        """Why a run fails: its model was asked and never replied. None else."""
        usage = self.usage
        if usage is None or not usage.never_worked:
            return ()
        return (f"the model {quote(usage.model)} did not reply: {usage.last_error}",)

    def exit_code(self, code: int) -> int:
        """Return the exit code of a run, complaining about what makes it fail."""
        for failure in self.failures:
            write_error(f"error: {failure}")
        return FAILED if self.failures else code


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """What is to understand questions, and how a model is asked."""

    understand: Understand = "rules+learned"
    base_url: BaseUrl = None
    jobs: Jobs = None
    timeout: Timeout = 60.0
    cache: Cache = None

    def chosen(self) -> Understanding:
        """Return the front ends that a command line chooses."""
        from geoeval.understanding.model.understander import ModelUnderstander
        from geoeval.understanding.understand import FrontEnd
        from geoeval.verification.answer import FRONT_ENDS, why_rejected

        names = [name.strip() for name in self.understand.split("+")]
        by_name = {each.name: each for each in FRONT_ENDS}
        own = [by_name[name] for name in takewhile(by_name.__contains__, names)]
        name = "+".join(names[len(own) :])
        if not all(names) or len(set(own)) < len(own):
            raise UsageError(
                "expected --understand rules, learned, MODEL or several of them joined by +, "
                f"got {quote(self.understand)}"
            )
        if not name:
            return Understanding(front_ends=tuple(own), jobs=self.jobs)
        model = model_at(name, self.base_url, self.timeout, self.cache)
        last = FrontEnd(name=name, understand=ModelUnderstander(model, why_rejected))
        return Understanding(front_ends=(*own, last), model=model, jobs=self.jobs)


def model_at(name: str, base_url: str | None, timeout_s: float, cache: str | None) -> ChatModel:
    """Return a model at its endpoint, whose key is read from the environment alone."""
    from geoeval.llm.chat import ChatModel
    from geoeval.llm.completion import ReplyCache
    from geoeval.llm.endpoint import OFFICIAL, Endpoint

    key = os.environ.get("OPENAI_API_KEY", "").strip()
    if not base_url and not key:
        raise UsageError(
            f"expected --base-url or OPENAI_API_KEY for the model {quote(name)}, got neither; "
            "a local endpoint needs no key"
        )
    endpoint = Endpoint(base_url or OFFICIAL, api_key=key, timeout_s=timeout_s)
    return ChatModel(name, endpoint, None if cache is None else ReplyCache(cache))


_SUFFIXES = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".parquet")


def default_queries_path(paths: Sequence[str], option: str) -> str:
    """Return where the queries of a dataset stand unless another file is named."""
    if len(paths) != 1 or paths[0] == STDIN:
        raise UsageError(f"expected {option} FILE where not one file of records is read, got none")
    path = Path(paths[0])
    kept = path.with_suffix(".queries.jsonl")
    alike = [each for each in map(path.with_suffix, _SUFFIXES) if each.exists()]
    if len(alike) > 1 and not _is_pair(alike):
        names = " and ".join(each.name for each in alike)
        raise UsageError(f"expected {option} FILE where {names} would share {kept.name}")
    return str(kept)


def _is_pair(paths: Sequence[Path]) -> bool:
    """Return whether files are one dataset: the questions of MapQA and the places beside them."""
    from geoeval.datasets.load import format_of
    from geoeval.datasets.mapqa import MapQaFormat

    rows = next((path for path in paths if path.suffix == ".csv"), None)
    if rows is None or {path.suffix for path in paths} != {".csv", ".json"}:
        return False
    return format_of(rows.read_bytes(), rows.name) == MapQaFormat.name


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptOrReader(Reader):
    """The same, or the queries that are kept for the questions; and the earth they are about."""

    queries: Queries = None
    earth: EarthModel = Earth.SPHERE

    def over(self, datasets: tuple[Dataset, ...]) -> tuple[tuple[Dataset, ...], Understanding]:
        """Return datasets with their kept queries, which need no understanding, if there are."""
        understanding = replace(self.chosen(), earth=self.earth)
        if self.queries is None:
            return datasets, understanding
        if understanding.model is not None:
            raise UsageError(
                f"expected --queries or --understand, got both ({quote(self.understand)})"
            )
        from geoeval.verification.kept.matching import with_queries

        kept = with_queries(datasets, self.queries)
        return kept, replace(understanding, front_ends=())
