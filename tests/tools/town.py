"""An invented town in which every kind of query has an answer that is easily checked by hand."""

from __future__ import annotations

from itertools import permutations

from geoeval.world.model import World
from geoeval.world.reader import read_context

_WEEK = "Monday: {0}, Tuesday: {0}, Wednesday: {0}, Thursday: {0}, Friday: {0}, Saturday: {1}, "
_HOURS = "- Open: " + _WEEK + "Sunday: {1}."


def _open(weekdays: str, weekend: str | None = None) -> str:
    """Return a line with opening hours."""
    return _HOURS.format(weekdays, weekend or weekdays)


_PLACES = f"""Information of Town Hall:
- Location: 1 Main Square, Seahaven (60.1700, 24.9400).
Information of City Museum:
- Location: 3 Main Square, Seahaven (60.1705, 24.9450).
{_open("10:00 AM – 5:00 PM", "11:00 AM – 4:00 PM")}
- Rating: 4.6. (820 ratings).
- Phone: 555 0110.
- Wheelchair Accessible Entrance.
Information of Old Mill:
- Location: 8 Hill Road, Seahaven (60.1800, 24.9400).
{_open("9:00 AM – 6:00 PM")}
- Rating: 4.2. (95 ratings).
Information of Harbour Lighthouse:
- Location: 1 Quay, Seahaven (60.1650, 24.9700).
{_open("12:00 PM – 8:00 PM", "Closed")}
- Rating: 4.4. (310 ratings).
"""
_RESTAURANTS = f"""Nearby Restaurants of Town Hall are (in 2000 m radius):
1. Ox Inn (60.1710, 24.9400)
- Address: 5 Hill Road, Seahaven.
- Rating: 4.5. (210 ratings).
- Price Level: Moderate.
{_open("11:00 AM – 10:00 PM", "Closed")}
- Serves Dinner.
2. Mill Kitchen (60.1790, 24.9410)
- Address: 9 Hill Road, Seahaven.
- Rating: 4.1. (64 ratings).
- Price Level: Inexpensive.
{_open("Closed", "9:00 AM – 3:00 PM")}
3. Pier Grill (60.1660, 24.9600)
- Address: 2 Quay, Seahaven.
- Rating: 4.7. (530 ratings).
- Price Level: Expensive.
{_open("5:00 PM – 1:00 AM")}
- Serves Dinner.
4. Blue Door (60.1700, 24.9500)
- Address: 12 East Street, Seahaven.
- Rating: 3.9. (12 ratings).
"""
_SIGHTS = ("Town Hall", "City Museum", "Old Mill", "Harbour Lighthouse")
_MINUTES = {
    frozenset({"Town Hall", "City Museum"}): (5, 0.3),
    frozenset({"Town Hall", "Old Mill"}): (20, 1.4),
    frozenset({"Town Hall", "Harbour Lighthouse"}): (30, 2.2),
    frozenset({"City Museum", "Old Mill"}): (25, 1.8),
    frozenset({"City Museum", "Harbour Lighthouse"}): (25, 1.9),
    frozenset({"Old Mill", "Harbour Lighthouse"}): (50, 3.6),
}
_LEGS = "\n".join(
    f"Travel Time from {origin} to {destination} on foot is {minutes} mins ({km} km)."
    for origin, destination in permutations(_SIGHTS, 2)
    for minutes, km in [_MINUTES[frozenset({origin, destination})]]
)
_DRIVE = "Travel Time from Town Hall to Old Mill by car is 6 mins (2.1 km)."
_ROUTES = """There are 2 routes from Town Hall to Harbour Lighthouse by car. They are:
1. Via Main St and Quay Rd | 8 mins | 3.1 km
 - Head <b>east</b> on <b>Main St</b>
 - Turn <b>left</b> onto <b>Elm St</b><div>Pass by City Theatre (on the left)</div>
 - At the roundabout, take the <b>2nd</b> exit onto <b>Quay Rd</b>
 - Turn <b>right</b><div>Destination will be on the left</div>
2. Via Bay Hwy
 - (1 min | 400 m) Head <b>south</b> on <b>Main St</b>
 - (4 mins | 3.4 km) Merge onto <b>Bay Hwy</b><div>Toll road</div>
 - (1 min | 300 m) Take exit <b>3</b> toward <b>Quay Rd</b>
 - (1 min | 500 m) Turn <b>left</b> onto <b>Quay Rd</b><div>Destination will be on the right</div>
"""
CONTEXT = f"{_PLACES}\n{_RESTAURANTS}\n{_LEGS}\n{_DRIVE}\n{_ROUTES}"


def town() -> World:
    """Return the world of the context of the town."""
    world, unread = read_context(CONTEXT)
    assert not unread, unread
    return world
