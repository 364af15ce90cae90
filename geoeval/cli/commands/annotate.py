"""``geoeval annotate``: a page to write and review questions, which proves labels as you type."""

from __future__ import annotations

import getpass
import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from geoeval.cli.declarations import declare_argument, declare_option
from geoeval.cli.front_ends import default_queries_path
from geoeval.cli.groups import with_groups
from geoeval.cli.inputs import read_inputs, reject_unbuilt
from geoeval.cli.options import Form, Host, Labels, Port
from geoeval.cli.output import write_error
from geoeval.errors import UsageError, quote

if TYPE_CHECKING:
    from socket import socket

    from uvicorn import Server

    from geoeval.annotation.store import DraftStore
    from geoeval.datasets.formats import Declared
    from geoeval.world.store.reading import MapFile

EPILOG = """Examples:

  geoeval annotate

  geoeval annotate monaco.world --by Ann

  geoeval annotate monaco.world questions.json

  geoeval annotate questions.json --port 8090

The page runs until Ctrl-C. What you type is saved at once in a file of drafts; reviewed queries are
written to the file of queries. Exit code: 0 after Ctrl-C; 2 for wrong usage, a file that cannot be
used or a port that is in use.
"""

_TOKEN = "GEOEVAL_TOKEN"  # noqa: S105 - the name of an environment variable


@with_groups
def annotate(  # noqa: PLR0913 - one parameter per option
    paths: Annotated[
        list[str] | None,
        declare_argument("[WORLD] [DATASET]", "A map file, a dataset to review, or both."),
    ] = None,
    drafts: Annotated[
        str | None,
        declare_option(
            "--drafts FILE", "File of drafts; by default next to the dataset, or drafts.sqlite."
        ),
    ] = None,
    queries: Annotated[
        str | None,
        declare_option(
            "--queries FILE", "File of queries; by default next to the dataset or the drafts."
        ),
    ] = None,
    by: Annotated[
        str | None, declare_option("--by NAME", "Name of the annotator, which the page can change.")
    ] = None,
    *,
    form: Form,
    labels: Labels = None,
    host: Host = "127.0.0.1",
    port: Port = 8070,
    tiles: Annotated[
        str | None,
        declare_option(
            "--tiles URL", "Server of map tiles, https://…/{z}/{x}/{y}.png; by default none."
        ),
    ] = None,
) -> None:
    """Write and review questions on a page that proves each label as it is typed."""
    from geoeval.extras import check_installed

    check_installed("nicegui", "annotate")
    from geoeval.sockets import is_loopback, listen, url_of

    world, source = _split_sources(paths or ())
    token = os.environ.get(_TOKEN) or None
    if not is_loopback(host) and token is None:
        raise UsageError(
            f"serving on {quote(host)} is open to other machines and needs a token: "
            f"set {_TOKEN} to a secret"
        )
    target, kept = _draft_files(source, drafts, queries)
    with ExitStack() as stack:
        from geoeval.annotation.store import DraftStore
        from geoeval.world.store.reading import MapFile

        map_file = None if world is None else stack.enter_context(MapFile(world))
        listener = stack.enter_context(listen(host, port))
        store = stack.enter_context(DraftStore(target))
        if source is not None:
            _import_dataset(store, source, form.declared(labels))
        server = _build_server(
            store, kept, map_file, by or getpass.getuser(), host, listener, token, tiles
        )
        query = f"/?token={token}" if token else "/"
        write_error(f"drafts in {target}, queries in {kept}")
        write_error(f"open {url_of(listener, query)} in a browser; Ctrl-C stops the server")
        server.run(sockets=[listener])


def _split_sources(paths: Sequence[str]) -> tuple[str | None, str | None]:
    from geoeval.world.store.schema import is_map_file

    for path in paths:
        reject_unbuilt(path, "a map file or a dataset")
    worlds = [path for path in paths if is_map_file(path) or path.endswith(".world")]
    sources = [path for path in paths if path not in worlds]
    if len(worlds) > 1 or len(sources) > 1:
        raise UsageError(
            f"expected at most one map file and one dataset, got {quote(', '.join(paths))}"
        )
    return next(iter(worlds), None), next(iter(sources), None)


def _draft_files(source: str | None, drafts: str | None, queries: str | None) -> tuple[Path, Path]:
    """Return the paths of drafts and queries, by default next to the dataset."""
    if source is None:
        target = Path(drafts or "drafts.sqlite")
        return target, Path(queries or target.with_suffix(".queries.jsonl"))
    target = Path(drafts or f"{Path(source).with_suffix('')}.drafts.sqlite")
    return target, Path(queries or default_queries_path([source], "--queries"))


def _import_dataset(store: DraftStore, source: str, form: Declared) -> None:
    """Add the records of a dataset to the drafts, except those already there."""
    from geoeval.annotation.exchange import drafts_of

    datasets = read_inputs([source], form)
    for each in datasets:
        for issue in each.issues:
            write_error(f"{issue.span}: {issue.message}")
    drafts, left_out = drafts_of(datasets)
    if not drafts:
        raise UsageError(
            f"expected a dataset of multiple-choice questions, got none in {quote(source)}"
        )
    added = store.add(drafts)
    known = len(drafts) - added
    write_error(
        f"{added} questions imported from {source}"
        + (f", {known} were already drafts" if known else "")
        + (f", {left_out} skipped because they have no options" if left_out else "")
    )


def _build_server(
    store: DraftStore,
    queries: Path,
    map_file: MapFile | None,
    by: str,
    host: str,
    listener: socket,
    token: str | None,
    tiles: str | None,
) -> Server:
    from geoeval.annotation.app.serving import annotator_server
    from geoeval.annotation.desk import Desk
    from geoeval.sockets import is_loopback, names_of
    from geoeval.verification.kept.decisions import QueriesFile
    from geoeval.world.model import World

    world = None if map_file is None else World.open(map_file.path)
    desk = Desk(store, QueriesFile(queries), map_file, world)
    names = names_of(host, listener.getsockname()[1]) if is_loopback(host) else ()
    return annotator_server(desk, by, hosts=names, token=token, tiles=tiles)
