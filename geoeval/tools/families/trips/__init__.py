"""Tools for trips: the best plan, a schedule checked, the latest departure."""
