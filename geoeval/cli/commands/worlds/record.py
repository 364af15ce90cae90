"""``geoeval world record``: record a map file from the replies of Google's map services."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.declarations import declare_argument, declare_option
from geoeval.cli.inputs import read_key
from geoeval.cli.output import CLEAN, FINDINGS, report_skipped, write_error, write_page
from geoeval.cli.progress import LateBar
from geoeval.errors import UsageError
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

Every reply is written before the next request is sent; run the same command again to continue. The
key is not stored. Exit code: 0; 1 if part of the plan was not answered; 2 for a plan that cannot be
read, a budget that is too small, or a key that is rejected.
"""

_KEY = "GOOGLE_MAPS_API_KEY"


def record(
    path: Annotated[str, declare_argument("PLAN", "Recording plan (JSON).")],
    output: Annotated[str, declare_option("--output -o FILE", "The map file to write or add to.")],
    api: Annotated[str, typer.Option("--api", hidden=True)] = "new",
    budget: Annotated[
        float, declare_option("--budget USD", "Maximum cost at list prices.", min=0)
    ] = 0.0,
    dry_run: Annotated[
        bool, declare_option("--dry-run", "Show the requests and their price; send nothing.")
    ] = False,
    key_file: Annotated[
        str | None, declare_option("--key-file FILE", f"File with the key, by default {_KEY}.")
    ] = None,
    base_url: Annotated[
        str | None, declare_option("--base-url URL", "Another server with the same interface.")
    ] = None,
    output_format: Annotated[
        PageFormat, declare_option("--format", "Format of the summary.")
    ] = PageFormat.TEXT,
) -> None:
    """Record places, lists, travel times and routes from Google, with your own key."""
    from geoeval.world.google.client import Client, Transport
    from geoeval.world.google.plan import read_plan
    from geoeval.world.google.recorder import TERMS, Recorder
    from geoeval.world.store.writing import MapWriter

    if api != "new":
        raise UsageError(
            f"--api {api} is not supported: Google closed the legacy services to new keys; "
            "omit the option"
        )
    plan = read_plan(path)
    if dry_run:
        _print_plan(plan, output_format)
        return
    if plan.cost() > budget:
        raise UsageError(
            f"the plan costs up to ${plan.cost():.2f} at list prices, more than the budget of "
            f"${budget:.2f}; give --budget {plan.cost():.2f}, or see --dry-run"
        )
    transport = Transport(_require_key(key_file))
    client = Client(transport, base_url)
    write_error(TERMS)
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
    done = f"{recorded.answered} parts of the plan recorded with {transport.sent} requests"
    lines = [f"{output}: {done}, {recorded.known} already recorded"]
    write_page(output_format, summary, lines)
    if output_format is not PageFormat.JSON:
        report_skipped(client.skipped)
    for each in recorded.failed:
        write_error(f"not recorded: {each}")
    raise typer.Exit(FINDINGS if recorded.failed else CLEAN)


def _print_plan(plan: Plan, output_format: PageFormat) -> None:
    from geoeval.world.google.plan import PRICES

    requests, cost = plan.requests(), plan.cost()
    lines = [
        f"{count:>6}  {kind:<10}  ${count * PRICES[kind] / 1000:.3f}"
        for kind, count in requests.items()
    ]
    lines.append(f"at most ${cost:.2f} by the list prices of March 2025; yours may differ")
    write_page(output_format, {"requests": requests, "cost_usd": cost}, lines)


def _require_key(key_file: str | None) -> str:
    key = read_key(key_file, _KEY)
    if not key:
        raise UsageError(f"expected a Google Maps Platform key in {key_file or _KEY}, got none")
    return key
