"""``geoeval review``: authors of a dataset review the queries of its questions."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from geoeval.cli.declarations import declare_option
from geoeval.cli.front_ends import default_queries_path
from geoeval.cli.groups import with_groups
from geoeval.cli.inputs import STDIN, chosen_records
from geoeval.cli.options import Format, OneId, Records
from geoeval.cli.output import (
    CLEAN,
    FAILED,
    FINDINGS,
    has_unreadable,
    report_fatal_issues,
    write_error,
    write_lines,
)
from geoeval.errors import QueriesError, UsageError, quote
from geoeval.files import write_file
from geoeval.reporting.view import PageFormat

if TYPE_CHECKING:
    from geoeval.datasets.records import Record
    from geoeval.verification.kept.decisions import QueriesFile
    from geoeval.verification.kept.entries import KeptQuery

EPILOG = """Examples:

  geoeval review questions.json

  geoeval review questions.json --queries questions.queries.jsonl --by "A. Author"

  geoeval review questions.json --id 75

  geoeval review questions.json --list

Keys: a accepts, e opens $EDITOR on the query, r rejects, s skips, q quits; press Enter after each.
Edits and decisions are written at once. Exit code: 0; with --list, 1 if a question has no reviewed
query or an entry is stale; 2 for wrong usage, or a file that cannot be used.
"""
_PROMPT = "accept, edit, reject, skip, quit [a/e/r/s/q]: "


@with_groups
def review(
    records: Records,
    queries: Annotated[
        str | None,
        declare_option("--queries FILE", "File of queries; by default next to the dataset."),
    ] = None,
    listing: Annotated[
        bool,
        declare_option("--list", "List what is not reviewed; exit with 1 if there is anything."),
    ] = False,
    output_format: Format = PageFormat.TEXT,
    by: Annotated[
        str, declare_option("--by NAME", "Name of the reviewer, for the file of queries.")
    ] = "author",
    one_id: OneId = None,
) -> None:
    """Review the stored queries that are not reviewed yet, and decide on each."""
    from geoeval.reporting.kept import left_to_review, render_left
    from geoeval.verification.kept.decisions import QueriesFile
    from geoeval.verification.kept.entries import read_queries

    target = queries or default_queries_path(records.inputs, "--queries")
    if STDIN in records.inputs and not listing:
        raise UsageError("expected the path of a dataset, got -: standard input is needed for keys")
    datasets = records.read(labelled=False)
    chosen = chosen_records(datasets, one_id)
    file = QueriesFile(target, read_queries(target))
    code = FAILED if has_unreadable(datasets) else CLEAN
    report_fatal_issues(datasets)
    if listing:
        found = file.of(chosen)
        left = tuple(left_to_review(chosen, found if one_id is None else replace(found, gone=())))
        write_lines(render_left(left, output_format))
        raise typer.Exit(code or (FINDINGS if left else CLEAN))
    _Session(chosen, file, by).run(again=one_id is not None)
    raise typer.Exit(code)


class _Session:
    """A review session over the questions whose queries nobody has reviewed."""

    def __init__(self, records: Iterable[Record], file: QueriesFile, by: str) -> None:
        from geoeval.verification.contexts import read_contexts

        self._records = tuple(records)
        self._file = file
        self._by = by
        self._found = file.of(self._records)
        self._contexts = read_contexts(self._records)

    def run(self, *, again: bool) -> None:
        """Ask about each unreviewed question, or about all if ``again``, until the author quits."""
        pairs = zip(self._records, self._found.entries, strict=True)
        left = [each for each in pairs if again or each[1] is None or not each[1].reviewed]
        decided_entries: set[int] = set()
        done = 0
        for record, entry in left:
            if entry is not None and id(entry) in decided_entries:
                continue  # already decided for another record with the same entry
            decided = self._ask_decision(record, entry)
            if decided == "q":
                break
            if not isinstance(decided, str):
                self._write_decision(decided, entry)
                decided_entries.add(id(entry))
                done += 1
        write_error(f"{done} of {len(left)} decided, in {self._file.path}")

    def _write_decision(self, decided: KeptQuery, entry: KeptQuery | None) -> None:
        """Replace an entry, and entries for earlier forms of its question, with a decision."""
        stale = [old for old, _ in self._found.stale if str(old.id) == str(decided.id)]
        self._file.put(decided, *([] if entry is None else [entry]), *stale)

    def _ask_decision(self, record: Record, entry: KeptQuery | None) -> KeptQuery | str:
        """Return the decision of the author, or the key that leaves the question undecided."""
        from geoeval.verification.kept.decisions import accept_entry, reject_entry, unread_entry

        shown = entry or unread_entry(record)
        self._show_entry(record, shown)
        while True:
            match _read_key():
                case "a" if shown.query is None and not shown.reviewed:
                    write_error(
                        "there is no query to accept; e writes one, r records that there is none"
                    )
                case "a":
                    return accept_entry(shown)
                case "r":
                    return reject_entry(shown, _read_line("why (may be empty): "))
                case "e":
                    edited = self._edit_entry(record, shown)
                    if edited is not shown:  # the edit outlasts the session
                        self._file.put(edited, shown)
                    shown = edited
                    self._show_entry(record, shown)
                case "s" | "q" as key:
                    return key
                case key:
                    write_error(f"expected a, e, r, s or q, got {quote(key)}")

    def _show_entry(self, record: Record, entry: KeptQuery) -> None:
        from geoeval.reporting.kept import describe_reading, to_review
        from geoeval.verification.answering import Run, answer_record
        from geoeval.verification.contexts import context_key
        from geoeval.verification.kept.matching import with_entry

        context = self._contexts[context_key(record)]
        answer = answer_record(with_entry(record, entry), context, Run(front_ends=()))
        write_lines(to_review(record, entry, answer))
        former = [old for old, about in self._found.stale if about is record]
        write_lines(f"    before the question changed {describe_reading(old)}" for old in former)

    def _edit_entry(self, record: Record, entry: KeptQuery) -> KeptQuery:
        """Return an entry as edited by the author, or unchanged if the author gives up."""
        from geoeval.reporting.kept import describe_reading
        from geoeval.verification.kept.decisions import edit_entry
        from geoeval.verification.kept.entries import parse_reading

        about = {
            "question": record.question.text,
            "options": list(record.question.options),
            "sentence": describe_reading(entry),
        }
        draft: object = {
            **about,
            "query": entry.query_json,
            "remark": entry.remark,
            "conventions": dict(entry.conventions),
        }
        text = json.dumps(draft, ensure_ascii=False, indent=2) + "\n"
        while True:
            text = _edit_text(text)
            try:
                written = json.loads(text)
                if isinstance(written, dict):
                    written = {key: written[key] for key in written if key not in about}
                return edit_entry(entry, parse_reading(written), self._by)
            except (QueriesError, ValueError, RecursionError) as error:
                write_error(f"not usable: {error}")
                if _read_line("edit again? [y/n]: ").casefold().startswith("y"):
                    continue
                return entry


def _read_key() -> str:
    """Return the key that the author presses; q at the end of the input."""
    return (_read_line(_PROMPT, end="q").casefold() or "?")[:1]


def _read_line(prompt: str, end: str = "") -> str:
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line or not sys.stdin.isatty():
        sys.stdout.write("\n")
    return line.strip() if line else end


def _edit_text(text: str) -> str:
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with TemporaryDirectory(prefix="geoeval-") as folder:
        path = Path(folder) / "query.json"
        write_file(path, text.encode())
        try:
            subprocess.run([*shlex.split(editor), str(path)], check=True)  # noqa: S603 - the author's own
            return path.read_text(encoding="utf-8")
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise UsageError(
                f"the editor {quote(editor)} failed: {error}; set EDITOR to another"
            ) from None
