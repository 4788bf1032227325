"""The log of every table on a SQL database. Imports no other room of the server.

The way of a ply into the log:

1. `store`: the live table calls `Store.append(entry)` and awaits the answer.
2. `sql`: `SqlStore`, the store on a database, passes writes to its writer, and on PostgreSQL its queries to a `reader`
   with connections of its own.
3. `writer`: what is asked in one turn of the event loop goes to the one thread that has the connection. The thread
   takes everything that is queued, runs it in one transaction, commits, and only then answers: an entry that was
   answered with True is durable.
4. `append`: decides which entries follow the newest of their tables. `sqlite_append` and `postgres_append` insert them.
   If the version or command of an entry is stored already, that entry is refused, with what follows it at its table,
   and the others are stored.
5. `announce`: PostgreSQL tells other workers of changed tables with the commit, in the words of `news_format`.

`schema` has the tables of the database, `engine` opens it (`sqlite_engine`, `postgres_engine`) by its `address`,
`open_file` notices if its files are moved or deleted, `migrate` brings it up to date by `migrations`, `failure` says
its errors in one line, `locks` are between processes, `inspect` reads and copies it while a server runs, `transfer`
copies it to another, `trash` keeps unused tables for a while.
"""
