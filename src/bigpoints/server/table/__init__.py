"""A table as a pure value: setup, events, commands, outcomes. Imports the game and the contract only."""
