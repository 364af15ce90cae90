"""Work distributed over processes and clusters, and stored in parts."""
