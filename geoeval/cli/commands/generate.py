"""``geoeval generate``: fresh questions about a world, each with its proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.front_ends import BaseUrl, Cache, model_at
from geoeval.cli.inputs import read_world
from geoeval.cli.output import complain, refuse_overwriting, write_lines
from geoeval.cli.parts import Scheduler
from geoeval.cli.progress import LateBar

if TYPE_CHECKING:
    from geoeval.generation.generate import Controls, Generated, Tally
    from geoeval.llm.chat import ChatModel

EPILOG = """Examples:

  geoeval generate monaco.world -n 200 --seed 7 -o questions.json

  geoeval generate monaco.world --kinds nearest,count,order --difficulty hard -o hard.jsonl

  geoeval generate monaco.world -n 1000 --unanswerable 0.1 -o dataset-folder

  geoeval generate monaco.world andorra.world --categories routing,trip -o ways.jsonl

  geoeval generate monaco.world --no-context -o api.json

  geoeval generate monaco.world --rephrase MODEL --base-url http://localhost:8000/v1 -o said.json

  geoeval generate monaco.world --visual -n 20 -o pictures

  geoeval generate --list-kinds

The world is a map file, a world in JSON, a context, or a dataset of one context. The suffix of the
output says its form: .json as MapEval, .jsonl, .parquet; a name without one is a folder with a
dataset card. The same seed gives the same bytes. Exit code: 0; 2 for a world with too little to ask
about, or an output that cannot be written.
"""


def generate(  # noqa: PLR0913, PLR0917 - one parameter per option
    worlds: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORLD", help="What the questions are about; of several in turn."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write the questions."),
    ] = None,
    count: Annotated[
        int, typer.Option("--count", "-n", min=1, help="How many questions to make.")
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", help="Decides all that is left to chance.")] = 0,
    kinds: Annotated[
        str | None, typer.Option("--kinds", metavar="KINDS", help="Only these, with commas.")
    ] = None,
    categories: Annotated[
        str | None,
        typer.Option("--categories", metavar="NAMES", help="poi, nearby, routing, trip."),
    ] = None,
    script: Annotated[
        str | None,
        typer.Option("--script", metavar="NAME", help="Only names in it: latin, cyrillic, arabic…"),
    ] = None,
    difficulty: Annotated[
        str | None,
        typer.Option("--difficulty", metavar="LEVELS", help="easy, medium, hard, with commas."),
    ] = None,
    unanswerable: Annotated[
        float,
        typer.Option(
            "--unanswerable", min=0, max=1, help="Share of questions the context does not answer."
        ),
    ] = 0.0,
    no_context: Annotated[
        bool, typer.Option("--no-context", help="Ask about the whole world, without contexts.")
    ] = False,
    visual: Annotated[
        bool, typer.Option("--visual", help="Ask about pictures of the map, in a folder.")
    ] = False,
    rephrase: Annotated[
        str | None,
        typer.Option("--rephrase", metavar="MODEL", help="Let a model reword the questions."),
    ] = None,
    base_url: BaseUrl = None,
    cache: Cache = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, max=256, help="Processes; all cores if not said.")
    ] = None,
    scheduler: Scheduler = None,
    list_kinds: Annotated[
        bool, typer.Option("--list-kinds", help="List the kinds of questions and stop.")
    ] = False,
) -> None:
    """Make fresh questions whose answers are proven, from any world."""
    from geoeval.errors import UsageError
    from geoeval.generation.generate import Controls, Tally
    from geoeval.generation.kinds import about_kinds
    from geoeval.generation.writing import check_target, record_of, write_records
    from geoeval.workers.processes import cores

    if list_kinds:
        width = max(len(kind) for kind, _ in about_kinds())
        write_lines(f"{kind:{width}}  {about}" for kind, about in about_kinds())
        return
    if not worlds or output is None:
        message = f"expected {'--output with a file' if worlds else 'a world'}, got none"
        raise UsageError(message)
    if len(worlds) > 1 and (visual or no_context):
        message = f"expected one world with {'--visual' if visual else '--no-context'}, got several"
        raise UsageError(message)
    refuse_overwriting(worlds, output)
    if visual:
        _pictures(worlds[0], output, count, seed)
        return
    check_target(output)
    model = None if rephrase is None else model_at(rephrase, base_url, 60, cache)
    chosen = {"difficulties": _several(difficulty)} if difficulty else {}
    controls = Controls(
        count=count,
        seed=seed,
        kinds=_several(kinds),
        categories=_several(categories),
        script=script,
        unanswerable=unanswerable,
        in_context=not no_context,
        **chosen,  # type: ignore[arg-type]  # checked there
    )
    tally = Tally()
    workers = scheduler or jobs or cores()
    with LateBar("generating") as bar:
        found = _of_all(worlds, controls, workers, tally, bar, model)
        records = (record_of(each, number, controls) for number, each in enumerate(found, start=1))
        made = write_records(records, output, controls, ", ".join(worlds))
    write_lines([f"{output}: {made.total()} questions of {len(made)} kinds"])
    _tell(tally)
    if model is not None:
        complain(f"reworded by {rephrase}: {tally.reworded} of {made.total()}")


def _of_all(
    worlds: Sequence[str],
    controls: Controls,
    workers: int | str,
    tally: Tally,
    bar: LateBar,
    model: ChatModel | None,
) -> Iterator[Generated]:
    """Yield questions about each world, as many of one as of another."""
    from geoeval.generation.generate import generate as make
    from geoeval.generation.rephrasing import rephrased

    done = 0
    for rank, path in enumerate(worlds):
        share = controls.count // len(worlds) + (rank < controls.count % len(worlds))
        if not share:
            continue
        world = read_world(path)
        of_it = replace(controls, count=share)
        for each in make(world, of_it, workers=workers, tally=tally):
            found = each if model is None else rephrased(each, model, model.name, world)
            tally.reworded += found is not each
            done += 1
            bar(done, controls.count)
            yield found


def _pictures(world: str, output: str, count: int, seed: int) -> None:
    """Write questions about pictures of a map."""
    from geoeval.generation.visual.sets import write_pictures

    with LateBar("drawing") as bar:
        made = write_pictures(read_world(world), output, count, seed, bar)
    write_lines([f"{output}: {made} questions about pictures"])


def _several(text: str | None) -> tuple[str, ...]:
    """Return the names that are given with commas."""
    return tuple(part.strip() for part in (text or "").split(",") if part.strip())


def _tell(tally: Tally) -> None:
    """Say what could not be made, and how many drafts were dropped."""
    if tally.impossible:
        complain(f"nothing to ask of the kinds {', '.join(sorted(tally.impossible))}")
    if tally.flaws:
        dropped = sum(tally.flaws.values())
        complain(f"drafts dropped because their words were not read back: {dropped}")
    if tally.repeated:
        complain(f"questions made anew because they repeated another: {tally.repeated}")
