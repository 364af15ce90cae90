"""Worlds in which the examples of the tools have answers."""

from __future__ import annotations

from functools import cache

from geoeval.tools.registry import TOOLS
from geoeval.tools.session import ToolSession
from geoeval.world.model import World
from geoeval.world.reader import read_context
from tests.tools.town import town

_PARIS = """Information of Louvre Museum:
- Location: Rue de Rivoli, 75001 Paris, France (48.8606, 2.3376).
- Open: Monday: 9:00 AM – 6:00 PM, Tuesday: Closed, Wednesday: 9:00 AM – 9:00 PM, \
Thursday: 9:00 AM – 6:00 PM, Friday: 9:00 AM – 9:00 PM, Saturday: 9:00 AM – 6:00 PM, \
Sunday: 9:00 AM – 6:00 PM.
- Rating: 4.7. (300 ratings).
Information of Eiffel Tower:
- Location: 5 Avenue Anatole France, 75007 Paris, France (48.8584, 2.2945).
- Open: Monday: 9:30 AM – 11:45 PM, Tuesday: 9:30 AM – 11:45 PM, Wednesday: 9:30 AM – 11:45 PM, \
Thursday: 9:30 AM – 11:45 PM, Friday: 9:30 AM – 11:45 PM, Saturday: 9:30 AM – 11:45 PM, \
Sunday: 9:30 AM – 11:45 PM.
- Rating: 4.6. (400 ratings).
Information of Great Pyramid of Giza:
- Location: Al Haram, Giza, Egypt (29.9792, 31.1342).
- Open: Monday: 7:00 AM – 6:00 PM, Tuesday: 7:00 AM – 6:00 PM, Wednesday: 7:00 AM – 6:00 PM, \
Thursday: 7:00 AM – 6:00 PM, Friday: 7:00 AM – 6:00 PM, Saturday: 7:00 AM – 5:00 PM, \
Sunday: 7:00 AM – 6:00 PM.
Nearby Restaurants of Louvre Museum are (sorted by distance in ascending order):
1. <b>Café Rivoli</b>
   - Address: 12 Rue de Rivoli, Paris.
   - Rating: 4.1. (55 ratings).
2. <b>Le Petit Pont</b>
   - Address: 3 Quai Voltaire, Paris.
   - Rating: 4.4. (80 ratings).
Travel Time from Louvre Museum to Eiffel Tower on foot is 44 mins (3.2 km).
Travel Time from Eiffel Tower to Louvre Museum on foot is 45 mins (3.2 km).
Travel Time from Louvre Museum to Eiffel Tower by car is 15 mins (4.1 km).
There are 2 routes from Louvre Museum to Eiffel Tower on foot. They are:
1. Via Quai Branly | 44 mins | 3.2 km
 - Head west on Quai des Tuileries
 - Turn left onto Pont Royal
2. Via Rue de Grenelle | 47 mins | 3.4 km
 - Head south on Pont Royal
 - Turn right onto Rue de Grenelle
"""


_VISITS = """Information of Museum:
- Open: Friday: 9:00 AM – 5:00 PM, Saturday: 9:00 AM – 5:00 PM.
Travel Time from Hotel to Museum on foot is 10 mins (0.8 km).
Travel Time from Hotel to Zoo on foot is 20 mins (1.6 km).
Travel Time from Museum to Zoo on foot is 15 mins (1.2 km).
"""


@cache
def _worlds() -> tuple[World, ...]:
    """Return every world; each line of its context is understood."""
    found = [read_context(text) for text in (_PARIS, _VISITS)]
    assert not any(unread for _, unread in found)
    return (town(), *(world for world, _ in found))


@cache
def example_world(name: str) -> World:
    """Return the world in which the example of a tool has an answer, or the first world."""
    tool = TOOLS[name]
    answered = (
        world for world in _worlds() if ToolSession(world, [tool]).call(name, tool.example).ok
    )
    return next(answered, _worlds()[0])
