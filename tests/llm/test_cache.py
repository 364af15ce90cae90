"""Replies kept on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from geoeval.errors import UsageError
from geoeval.llm.completion import Reply, ReplyCache

REQUEST = {"model": "m", "messages": [["user", "Où?"]]}
REPLY = Reply(text="Là.", prompt_tokens=3)


def test_a_reply_is_kept_by_its_request(tmp_path: Path) -> None:
    """The same request gives it again, in another order of members too; another does not."""
    cache = ReplyCache(tmp_path / "deep" / "replies")
    assert cache.get(REQUEST) is None
    cache.put(REQUEST, REPLY)
    assert ReplyCache(cache.folder).get(dict(reversed(REQUEST.items()))) == REPLY
    assert cache.get({**REQUEST, "model": "n"}) is None
    assert [file.suffix for file in cache.folder.iterdir()] == [".json"]


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b'{"text": 5}', b"\xff"])
def test_a_broken_file_is_no_reply(tmp_path: Path, broken: bytes) -> None:
    """What cannot be read is asked for again and overwritten."""
    cache = ReplyCache(tmp_path)
    cache.put(REQUEST, REPLY)
    (file,) = tmp_path.iterdir()
    file.write_bytes(broken)
    assert cache.get(REQUEST) is None
    cache.put(REQUEST, REPLY)
    assert cache.get(REQUEST) == REPLY


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    """A file in the place of the folder, and a path that is none, are wrong usage."""
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(UsageError, match=r"cannot create the cache '.*file': File exists"):
        ReplyCache(file)
    with pytest.raises(UsageError, match=r"cannot create the cache .*null"):
        ReplyCache("a\0b")


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    """A reply that cannot be kept ends the run with the reason, for nothing would be kept."""
    cache = ReplyCache(tmp_path / "replies")
    cache.folder.rmdir()
    with pytest.raises(UsageError, match=r"cannot write the cache .*: No such file or directory"):
        cache.put(REQUEST, REPLY)
