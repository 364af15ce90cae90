"""Solving queries about places: facts, opening hours, distances, selection and ranking."""
