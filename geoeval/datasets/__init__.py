"""Read the records of datasets, with the position of every record and every fault."""
