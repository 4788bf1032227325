"""Tables in memory while somebody is there: registry, rooms, clocks, scheduler. Imports protocol and below."""
