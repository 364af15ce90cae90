"""Figures in a question: durations, clock times, lengths, numbers."""

from __future__ import annotations

import pytest

from geoeval.understanding.figures import find_figures
from geoeval.understanding.vocabulary.text import clean_text, tokenise


def figures_in(text: str) -> list[tuple[str, float]]:
    """Return the kinds and amounts of the figures in a text."""
    text = clean_text(text)
    return [(mention.kind, mention.amount) for mention in find_figures(text, tokenise(text))]


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("2 hours", 120),
        ("1 hr 30 min", 90),
        ("an hour and a half", 90),
        ("half an hour", 30),
        ("four hours and a quarter", 255),
        ("a 2-hour tour", 120),
        ("90 minutes", 90),
    ],
)
def test_durations_are_minutes(text: str, minutes: float) -> None:
    assert figures_in(text) == [("duration", minutes)]


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("9 am", 540),
        ("21:15", 1275),
        ("midnight on Friday night", 0),
        ("half past midnight tonight", 30),
        ("9 o'clock in the evening", 1260),
        ("9 o'clock", 540),
        ("at 8 in the morning", 480),
        ("12:30 in the morning", 30),
        ("six on Friday evening", 1080),
        ("on Friday evening at six", 1080),
        ("half past nine", 570),
        ("a quarter past 3 pm", 915),
        ("quarter to nine in the evening", 1245),
        ("noon", 720),
    ],
)
def test_clock_times_are_minutes_of_the_day(text: str, minute: float) -> None:
    """Halves of the day, quarters and half hours are understood."""
    assert [each for each in figures_in(text) if each[0] == "clock"][-1] == ("clock", minute)


@pytest.mark.parametrize(
    ("text", "amount"), [("1,200", 1200), ("4,5", 4.5), ("4.5", 4.5), ("three", 3), ("12", 12)]
)
def test_numbers_have_their_value(text: str, amount: float) -> None:
    """Thousands separators, decimal commas and number words are understood."""
    assert figures_in(f"with {text} stars") == [("number", amount)]


@pytest.mark.parametrize("text", ["12.30.45.10", "one", "a"])
def test_version_numbers_and_articles_are_not_numbers(text: str) -> None:
    assert ("number", 1.0) not in figures_in(f"about {text} of them")
    assert all(kind != "number" for kind, _ in figures_in(f"about {text} of them"))


@pytest.mark.parametrize("digits", ["500", "৫০০", "٥٠٠", "५००"])
def test_lengths_are_metres_in_any_script(digits: str) -> None:
    assert figures_in(f"within {digits} m") == [("length", 500)]
    assert figures_in("within 2 km") == [("length", 2000)]


def test_a_plain_number_is_not_a_clock_time() -> None:
    assert figures_in("at most 5 of them") == [("number", 5)]
    assert figures_in("20 in the evening of life") == [("number", 20)]
