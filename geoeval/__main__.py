"""``python -m geoeval``: the command line without its script on the path."""

from geoeval.cli.main import run

run()
