"""New questions with proven answers: drawn from a world, solved, written and checked."""
