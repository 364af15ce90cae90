"""Long work in parts: each is written when it is done, so that a run can go on where it ended."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from geoeval.errors import UsageError, quote_path
from geoeval.files import write_file

_DIARY = "progress.jsonl"


class Parts:
    """The parts of a run in a folder, with a diary of what is done.

    The first line of the diary is the plan: what is done to which files. A folder with another
    plan is left as it is. A part counts as done when its line stands in the diary, and that is
    written after the part is whole on the disk.
    """

    def __init__(self, folder: str, plan: Mapping[str, object]) -> None:
        """Open a folder for a plan, or make it."""
        self._folder = Path(folder)
        self._diary = self._folder / _DIARY
        self.done: dict[int, dict[str, object]] = {}
        planned = json.loads(json.dumps(plan))
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if self._diary.is_file():
                self._resume_diary(planned)
            elif any(self._folder.iterdir()):
                raise UsageError(
                    f"expected an empty folder for the parts, got {quote_path(folder)}"
                )
            else:
                write_file(self._diary, _encode_line(planned))
        except OSError as error:
            raise self._write_error(error) from None

    def _resume_diary(self, plan: object) -> None:
        first, *rest = self._diary.read_bytes().splitlines(keepends=True) or [b"{}"]
        if _decode_line(first) != plan:
            raise UsageError(
                f"the folder {quote_path(self._folder)} has the parts of another run, or the files "
                "have changed; name another folder"
            )
        whole = first
        for line in rest:
            entry = _decode_line(line)
            if not isinstance(entry, dict):
                break  # cut off when the run was killed
            whole += line
            self.done[int(entry["part"])] = entry["told"]
        write_file(self._diary, whole)

    def keep(self, number: int, content: bytes, counts: Mapping[str, object]) -> None:
        """Write a part, then what is told of it."""
        try:
            write_file(self._folder / f"part-{number:05}.jsonl", content)
            with self._diary.open("ab") as diary:
                diary.write(_encode_line({"part": number, "told": counts}))
                diary.flush()
                os.fsync(diary.fileno())
        except OSError as error:
            raise self._write_error(error) from None
        self.done[number] = dict(counts)

    def _write_error(self, error: OSError) -> UsageError:
        message = f"the folder {quote_path(self._folder)} cannot be written: {error.strerror}"
        if self.done:
            kept = "1 part is" if len(self.done) == 1 else f"{len(self.done)} parts are"
            message += f"; {kept} kept, run again to go on"
        return UsageError(message)


def _encode_line(value: object) -> bytes:
    return f"{json.dumps(value, ensure_ascii=False)}\n".encode()


def _decode_line(line: bytes) -> object:
    """Return the value of a line, None for one that was cut off."""
    try:
        return json.loads(line) if line.endswith(b"\n") else None
    except ValueError:
        return None
