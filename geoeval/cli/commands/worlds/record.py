"""``geoeval world record``: a map file from what Google's map services answer."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.output import CLEAN, FINDINGS, complain, write_lines
from geoeval.cli.progress import LateBar
from geoeval.errors import UsageError, quote
from geoeval.reporting.view import PageFormat

if TYPE_CHECKING:
    from geoeval.world.google.plan import Plan

EPILOG = """Examples:

  geoeval world record plan.json -o paris.world --dry-run

  GOOGLE_MAPS_API_KEY=… geoeval world record plan.json -o paris.world --budget 2

  geoeval world record plan.json -o paris.world --budget 2 --key-file key.txt

A plan is a JSON file:

  {"places": ["Louvre, Paris"],
   "nearby": [{"place": "Louvre, Paris", "type": "cafe", "rank_by": "distance"}],
   "travel": [{"origins": ["Louvre, Paris"], "destinations": ["Panthéon, Paris"],
               "modes": ["walking"]}],
   "routes": [{"origin": "Louvre, Paris", "destination": "Panthéon, Paris", "mode": "walking"}]}

Every answer is written before the next request is sent; run the same command again to go on. The
key is not kept. Exit code: 0; 1 if a part of the plan was not answered; 2 for a plan that cannot
be read, a budget that is too small, or a key that is refused.
"""

_KEY = "GOOGLE_MAPS_API_KEY"


def record(
    path: Annotated[str, typer.Argument(metavar="PLAN", help="Plan of what to record.")],
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="The map file to write or add to."),
    ],
    api: Annotated[str, typer.Option("--api", hidden=True)] = "new",
    budget: Annotated[
        float,
        typer.Option("--budget", min=0, metavar="USD", help="What it may cost at list prices."),
    ] = 0.0,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show the requests and their price; send nothing.")
    ] = False,
    key_file: Annotated[
        str | None,
        typer.Option("--key-file", metavar="FILE", help=f"File with the key; else {_KEY}."),
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option("--base-url", metavar="URL", help="Another server of the same interface."),
    ] = None,
    output_format: Annotated[
        PageFormat, typer.Option("--format", help="How to write the summary.")
    ] = PageFormat.TEXT,
) -> None:
    """Record places, lists, travel times and routes from Google, with your own key."""
    from geoeval.world.google.client import Client, Transport
    from geoeval.world.google.plan import read_plan
    from geoeval.world.google.recorder import TERMS, Recorder
    from geoeval.world.store.writing import MapWriter

    if api != "new":
        message = f"expected the current services, got --api {api}: Google closed the legacy ones "
        message += "to new keys; leave the option out"
        raise UsageError(message)
    plan = read_plan(path)
    if dry_run:
        _tell_plan(plan, output_format)
        return
    if plan.cost() > budget:
        message = (
            f"the plan costs up to ${plan.cost():.2f} at list prices, more than the budget of "
            f"${budget:.2f}; give --budget {plan.cost():.2f}, or see --dry-run"
        )
        raise UsageError(message)
    transport = Transport(_key(key_file))
    client = Client(transport, base_url)
    complain(TERMS)
    with MapWriter.open(output) as writer, LateBar("recording") as bar:
        writer.attribution = "Google Maps"
        recorded = Recorder(client, writer, bar).record(plan)
    summary = {
        "output": output,
        "requests": transport.sent,
        "answered": recorded.answered,
        "known_before": recorded.known,
        "failed": recorded.failed,
        "skipped": dict(client.skipped),
    }
    if output_format is PageFormat.JSON:
        write_lines([json.dumps(summary, ensure_ascii=False, indent=2)])
    else:
        done = f"{recorded.answered} parts of the plan recorded with {transport.sent} requests"
        write_lines([f"{output}: {done}, {recorded.known} known before"])
        for reason, count in sorted(client.skipped.items()):
            complain(f"not used: {count} × {reason}")
    for each in recorded.failed:
        complain(f"not recorded: {each}")
    raise typer.Exit(FINDINGS if recorded.failed else CLEAN)


def _tell_plan(plan: Plan, output_format: PageFormat) -> None:
    """Print what a plan asks for and costs."""
    requests, cost = plan.requests(), plan.cost()
    if output_format is PageFormat.JSON:
        write_lines([json.dumps({"requests": requests, "cost_usd": cost}, indent=2)])
        return
    from geoeval.world.google.plan import PRICES

    write_lines(
        f"{count:>6}  {kind:<10}  ${count * PRICES[kind] / 1000:.3f}"
        for kind, count in requests.items()
    )
    write_lines([f"at most ${cost:.2f} by the list prices of March 2025; yours may differ"])


def _key(key_file: str | None) -> str:
    if key_file is None:
        key = os.environ.get(_KEY, "").strip()
    else:
        try:
            key = Path(key_file).read_text(encoding="utf-8").strip()
        except (OSError, ValueError) as error:
            message = f"the key file {quote(key_file)} cannot be read: {error}"
            raise UsageError(message) from error
    if not key:
        message = f"expected a key of the Google Maps Platform in {key_file or _KEY}, got none"
        raise UsageError(message)
    return key
