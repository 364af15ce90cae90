"""Solving queries about trips: their times, the orders of their stops, offered schedules."""
