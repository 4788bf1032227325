"""The bus: every listener hears of every change, at once."""

from bigpoints.server.live.bus import LocalBus


def test_all_listeners_hear_of_a_change_in_order_and_those_who_come_later_of_later_ones() -> None:
    bus, heard = LocalBus(), []
    bus.publish("NOBODY", 1)
    bus.subscribe(lambda table, version: heard.append(("one", table, version)))
    bus.publish("ABCD", 2)
    bus.subscribe(lambda table, version: heard.append(("two", table, version)))
    bus.publish("EFGH", 3)
    assert heard == [("one", "ABCD", 2), ("one", "EFGH", 3), ("two", "EFGH", 3)]
