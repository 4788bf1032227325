"""The game in the terminal: players, turns, saved games. Imports show, never a command."""
