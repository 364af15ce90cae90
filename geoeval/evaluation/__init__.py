"""Models on map questions: replies are parsed and graded, runs compared with each other."""
