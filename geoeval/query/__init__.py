"""The algebra of geospatial queries: typed models, one solver each, and what solving gives."""
