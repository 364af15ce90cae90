"""The most prize of optional stops, by label-setting with a bound on what is still to come."""
