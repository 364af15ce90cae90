"""Options numbered within one text."""

from __future__ import annotations

import pytest

from geoeval.datasets.fields import numbered_options


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1)North\n2.South \n3) West", [("1", "North"), ("2", "South"), ("3", "West")]),
        ("0) Unanswerable\n1) North", [("0", "Unanswerable"), ("1", "North")]),
        ("\n 1: Go\n   then left\n2: Stay", [("1", "Go\n   then left"), ("2", "Stay")]),
        ("1) Take the A\n9) of these\n2) Walk", [("1", "Take the A\n9) of these"), ("2", "Walk")]),
        ("1)\n2) South", [("1", ""), ("2", "South")]),
        ("Which?\n1) North\n2) South", []),
        ("2) South\n3) West", []),
        ("A) North B) South", [("A", "North"), ("B", "South")]),
        ("(1) at 9 (2) at 10", [("1", "at 9"), ("2", "at 10")]),
        ("A) North", []),
        ("1.5 km\n2.5 km", []),
        ("1:30 PM\n2:30 PM", []),
        ("North, South", []),
        ("", []),
    ],
)
def test_options_follow_their_numbers(text: str, expected: list[tuple[str, str]]) -> None:
    """Numbers must be consecutive, and no text may precede the first."""
    assert list(numbered_options(text)) == expected
