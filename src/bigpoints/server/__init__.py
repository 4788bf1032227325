"""Tables that people play on: the log of each, the one door to it, and what clients see of it."""
