"""Option texts and labels: what they state, which name they mean, what they agree with."""
