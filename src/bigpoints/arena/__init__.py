"""The arena: matches between bots on mirrored boards, ratings with intervals, and sequential tests.

Imports the game, the contract and the bots.
"""
