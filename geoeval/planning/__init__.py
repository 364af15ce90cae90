"""Trips in integers: play an order through, find the best one, fit the most visits in."""

from __future__ import annotations

from geoeval.planning.model import Breach, Order, TripProblem, Visit, Window
from geoeval.planning.search import MAX_VISITS, BestOrders, MostVisits, best_orders, max_visits
from geoeval.planning.timeline import Call, LatestStart, Timeline, latest_start, simulate

__all__ = [
    "MAX_VISITS",
    "BestOrders",
    "Breach",
    "Call",
    "LatestStart",
    "MostVisits",
    "Order",
    "Timeline",
    "TripProblem",
    "Visit",
    "Window",
    "best_orders",
    "latest_start",
    "max_visits",
    "simulate",
]
