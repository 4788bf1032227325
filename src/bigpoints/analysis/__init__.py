"""Explanations of positions: hints with the reasons for a move."""
