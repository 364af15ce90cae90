"""Language models behind an endpoint: requests, strict schemas, a cache; no question is known."""
