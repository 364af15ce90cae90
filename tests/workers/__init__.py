"""Work spread over processes and clusters, and kept in parts."""
