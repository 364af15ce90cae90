"""What geoeval gets right, and how fast: measured on every run, nothing written down before."""
