"""Links names in a question and its options to the places of its world."""
