"""Language models at an endpoint: requests, strict schemas, a cache; nothing about questions."""
