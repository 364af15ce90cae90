"""What comes with pictures: plans, and orders that do not hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from geoeval.calculators.sphere.points import LatLon
from geoeval.extras import check_installed
from geoeval.planning.problem import TripProblem
from geoeval.planning.timeline import Timeline

if TYPE_CHECKING:
    from geoeval.planning.pictures.picture import Picture
    from geoeval.planning.words import Wording


class Pictured(ABC):
    """An order of stops that can be drawn; needs the extra ``plot``."""

    problem: TripProblem

    @property
    @abstractmethod
    def drawn(self) -> Timeline:
        """The order that the pictures show."""

    def plot(self, wording: Wording | None = None) -> Picture:
        """Draw the order along the clock: windows, ways, waiting and stays.

        Parameters
        ----------
        wording
            How places and ticks are written; None: as ``Wording(problem)`` does.

        Returns
        -------
        Picture
            A matplotlib figure; ``savefig("day.svg")`` writes it, each time the same bytes.

        Raises
        ------
        UsageError
            If matplotlib is not installed.

        Examples
        --------
        >>> from geoeval.planning import Stop, TravelMatrix, plan_trip
        >>> trip = TripProblem(stops=(Stop(name="zoo", duration=9),), travel=TravelMatrix([[0]]))
        >>> len(plan_trip(trip).plot().axes)
        1
        """
        check_installed("matplotlib", "plot")
        from geoeval.planning.pictures.plot import plot_timeline

        return plot_timeline(self.drawn, self.problem, wording)

    def sketch(self, coordinates: Sequence[LatLon], wording: Wording | None = None) -> Picture:
        """Draw where the order leads: numbered stops joined by arrows.

        Parameters
        ----------
        coordinates
            Latitude and longitude of each place in degrees, in the order of the travel matrix.
        wording
            How places are written; None: as ``Wording(problem)`` does.

        Returns
        -------
        Picture
            A matplotlib figure, as from ``plot``.

        Raises
        ------
        UsageError
            If matplotlib is not installed, or there are not as many coordinates as places.
        InvalidCoordinateError
            If one of them is no place on Earth.

        Examples
        --------
        >>> from geoeval.planning import Stop, TravelMatrix, plan_trip
        >>> trip = TripProblem(stops=(Stop(name="zoo", duration=9),), travel=TravelMatrix([[0]]))
        >>> len(plan_trip(trip).sketch([(43.73, 7.42)]).axes)
        2
        """
        check_installed("matplotlib", "plot")
        from geoeval.planning.pictures.sketch import plot_route

        return plot_route(self.drawn, self.problem, coordinates, wording)
