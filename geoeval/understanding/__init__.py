"""Understanding: free text becomes a query that accounts for every word, or is rejected."""

from __future__ import annotations

from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.understand import RULES, FrontEnd, understand

__all__ = ["RULES", "FrontEnd", "NotUnderstood", "understand"]
