"""Replies of a model kept on disk, so that a run can be repeated without asking again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from geoeval.errors import UsageError, quote
from geoeval.files import write_file
from geoeval.llm.completion import Reply


class ReplyCache:
    """A folder with one file for each request, named by a hash of it.

    Notes
    -----
    The request holds the endpoint's address, the model's name, the messages and the settings, but
    no key. Of all that only the hash is written.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            message = f"the cache {quote(str(folder))} cannot be made: {reason}"
            raise UsageError(message) from None

    def get(self, request: Mapping[str, object]) -> Reply | None:
        """Return the reply to a request that was kept, None where there is none to be read."""
        try:
            return Reply.model_validate_json(self._file(request).read_bytes())
        except (OSError, ValidationError):
            return None

    def put(self, request: Mapping[str, object], reply: Reply) -> None:
        """Keep the reply to a request."""
        file = self._file(request)
        try:
            write_file(file, reply.model_dump_json().encode())
        except OSError as error:
            message = f"the cache {quote(str(file))} cannot be written: {error.strerror}"
            raise UsageError(message) from None

    def _file(self, request: Mapping[str, object]) -> Path:
        """Return the file of a request."""
        text = json.dumps(request, sort_keys=True, ensure_ascii=True)
        return self.folder / f"{hashlib.sha256(text.encode()).hexdigest()}.json"
