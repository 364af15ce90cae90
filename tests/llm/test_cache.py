"""The cache of model replies on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from geoeval.errors import UsageError
from geoeval.llm.completion import Reply, ReplyCache

REQUEST = {"model": "m", "messages": [["user", "Où?"]]}
REPLY = Reply(text="Là.", prompt_tokens=3)


def test_a_reply_is_cached_under_its_request(tmp_path: Path) -> None:
    """The order of JSON members does not matter; another request has no reply."""
    cache = ReplyCache(tmp_path / "deep" / "replies")
    assert cache.get(REQUEST) is None
    cache.put(REQUEST, REPLY)
    assert ReplyCache(cache.folder).get(dict(reversed(REQUEST.items()))) == REPLY
    assert cache.get({**REQUEST, "model": "n"}) is None
    assert [file.suffix for file in cache.folder.iterdir()] == [".json"]


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b'{"text": 5}', b"\xff"])
def test_a_broken_cache_file_is_ignored(tmp_path: Path, broken: bytes) -> None:
    """The next reply overwrites it."""
    cache = ReplyCache(tmp_path)
    cache.put(REQUEST, REPLY)
    (file,) = tmp_path.iterdir()
    file.write_bytes(broken)
    assert cache.get(REQUEST) is None
    cache.put(REQUEST, REPLY)
    assert cache.get(REQUEST) == REPLY


def test_an_invalid_cache_folder_is_rejected(tmp_path: Path) -> None:
    """The path is a file, or contains a null character."""
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(UsageError, match=r"cannot create the cache '.*file': File exists"):
        ReplyCache(file)
    with pytest.raises(UsageError, match=r"cannot create the cache .*null"):
        ReplyCache("a\0b")
    with pytest.raises(UsageError, match="expected a folder for the cache, got ''"):
        ReplyCache("")  # not the working directory


def test_a_deleted_cache_folder_is_reported(tmp_path: Path) -> None:
    """The run ends, since no further reply could be cached."""
    cache = ReplyCache(tmp_path / "replies")
    cache.folder.rmdir()
    with pytest.raises(UsageError, match=r"cannot write the cache .*: No such file or directory"):
        cache.put(REQUEST, REPLY)
