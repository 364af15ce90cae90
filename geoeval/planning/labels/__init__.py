"""Label-setting for many stops: one engine, with tours and prizes as its strategies."""
