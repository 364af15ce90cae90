"""``geoeval world build``: build a map file from an extract, a table of places, or a dataset."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.declarations import declare_argument, declare_option
from geoeval.cli.groups import with_groups
from geoeval.cli.inputs import EXTRACTS, read_contexts_of, table_advice
from geoeval.cli.options import Form
from geoeval.cli.output import reject_overwriting, report_skipped, write_lines
from geoeval.cli.progress import LateBar

if TYPE_CHECKING:
    from collections.abc import Mapping

EPILOG = """Examples:

  geoeval world build monaco.osm.pbf -o monaco.world

  geoeval world build monaco.osm.pbf -o places.world --mode none

  geoeval world build monaco.osm.pbf -o monaco.world --engine valhalla

  geoeval world build shops.gpkg -o shops.world --fields name=title,category=kind

  geoeval world build dataset.json -o dataset.world

The suffix determines the kind of input: .osm.pbf, .osm.bz2 or .osm is an extract of OpenStreetMap;
.gpkg, .geojson or .parquet is a table of places, and so is .csv or .tsv if it has the columns name,
lat and lon, or with --fields; anything else is a dataset, whose contexts become one map.

Exit code: 0; 2 for an input that cannot be read or a map that cannot be written.
"""


class BuildMode(StrEnum):
    """A travel mode to build roads for, or none."""

    DRIVING = "driving"
    WALKING = "walking"
    BICYCLING = "bicycling"
    NONE = "none"


class Engine(StrEnum):
    """The routing engine: that of geoeval, or Valhalla."""

    GEOEVAL = "geoeval"
    VALHALLA = "valhalla"


@with_groups
def build(
    context: typer.Context,
    path: Annotated[str, declare_argument("INPUT", "Extract, table or dataset.")],
    output: Annotated[str, declare_option("--output -o FILE", "The map file to write.")],
    modes: Annotated[
        list[BuildMode] | None,
        declare_option("--mode", "Build roads for this mode only; may be repeated."),
    ] = None,
    engine: Annotated[Engine, declare_option("--engine", "The routing engine.")] = Engine.GEOEVAL,
    columns_of_places: Annotated[
        str | None,
        declare_option(
            "--fields FIELD=COLUMN,…",
            "Columns of a table: name, category, id, or a fact such as address or hours.",
        ),
    ] = None,
    *,
    form: Form,
) -> None:
    """Build a map file that tools, servers and generators can query."""
    reject_overwriting([path], output)
    if path.lower().endswith(EXTRACTS):
        _build_from_extract(path, output, modes, engine)
    elif _is_table(path, columns_of_places) and not (form.columns and _declares_columns(context)):
        _build_from_table(path, output, columns_of_places)
    else:
        _build_from_dataset(path, output, form)


def _is_table(path: str, fields: str | None) -> bool:
    from geoeval.world.store.tables import CSV, is_table_of_places

    is_csv = path.lower().endswith(CSV)
    return (
        path.lower().endswith(".parquet") or (is_csv and bool(fields)) or is_table_of_places(path)
    )


def _declares_columns(context: typer.Context) -> bool:
    """Return whether the command line has the columns of records, and not only the project."""
    source = context.get_parameter_source("columns")
    return source is not None and source.name == "COMMANDLINE"


def _build_from_extract(
    path: str, output: str, modes: list[BuildMode] | None, engine: Engine
) -> None:
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
    _print_summary(output, [f"{built.places} places", *([roads] if roads else [])], built.skipped)


def _build_from_table(path: str, output: str, fields: str | None) -> None:
    from geoeval.world.store.tables import map_from_table, parse_fields

    count, skipped = map_from_table(path, output, parse_fields(fields or ""))
    _print_summary(output, [f"{count} places"], skipped)


def _build_from_dataset(path: str, output: str, form: Form) -> None:
    from geoeval.errors import UsageError, quote
    from geoeval.verification.contexts import context_key, read_contexts
    from geoeval.world.store.worlds import add_worlds
    from geoeval.world.store.writing import new_map

    datasets = read_contexts_of(path, form.declared())
    records = {context_key(r): r for one in datasets for r in one.records}
    contexts = read_contexts(records.values())
    worlds = [
        (contexts[key].world, f"{Path(path).name} {record.question.id}")
        for key, record in records.items()
        if contexts[key].fault is None
    ]
    facts = ((world.places, world.lists, world.legs, world.routes) for world, _ in worlds)
    if not any(map(any, facts)):
        raise UsageError(
            f"expected contexts with places, lists, legs or routes, got none in {quote(path)}"
            f"{table_advice(path)}"
        )
    with new_map(output) as writer:
        skipped = dict(add_worlds(writer, worlds))
        writer.set_meta("partial", value=True)
    if unread := sum(len(context.unread) for context in contexts.values()):
        skipped["lines that were not understood"] = unread
    _print_summary(output, [f"{len(worlds)} contexts"], skipped)


def _print_summary(output: str, made: list[str], skipped: Mapping[str, int]) -> None:
    from geoeval.world.store.reading import MapFile

    with MapFile(output) as file:
        write_lines([f"{output}: {', '.join(made)}", *filter(None, [file.attribution])])
    report_skipped(skipped)
