"""Maps as pages."""
