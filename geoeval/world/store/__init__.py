"""Maps in a file: one SQLite database with places, lists, legs, routes and road networks."""
