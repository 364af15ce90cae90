"""Baseline files are read strictly, and each fault is reported with its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from geoeval.errors import BaselineError
from geoeval.reporting.shapes import baseline_lines
from geoeval.verification.baseline import read_baseline
from geoeval.verification.model import Acceptance

GOOD = {
    "code": "GEO301",
    "id": 7,
    "message": "the label says 205 km",
    "reason": "rounded on purpose",
    "fingerprint": "0123456789abcdef",
}


def write_baseline(folder: Path, *entries: object) -> Path:
    """Write a baseline of some lines, texts unchanged, and return its path."""
    lines = [one if isinstance(one, str) else json.dumps(one) for one in entries]
    path = folder / "known.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_written_baselines_are_read_back(tmp_path: Path) -> None:
    """Ids are numbers, texts or null; blank lines and a byte order mark are allowed."""
    accepted = [
        Acceptance(code="GEO301", id=name, message="m", reason="r\u202e", fingerprint=f"{n:016x}")
        for n, name in enumerate((10, 9, "b", None))
    ]
    lines = baseline_lines(accepted)
    assert [json.loads(line)["id"] for line in lines] == [9, 10, None, "b"]
    assert lines == baseline_lines(reversed(accepted))
    path = write_baseline(tmp_path, "\ufeff" + lines[0], "", *lines[1:], "")
    assert set(read_baseline(path)) == set(accepted)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"reason": " "}, "the reason for accepting the finding as \"reason\", got ' '"),
        ({"reason": None}, 'the reason for accepting the finding as "reason", got None'),
        ({"code": "GEO999"}, "the code of a rule as \"code\", got 'GEO999'; geoeval rule lists"),
        ({"code": 301}, 'the code of a rule as "code", got 301'),
        ({"fingerprint": "12"}, "16 hexadecimal digits as \"fingerprint\", got '12'"),
        ({"fingerprint": None}, '16 hexadecimal digits as "fingerprint", got None'),
        ({"id": True}, 'a string, an integer or null as "id", got True'),
        ({"id": 1.5}, 'a string, an integer or null as "id", got 1.5'),
        ({"message": 5}, 'a string as "message", got 5'),
        ({"note": "x"}, "only the fields code, fingerprint, id, message, reason, got 'note'"),
    ],
)
def test_wrong_fields_are_reported_with_their_line(
    tmp_path: Path, changes: dict[str, object], words: str
) -> None:
    """The message quotes the value."""
    path = write_baseline(tmp_path, GOOD, "", GOOD | {"fingerprint": "f" * 16} | changes)
    with pytest.raises(BaselineError, match="known") as caught:
        read_baseline(path)
    assert str(caught.value).startswith(f"{path}:3: expected {words}")


def test_missing_reasons_are_reported(tmp_path: Path) -> None:
    """A missing reason is distinguished from a blank one."""
    path = write_baseline(tmp_path, {name: GOOD[name] for name in GOOD if name != "reason"})
    with pytest.raises(BaselineError, match=r'known\.jsonl:1: expected .* as "reason", got none'):
        read_baseline(path)


@pytest.mark.parametrize("line", ["{", "[1]", "5", "[" * 100_000, '{"id": 1' + "0" * 5000 + "}"])
def test_non_objects_are_rejected(tmp_path: Path, line: str) -> None:
    """Neither depth nor length causes a traceback."""
    with pytest.raises(BaselineError, match=r"known\.jsonl:2: expected a JSON object"):
        read_baseline(write_baseline(tmp_path, GOOD, line))


def test_duplicate_acceptances_are_rejected(tmp_path: Path) -> None:
    """The message names both lines."""
    path = write_baseline(tmp_path, GOOD, GOOD | {"reason": "other"})
    with pytest.raises(BaselineError, match=r":2: line 1 is about the same finding; remove one"):
        read_baseline(path)


def test_unreadable_files_are_rejected(tmp_path: Path) -> None:
    """The cases are a folder, an invalid path and bytes of another encoding."""
    with pytest.raises(BaselineError, match="cannot be read: Is a directory"):
        read_baseline(tmp_path)
    with pytest.raises(BaselineError, match=r"cannot be read: .*null"):
        read_baseline("a\0b")
    path = tmp_path / "known.jsonl"
    path.write_bytes(b'{"reason": "caf\xe9"}')
    with pytest.raises(BaselineError, match="expected UTF-8, got the byte 0xE9 at offset 15"):
        read_baseline(path)
