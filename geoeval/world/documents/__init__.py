"""Documents about worlds: a context line by line, the template, the JSON Schema, and files."""
