"""Explanations of positions: hints with the reasons for a move. Imports the game, the words and the bots."""
