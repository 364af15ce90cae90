"""A world from an OpenStreetMap extract: its places, its road network, and routes over it."""
