"""Google's replies, and recording them."""
