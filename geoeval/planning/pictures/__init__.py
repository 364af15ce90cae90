"""Trips drawn: along the clock, and on the map."""
