"""Commands by the names that they had before, for one release."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import PurePath

from geoeval.cli.output import write_error
from geoeval.errors import UsageError, quote

_NEW = {
    "audit": ("verify", "--fail-on", "never"),
    "rules": ("rule",),
    "fetch": ("datasets",),
    "stats": ("results", "stats"),
    "export": ("evaluate", "export"),
}
_DOCUMENTS = {
    "": "html", "html": "html", "htm": "html", "md": "audit-md", "markdown": "audit-md",
    "json": "audit-json",
}  # fmt: skip


def update_arguments(arguments: Sequence[str]) -> list[str]:
    """Return a command line as it is spelt now, with a note where that differs."""
    name, *rest = arguments or ("",)
    if name not in _NEW:
        return list(arguments)
    now = [*_NEW[name]]
    if name == "audit":
        form, rest = _split_format(rest)
        now += ["--format", form]
    write_error(
        f"geoeval {name} is now geoeval {' '.join(now)}; the next release drops the old name"
    )
    return [*now, *rest]


def _split_format(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the format of an audit, by its option or the suffix of its file, and the others."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--format", nargs="?", const="")
    parser.add_argument("--output", "-o", nargs="?", const="")
    given, rest = parser.parse_known_args(arguments)
    if given.output is not None:
        rest += ["--output", given.output]
    if given.format is not None:
        return _DOCUMENTS.get(given.format, given.format), rest
    suffix = PurePath(given.output or "").suffix.lower().lstrip(".")
    if suffix not in _DOCUMENTS:
        raise UsageError(
            f"expected a file that ends in .html, .md or .json, got {quote(given.output)}; name "
            "the format with --format"
        )
    return _DOCUMENTS[suffix], rest
