"""The edge of the server: connections, routes, sockets, middleware, the files of the page.

`protocols` read connections. A request passes `middleware`, then `front`, which serves files and sockets itself and
leaves `routes` to FastAPI. A route or socket parses, calls a service of `context`, and sends. Imports live and below;
app stands above. Inside, `middleware` and `routes` import the files here, which import none of the packages.
"""
