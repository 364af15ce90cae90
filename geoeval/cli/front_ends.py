"""Front ends that understand questions: rules, a language model, or stored queries."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from geoeval.cli.declarations import declare_option
from geoeval.cli.inputs import STDIN
from geoeval.cli.options import Earth, EarthModel
from geoeval.cli.output import FAILED, write_error
from geoeval.datasets.records import Dataset
from geoeval.errors import UsageError, mismatch, quote
from geoeval.workers.processes import count_cores

if TYPE_CHECKING:
    from geoeval.llm.chat import ChatModel
    from geoeval.llm.completion import ModelUsage
    from geoeval.llm.spending import Spending
    from geoeval.understanding.understand import FrontEnd
    from geoeval.verification.answering import Run


_HELP = (
    "What turns questions into queries: rules, learned (a small bundled model), or the name of a "
    "MODEL; joined by +, as in rules+learned+MODEL, each is tried if those before it are not sure."
)

Understand = Annotated[str, declare_option("--understand FRONTEND", _HELP)]


class Provider(StrEnum):
    """The protocol of an endpoint."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    OLLAMA = "ollama"


ProviderOption = Annotated[
    Provider,
    declare_option(
        "--provider",
        "Protocol of the model's endpoint; keys are OPENAI_API_KEY and ANTHROPIC_API_KEY.",
    ),
]
BaseUrl = Annotated[
    str | None,
    declare_option(
        "--base-url URL",
        "Address of the endpoint, by default OPENAI_BASE_URL, ANTHROPIC_BASE_URL or OLLAMA_HOST.",
    ),
]
Jobs = Annotated[
    int | None,
    declare_option(
        "--jobs N",
        "Number of processes (default: all cores, or 1 for few records); with a model, of "
        "concurrent requests (default: 4).",
        min=1,
        max=256,
    ),
]
_CONCURRENT_REQUESTS = 4
_MIN_RECORDS = 400  # with fewer records, one process is done before others have started
_LONGEST_WAIT_S = 86_400  # the clock of a socket overflows beyond some centuries
Timeout = Annotated[
    float,
    declare_option(
        "--timeout SECONDS", "Time limit for a reply of the model.", min=0.1, max=_LONGEST_WAIT_S
    ),
]
Cache = Annotated[
    str | None, declare_option("--cache DIR", "Store the replies of a model in DIR, for reuse.")
]
PriceRates = Annotated[
    str | None,
    declare_option(
        "--rates IN/OUT", "Prices per million tokens, or IN/CACHED/OUT; shows the cost."
    ),
]
_MOST = "Maximum cost of the model in this run, in the currency of --rates; also needs --cache."
Budget = Annotated[float, declare_option("--budget AMOUNT", _MOST, min=0, show_default=False)]
Queries = Annotated[
    str | None,
    declare_option(
        "--queries FILE",
        "Use only the queries in FILE (or in the shipped set of that name), and read no question.",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Understanding:
    """The front ends of a command in order, the model among them if any, and the parallelism."""

    front_ends: tuple[FrontEnd, ...]
    model: ChatModel | None = None
    jobs: int | None = None
    earth: Earth = Earth.SPHERE

    def run(self, records: int) -> Run:
        """Return how to answer a number of records: in processes or, with a model, in threads."""
        from geoeval.query.conventions import Conventions
        from geoeval.verification.answering import Run
        from geoeval.workers.spread import Threads, Workers

        workers: Workers = self.jobs or (1 if records < _MIN_RECORDS else count_cores())
        if self.model is not None:
            workers = Threads(self.jobs or _CONCURRENT_REQUESTS)
        return Run(
            conventions=Conventions(earth=self.earth.value),
            front_ends=self.front_ends,
            workers=workers,
        )

    @property
    def usage(self) -> ModelUsage | None:
        """The usage of the model so far; None without a model."""
        return None if self.model is None else self.model.usage

    @property
    def unread(self) -> int:
        """The number of questions that the model has not read for lack of budget."""
        return 0 if self.model is None else len(self.model.spending.unsent)

    def note_spending(self) -> str:
        """Return the requests and the spend so far, for a progress bar."""
        if self.model is None:
            return ""
        spending = self.model.spending
        spent = "" if spending.rates is None else f", {spending.spent:.4f} spent"
        return f"({self.model.usage.requests} requests{spent})"

    @property
    def failures(self) -> tuple[str, ...]:
        """The reasons why a run fails: its model was asked and never replied."""
        usage = self.usage
        if usage is None or not usage.never_worked:
            return ()
        return (f"the model {quote(usage.model)} did not reply: {usage.last_error}",)

    def exit_code(self, code: int, questions: int) -> int:
        """Return the exit code of a run; report what makes it fail and what the model cost."""
        from geoeval.reporting.wording import format_spending

        for failure in self.failures:
            write_error(f"error: {failure}")
        if self.model is not None:
            if self.unread:
                read = f"{questions - self.unread} of {questions} questions read"
                advice = "run again with a larger --budget and the same --cache"
                write_error(f"stopped at the budget: {read}; {advice}")
            write_error(format_spending(self.model.usage, self.model.spending))
        return FAILED if self.failures else code


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Options for the front ends that understand questions, and for the model."""

    understand: Understand = "rules+learned"
    provider: ProviderOption = Provider.OPENAI
    base_url: BaseUrl = None
    jobs: Jobs = None
    timeout: Timeout = 60.0
    cache: Cache = None
    rates: PriceRates = None
    budget: Budget = inf

    def chosen(self, *, dry_run: bool = False) -> Understanding:
        """Return the front ends that the options choose; in a dry run, the model is not asked."""
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
        spending = self._spending(dry_run=dry_run)
        if not name:
            if dry_run or spending.rates is not None:
                expected = "a MODEL in --understand with --dry-run, --rates or --budget"
                raise mismatch(UsageError, expected, self.understand)
            return Understanding(front_ends=tuple(own), jobs=self.jobs)
        where = (self.provider, self.base_url, self.timeout, self.cache)
        model = model_at(name, *where, spending, dry_run=dry_run)
        last = FrontEnd(name=name, understand=ModelUnderstander(model, why_rejected))
        return Understanding(front_ends=(*own, last), model=model, jobs=self.jobs)

    def _spending(self, *, dry_run: bool) -> Spending:
        from geoeval.llm.spending import Rates, Spending

        rates = None if self.rates is None else Rates.parse(self.rates)
        given = {"--rates": rates, "--cache": self.cache}
        missing = [name for name, value in given.items() if value is None]
        if self.budget < inf and missing:
            raise UsageError(
                "expected --rates and --cache with --budget, to compute the cost and to resume "
                f"the run, got no {' and no '.join(missing)}"
            )
        return Spending(rates, self.budget, dry_run=dry_run)


def model_at(
    name: str,
    provider: Provider,
    base_url: str | None,
    timeout_s: float,
    cache: str | None,
    spending: Spending | None = None,
    *,
    dry_run: bool = False,
) -> ChatModel:
    """Return a model at an endpoint; the key is read only from the environment.

    A dry run, which sends nothing, needs neither an address nor a key.
    """
    from geoeval.llm.chat import ChatModel
    from geoeval.llm.completion import ReplyCache
    from geoeval.llm.endpoint import Endpoint
    from geoeval.llm.protocols import PROTOCOLS, ollama_url

    protocol = PROTOCOLS[provider]
    url = base_url or os.environ.get(protocol.url_variable, "").strip() or None
    if url and provider is Provider.OLLAMA:
        url = ollama_url(url)
    key = os.environ.get(protocol.key_variable or "", "").strip()
    if not url and not key and protocol.key_variable and not dry_run:
        raise UsageError(
            f"expected --base-url or {protocol.key_variable} for the model {quote(name)}, "
            "got neither; a local endpoint needs no key"
        )
    endpoint = Endpoint(url, protocol=protocol, api_key=key, timeout_s=timeout_s)
    return ChatModel(name, endpoint, None if cache is None else ReplyCache(cache), spending)


_SUFFIXES = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".parquet")


def default_queries_path(paths: Sequence[str], option: str) -> str:
    """Return the default path of the queries of a dataset: NAME.queries.jsonl."""
    if len(paths) != 1 or paths[0] == STDIN:
        raise UsageError(f"expected {option} FILE or exactly one file of records")
    path = Path(paths[0])
    queries = path.with_suffix(".queries.jsonl")
    datasets = [each for each in map(path.with_suffix, _SUFFIXES) if each.exists()]
    if len(datasets) > 1 and not _is_mapqa_pair(datasets):
        names = " and ".join(each.name for each in datasets)
        raise UsageError(f"expected {option} FILE, since {names} would share {queries.name}")
    return str(queries)


def _is_mapqa_pair(paths: Sequence[Path]) -> bool:
    """Return whether two files are one MapQA dataset: questions (CSV) and their places (JSON)."""
    from geoeval.datasets.load import format_of

    rows = next((path for path in paths if path.suffix == ".csv"), None)
    if rows is None or {path.suffix for path in paths} != {".csv", ".json"}:
        return False
    return format_of(rows.read_bytes(), str(rows)) == "mapqa"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptOrReader(Reader):
    """The options of ``Reader``, or stored queries instead; and the model of the earth."""

    queries: Queries = None
    earth: EarthModel = Earth.SPHERE

    def over(self, datasets: tuple[Dataset, ...]) -> tuple[tuple[Dataset, ...], Understanding]:
        """Return the datasets, with stored queries if any, and the front ends for the rest."""
        understanding = replace(self.chosen(), earth=self.earth)
        if self.queries is None:
            return datasets, understanding
        if understanding.model is not None:
            raise UsageError(
                f"expected --queries or --understand, got both ({quote(self.understand)})"
            )
        from geoeval.verification.kept.matching import with_queries

        return with_queries(datasets, self.queries), replace(understanding, front_ends=())
