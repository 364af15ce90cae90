"""Clock times, yes and no, compass points."""

from __future__ import annotations

import pytest

from geoeval.understanding.choices import read_yes_no
from geoeval.verification.labels.readings import read_clock, read_compass


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("10.44 AM", (644,)),
        ("3.33PM", (933,)),
        ("5:05PM", (1025,)),
        ("5:35 PM", (1055,)),
        ("6.11 pm", (1091,)),
        ("10.13", (613, 1333)),
        ("10", (600, 1320)),
        ("15:30", (930,)),
        ("at noon", (720,)),
        ("24:00", (0,)),
    ],
)
def test_times_are_read_in_every_notation(text: str, minutes: tuple[int, ...]) -> None:
    """Without AM or PM a time may mean either half of the day."""
    clock = read_clock(text)
    assert clock is not None
    assert clock.minutes == minutes


@pytest.mark.parametrize("text", ["", "soon", "9:00 AM - 5:00 PM", "25:61", "5 km"])
def test_spans_and_other_texts_are_not_times(text: str) -> None:
    assert read_clock(text) is None


def test_noon_written_as_am_is_noted() -> None:
    """12 AM may have been meant as noon."""
    for text, slips in (("12.10 am", (730,)), ("12.10 pm", (10,)), ("1.10 pm", ())):
        clock = read_clock(text)
        assert clock is not None
        assert clock.slips == slips


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        ("Yes", True),
        (" yes, it is", True),
        ("True", True),
        ("No", False),
        ("None", None),
        ("", None),
    ],
)
def test_yes_and_no_must_come_first(text: str, yes: bool | None) -> None:
    """Only the leading word answers."""
    assert read_yes_no(text) is yes


@pytest.mark.parametrize(
    ("text", "degrees"),
    [
        ("North", 0), ("South-West", 225), ("NE", 45), ("to the north east", 45), ("Westward", 270),
        ("south-southeast", 157.5), ("Northwestern", 315), ("East, 13.56 kilometers", 90),
        ("Northgate", None), ("up", None), ("north south", None), ("", None),
    ],
)  # fmt: skip
def test_compass_points_are_read_as_words_and_letters(text: str, degrees: float | None) -> None:
    """All sixteen points are read in every combination of words."""
    assert read_compass(text) == degrees


@pytest.mark.parametrize(("degrees", "arrow"), [*enumerate("↑↗→↘↓↙←↖"), *enumerate("⬆ ➡ ⬇ ⬅ ")])
def test_arrows_are_compass_points(degrees: int, arrow: str) -> None:
    """Text and emoji arrows are read; a space is not an arrow."""
    for style in ("", "\ufe0e", "\ufe0f"):
        assert read_compass(arrow + style) == (45.0 * degrees if arrow != " " else None)


@pytest.mark.parametrize(("mark", "yes"), [("✓", True), ("✅", True), ("❌", False), ("★", None)])
def test_marks_mean_yes_or_no(mark: str, yes: bool | None) -> None:
    """Other symbols do not."""
    assert read_yes_no(mark) is yes
