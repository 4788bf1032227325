"""REST, one file a subject: a request comes in, one call is made, a response goes out."""

from bigpoints.server.http.routes import games, ops, seats, tables

ROUTERS = (tables.router, seats.router, games.router, ops.router)
"""All routes of the server but the socket's."""
