"""Defaults in words, for formats whose schemas cannot say them."""

from __future__ import annotations

import json
from collections.abc import Mapping

from geoeval.llm.plain_schema import with_parts
from geoeval.tools.providers.provider import JsonObject


def told_defaults(schema: Mapping[str, object]) -> JsonObject:
    """Return a JSON Schema in which each description ends with the default.

    Examples
    --------
    >>> told_defaults({"type": "integer", "description": "4, 8 or 16", "default": 8})
    {'type': 'integer', 'description': '4, 8 or 16 (default 8)', 'default': 8}
    """
    told = with_parts(schema, told_defaults)
    value = schema.get("default")
    if "const" in schema or value in (None, "", [], {}):
        return told
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    described = f"{schema.get('description', '')} (default {text})".strip()
    return {**told, "description": described}
