"""Reading an ``opening_hours`` expression into its rules, from left to right."""

from __future__ import annotations

import re

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.hours.half_days import SAID_HALVES, half_is_open
from geoeval.calculators.hours.osm_date_reader import DateReader
from geoeval.calculators.hours.osm_rules import Moment, Operator, Rule, Span
from geoeval.calculators.hours.osm_scanner import COMMA, DASH, SPACE, UNREADABLE
from geoeval.calculators.hours.sun import EVENTS

_SEPARATORS: dict[str, Operator] = {";": ";", ",": ",", "||": "||"}
_SEPARATOR = re.compile(r"\s*(;|,|\|\|)\s*")
_END = re.compile(r"\s*$")
_ALWAYS = re.compile(r"24/7(?!\w)")
_STATE = re.compile(r"\s*(open|closed|off|unknown)(?!\w)", re.IGNORECASE)
_STATES = {"open": True, "closed": False, "off": False, "unknown": None}
_EVENT = "|".join((*EVENTS, *EVENTS.values()))
_CLOCK = re.compile(r"(\d\d?):([0-5]\d)(?!\d)")
_SUN = re.compile(rf"({_EVENT})(?!\w)", re.IGNORECASE)
_NEAR_SUN = re.compile(rf"\(\s*({_EVENT})\s*([+-])\s*(\d\d?):([0-5]\d)\s*\)", re.IGNORECASE)
_TIME = re.compile(rf"{_CLOCK.pattern}|\(?\s*(?:{_EVENT})", re.IGNORECASE)
_OPEN_END = re.compile(r"\s*\+")
_REPEATED = re.compile(r"\s*/\s*\d[\d:]*")
_LAST_OPENING, _LAST_CLOSING = DAY_MIN - 1, 2 * DAY_MIN


def read_rules(text: str) -> tuple[Rule, ...]:
    """Return the rules of an expression without comments.

    Parameters
    ----------
    text
        As the specification of ``opening_hours`` has it; spaces may stand around dashes and
        behind commas, and a day may be followed by a colon.

    Returns
    -------
    tuple of Rule
        In order.

    Raises
    ------
    HoursError
        If it cannot be read, at ``position``; a ``NoMeaningError`` where it is read and has
        no one meaning.

    Examples
    --------
    >>> [len(rule.spans) for rule in read_rules("Mo, We 09:00-12:00,13:00-17:00; PH off")]
    [2, 0]
    """
    return _RuleReader(text).rules()


class _RuleReader(DateReader):
    """Reads all rules of an expression."""

    def rules(self) -> tuple[Rule, ...]:
        """Read rules up to the end."""
        read: list[Rule] = []
        operator: Operator = ";"
        self.skip(SPACE)
        while True:
            rule = self._rule(operator, first=not read)
            read.append(rule)
            if self.skip(_END):
                return tuple(read)
            operator = _SEPARATORS[self.take(_SEPARATOR, UNREADABLE)[1]]

    def _rule(self, operator: Operator, *, first: bool) -> Rule:
        """Read a rule.

        Days without times are open all day where they are a rule of their own, and must have
        times where a comma joins them to another. Times without days are for every day, so that
        nothing would be left of the rules before them.
        """
        start = self.position
        selectors = self.selectors()
        spans, always, loose = self._times()
        word = self.skip(_STATE)
        state = _STATES[word[1].lower()] if word else True
        if not (selectors or spans or always or word):
            self.fail(UNREADABLE, start)
        rule = Rule(operator=operator, selectors=selectors, spans=spans, state=state)
        follows = _SEPARATOR.match(self.text, self.position)
        if not (spans or always or word) and "," in {operator, follows and follows[1]}:
            self.refuse("times behind the days, or '00:00-24:00' if they are open all day", start)
        if not (selectors or first or operator == "||") and state is not False:
            self.refuse(
                "days in front of the times, as a rule for every day replaces those before it",
                start,
            )
        if loose and state is False:
            self.refuse("no space between times that are all closed", start)
        return rule

    def _times(self) -> tuple[tuple[Span, ...], bool, bool]:
        """Read times; whether they are "24/7", and whether spaces stand between them."""
        self.skip(SPACE)
        if self.skip(_ALWAYS):
            return (), True, False
        spans: list[Span] = []
        loose = False
        start = self.position
        while self.comes(_TIME):
            spans.append(self._span())
            before = self.position
            if not self.goes_on(COMMA, _TIME):
                break
            loose = (
                loose
                or self.text[before : self.position].strip() != self.text[before : self.position]
            )
        self._check_halves(spans, start)
        return tuple(spans), False, loose

    def _span(self) -> Span:
        """Read from when to when."""
        start = self.position
        opens = self._moment(_LAST_OPENING)
        closes = self._moment(_LAST_CLOSING) if self.goes_on(DASH, _TIME) else None
        open_end = self.skip(_OPEN_END) is not None
        if closes is None and not open_end:
            self.fail(UNREADABLE, self.position)
        if self.skip(_REPEATED):
            self.refuse(
                "hours that can be computed (a repeated time is a timetable, and no opening hours)",
                start,
            )
        if closes is not None and not (opens.event or closes.event):
            if closes.minute <= opens.minute:
                closes = Moment(minute=closes.minute + DAY_MIN)
            if closes.minute > opens.minute + DAY_MIN:
                self.refuse("openings of a day at most", start)
        return Span(start=opens, end=closes, open_end=open_end)

    def _moment(self, last: int) -> Moment:
        """Read a time of the clock or of the sun."""
        start = self.position
        if near := self.skip(_NEAR_SUN):
            minutes = 60 * int(near[3]) + int(near[4])
            return Moment(minute=int(f"{near[2]}{minutes}"), event=near[1].lower())
        if sun := self.skip(_SUN):
            return Moment(minute=0, event=sun[1].lower())
        clock = self.take(_CLOCK, UNREADABLE)
        minute = 60 * int(clock[1]) + int(clock[2])
        if minute > last:
            self.fail(UNREADABLE, start)
        return Moment(minute=minute)

    def _check_halves(self, spans: list[Span], start: int) -> None:
        """Refuse hours as on a 12-hour clock whose half of the day is not said: 9:00-5:00."""
        read = self.text[start : self.position]
        hours = [hour for hour, _ in _CLOCK.findall(read)]
        clocks = [
            (span.start.minute, span.end.minute)
            for span in spans
            if span.end is not None and not span.by_sun
        ]
        # "10:00-12:00" is written as the format wants it, and means what it says
        if any(len(hour) == 1 for hour in hours) and half_is_open(hours, clocks):
            self.refuse(SAID_HALVES, start)
