"""REST, one file a subject: parse the request, make one call, send. Imports the context, live and protocol."""

from bigpoints.server.http.routes import games, ops, seats, tables

ROUTERS = (tables.router, seats.router, games.router, ops.router)
"""All routes of the server but the socket's."""
