"""Which option an answer means."""

from __future__ import annotations

import pytest

from geoeval.tools.failure import Refused
from geoeval.tools.families.queries.answers import read_answer

FIGURES = ["3", "4", "5"]
NAMES = ["Ox Inn", "Blue Door", "Unanswerable"]


@pytest.mark.parametrize(
    ("answer", "options", "index"),
    [
        (2, FIGURES, 2),
        (-1, FIGURES, -1),
        ("4", FIGURES, 1),
        ("0", FIGURES, 0),
        ("-1", ["1", "2"], -1),
        ("b", NAMES, 1),
        ("(B)", NAMES, 1),
        ("Option A", NAMES, 0),
        ("B. blue  door", NAMES, 1),
        (" ox  inn ", NAMES, 0),
        ("unanswerable", NAMES, 2),
        ("Unanswerable", FIGURES, -1),
        ("c", ["b", "c", "a"], 1),
        ("same", ["same", "Same"], 0),
    ],
)
def test_an_answer_is_a_number_a_letter_or_a_text(
    answer: int | str, options: list[str], index: int
) -> None:
    """What an option says goes before its letter, and that before its number."""
    assert read_answer(answer, options) == index


@pytest.mark.parametrize(
    ("answer", "options"),
    [(3, FIGURES), (-2, FIGURES), ("9", FIGURES), ("Z", NAMES), ("B. Ox Inn", NAMES), ("", NAMES)],
)
def test_an_answer_that_is_none_of_them_is_refused(answer: int | str, options: list[str]) -> None:
    """The message says what may be said."""
    with pytest.raises(Refused, match="answer: expected the number of an option, 0 to 2, its lett"):
        read_answer(answer, options)
