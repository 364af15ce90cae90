"""Labels that name several places, or a place without facts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.datasets.records import Record
from tests.queries import best, places, value
from tests.verification.builders import TOWN, judged, record

ON_MILL_ROAD = """Information of <b>Mart</b>:
- Location: 1 Mill Road(60.0001, 25.0).
- Rating: 4.9. (10 ratings).

"""
FAR_AWAY = """Information of <b>Mart</b>:
- Location: 9 Far Road(60.9, 25.0).
- Open: Monday: 9:00 AM – 11:00 PM.

"""
NEXT_DOOR = ON_MILL_ROAD.replace("1 Mill", "3 Mill").replace("60.0001", "60.0003")
OPTIONS = ("Mart", "Ox Inn", "Fig Hall")
NEAREST = best("distance", places(*OPTIONS, anchor="Old Mill"))
FARTHEST = best("distance", places(*OPTIONS, anchor="Old Mill"), most=True)
HIGHEST = best("fact", places(*OPTIONS), most=True, fact="rating")
LATEST = best("hours", places(*OPTIONS), most=True, edge="closes", day="monday")
BEST = best("quality", places(*OPTIONS), most=True, praise="good")
WAY = value("direction", place="Mart", seen_from="Old Mill")
NO_RATING = ON_MILL_ROAD.replace("- Rating: 4.9. (10 ratings).\n", "")
HOURS = TOWN.replace("- Rating: 3.9", "- Open: Monday: 9:00 AM – 5:00 PM.\n- Rating: 3.9")


def asked(query: object, context: str, *options: str, label: int = 0) -> Record:
    """Make a record whose first option is the label by default."""
    return record(*(options or OPTIONS), label=label, query=query, context=context)


CASES = {
    "nearest": (asked(NEAREST, TOWN + FAR_AWAY + ON_MILL_ROAD), "supported", None),
    "nearest of neighbours": (asked(NEAREST, TOWN + ON_MILL_ROAD + NEXT_DOOR), "supported", None),
    "farthest": (asked(FARTHEST, TOWN + ON_MILL_ROAD + FAR_AWAY), "supported", None),
    "highest": (asked(HIGHEST, TOWN + ON_MILL_ROAD + NEXT_DOOR), "supported", None),
    "another is nearer than all": (
        asked(NEAREST, TOWN + FAR_AWAY + FAR_AWAY.replace("60.9", "61.9")), "contradicted", None,
    ),
    "direction": (
        asked(WAY, TOWN + ON_MILL_ROAD + FAR_AWAY, "North", "South"), "undetermined",
        "ambiguous_place",
    ),
    "nothing is known": (asked(NEAREST, TOWN), "undetermined", "incomplete_candidates"),
    "nothing to rank by": (asked(HIGHEST, TOWN), "undetermined", "incomplete_candidates"),
    "nothing to recommend by": (asked(BEST, TOWN), "undetermined", "incomplete_candidates"),
    "no rating": (asked(HIGHEST, TOWN + NO_RATING), "undetermined", "incomplete_candidates"),
    "no rating of both": (
        asked(HIGHEST, TOWN + NO_RATING + FAR_AWAY), "undetermined", "incomplete_candidates",
    ),
    "no hours": (asked(LATEST, HOURS + NO_RATING), "undetermined", "incomplete_candidates"),
    "closed": (
        asked(LATEST, HOURS + FAR_AWAY.replace("9:00 AM – 11:00 PM", "Closed")), "contradicted",
        None,
    ),
    "not among the highest": (
        asked(best("fact", places("Ox Inn", "Fig Hall"), most=True, fact="rating"),
              TOWN + ON_MILL_ROAD), "contradicted", None,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("labelled", "verdict", "reason"), CASES.values(), ids=CASES)
def test_labels_with_shared_names_get_their_verdict(
    labelled: Record, verdict: str, reason: str | None
) -> None:
    item = judged(labelled)
    assert (item.verdict, item.reason) == (verdict, reason)


@pytest.mark.parametrize(
    ("expected", "verdict"), [("Mart", "undetermined"), ("Fig Hall", "contradicted")]
)
def test_open_answers_with_shared_names_are_judged_alike(expected: str, verdict: str) -> None:
    labelled = replace(record(label=None, query=NEAREST, context=TOWN), expected=expected)
    assert judged(labelled).verdict == verdict


def test_lists_decide_about_places_they_omit() -> None:
    context = "Nearby Inns of Old Mill are (in 500 m radius):\n1. <b>Ox Inn</b>\n   - Rating: 4.\n"
    query = best("fact", places(category="inn", anchor="Old Mill"), most=True, fact="rating")
    assert judged(asked(query, context)).verdict == "contradicted"
