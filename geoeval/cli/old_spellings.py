"""Former names of commands, accepted for one release."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import PurePath

from geoeval.cli.output import write_error
from geoeval.errors import UsageError, quote

_CURRENT_NAMES = {
    "audit": ("verify", "--fail-on", "never"),
    "rules": ("rule",),
    "fetch": ("datasets",),
    "stats": ("results", "stats"),
    "export": ("evaluate", "export"),
}
_FORMAT_BY_SUFFIX = {
    "": "html", "html": "html", "htm": "html", "md": "audit-md", "markdown": "audit-md",
    "json": "audit-json",
}  # fmt: skip


def update_arguments(arguments: Sequence[str]) -> list[str]:
    """Return a command line with current names; print a note if it has a former name."""
    name, *rest = arguments or ("",)
    if name not in _CURRENT_NAMES:
        return list(arguments)
    current = [*_CURRENT_NAMES[name]]
    if name == "audit":
        form, rest = _split_format(rest)
        current += ["--format", form]
    write_error(
        f"geoeval {name} is now geoeval {' '.join(current)}; the next release drops the old name"
    )
    return [*current, *rest]


def _split_format(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the format of an audit, from its option or file suffix, and the other arguments."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--format", nargs="?", const="")
    parser.add_argument("--output", "-o", nargs="?", const="")
    given, rest = parser.parse_known_args(arguments)
    if given.output is not None:
        rest += ["--output", given.output]
    if given.format is not None:
        return _FORMAT_BY_SUFFIX.get(given.format, given.format), rest
    suffix = PurePath(given.output or "").suffix.lower().lstrip(".")
    if suffix not in _FORMAT_BY_SUFFIX:
        raise UsageError(
            f"expected a file name ending in .html, .md or .json, got {quote(given.output)}; "
            "or choose the format with --format"
        )
    return _FORMAT_BY_SUFFIX[suffix], rest
