"""Messages to a chat endpoint and its replies, with a cache on disk and counts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from geoeval.errors import UsageError, quote
from geoeval.files import write_file


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class Reply(BaseModel):
    """The reply of a model: its text or its refusal, and the tokens used.

    ``cut`` is set if the reply reached a limit of tokens before its end. ``cached_tokens`` are
    those of the prompt that the provider read from its own prompt cache.
    """

    model_config = ConfigDict(frozen=True)

    text: str = ""
    refusal: str | None = None
    cut: bool = False
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0


class ReplyCache:
    """A folder with one file per request, named by the hash of the request.

    The hash covers the endpoint's address, the model's name, the messages and the settings, but no
    key. The file holds only the reply.
    """

    def __init__(self, folder: str | Path) -> None:
        if not str(folder).strip():
            raise UsageError(f"expected a folder for the cache, got {quote(str(folder))}")
        self.folder = Path(folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise UsageError(f"cannot create the cache {quote(str(folder))}: {reason}") from None

    def get(self, request: Mapping[str, object]) -> Reply | None:
        """Return the stored reply to a request, or None if there is none that can be read."""
        try:
            return Reply.model_validate_json(self._cache_path(request).read_bytes())
        except (OSError, ValidationError):
            return None

    def check_writable(self) -> None:
        """Raise ``UsageError`` if no reply can be stored, before one is paid for."""
        try:
            with TemporaryFile(dir=self.folder):
                pass
        except OSError as error:
            raise self._write_error(self.folder, error) from None

    def put(self, request: Mapping[str, object], reply: Reply) -> None:
        """Store the reply to a request."""
        file = self._cache_path(request)
        try:
            write_file(file, reply.model_dump_json().encode())
        except OSError as error:
            raise self._write_error(file, error) from None

    def _write_error(self, path: Path, error: OSError) -> UsageError:
        return UsageError(f"cannot write the cache {quote(str(path))}: {error.strerror}")

    def _cache_path(self, request: Mapping[str, object]) -> Path:
        text = json.dumps(request, sort_keys=True, ensure_ascii=True)
        return self.folder / f"{hashlib.sha256(text.encode()).hexdigest()}.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUsage:
    """Counts of requests sent, replies from the cache, failures, and tokens.

    Tokens are those that the endpoint counts for the requests sent; ``cached_tokens`` are those of
    the prompts that it read from its own prompt cache. ``last_error`` is the message of the latest
    failure.
    """

    model: str
    requests: int = 0
    cached: int = 0
    failed: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    last_error: str = ""

    @property
    def never_worked(self) -> bool:
        """Whether the model was asked but never replied."""
        return bool(self.failed) and not self.requests and not self.cached
