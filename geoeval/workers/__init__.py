"""Work spread over processes or a Dask cluster, and long work kept in parts."""
