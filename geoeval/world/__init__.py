"""Places, nearby lists, travel times and routes: what a map service knows."""
