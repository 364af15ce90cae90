"""Solving queries that state every fact themselves: days of meetings, stays in several cities."""
