"""Build worlds from OpenStreetMap extracts: places, road networks, and routing on them."""
