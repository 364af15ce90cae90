"""Google's map services: requests, parsed replies, and recording them into a map file."""
