"""JSON as an outline: one member a line, what belongs to it indented below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from geoeval.reporting.safe import plain


def outline(value: object, indent: str = "") -> Iterator[str]:
    r"""Yield a decoded JSON value as lines.

    Examples
    --------
    >>> print(*outline({"count": 1, "places": [{"name": "Ox Inn", "open": True}]}), sep="\n")
    count: 1
    places:
      - name: Ox Inn
        open: yes
    """
    if isinstance(value, Mapping) and value:
        for key, member in value.items():
            yield from _member(f"{indent}{plain(str(key))}:", member, indent)
    elif isinstance(value, list | tuple) and value:
        for item in value:
            lines = list(outline(item, f"{indent}  "))
            yield f"{indent}- {lines[0].removeprefix(f'{indent}  ')}"
            yield from lines[1:]
    else:
        yield f"{indent}{_single(value)}"


def _member(head: str, member: object, indent: str) -> Iterator[str]:
    """Yield one member of an object: on one line if it is a single value."""
    if isinstance(member, Mapping | list | tuple) and member:
        yield head
        yield from outline(member, f"{indent}  ")
    else:
        yield f"{head} {_single(member)}".rstrip()


def _single(value: object) -> str:
    """Return a value that holds no others."""
    match value:
        case bool():
            return "yes" if value else "no"
        case str():
            return plain(value)
        case None | {} | [] | ():
            return "none"
    return str(value)
