"""REST, one file a subject: a request comes in, a service is called, a response goes out.

Imports http, live, protocol, ops and table, the contract, and `bpr` for exports; never the middleware.
"""

from bigpoints.server.http.routes import games, ops, seats, tables

ROUTERS = (tables.router, seats.router, games.router, ops.router)
"""All routes of the server but the socket's."""
