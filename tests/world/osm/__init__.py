"""Extracts of OpenStreetMap, their road networks, routes and steps."""
