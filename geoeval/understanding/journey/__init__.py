"""Journeys as told: an ordered lattice of events, read with alternatives, the cheapest first."""
