"""Distance and direction on the sphere, for single points and arrays."""
