"""Solving queries about places: their facts and hours, where they lie, which of them are meant."""
