"""Extracts of OpenStreetMap: reading them, their road networks, routes and steps."""
