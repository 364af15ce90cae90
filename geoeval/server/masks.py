"""Field masks: which members of a reply a client wants."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from geoeval.errors import quote
from geoeval.server.failure import RequestFailure

if TYPE_CHECKING:
    Mask = dict[str, "Mask"]


def read_mask(text: str | None, known: Mapping[str, Collection[str]]) -> Mask | None:
    """Return the members that a mask names, by level; None for all ("*").

    ``known`` has the members of a reply and those of each; a member without any takes no check.

    Examples
    --------
    >>> read_mask("places.id,places.displayName", {"places": ("id", "displayName")})
    {'places': {'id': {}, 'displayName': {}}}
    """
    if not text or not text.strip():
        message = (
            "FieldMask is a required parameter: name the members wanted in the header "
            'X-Goog-FieldMask, such as "*"'
        )
        raise RequestFailure(message, "MALFORMED")
    mask: Mask = {}
    for path in text.split(","):
        if path.strip() == "*":
            return None
        names = path.strip().split(".")
        inner = known.get(names[0])
        if inner is None or (len(names) > 1 and inner and names[1] not in inner):
            message = f"the field mask names {quote(path.strip())}, which no reply has"
            raise RequestFailure(message, "MALFORMED")
        level = mask
        for name in names:
            level = level.setdefault(name, {})
    return mask


def masked(value: object, mask: Mask | None) -> object:
    """Return a value with the members that a mask names.

    Examples
    --------
    >>> masked([{"id": "inn", "rating": 4.5}], {"id": {}})
    [{'id': 'inn'}]
    """
    if not mask:
        return value
    if isinstance(value, list):
        return [masked(each, mask) for each in value]
    if isinstance(value, dict):
        return {name: masked(value[name], inner) for name, inner in mask.items() if name in value}
    return value
