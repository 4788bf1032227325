"""Every message between server and clients, as TypedDicts: imports the standard library only.

constants  players, choices, lengths, close codes, codes of refusals
fields     bounds, defaults and descriptions of fields
requests   requests of clients: REST, commands, socket
views      views of a table, and the frames of a socket
answers    other answers of REST: tables, logs, hints, replays

The server validates requests by them (`server/protocol/adapters.py`), type checking holds its answers to them, the
Python client reads them, and the page's types are generated from them (`web/contract.py`).
"""
