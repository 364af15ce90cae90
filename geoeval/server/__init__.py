"""A map server with the interface of Google's map services, over a fixed map."""
