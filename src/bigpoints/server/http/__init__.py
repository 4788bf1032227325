"""The edge: routes, sockets, middleware, the page's files. Imports live and below; only app stands above."""
