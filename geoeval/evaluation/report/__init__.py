"""Reports on runs: text, JSON, pictures and one HTML page."""
