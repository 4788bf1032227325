"""The log of every table on a SQL database. Imports no other room of the server."""
