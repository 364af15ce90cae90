"""The words for weekdays, months and hours, by language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

Names = dict[str, int]
"""Numbers by name; names are in lower case, without a final point."""


def _number_names(names: str, first: int = 0) -> Names:
    """Return numbers by name; commas separate numbers, spaces the names of a number."""
    groups = enumerate(names.split(","), first)
    return {name: number for number, group in groups for name in group.split()}


@dataclass(frozen=True, slots=True)
class DayWords:
    """The words of a language.

    ``days`` count from Monday = 0, ``months`` from January = 1; a name of both is a weekday before
    a colon and a month in brackets. All other fields are patterns: ``daily``, ``weekdays`` (Monday
    to Friday), ``weekends``, ``closed``, ``all_day``, and the words before all hours (``heading``),
    ``before`` an opening time, between two times (``to``), between two intervals or days
    (``joint``) and after a time (``clock``).
    """

    days: Names
    months: Names
    daily: str
    weekdays: str
    weekends: str
    closed: str
    all_day: str
    heading: str
    before: str
    to: str
    joint: str
    clock: str = "h(?:rs?|oras?|eures?)?"


LANGUAGES: dict[str, DayWords] = {
    "English": DayWords(
        days=_number_names(
            "monday mon,tuesday tues tue,wednesday wed,thursday thurs thur thu,friday fri,"
            "saturday sat,sunday sun"
        ),
        months=_number_names(
            "january jan,february feb,march mar,april apr,may,june jun,july jul,august aug,"
            "september sept sep,october oct,november nov,december dec",
            1,
        ),
        daily=r"daily|every\s*day",
        weekdays=r"weekdays?",
        weekends=r"weekends?",
        closed=r"closed",
        all_day=r"(?:open\s+)?24(?:\s*h(?:ours|rs)?|/7)",
        heading=r"(?:opening\s+|business\s+)?hours",
        before="from",
        to="to|until|till",
        joint="and",
    ),
    "Spanish": DayWords(
        days=_number_names(
            "lunes lun,martes mar,miércoles miercoles mié mie,jueves jue,viernes vie,"
            "sábado sabado sáb sab,domingo dom"
        ),
        months=_number_names(
            "enero ene,febrero feb,marzo mar,abril abr,mayo may,junio jun,julio jul,agosto ago,"
            "septiembre setiembre sept sep set,octubre oct,noviembre nov,diciembre dic",
            1,
        ),
        daily=r"todos\s+los\s+d[ií]as|diari(?:o|amente)",
        weekdays=r"entre\s+semana",
        weekends=r"fin(?:es)?\s+de\s+semana",
        closed=r"cerrado",
        all_day=r"(?:abierto\s+)?(?:las\s+)?24\s*h(?:oras)?",
        heading=r"horarios?(?:\s+de\s+apertura)?",
        before="de(?:sde)?",
        to="a|hasta",
        joint="y",
    ),
    "French": DayWords(
        days=_number_names(
            "lundi lun,mardi mar,mercredi mer,jeudi jeu,vendredi ven,samedi sam,dimanche dim"
        ),
        months=_number_names(
            "janvier janv,février fevrier févr fevr,mars,avril avr,mai,juin,juillet juil,août aout,"
            "septembre sept,octobre oct,novembre nov,décembre decembre déc dec",
            1,
        ),
        daily=r"tous\s+les\s+jours",
        weekdays=r"en\s+semaine",
        weekends=r"(?:le\s+)?week-?ends?",
        closed=r"ferm[ée]",
        all_day=r"(?:ouvert\s+)?24\s*h(?:eures)?(?:\s*(?:/|sur)\s*24(?:\s*h(?:eures)?)?)?",
        heading=r"(?:horaires|heures)(?:\s+d['’]ouverture)?",
        before="de",
        to="à|au?|jusqu['’]à",
        joint="et",
    ),
    "German": DayWords(
        days=_number_names(
            "montag montags mo,dienstag dienstags di,mittwoch mittwochs mi,"
            "donnerstag donnerstags do,freitag freitags fr,"
            "samstag samstags sonnabend sonnabends sa,sonntag sonntags so"
        ),
        months=_number_names(
            "januar jänner jan,februar feber feb,märz maerz mär mrz,april apr,mai,juni jun,"
            "juli jul,august aug,september sept sep,oktober okt,november nov,dezember dez",
            1,
        ),
        daily=r"täglich|jeden\s+tag",
        weekdays=r"unter\s+der\s+woche",
        weekends=r"(?:am\s+)?wochenende",
        closed=r"geschlossen|ruhetag",
        all_day=r"24\s*(?:stunden|h)(?:\s+geöffnet)?|rund\s+um\s+die\s+uhr(?:\s+geöffnet)?",
        heading=r"öffnungszeiten|geöffnet",
        before="von",
        to="bis",
        joint="und|u\\.",
        clock="uhr|h",
    ),
    "Portuguese": DayWords(
        days=_number_names(
            "segunda-feira segunda seg,terça-feira terca-feira terça terca ter,"
            "quarta-feira quarta qua,quinta-feira quinta qui,sexta-feira sexta sex,"
            "sábado sabado sáb sab,domingo dom"
        ),
        months=_number_names(
            "janeiro jan,fevereiro fev,março marco mar,abril abr,maio mai,junho jun,julho jul,"
            "agosto ago,setembro set,outubro out,novembro nov,dezembro dez",
            1,
        ),
        daily=r"todos\s+os\s+dias|diariamente",
        weekdays=r"dias\s+[úu]teis",
        weekends=r"(?:fim|fins)\s+de\s+semana",
        closed=r"fechado|encerrado",
        all_day=r"(?:aberto|atendimento|funcionamento)?\s*24\s*h(?:oras)?",
        heading=r"horários?(?:\s+de\s+funcionamento)?",
        before="d[aeo]s?",
        to="[àa]s?|até(?:\\s+[àa]s)?",
        joint="e",
    ),
}
"""The words of the supported languages, by the English name of the language."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The compiled patterns of a language."""

    words: DayWords
    groups: tuple[tuple[re.Pattern[str], range], ...]
    closed: re.Pattern[str]
    all_day: re.Pattern[str]
    heading: re.Pattern[str]
    before: re.Pattern[str]
    dash: re.Pattern[str]
    joint: re.Pattern[str]
    between_days: re.Pattern[str]
    clock: re.Pattern[str]


