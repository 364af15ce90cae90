"""Tours that make every stop, by label-setting with a bound on the rest."""
