"""Every message between server and clients, as TypedDicts: imports the standard library only.

constants  who plays, what can be chosen, lengths, close codes, codes of refusals
fields     bounds, defaults and descriptions of fields
requests   what clients send
views      what clients see of a table, and the frames of a socket
answers    what REST answers besides: tables, logs, hints, replays

The server validates requests by them (`server/protocol/adapters.py`), type checking holds its answers to them, the
Python client reads them, and the page's types are generated from them (`web/contract.py`).
"""
