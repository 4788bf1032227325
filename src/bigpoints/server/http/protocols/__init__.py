"""uvicorn's protocols of connections, with the limits that they lack: before a request is complete, and on sockets.

Imports ops and table's refusals; nothing else of http.
"""
