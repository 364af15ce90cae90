"""What a prompt asks that states its own world."""

from __future__ import annotations

from geoeval.query.kinds import MeetingPlan, StayPlan
from geoeval.understanding.plans.form import NotStated
from geoeval.understanding.plans.meetings import read_meeting_prompt
from geoeval.understanding.plans.stays import read_stay_prompt
from geoeval.understanding.question import NotUnderstood


def understand_prompt(text: str) -> MeetingPlan | StayPlan | NotUnderstood:
    """Return the plan that a prompt asks for, or why it is not understood.

    Parameters
    ----------
    text
        A prompt that states every fact itself. One that speaks of flights asks for a trip over
        several cities, any other one for a day of meetings.

    Returns
    -------
    MeetingPlan or StayPlan or NotUnderstood
        A plan only if every sentence of the prompt has been read into it.

    Examples
    --------
    >>> asked = understand_prompt('''You plan to visit 2 European cities for 4 days in total.
    ... You want to spend 3 days in Oslo. You would like to visit Rome for 2 days.
    ... Here are the cities that have direct flights: from Oslo to Rome.''')
    >>> [(stay.city, stay.days) for stay in asked.stays], asked.flights
    ([('Oslo', 3), ('Rome', 2)], (('Oslo', 'Rome'),))
    >>> understand_prompt("Meet the dentist before noon.").unexplained
    ('dentist', 'before')
    """
    try:
        if "flight" in text.casefold():
            return read_stay_prompt(text)
        return read_meeting_prompt(text)
    except NotStated as error:
        return error.why
