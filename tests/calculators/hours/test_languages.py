"""Opening hours in several languages, months, and words whose meaning depends on the language."""

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
def test_each_language_reads_the_same_week(language: str) -> None:
    hours = WeeklyHours.parse(WEEKS[language])
    assert hours.days == ((), SPLIT, ((0, 1440),), None, None, None, NINE_TO_FIVE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_weekday_and_month_has_its_number(language: str) -> None:
    """A vocabulary has seven weekdays and twelve months."""
    words = LANGUAGES[language]
    assert set(words.days.values()) == set(range(7))
    assert set(words.months.values()) == set(range(1, 13))
    names = {number: name for name, number in reversed(words.days.items())}
    text = ", ".join(f"{names[number]}: {number + 1}:00–20:00" for number in range(7))
    assert WeeklyHours.parse(text).days == tuple(((60 * n + 60, 1200),) for n in range(7))


@pytest.mark.parametrize("text", ["mar: 9:00–17:00", "Mar.: 9:00–17:00"])
def test_ambiguous_words_across_languages_are_rejected(text: str) -> None:
    """Alone, "mar" is Tuesday in Spanish and French, but March in English."""
    with pytest.raises(
        HoursError, match=r"expected unambiguous names.* got '[mM]ar.*differs between English"
    ):
        WeeklyHours.parse(text)


def test_surrounding_words_resolve_an_ambiguous_name() -> None:
    """After "lun", "mar" is a weekday; in brackets after an English weekday it is a month."""
    assert WeeklyHours.parse("lun: 9–17, mar: 9–18").days[:2] == (NINE_TO_FIVE, ((540, 1080),))
    march = WeeklyHours.parse("Monday: 9–17 (Mar)")
    assert march.seasons == (Season(frozenset({3}), (NINE_TO_FIVE, *[None] * 6)),)


@pytest.mark.parametrize("text", ["Monday: Fermé", "lundi: Closed", "Monday: 9–17, Dienstag: 9–17"])
def test_mixed_languages_are_rejected(text: str) -> None:
    """The error has the position of the foreign word."""
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
def test_months_in_brackets_make_a_season(text: str) -> None:
    """The season repeats every year; the regular week stays unknown."""
    hours = WeeklyHours.parse(text)
    assert hours.days == (None,) * 7
    assert set(hours.seasons) == {
        Season(SUMMER, (NINE_TO_FIVE, *[None] * 6)),
        Season(WINTER, ((), *[None] * 6)),
    }


def test_months_instead_of_a_weekday_cover_all_days() -> None:
    """Such a season is written as a single line again."""
    hours = WeeklyHours.parse("November – March: Closed, April, June – August: 9–17")
    assert hours.seasons == (
        Season(WINTER, ((),) * 7),
        Season(frozenset({4, 6, 7, 8}), (NINE_TO_FIVE,) * 7),
    )
    assert [line.partition(":")[0] for line in hours.lines()] == [
        "November – March",
        "April, June – August",
    ]


def test_a_season_may_cover_all_months() -> None:
    """The run from January to December starts with January."""
    hours = WeeklyHours.parse("April – March: 9–17")
    assert hours.lines()[0].startswith("January – December: ")
    assert WeeklyHours.parse(hours.text()) == hours


def test_duplicate_hours_of_a_month_are_rejected() -> None:
    """Two entries cannot define the same weekday of the same month."""
    with pytest.raises(HoursError, match="expected the hours of Monday in month 4 only once"):
        WeeklyHours.parse("Monday: 9–17 (April – May), Monday: Closed (April)")


def test_a_comma_after_months_may_start_the_next_day() -> None:
    """The text after it is hours only if it looks like hours."""
    hours = WeeklyHours.parse("Monday: 9–17 (May), Tuesday: Closed")
    assert hours.days[1] == ()
    assert hours.seasons[0].months == {5}


def test_decomposed_accents_are_read() -> None:
    """Accents may be combining characters."""
    assert WeeklyHours.parse("lundi: Ferme\u0301").days[0] == ()


@pytest.mark.parametrize(
    "text",
    [
        *("Monday: 24 h", "Monday: 24/7", "Monday: Open 24/7", "Monday: 24 hrs"),
        *("lunes: 24 h", "lunes: Abierto las 24 h", "lundi: Ouvert 24 h", "lundi: 24h/24"),
        *("segunda-feira: Aberto 24h", "segunda-feira: Atendimento 24 horas", "Montag: 24 h"),
    ],
)
def test_abbreviated_24_hours_are_read(text: str) -> None:
    """The unit may be a single letter."""
    assert WeeklyHours.parse(text).days[0] == ((0, 1440),)


@pytest.mark.parametrize("text", ["maanantai: Suljettu", "søndag: 10:00–17:00", "วันจันทร์: ปิด"])
def test_an_unknown_language_is_reported_with_known_ones(text: str) -> None:
    message = (
        r"expected a day such as .* at position 0, .*; the supported languages are English, Span"
    )
    with pytest.raises(HoursError, match=message):
        WeeklyHours.parse(text)


NINE_TO_SIX = ((540, 1080),)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Sa+So: 9–18 Uhr", [5, 6]),
        ("Sa/So: 9–18 Uhr", [5, 6]),
        ("Sa und So: 9–18 Uhr", [5, 6]),
        ("montags: 9–18 Uhr", [0]),
        ("dienstags bis freitags 9–18 Uhr", [1, 2, 3, 4]),
        ("Monday and Sunday: 9–18", [0, 6]),
        ("lunes y martes: 9–18", [0, 1]),
        ("lundi et mardi : 9h–18h", [0, 1]),
        ("segunda e terça: 9h–18h", [0, 1]),
    ],
)
def test_days_may_be_joined_by_words_and_signs(text: str, numbers: list[int]) -> None:
    days = WeeklyHours.parse(text).days
    assert [number for number, day in enumerate(days) if day == NINE_TO_SIX] == numbers
    assert days.count(None) == 7 - len(numbers)


