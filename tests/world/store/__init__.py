"""Map files: writing, reading, checking, and what is computed from them."""
