"""Commands by the names that they had before, for one release."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from geoeval.cli.output import complain
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


def renewed(arguments: Sequence[str]) -> list[str]:
    """Return a command line as it is spelt now, with a note where that differs.

    Examples
    --------
    >>> renewed(["rule", "GEO301"])
    ['rule', 'GEO301']
    """
    name, *rest = arguments or ("",)
    if name not in _NEW:
        return list(arguments)
    now = [*_NEW[name]]
    if name == "audit":
        form, rest = _document(rest)
        now += ["--format", form]
    complain(f"geoeval {name} is now geoeval {' '.join(now)}; the next release drops the old name")
    return [*now, *rest]


def _document(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the format of an audit, by its option or the suffix of its file, and the others."""
    form = output = None
    rest: list[str] = []
    left = iter(arguments)
    for each in left:
        name, equals, value = each.partition("=")
        if name == "--format":
            form = value if equals else next(left, "")
            continue
        rest.append(each)
        if name in {"-o", "--output"}:
            output = value if equals else next(left, "")
            rest += [] if equals else [output]
    suffix = PurePath(output or "").suffix.lower().lstrip(".") if form is None else form
    if form is None and suffix not in _DOCUMENTS:
        message = (
            f"expected a file that ends in .html, .md or .json, got {quote(output)}; name the "
            "format with --format"
        )
        raise UsageError(message)
    return _DOCUMENTS.get(suffix, suffix), rest
