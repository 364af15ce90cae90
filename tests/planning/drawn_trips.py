"""Trips to be drawn, and what is asked of every picture."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from geoeval.planning import Stop, TravelMatrix, TripProblem, Window

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.text import Text

LONG_NAME = "the national museum of the history of everything that was ever collected"


def museums(count: int, **changes: object) -> TripProblem:
    """Return a day of equal stops on a line, in minutes, open 9 to 12 and 13 to 22."""
    windows = (Window(540, 720), Window(780, 1320))
    stops = tuple(Stop(name=f"museum {i}", duration=20, windows=windows) for i in range(count))
    ways = [[10 + 5 * abs(i - j) for j in range(count + 1)] for i in range(count + 1)]
    given: dict[str, object] = {
        "stops": stops,
        "travel": TravelMatrix(ways),
        "depart": 540,
        "origin": count,
        "end": count,
        "unit": "minute",
    }
    return TripProblem(**(given | changes))  # type: ignore[arg-type] - fields by name


def two_days(count: int = 4) -> TripProblem:
    """Return stops that take two days from a hotel."""
    hours = (Window(600, 1020), Window(2040, 2460))
    stops = tuple(Stop(name=f"sight {i}", duration=150, windows=hours) for i in range(count))
    days = ((540, 1140), (1980, 2580))
    return museums(count, stops=stops, days=days)


def check_texts(figure: Figure) -> None:
    """Check that all texts lie in the picture and none lies over another."""
    figure.draw_without_rendering()
    width, height = figure.bbox.size
    boxes = {text: text.get_window_extent() for text in _shown(figure)}
    assert boxes
    for text, box in boxes.items():
        inside = box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height
        assert inside, (text.get_text(), box)
    for (one, first), (other, second) in combinations(boxes.items(), 2):
        assert not first.overlaps(second), (one.get_text(), other.get_text())


def _shown(figure: Figure) -> Iterable[Text]:
    """Return the texts of a figure that can be seen."""
    from matplotlib.text import Text

    texts = figure.findobj(Text)
    return [text for text in texts if isinstance(text, Text) and _seen(text)]


def _seen(text: Text) -> bool:
    """Tell whether a text can be seen: axes that are off hide their labels."""
    axes = text.axes
    hidden = axes is not None and not axes.axison and text not in axes.texts
    return bool(text.get_text().strip()) and text.get_visible() and not hidden
