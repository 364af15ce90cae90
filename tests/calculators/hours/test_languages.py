"""Opening hours in several languages, months and what is ambiguous between languages."""

from __future__ import annotations

import pytest

from geoeval.calculators.hours import Season, WeeklyHours
from geoeval.calculators.hours.words import LANGUAGES
from geoeval.errors import HoursError

SPLIT = ((540, 720), (840, 1080))
NINE_TO_FIVE = ((540, 1020),)
SUMMER, WINTER = frozenset(range(4, 11)), frozenset({11, 12, 1, 2, 3})


WEEKS = {
    "English": "Monday: Closed, Tuesday: 9–12, 14–18, Wednesday: Open 24 hours, Sunday: 9–17",
    "Spanish": """lunes: Cerrado
        martes: 9:00–12:00 y 14:00–18:00
        miércoles: Abierto 24 horas
        domingo: 9:00 a.\u00a0m. – 5:00 p.\u00a0m.""",
    "French": """lundi: Fermé
        mardi: 9 h – 12 h, 14h00 – 18h00
        mercredi: Ouvert 24h/24
        dimanche : de 9:00 à 17:00""",
    "German": """Montag: Geschlossen
        Dienstag: 09:00–12:00, 14:00–18:00 Uhr
        Mittwoch: 24 Stunden geöffnet
        Sonntag: 9 bis 17 Uhr""",
    "Portuguese": """segunda-feira: Fechado
        terça-feira: 09:00 – 12:00 e 14:00 – 18:00
        quarta-feira: Atendimento 24 horas
        domingo: das 9h às 17h""",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_week_in_each_language(language: str) -> None:
    """Weekdays, closed, all day and the small words of a language are read."""
    hours = WeeklyHours.parse(WEEKS[language])
    assert hours.days == ((), SPLIT, ((0, 1440),), None, None, None, NINE_TO_FIVE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_weekday_and_month_has_its_number(language: str) -> None:
    """A vocabulary has seven weekdays and twelve months; a weekday's name gives that day."""
    words = LANGUAGES[language]
    assert set(words.days.values()) == set(range(7))
    assert set(words.months.values()) == set(range(1, 13))
    names = {number: name for name, number in reversed(words.days.items())}
    text = ", ".join(f"{names[number]}: {number + 1}:00–20:00" for number in range(7))
    assert WeeklyHours.parse(text).days == tuple(((60 * n + 60, 1200),) for n in range(7))


@pytest.mark.parametrize("text", ["mar: 9:00–17:00", "Mar.: 9:00–17:00"])
def test_a_word_that_languages_read_differently_is_rejected(text: str) -> None:
    """Alone "mar" is Tuesday in Spanish and French, March in English."""
    with pytest.raises(
        HoursError, match=r"with a single meaning, got '[mM]ar.*differs between English"
    ):
        WeeklyHours.parse(text)


def test_other_words_make_a_short_name_clear() -> None:
    """Beside "lun" the word "mar" is a weekday, and in brackets behind an English one a month."""
    assert WeeklyHours.parse("lun: 9–17, mar: 9–18").days[:2] == (NINE_TO_FIVE, ((540, 1080),))
    march = WeeklyHours.parse("Monday: 9–17 (Mar)")
    assert march.seasons == (Season(frozenset({3}), (NINE_TO_FIVE, *[None] * 6)),)


@pytest.mark.parametrize("text", ["Monday: Fermé", "lundi: Closed", "Monday: 9–17, Dienstag: 9–17"])
def test_languages_are_not_mixed(text: str) -> None:
    """A word of another language is rejected where it stands."""
    with pytest.raises(HoursError, match=r"at position [1-9]"):
        WeeklyHours.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "Monday: 9–17 (April – October), Monday: Closed (November – March)",
        "Monday: 9–17 (April – October), Closed (November – March)",
        "Monday (April – October): 9–17; Monday (Nov. – Mar.): Closed",
        "Montag: 9–17 Uhr (April – Oktober), geschlossen (November – März)",
        "Monday: 9–17 (Apr, May – Oct), Closed (Jan – March, Nov, Dec)",
    ],
)
def test_months_in_brackets_limit_hours_to_a_season(text: str) -> None:
    """The months are those of every year; the regular week is left unknown."""
    hours = WeeklyHours.parse(text)
    assert hours.days == (None,) * 7
    assert set(hours.seasons) == {
        Season(SUMMER, (NINE_TO_FIVE, *[None] * 6)),
        Season(WINTER, ((), *[None] * 6)),
    }


def test_months_in_place_of_a_weekday_are_for_all_days() -> None:
    """Such a season is written in one line again."""
    hours = WeeklyHours.parse("November – March: Closed, April, June – August: 9–17")
    assert hours.seasons == (
        Season(WINTER, ((),) * 7),
        Season(frozenset({4, 6, 7, 8}), (NINE_TO_FIVE,) * 7),
    )
    assert [line.partition(":")[0] for line in hours.lines()] == [
        "November – March",
        "April, June – August",
    ]


def test_all_months_are_a_run_of_their_own() -> None:
    """From January to December there is no month to begin with, so the first is taken."""
    hours = WeeklyHours.parse("April – March: 9–17")
    assert hours.lines()[0].startswith("January – December: ")
    assert WeeklyHours.parse(hours.text()) == hours


def test_hours_given_twice_for_a_month_are_rejected() -> None:
    """Two entries may not claim the same weekday of the same month."""
    with pytest.raises(HoursError, match="expected the hours of Monday in month 4 only once"):
        WeeklyHours.parse("Monday: 9–17 (April – May), Monday: Closed (April)")


def test_a_comma_behind_months_may_begin_the_next_day() -> None:
    """What follows is read as hours only if it looks like hours."""
    hours = WeeklyHours.parse("Monday: 9–17 (May), Tuesday: Closed")
    assert hours.days[1] == ()
    assert hours.seasons[0].months == {5}


def test_decomposed_accents_are_read() -> None:
    """An accent may be a character of its own."""
    assert WeeklyHours.parse("lundi: Ferme\u0301").days[0] == ()


@pytest.mark.parametrize(
    "text",
    [
        *("Monday: 24 h", "Monday: 24/7", "Monday: Open 24/7", "Monday: 24 hrs"),
        *("lunes: 24 h", "lunes: Abierto las 24 h", "lundi: Ouvert 24 h", "lundi: 24h/24"),
        *("segunda-feira: Aberto 24h", "segunda-feira: Atendimento 24 horas", "Montag: 24 h"),
    ],
)
def test_24_hours_in_short(text: str) -> None:
    """The unit may be a letter."""
    assert WeeklyHours.parse(text).days[0] == ((0, 1440),)


@pytest.mark.parametrize("text", ["lunedì: Chiuso", "zondag: 10:00–17:00", "月曜日: 定休日"])
def test_another_language_is_told_what_is_read(text: str) -> None:
    """The error lists the languages."""
    message = (
        r"expected a day such as .* at position 0, .*; the supported languages are English, Span"
    )
    with pytest.raises(HoursError, match=message):
        WeeklyHours.parse(text)
