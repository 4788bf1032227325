"""Bots and the solver. Bots that search load the compiler when they are made, the others never do.

Imports the game, the contract and the kernel.
"""
