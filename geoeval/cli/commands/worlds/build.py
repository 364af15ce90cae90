"""``geoeval world build``: a map file from an extract, a table of places, or a dataset."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.inputs import declared, read_inputs
from geoeval.cli.options import Columns, DatasetName
from geoeval.cli.output import complain, refuse_overwriting, write_lines
from geoeval.cli.progress import LateBar

if TYPE_CHECKING:
    from collections.abc import Mapping

EPILOG = """Examples:

  geoeval world build monaco.osm.pbf -o monaco.world

  geoeval world build monaco.osm.pbf -o places.world --mode none

  geoeval world build monaco.osm.pbf -o monaco.world --engine valhalla

  geoeval world build shops.gpkg -o shops.world --fields name=title,category=kind

  geoeval world build dataset.json -o dataset.world

The kind of input follows from its suffix: .osm.pbf, .osm.bz2 or .osm is an extract of
OpenStreetMap; .gpkg, .geojson or .parquet a table of places; anything else a dataset, whose
contexts become one map. Exit code: 0; 2 for an input that cannot be read or a map that cannot be
written.
"""

_EXTRACTS = (".pbf", ".osm", ".osm.bz2", ".osm.gz", ".osm.xml")
_TABLES = (".gpkg", ".geojson", ".parquet", ".geoparquet")


class BuildMode(StrEnum):
    """A travel mode to build roads for, or none."""

    DRIVING = "driving"
    WALKING = "walking"
    BICYCLING = "bicycling"
    NONE = "none"


class Engine(StrEnum):
    """What computes routes: our own engine, or Valhalla."""

    GEOEVAL = "geoeval"
    VALHALLA = "valhalla"


def build(
    path: Annotated[str, typer.Argument(metavar="INPUT", help="Extract, table or dataset.")],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="The map file to write.")
    ],
    modes: Annotated[
        list[BuildMode] | None,
        typer.Option("--mode", help="Build roads for this mode only; may be repeated."),
    ] = None,
    engine: Annotated[
        Engine, typer.Option("--engine", help="What computes routes.")
    ] = Engine.GEOEVAL,
    columns_of_places: Annotated[
        str | None,
        typer.Option(
            "--fields",
            metavar="FIELD=COLUMN,…",
            help="Columns of a table: name, category, id, address, hours, phone, rating.",
        ),
    ] = None,
    dataset: DatasetName = "auto",
    columns: Columns = None,
) -> None:
    """Build a map file that tools, servers and generators can ask."""
    refuse_overwriting([path], output)
    name = path.lower()
    if name.endswith(_EXTRACTS):
        _from_extract(path, output, modes, engine)
    elif name.endswith(_TABLES) and not columns:
        _from_table(path, output, columns_of_places)
    else:
        _from_dataset(path, output, dataset, columns)


def _from_extract(path: str, output: str, modes: list[BuildMode] | None, engine: Engine) -> None:
    from geoeval.world.osm.build import MODES, build_from_osm
    from geoeval.world.records import TravelMode

    chosen = [TravelMode(mode) for mode in modes or () if mode is not BuildMode.NONE]
    wanted = tuple(chosen) if modes else MODES
    with LateBar("building the map") as bar:
        built = build_from_osm(
            path,
            output,
            modes=wanted,
            engine=engine.value,
            report=lambda done, of, _what: bar(done, of),
        )
    roads = ", ".join(f"{count} road segments for {mode}" for mode, count in built.roads.items())
    _summary(output, [f"{built.places} places", *([roads] if roads else [])], built.skipped)


def _from_table(path: str, output: str, fields: str | None) -> None:
    from geoeval.world.store.tables import map_from_table, parse_fields

    count, skipped = map_from_table(path, output, parse_fields(fields or ""))
    _summary(output, [f"{count} places"], skipped)


def _from_dataset(path: str, output: str, dataset: str, columns: list[str] | None) -> None:
    from geoeval.errors import UsageError, quote
    from geoeval.verification.contexts import context_key, read_contexts
    from geoeval.world.store.worlds import add_worlds
    from geoeval.world.store.writing import new_map

    datasets = read_inputs([path], declared(dataset, columns), labels=False)
    for issue in (issue for one in datasets for issue in one.issues if issue.fatal):
        complain(f"{issue.span}: {issue.code} {issue.message}")
    records = {context_key(r): r for one in datasets for r in one.records}
    contexts = read_contexts(records.values())
    worlds = [
        (contexts[key].world, f"{Path(path).name} {record.question.id}")
        for key, record in records.items()
        if contexts[key].fault is None
    ]
    if not any(world.places or world.lists or world.legs or world.routes for world, _ in worlds):
        message = f"expected contexts with places, lists, legs or routes, got none in {quote(path)}"
        raise UsageError(message)
    with new_map(output) as writer:
        doubts = add_worlds(writer, worlds)
        writer.meta("partial", value=True)
    unread = sum(len(context.unread) for context in contexts.values())
    skipped = {**doubts, **({"line that was not understood": unread} if unread else {})}
    _summary(output, [f"{len(worlds)} contexts"], skipped)


def _summary(output: str, made: list[str], skipped: Mapping[str, int]) -> None:
    """Say what a map holds, and what could not be used."""
    from geoeval.world.store.reading import MapFile

    with MapFile(output) as file:
        write_lines([f"{output}: {', '.join(made)}"])
        if file.attribution:
            write_lines([file.attribution])
    for reason, count in sorted(skipped.items()):
        complain(f"not used: {count} × {reason}")
