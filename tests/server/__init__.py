"""The map server, asked by real clients and by hostile ones."""
