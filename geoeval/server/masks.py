"""Field masks: which members of a reply a client wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geoeval.errors import quote
from geoeval.server.failure import RequestFailure

if TYPE_CHECKING:
    from geoeval.server.fields import Tree

    Mask = dict[str, "Mask"]


def read_mask(text: str | None, known: Tree) -> Mask | None:
    """Return the members that a mask names, by level; None for all ("*").

    A named member is wanted in full, even if some of its members are named too. ``known`` is the
    tree of members of a reply; None in it accepts any members.
    """
    if not text or not text.strip():
        raise RequestFailure(
            "FieldMask is a required parameter: name the members you want in the header "
            'X-Goog-FieldMask, such as "*"',
            "MALFORMED",
        )
    paths = [tuple(path.strip().split(".")) for path in text.split(",")]
    for path in paths:
        if path != ("*",) and not _is_known(path, known):
            raise RequestFailure(
                f"unknown member {quote('.'.join(path))} in the field mask", "MALFORMED"
            )
    return None if ("*",) in paths else _build_tree(paths)


def _build_tree(paths: list[tuple[str, ...]]) -> Mask:
    mask: Mask = {}
    for path in paths:
        if any(path[:length] in paths for length in range(1, len(path))):
            continue
        level = mask
        for name in path:
            level = level.setdefault(name, {})
    return mask


def _is_known(path: tuple[str, ...], known: Tree) -> bool:
    inner: Tree | None = known
    for name in path:
        if inner is None:
            return True
        if name not in inner:
            return False
        inner = inner[name]
    return True


def apply_mask(value: object, mask: Mask | None) -> object:
    """Return a value with the members that a mask names."""
    if not mask:
        return value
    if isinstance(value, list):
        return [apply_mask(each, mask) for each in value]
    if isinstance(value, dict):
        return {
            name: apply_mask(value[name], inner) for name, inner in mask.items() if name in value
        }
    return value
