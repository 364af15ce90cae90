"""The audit of a dataset: one page for its authors, with every finding and its proof."""
