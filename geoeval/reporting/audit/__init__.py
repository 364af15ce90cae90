"""The audit of a dataset: a page for its authors with every finding and its proof."""
