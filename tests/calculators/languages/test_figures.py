"""Figures that Babel writes in each language come back with their value."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.calculators.languages import cldr
from geoeval.calculators.languages.figures import in_english, needs_babel
from geoeval.calculators.languages.words import read_words
from geoeval.calculators.units import parse_distance, parse_duration

units = pytest.importorskip("babel.units")
languages = pytest.mark.parametrize("code", read_words())
METRES = {"kilometer": 1000.0, "meter": 1.0, "mile": 1609.344}
SECONDS = {"week": 604800, "day": 86400, "hour": 3600, "minute": 60, "second": 1}
_MAYBE_THOUSANDS = re.compile(r"^\d{1,3}[.,]\d{3}\s[kKmM]")
widths = st.sampled_from(["long", "short"])


@languages
@given(hundredths=st.integers(1, 10**8), unit=st.sampled_from([*METRES]), width=widths)
def test_distances_come_back(code: str, hundredths: int, unit: str, width: str) -> None:
    """What may mean two things stays as it is: "1.234 Meter" in German or English, or a "mil"."""
    amount = hundredths / 100
    written = units.format_unit(amount, f"length-{unit}", width, locale=code)
    (english,) = in_english([written], "distance")
    if english == written and written.endswith(" mil"):
        return
    if english == written and _MAYBE_THOUSANDS.search(written):
        assert parse_distance(written) in {amount * METRES[unit], amount * METRES[unit] / 1000}
    else:
        assert parse_distance(english) == pytest.approx(amount * METRES[unit])


@languages
@given(count=st.integers(1, 999), unit=st.sampled_from([*SECONDS]), width=widths)
def test_durations_come_back(code: str, count: int, unit: str, width: str) -> None:
    """Every plural of a unit is read, and words that include their count."""
    written = units.format_unit(count, f"duration-{unit}", width, locale=code)
    (english,) = in_english([written], "duration")
    assert parse_duration(english) == count * SECONDS[unit]


@languages
@given(hours=st.integers(2, 99), minutes=st.integers(3, 59))
def test_durations_of_two_parts_come_back(code: str, hours: int, minutes: int) -> None:
    """Hours and minutes may follow each other, with a comma or "and" or without."""
    parts = [
        units.format_unit(hours, "duration-hour", "long", locale=code),
        units.format_unit(minutes, "duration-minute", "long", locale=code),
    ]
    word = read_words()[code].get("and", (",",))[0]
    for join in (" ", ", ", f" {word} "):
        (english,) = in_english([join.join(parts)], "duration")
        assert parse_duration(english) == 3600 * hours + 60 * minutes


@pytest.mark.parametrize(
    ("written", "metres"),
    [
        ("1 234,5 m", 1234.5),
        ("1.234,5 m", 1234.5),
        ("1.234.567 m", 1234567),
        ("1.234 metros", 1234),
        ("1.234 킬로미터", 1234),
        ("1,234미터", 1234),
        ("٣٫٥ كم", 3500),
        ("３５０メートル", 350),
        ("5 km", 5000),
        ("5 nautiska mil", 9260),
        ("5 mil", None),
        ("5 mm", None),
        ("etwa 3,5 Kilometer", 3500),
        ("약 350미터", 350),
        ("350m 정도", 350),
        ("une heure", None),
        ("1.234 mètres", None),
        ("1.23.456 metros", None),
        ("350미터 이상", None),
        ("3公里左右", 3000),
    ],
)  # fmt: skip
def test_separators_are_those_of_the_language(written: str, metres: float | None) -> None:
    """A number that its language does not write is not read."""
    (english,) = in_english([written], "distance")
    if metres is None:
        assert english == written
    else:
        assert parse_distance(english) == metres


def test_options_decide_together_what_a_point_is() -> None:
    """A decimal comma in one option makes the point in another a separator of thousands."""
    assert in_english(["3,5 km", "1.234 m"], "distance") == ("3.5 kilometer", "1234 meter")
    assert in_english(["3.5 km", "1.234 m"], "distance") == ("3.5 km", "1.234 m")
    assert in_english(["950 m", "1.234 m"], "distance") == ("950 m", "1.234 m")


def test_units_with_two_sizes_are_not_read() -> None:
    """A "mil" is 10 km in Swedish and a mile in Polish; other options may settle it."""
    assert in_english(["1,5 mil"], "distance") == ("1,5 mil",)
    assert in_english(["1,5 mil", "3 kilometer", "5 nautiska mil"], "distance") == (
        "15 kilometer",
        "3 kilometer",
        "5 nautical mile",
    )


def test_parts_of_other_languages_count() -> None:
    """English alone would read 20 minutes."""
    assert in_english(["1 heure 20 min"], "duration") == ("1 hour 20 minute",)
    assert in_english(["une heure 20 min"], "duration") == ("1 hour 20 minute",)


def test_english_options_stay_without_babel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain English options do not load Babel."""
    monkeypatch.setattr(cldr, "find_spec", lambda _: None)
    options = ["5 km", "1,200 m", "about 3.5 km by car"]
    assert in_english(options, "distance") == tuple(options)
    assert not needs_babel(options, "distance")
    assert needs_babel(["5 km", "350미터"], "distance")
