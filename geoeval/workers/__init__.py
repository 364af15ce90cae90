"""Work distributed over processes or a Dask cluster, and long runs saved in parts."""
