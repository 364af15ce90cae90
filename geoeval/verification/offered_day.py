"""An offered day of meetings, played through step by step against what the question states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from geoeval.calculators.clock import DAY_MIN
from geoeval.calculators.units import format_clock
from geoeval.errors import quote
from geoeval.query.parts import MeetingPlan, minute_of
from geoeval.query.plans import TravelTable, presence
from geoeval.understanding.plans.offered_meetings import DayStep


class BrokenPlan(Exception):  # noqa: N818 - not an error of the caller: a finding on its way up
    """A plan breaks a constraint; its text says which, with the numbers.

    ``unknown`` means that the question lacks the fact that would tell; ``where`` quotes the step
    that breaks it, if a single one does.
    """

    def __init__(self, what: str, *, unknown: bool = False) -> None:
        super().__init__(what)
        self.unknown = unknown
        self.where = ""


@contextmanager
def at_line(line: int, text: str) -> Iterator[None]:
    """Let whatever breaks inside name its line of the plan."""
    try:
        yield
    except BrokenPlan as broken:
        broken.where = f"line {line} of the plan: {quote(text)}"
        raise


@dataclass(slots=True, kw_only=True)
class _Day:
    """Where one is in a day, when, and who has been met."""

    query: MeetingPlan
    table: TravelTable
    here: str
    now: int
    last: int
    begun: bool = False
    met: dict[str, None] = field(default_factory=dict)

    def start(self, step: DayStep) -> None:
        """Start no earlier than the question allows, at its place."""
        begin = step.clocks[0]
        if self.begun:
            message = f"starts at {step.name} after other steps"
            raise BrokenPlan(message)
        if step.name != self.query.origin or begin < self.now:
            message = (
                f"starts at {step.name} at {format_clock(begin)}, the question has one arrive at "
                f"{self.query.origin} at {format_clock(self.now)}"
            )
            raise BrokenPlan(message)
        self.now = begin

    def travel(self, step: DayStep) -> None:
        """Travel for exactly as long as it takes."""
        if step.name not in self.places():
            message = f"travels to {quote(step.name)}, which the question does not name"
            raise BrokenPlan(message)
        takes = self.table.between(self.here, step.name)
        way = f"from {self.here} to {step.name}"
        if takes is None:
            message = f"travels {way}, for which the question gives no time"
            raise BrokenPlan(message, unknown=True)
        if step.minutes != takes:
            message = f"travels {way} in {step.minutes} minutes, it takes {takes}"
            raise BrokenPlan(message)
        arrival = step.clocks[0]
        if arrival != (self.now + takes) % DAY_MIN:
            message = (
                f"arrives at {step.name} at {format_clock(arrival)}, but {takes} minutes after "
                f"{format_clock(self.now)} it is {format_clock(self.now + takes)}"
            )
            raise BrokenPlan(message)
        self.here, self.now = step.name, self.now + takes

    def places(self) -> set[str]:
        """Return every place that the question names."""
        places = {place for pair in self.table.minutes for place in pair}
        return places | {self.query.origin, *(each.place for each in self.query.meetings)}

    def wait(self, step: DayStep) -> None:
        """Wait until a time that is still to come."""
        until = self.clock(step.clocks[0])
        if until < self.now:
            message = (
                f"waits until {format_clock(until)} when it is {format_clock(self.now)} already"
            )
            raise BrokenPlan(message)
        self.now = until

    def meet(self, step: DayStep) -> None:
        """Meet someone where and while they are there, for long enough."""
        meeting = next((each for each in self.query.meetings if each.person == step.name), None)
        if meeting is None:
            message = f"meets {step.name}, whom the question does not name"
            raise BrokenPlan(message)
        if meeting.place != self.here:
            message = f"meets {step.name} at {self.here}, who is at {meeting.place}"
            raise BrokenPlan(message)
        begin = self.clock(step.clocks[0])
        end = begin + (step.clocks[1] - begin) % DAY_MIN
        opens, closes = presence(meeting, minute_of(self.query.depart))
        broken = None
        if begin < self.now:
            broken = f"from {format_clock(begin)}, when it is {format_clock(self.now)} already"
        elif end - begin != step.minutes:
            broken = (
                f"for {step.minutes} minutes, but {format_clock(begin)} to {format_clock(end)} are "
                f"{end - begin}"
            )
        elif end - begin < meeting.at_least_min:
            broken = f"for {end - begin} minutes, {meeting.at_least_min} are asked for"
        elif begin < opens:
            broken = f"from {format_clock(begin)}, who comes at {format_clock(opens)}"
        elif end > closes:
            broken = f"until {format_clock(end)}, who leaves at {format_clock(closes)}"
        if broken is not None:
            message = f"meets {step.name} {broken}"
            raise BrokenPlan(message)
        self.now = end
        self.met[step.name] = None

    def clock(self, minute: int) -> int:
        """Return when a clock shows a time: today, or if that has passed perhaps in the night.

        12:00 AM is the midnight to come; a later time is on the next day if someone is there then.
        """
        today = self.now - self.now % DAY_MIN + minute
        tomorrow = today + DAY_MIN
        later = today < self.now and (minute == 0 or tomorrow <= self.last)
        return tomorrow if later else today


def people_met(query: MeetingPlan, steps: Sequence[DayStep], table: TravelTable) -> tuple[str, ...]:
    """Play a day through and return who is met.

    Examples
    --------
    >>> from geoeval.query.parts import Meeting
    >>> ada = Meeting(person="Ada", place="Pier", present_from="09:00", present_until="10:00",
    ...               at_least_min=30)
    >>> asked = MeetingPlan(origin="Pier", depart="09:00", meetings=(ada,))
    >>> meet = DayStep(kind="meet", line=1, text="", clocks=(540, 570), name="Ada", minutes=30)
    >>> people_met(asked, [meet], TravelTable(minutes={}))
    ('Ada',)
    """
    depart = minute_of(query.depart)
    last = max(presence(meeting, depart)[1] for meeting in query.meetings)
    day = _Day(query=query, table=table, here=query.origin, now=depart, last=last)
    play = {"start": day.start, "travel": day.travel, "wait": day.wait, "meet": day.meet}
    for step in steps:
        with at_line(step.line, step.text):
            play[step.kind](step)
        day.begun = True
    return tuple(day.met)
