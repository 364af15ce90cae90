"""The tools as a server that speaks the Model Context Protocol; needs the extra ``mcp``."""
