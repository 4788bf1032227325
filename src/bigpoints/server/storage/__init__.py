"""The log of every table on a SQL database. Imports no other room of the server.

The way of a ply into the log:

1. `store`: the live table calls `Store.append(entry)` and awaits the answer.
2. `sql`: `SqlStore`, the store on a database, passes appends and all its queries to its writer.
3. `writer`: a queue takes it to the one thread that has the connection. The thread takes everything that is queued,
   runs it in one transaction, commits, and only then answers: an entry that was answered with True is durable.
4. `append`: the appends of a transaction become one INSERT. If the version or command of an entry is stored already,
   that entry is refused, with what follows it at its table, and the others are stored.

`schema` has the tables of the database, `engine` opens it, `open_file` notices if its files are moved or deleted,
`migrate` brings it up to date by `migrations`, `inspect` reads and copies it while a server runs, `trash` keeps unused
tables for a while.
"""
