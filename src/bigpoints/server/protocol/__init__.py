"""Messages between server and clients: what they ask, what they see. Imports table, the contract and the game.

Pydantic stands in `adapters` and `requests` alone; the rest runs with the standard library.
"""
