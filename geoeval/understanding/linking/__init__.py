"""Links the names in a question, and in its options, to the places of the world it is about."""
