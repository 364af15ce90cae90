"""``geoeval generate``: generate questions about a world, each with its proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from geoeval.cli.declarations import declare_argument, declare_option
from geoeval.cli.front_ends import BaseUrl, Cache, Provider, ProviderOption, model_at
from geoeval.cli.groups import with_groups
from geoeval.cli.inputs import read_world
from geoeval.cli.output import reject_overwriting, write_error, write_lines
from geoeval.cli.parts import Scheduler
from geoeval.cli.progress import LateBar
from geoeval.errors import UsageError

if TYPE_CHECKING:
    from geoeval.generation.generate import Controls, Generated, Tally
    from geoeval.llm.chat import ChatModel

EPILOG = """Examples:

  geoeval generate monaco.world -n 200 --seed 7 -o questions.json

  geoeval generate monaco.world --kinds nearest,count,order --difficulty hard -o hard.jsonl

  geoeval generate monaco.world -n 1000 --unanswerable 0.1 -o dataset-folder

  geoeval generate monaco.world andorra.world --categories routing,trip -o ways.jsonl

  geoeval generate monaco.world --no-context -o api.json

  geoeval generate monaco.world --rephrase MODEL --base-url http://localhost:8000/v1 -o own.json

  geoeval generate monaco.world --visual -n 20 -o pictures

  geoeval generate --list-kinds

