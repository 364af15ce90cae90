"""``geoeval world``: fixed maps from extracts, tables, datasets and recordings."""

from __future__ import annotations

import typer

from geoeval.cli.commands.worlds import build, check, read, record, show, template

app = typer.Typer(no_args_is_help=True, help="Build, record, check, show and read worlds.")
app.command("build", short_help="Build a map file.", epilog=build.EPILOG)(build.build)
app.command("check", short_help="Check a map file.", epilog=check.EPILOG)(check.check)
app.command("read", short_help="Show what contexts contain.", epilog=read.EPILOG)(read.read)
app.command("record", short_help="Record a map from Google.", epilog=record.EPILOG)(record.record)
app.command("show", short_help="Draw a map file.", epilog=show.EPILOG)(show.show)
app.command("template", short_help="Write an example context.", epilog=template.EPILOG)(
    template.template
)
