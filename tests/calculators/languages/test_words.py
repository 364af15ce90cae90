"""Compass points, yes and no, and ranges in other languages."""

from __future__ import annotations

import pytest

from geoeval.calculators.languages.words import is_range, read_points, read_words, says

POINTS = "N NE E SE S SW W NW".split()
WRITTEN = {
    "de": "Norden, Nordosten, Osten, Südosten, Süden, Südwesten, Westen, Nordwesten",
    "fr": "nord, nord-est, est, sud-est, sud, sud-ouest, ouest, nord-ouest",
    "es": "norte, noreste, este, sureste, sur, suroeste, oeste, noroeste",
    "it": "nord, nord-est, est, sud-est, sud, sud-ovest, ovest, nord-ovest",
    "pt": "norte, nordeste, leste, sudeste, sul, sudoeste, oeste, noroeste",
    "nl": "noord, noordoost, oost, zuidoost, zuid, zuidwest, west, noordwest",
    "sv": "norr, nordost, öster, sydost, söder, sydväst, väster, nordväst",
    "pl": "północ, północny wschód, wschód, południowy wschód, południe, południowy zachód, "
    "zachód, północny zachód",
    "cs": "sever, severovýchod, východ, jihovýchod, jih, jihozápad, západ, severozápad",
    "ru": "север, северо-восток, восток, юго-восток, юг, юго-запад, запад, северо-запад",
    "uk": "північ, північний схід, схід, південний схід, південь, південний захід, захід, "
    "північний захід",
    "tr": "kuzey, kuzeydoğu, doğu, güneydoğu, güney, güneybatı, batı, kuzeybatı",
    "el": "βορράς, βορειοανατολικά, ανατολικά, νοτιοανατολικά, νότος, νοτιοδυτικά, δυτικά, "
    "βορειοδυτικά",
    "ar": "شمال, شمال شرق, شرق, جنوب شرق, جنوب, جنوب غرب, غرب, شمال غرب",
    "he": "צפון, צפון מזרח, מזרח, דרום מזרח, דרום, דרום מערב, מערב, צפון מערב",
    "hi": "उत्तर, उत्तर-पूर्व, पूर्व, दक्षिण-पूर्व, दक्षिण, दक्षिण-पश्चिम, पश्चिम, उत्तर-पश्चिम",
    "ja": "北, 北東, 東, 南東, 南, 南西, 西, 北西",
    "zh": "北, 东北, 东, 东南, 南, 西南, 西, 西北",
    "ko": "북쪽, 북동쪽, 동쪽, 남동쪽, 남쪽, 남서쪽, 서쪽, 북서쪽",
    "vi": "bắc, đông bắc, đông, đông nam, nam, tây nam, tây, tây bắc",
}


def _points(*options: str) -> list[str | None]:
    read = read_points(options)
    return [read.get(index) for index in range(len(options))]


@pytest.mark.parametrize("code", read_words())
def test_eight_points_are_read(code: str) -> None:
    """Alone and among the other seven, each option is read."""
    options = WRITTEN[code].split(", ")
    assert _points(*options) == POINTS
    assert [_points(option)[0] for option in options] == POINTS


@pytest.mark.parametrize(
    ("options", "points"),
    [
        (("N", "O", "S", "W"), ["N", "E", "S", "W"]),
        (("N", "E", "S", "O"), ["N", "E", "S", "W"]),
        (("N", "O", "Z", "W"), ["N", "E", "S", "W"]),
        (("NO", "SO", "SW", "NW"), ["NE", "SE", "SW", "NW"]),
        (("NO", "SO", "NE", "SE"), ["NW", "SW", "NE", "SE"]),
        (("N", "O"), ["N", None]),
        (("NO", "SO"), [None, None]),
        (("nach Nordosten", "Richtung Süden"), ["NE", "S"]),
        (("à l'est", "vers le nord"), ["E", "N"]),
        (("к северу", "на юго-запад"), ["N", "SW"]),
        (("NNO", "ONO", "OSO", "WSW"), ["NNE", "ENE", "ESE", "WSW"]),
        (("북북동", "동북쪽"), ["NNE", "NE"]),
        (("북쪽(N)", "동쪽 (E)"), ["N", "E"]),
        (("北北東", "西の方角"), ["NNE", "W"]),
        (("Est-ce loin?", "Norden der Stadt"), [None, None]),
        (("向北", "在东南方"), ["N", "SE"]),
        (("ao", "a norte"), [None, "N"]),
        (("東京", "北西北"), [None, "NNW"]),
    ],
)
def test_the_options_decide_the_language(
    options: tuple[str, ...], points: list[str | None]
) -> None:
    """A letter that differs between the languages that read the options is not read."""
    assert _points(*options) == points


@pytest.mark.parametrize("code", read_words())
def test_yes_and_no_are_distinct(code: str) -> None:
    """No word means yes in one language and no in another."""
    table = read_words()[code]
    assert all(says("yes", word) and not says("no", word) for word in table["yes"])
    assert all(says("no", word) and not says("yes", word) for word in table["no"])


@pytest.mark.parametrize(
    ("heading", "option", "is_said"),
    [
        ("yes", "Ja, es ist offen", True),
        ("yes", "예.", True),
        ("yes", "Sim Lim Square", False),
        ("no", "Нет", True),
        ("none", "해당 없음", True),
        ("none", "Keine davon", True),
        ("undecided", "정답 없음", True),
        ("undecided", "Nicht weit", False),
    ],
)
def test_phrases_are_whole_options(heading: str, option: str, *, is_said: bool) -> None:
    """A name that begins with such a word says nothing."""
    assert says(heading, option) is is_said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mehr als 3 km", True),
        ("3 bis 5 km", True),
        ("350미터 이상", True),
        ("3公里以上", True),
        ("de 3 km jusqu'à 5 km", True),
        ("3 km bis zur brücke", True),
        ("3 km", False),
        ("the überland route is 3 km", False),
    ],
)
def test_bounds_are_ranges(text: str, *, expected: bool) -> None:
    """Only words next to a figure count."""
    assert is_range(text) is expected
