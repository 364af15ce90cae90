"""Map files: an SQLite database with places, lists, legs, routes and road networks."""