@pytest.mark.parametrize(
    "text",
    [
        "Öffnungszeiten: Montag: 9–18 Uhr",
        "Opening hours: Monday: 9–18",
        "Hours: Monday: 9–18",
        "Horario de apertura: lunes: 9–18",
        "Horaires d’ouverture : lundi : 9h–18h",
        "Horário de funcionamento: segunda-feira: 9h–18h",
    ],
)
def test_a_heading_may_precede_the_hours(text: str) -> None:
    """It is no day and has no hours of its own."""
    assert WeeklyHours.parse(text).days == (NINE_TO_SIX, *[None] * 6)


def test_a_heading_may_precede_hours_of_the_whole_week() -> None:
    assert WeeklyHours.parse("Öffnungszeiten: rund um die Uhr").days == (((0, 1440),),) * 7


def test_uhr_makes_short_days_clear_without_a_colon() -> None:
    """Without it, "Mo-Fr 9-18" may be OpenStreetMap's syntax, in which other days are closed."""
    days = WeeklyHours.parse("Mo-Fr 9 bis 18 Uhr, So: Ruhetag").days
    assert days == (*[NINE_TO_SIX] * 5, None, ())
    with pytest.raises(HoursError, match="expected a colon after the day at position 6"):
        WeeklyHours.parse("Mo-Fr 9 bis 18")


@pytest.mark.parametrize(
    "text",
    [
        "Sonn- und Feiertage: geschlossen",
        "So und Feiertage: geschlossen",
        "Montag: 9–18 Uhr, Feiertage: geschlossen",
        "Sunday, holidays: Closed",
        "Sunday and holidays: Closed",
        "Werktags: 9–18 Uhr",
        "Montag: 18 Uhr bis Mitternacht",
    ],
)
def test_holidays_and_words_without_a_clear_meaning_are_rejected(text: str) -> None:
    """Text hours have no holidays, and "werktags" may include Saturday."""
    with pytest.raises(HoursError, match=r"at position \d+, got"):
        WeeklyHours.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Montag: neun", "expected a time such as '9:00' at position 8, got 'neun'"),
        (
            "Montag: 9-5 Uhr",
            "expected times on the 24-hour clock such as '09:00-17:00' at position",
        ),
        ("Monday: nine", "expected a time such as '9:00 AM' at position 8, got 'nine'"),
        ("Monday: 9-5", "expected AM or PM after the times, or times on the 24-hour clock"),
    ],
)
def test_only_english_text_is_asked_for_am_or_pm(text: str, message: str) -> None:
    with pytest.raises(HoursError, match=f"^{message}"):
        WeeklyHours.parse(text)
