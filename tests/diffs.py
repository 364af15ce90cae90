"""Examples written as small diffs: "- " begins a line before, "+ " a line after a change."""

from __future__ import annotations

MAX_WIDTH = 76
MAX_LINES = 15


def split_diff(diff: str) -> tuple[str, str]:
    """Return the text before and after the change; lines of both begin with two spaces."""
    lines = diff.splitlines()
    assert len(lines) <= MAX_LINES
    assert max(map(len, lines)) <= MAX_WIDTH
    assert {line[:2] for line in lines} <= {"  ", "- ", "+ ", ""}
    before, after = (
        "\n".join(line[2:] for line in lines if line[:1] != other) for other in ("+", "-")
    )
    assert before != after
    return before, after


def file_name(text: str) -> str:
    """Return the name of a file for records, which are in JSON or CSV."""
    return "questions.json" if text[0] in "[{" else "questions.csv"
