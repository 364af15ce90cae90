"""Training of the learned reader from example wordings."""
