"""Google's map services: their replies as facts of a map, and recording them."""
