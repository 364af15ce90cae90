"""Long runs in parts: each part is written when it is done, so that a run can be resumed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from geoeval.errors import UsageError, quote_path
from geoeval.files import write_file

_JOURNAL = "progress.jsonl"


class Parts:
    """The parts of a run in a folder, with a journal of the parts that are done.

    The first line of the journal is the plan: what the run does to which files. A folder with
    another plan is left unchanged. A part is done once it has a line in the journal, which is
    written after the part is complete on the disk.
    """

    def __init__(self, folder: str, plan: Mapping[str, object]) -> None:
        """Open or create the folder for a plan."""
        self._folder = Path(folder)
        self._journal = self._folder / _JOURNAL
        self.done: dict[int, dict[str, object]] = {}
        planned = json.loads(json.dumps(plan))
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if self._journal.is_file():
                self._resume_journal(planned)
            elif any(self._folder.iterdir()):
                raise UsageError(
                    f"expected an empty folder for the parts, but {quote_path(folder)} has files"
                )
            else:
                write_file(self._journal, _encode_line(planned))
        except OSError as error:
            raise self._write_error(error) from None

    def _resume_journal(self, plan: object) -> None:
        first, *rest = self._journal.read_bytes().splitlines(keepends=True) or [b"{}"]
        if _decode_line(first) != plan:
            raise UsageError(
                f"the folder {quote_path(self._folder)} has the parts of another run, or the input "
                "files have changed; choose another folder"
            )
        journal = first
        for line in rest:
            entry = _decode_line(line)
            if not isinstance(entry, dict):
                break  # cut off when the run was killed
            journal += line
            self.done[int(entry["part"])] = entry["told"]
        write_file(self._journal, journal)

    def keep(self, number: int, content: bytes, counts: Mapping[str, object]) -> None:
        """Write a part, then its line in the journal."""
        try:
            write_file(self._folder / f"part-{number:05}.jsonl", content)
            with self._journal.open("ab") as journal:
                journal.write(_encode_line({"part": number, "told": counts}))
                journal.flush()
                os.fsync(journal.fileno())
        except OSError as error:
            raise self._write_error(error) from None
        self.done[number] = dict(counts)

    def _write_error(self, error: OSError) -> UsageError:
        message = f"the folder {quote_path(self._folder)} cannot be written: {error.strerror}"
        if self.done:
            done = "1 part is" if len(self.done) == 1 else f"{len(self.done)} parts are"
            message += f"; {done} saved, run again to resume"
        return UsageError(message)


def _encode_line(value: object) -> bytes:
    return f"{json.dumps(value, ensure_ascii=False)}\n".encode()


def _decode_line(line: bytes) -> object:
    """Return the value of a line; None if the line was cut off."""
    try:
        return json.loads(line) if line.endswith(b"\n") else None
    except ValueError:
        return None
