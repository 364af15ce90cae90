"""Nearby search: an exact index of points with attributes."""

from __future__ import annotations

from geoeval.calculators.nearby.index import NearbyIndex, Ranking, Tally
from geoeval.calculators.nearby.tree import Neighbours

__all__ = ["NearbyIndex", "Neighbours", "Ranking", "Tally"]
