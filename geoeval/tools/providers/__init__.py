"""How each provider defines a tool, writes a call of it, and takes the result."""
