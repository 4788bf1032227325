"""Bots in processes of their own, and the pool that feeds them.

Imports ops, the bots, the analysis, the contract and the game.
"""
