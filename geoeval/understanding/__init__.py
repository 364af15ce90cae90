"""Understanding: free text becomes a query that accounts for every word, or is refused."""

from __future__ import annotations

from geoeval.understanding.front_end import RULES, FrontEnd
from geoeval.understanding.question import NotUnderstood
from geoeval.understanding.understand import understand

__all__ = ["RULES", "FrontEnd", "NotUnderstood", "understand"]