The world is a map file, a world in JSON, a context, or a dataset with one context. The suffix of
the output determines its format: .json as in MapEval, .jsonl or .parquet; a name without a suffix
is a folder with a dataset card. The same seed gives the same bytes. Exit code: 0; 2 for a world
with too little to ask about, or an output that cannot be written.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which questions to generate."""

    count: Annotated[
        int, declare_option("--count -n", "Number of questions to generate.", min=1)
    ] = 100
    seed: Annotated[int, declare_option("--seed", "Seed of all random choices.")] = 0
    kinds: Annotated[
        str | None, declare_option("--kinds KINDS", "Only these kinds, separated by commas.")
    ] = None
    categories: Annotated[
        str | None,
        declare_option(
            "--categories NAMES", "Only these: poi, nearby, routing, trip; separated by commas."
        ),
    ] = None
    script: Annotated[
        str | None,
        declare_option("--script NAME", "Only names in this script: latin, cyrillic, arabic…"),
    ] = None
    difficulty: Annotated[
        str | None,
        declare_option(
            "--difficulty LEVELS", "Only easy, medium or hard ones, separated by commas."
        ),
    ] = None
    unanswerable: Annotated[
        float,
        declare_option(
            "--unanswerable", "Share of questions that the context does not answer.", min=0, max=1
        ),
    ] = 0.0
    no_context: Annotated[
        bool, declare_option("--no-context", "Ask about the whole map, without contexts.")
    ] = False

    def controls(self) -> Controls:
        """Return the arguments of the generator."""
        from geoeval.generation.generate import Controls

        chosen = {"difficulties": _split_names(self.difficulty)} if self.difficulty else {}
        return Controls(
            count=self.count,
            seed=self.seed,
            kinds=_split_names(self.kinds),
            categories=_split_names(self.categories),
            script=self.script,
            unanswerable=self.unanswerable,
            in_context=not self.no_context,
            **chosen,  # type: ignore[arg-type]  # checked by Controls
        )


@with_groups
def generate(  # noqa: PLR0913 - one parameter per option
    worlds: Annotated[
        list[str] | None,
        declare_argument("WORLD", "Worlds to ask about; the questions are divided among them."),
    ] = None,
    output: Annotated[
        str | None, declare_option("--output -o FILE", "Where to write the questions.")
    ] = None,
    *,
    wanted: Wanted,
    visual: Annotated[
        bool,
        declare_option("--visual", "Write pictures of maps and questions about them to a folder."),
    ] = False,
    rephrase: Annotated[
        str | None, declare_option("--rephrase MODEL", "Let a model reword the questions.")
    ] = None,
    provider: ProviderOption = Provider.OPENAI,
    base_url: BaseUrl = None,
    cache: Cache = None,
    jobs: Annotated[
        int | None,
        declare_option("--jobs", "Number of processes, by default all cores.", min=1, max=256),
    ] = None,
    scheduler: Scheduler = None,
    list_kinds: Annotated[
        bool, declare_option("--list-kinds", "List the kinds of questions and stop.")
    ] = False,
) -> None:
    """Generate new questions with proven answers from any world."""
    from geoeval.generation.generate import Tally
    from geoeval.generation.kinds import about_kinds
    from geoeval.generation.writing import check_target, record_of, write_records
    from geoeval.reporting.wording import count_noun
    from geoeval.workers.processes import count_cores

    if list_kinds:
        width = max(len(kind) for kind, _ in about_kinds())
        write_lines(f"{kind:{width}}  {about}" for kind, about in about_kinds())
        return
    worlds, output = _check_files(worlds, output, visual=visual, no_context=wanted.no_context)
    if visual:
        _generate_pictures(worlds[0], output, wanted.count, wanted.seed)
        return
    check_target(output)
    if rephrase is None and (base_url or cache):
        raise UsageError("--base-url and --cache need --rephrase MODEL")
    model = None if rephrase is None else model_at(rephrase, provider, base_url, 60, cache)
    controls = wanted.controls()
    tally = Tally()
    workers = scheduler or jobs or count_cores()
    with LateBar("generating") as bar:
        found = _generate_for_worlds(worlds, controls, workers, tally, bar, model)
        records = (record_of(each, number, controls) for number, each in enumerate(found, start=1))
        made = write_records(records, output, controls, ", ".join(worlds))
    write_lines(
        [f"{output}: {count_noun(made.total(), 'question')} of {count_noun(len(made), 'kind')}"]
    )
    _report_tally(tally)
    if model is not None:
        write_error(f"reworded by {rephrase}: {tally.reworded} of {made.total()}")


def _check_files(
    worlds: list[str] | None, output: str | None, *, visual: bool, no_context: bool
) -> tuple[list[str], str]:
    if not worlds or output is None:
        raise UsageError(f"expected {'--output with a file' if worlds else 'a world'}, got none")
    if len(worlds) > 1 and (visual or no_context):
        raise UsageError(
            f"expected one world with {'--visual' if visual else '--no-context'}, got several"
        )
    reject_overwriting(worlds, output)
    return worlds, output


def _generate_for_worlds(
    worlds: Sequence[str],
    controls: Controls,
    workers: int | str,
    tally: Tally,
    bar: LateBar,
    model: ChatModel | None,
) -> Iterator[Generated]:
    """Yield questions about each world, the same number for each."""
    from geoeval.generation.generate import generate_questions as make
    from geoeval.generation.rephrasing import rephrase_question

    done = 0
    for rank, path in enumerate(worlds):
        share = controls.count // len(worlds) + (rank < controls.count % len(worlds))
        if not share:
            continue
        world = read_world(path)
        world_controls = replace(controls, count=share)
        for each in make(world, world_controls, workers=workers, tally=tally):
            found = each if model is None else rephrase_question(each, model, model.name, world)
            tally.reworded += found is not each
            done += 1
            bar(done, controls.count)
            yield found


def _generate_pictures(world: str, output: str, count: int, seed: int) -> None:
    from geoeval.generation.visual.sets import write_pictures

    with LateBar("drawing") as bar:
        made = write_pictures(read_world(world), output, count, seed, bar)
    write_lines([f"{output}: {made} questions about pictures"])


def _split_names(text: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (text or "").split(",") if part.strip())


def _report_tally(tally: Tally) -> None:
    if tally.impossible:
        write_error(
            f"the world allows no questions of the kinds {', '.join(sorted(tally.impossible))}"
        )
    if tally.flaws:
        dropped = sum(tally.flaws.values())
        write_error(
            f"drafts dropped because their wording was not understood as intended: {dropped}"
        )
    if tally.repeated:
        write_error(f"questions replaced because they repeated another: {tally.repeated}")
