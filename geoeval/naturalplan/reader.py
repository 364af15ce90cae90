"""The plan that a prompt asks for, or why it is not understood."""

from __future__ import annotations

import re

from pydantic import ValidationError

from geoeval.errors import quote
from geoeval.naturalplan.meetings import read_meeting_prompt
from geoeval.naturalplan.sentences import Unread
from geoeval.naturalplan.stays import read_stay_prompt
from geoeval.query.parts import MeetingPlan, StayPlan
from geoeval.understanding.reading import NotUnderstood

_AIM = re.compile(r"\bas many\b.*?\bas possible\b", re.IGNORECASE)


def understand_prompt(text: str) -> MeetingPlan | StayPlan | NotUnderstood:
    """Return the plan that a prompt asks for, or why it is not understood."""
    try:
        if "flight" in text.casefold() and not _AIM.search(text):
            return read_stay_prompt(text)
        return read_meeting_prompt(text)
    except Unread as error:
        return error.why
    except ValidationError as error:
        first = error.errors()[0]
        detail = f"{first['msg']}, got {quote(first['input'])} for {quote(str(first['loc'][-1]))}"
        return NotUnderstood(reason="facts conflict", detail=detail)
