"""Tables that people play on: their logs, their live state, and the views that clients get.

Imports the game, the contract, the bots and their analysis; never the compiler.
"""
