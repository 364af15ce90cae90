"""Opening hours at a time, on a day and in a week."""

from __future__ import annotations

import pytest

from geoeval import WeeklyHours
from geoeval.tools.families.output import hours_text
from geoeval.world.model import Place, World
from tests.tools.calls import content, failure, fault

BAR = "Monday: 6:00 PM – 2:00 AM, Tuesday: Closed, Wednesday: Open 24 hours"
WORLD = World(places=(Place(name="Bar", hours=WeeklyHours.parse(BAR)), Place(name="Mill")))


@pytest.mark.parametrize(
    ("day", "at", "expected"),
    [
        ("monday", "18:00", {"open": True, "hours": "18:00-02:00", "closes": "Tuesday 02:00"}),
        ("Tue", "5 PM", {"open": False, "hours": "closed", "opens": "Wednesday 00:00"}),
        ("tuesday", "01:59", {"open": True, "hours": "closed", "closes": "Tuesday 02:00"}),
        ("tuesday", "02:00", {"open": False, "hours": "closed", "opens": "Wednesday 00:00"}),
        ("wednesday", "23:59", {"open": True, "hours": "open 24 hours"}),
        ("monday", None, {"open": True, "hours": "18:00-02:00"}),
        ("tuesday", None, {"open": False, "hours": "closed"}),
    ],
)
def test_hours_at_a_time_or_on_a_day(day: str, at: str | None, expected: dict[str, object]) -> None:
    given = {"place": "Bar", "day": day, **({"at": at} if at else {})}
    found = dict(content("is_open", WORLD, **given))
    assert found.pop("used") == {"place": "Bar"}
    assert found.pop("day") in {"monday", "tuesday", "wednesday"}
    assert found == expected


def test_missing_day_means_the_week_or_today() -> None:
    """A world with a date answers for its weekday."""
    week = content("is_open", WORLD, place="Bar")
    assert week["hours"] == "Mon 18:00-02:00; Tue closed; Wed open 24 hours; Thu-Sun unknown"
    assert (week["open_on"], week["closed_on"]) == (["monday", "wednesday"], ["tuesday"])
    assert week["unknown_on"] == ["thursday", "friday", "saturday", "sunday"]
    at_night = content("is_open", hours="Mo-Sa 09:00-17:00; Su off", at="16:59")
    assert (at_night["closed_on"], "open" in at_night) == (["sunday"], False)
    today = World(places=WORLD.places, today=1)
    assert content("is_open", today, place="Bar")["day"] == "tuesday"


def test_holidays_are_ignored_without_a_date() -> None:
    written = "Mo-Fr 09:00-17:00; PH,SH off"
    found = content("is_open", hours=written, day="tuesday", at="12:00")
    assert (found["open"], found["hours"]) == (True, "09:00-17:00")
    assert content("is_open", hours=written)["closed_on"] == ["saturday", "sunday"]


def test_undoubted_hours_are_answered() -> None:
    """Hours by appointment do not matter within the regular hours."""
    written = {"hours": 'Mo-Fr 10:00-18:00 || "by appointment"', "day": "tuesday"}
    found = content("is_open", **written, at="12:00")
    assert (found["open"], "closes" in found) == (True, False)
    assert failure("is_open", **written, at="19:00").reason == "no_hours"


def test_unknown_hours_are_final() -> None:
    """They are those of the place or of the day."""
    assert failure("is_open", WORLD, place="Mill", day="monday").lacking == "opening hours of Mill"
    lacking = failure("is_open", WORLD, place="Bar", day="friday").lacking
    assert lacking == "opening hours of Bar on friday"
    lacking = failure("is_open", hours="unknown").lacking
    assert lacking == "opening hours of the place on any day"


def test_place_or_hours_are_required() -> None:
    """Hours have to be readable."""
    assert fault("is_open", WORLD, day="monday")[0] == "place"
    assert fault("is_open", WORLD, place="Bar", hours="24/7", day="monday")[0] == "place"
    assert fault("is_open", hours="whenever", day="monday")[0] == "hours"
    assert fault("is_open", WORLD, place="Bar", day="someday")[0] == "day"


def test_unnamed_days_are_closed_or_unknown() -> None:
    """After a colon, as in map services, they are unknown; otherwise they are closed."""
    assert content("is_open", hours="Mon-Fri 9AM-5PM", day="saturday")["open"] is False
    assert content("is_open", hours="lundi 9h-17h", day="monday")["open"] is True
    lacking = failure("is_open", hours="Mon-Fri: 9AM-5PM", day="saturday").lacking
    assert lacking == "opening hours of the place on saturday"


@pytest.mark.parametrize(
    ("written", "short"),
    [
        ("Mo-Fr 09:00-17:00; Sa 10:00-14:00; Su off",
         "Mon-Fri 09:00-17:00; Sat 10:00-14:00; Sun closed"),
        ("24/7", "daily open 24 hours"),
        ("Mo-Su 22:00-02:00", "daily 22:00-02:00"),
        ("Mo 09:00-12:00,13:00-24:00; Tu-Su off", "Mon 09:00-12:00, 13:00-24:00; Tue-Sun closed"),
    ],
)  # fmt: skip
def test_equal_days_are_grouped(written: str, short: str) -> None:
    assert hours_text(WeeklyHours.from_osm(written)) == short
