"""Tables in memory: how they are loaded, changed, shown to clients, and played at by bots and clocks.

`registry` loads tables and is the one way to change them; `log_reader` reads and folds their logs, in a thread;
`service` is what everybody calls, REST, sockets, bots and timers: act, settle, show. `hub` lets clients into the `room`
of a table, where `turn_clock` and `scheduler` run; `cluster` keeps it in step with the rooms that other workers have of
the same table, of which one attends it. `sweep` moves unused tables to the trash, `check` finds logs that
cannot be read. Imports protocol, table, workers, ops and the store's protocol; `registry`, with what it imports, and
`bus` run without any dependency.
"""
