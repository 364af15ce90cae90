"""The JSON schema of the closed union of queries, published as ``schema.json``."""

from __future__ import annotations

import json
from pathlib import Path

from geoeval.files import write_file
from geoeval.query.solve import query_adapter

SCHEMA_FILE = Path(__file__).with_name("schema.json")


def schema_text() -> str:
    """Return the JSON schema of a query as text, always the same for the same models.

    Examples
    --------
    >>> '"discriminator"' in schema_text()
    True
    """
    schema = query_adapter().json_schema()
    titled = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Query", **schema}
    return json.dumps(titled, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def write_schema(path: Path = SCHEMA_FILE) -> None:
    """Write the schema to a file.

    Parameters
    ----------
    path
        Where to; by default the file that the package ships.
    """
    write_file(path, schema_text().encode())


if __name__ == "__main__":
    write_schema()
