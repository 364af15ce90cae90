"""Models on map questions: replies read and graded, runs compared with each other and the paper."""