@cache
def grammar_of(language: str) -> Grammar:
    """Return the compiled patterns of a language in ``LANGUAGES``."""
    words = LANGUAGES[language]

    def pattern(text: str) -> re.Pattern[str]:
        return re.compile(text, re.IGNORECASE)

    return Grammar(
        words=words,
        groups=(
            (pattern(rf"(?:{words.daily})(?!\w)"), range(7)),
            (pattern(rf"(?:{words.weekdays})(?!\w)"), range(5)),
            (pattern(rf"(?:{words.weekends})(?!\w)"), range(5, 7)),
        ),
        closed=pattern(rf"(?:{words.closed})(?!\w)"),
        all_day=pattern(rf"(?:{words.all_day})(?!\w)"),
        heading=pattern(rf"(?:{words.heading})\s*:\s*"),
        before=pattern(rf"(?:{words.before})(?!\w)\s*"),
        dash=pattern(rf"\s*(?:[-‐‑–—−~]|(?:{words.to})(?!\w))\s*"),
        joint=pattern(rf"\s*(?:,|&|(?:{words.joint})(?!\w))\s*(?=[\d(])"),
        between_days=pattern(rf"\s*(?:[,&+/]|(?:{words.joint})(?!\w))\s*"),
        clock=pattern(rf"\s*(?:{words.clock})(?!\w)"),
    )


def languages_of(word: str) -> list[str]:
    """Return the languages in which a lower-case word names a weekday or month."""
    return [name for name, words in LANGUAGES.items() if word in words.days or word in words.months]


AMBIGUOUS_DAYS = {
    name
    for words in LANGUAGES.values()
    for name in words.days
    if len(name) < 3 or any(name in others.months for others in LANGUAGES.values())
}
"""Names of days that also name a month ("mar") or belong to OpenStreetMap's syntax ("Mo")."""
