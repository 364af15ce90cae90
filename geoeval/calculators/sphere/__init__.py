"""Distance and direction on the sphere, of single points and of arrays."""
