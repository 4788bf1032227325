"""People who play whole games at a real table, through real sockets."""

from random import Random

from bigpoints.bpr import parse_records
from bigpoints.notation import parse_view
from bigpoints.position import HiddenHand
from bigpoints.record import Record, check
from support.server_process import Guest, Json, Visitor

SMALL: Json = {"colours": 2, "discs": 2, "white": 1, "black": 1}
QUICK: Json = {"bot_delay_ms": 0, "stand_in": "random"}


def upto(guest: Guest, version: int) -> Json:
    """The view of a guest, as soon as it is that new."""
    return guest.until(lambda seen: seen["version"] >= version)


def state(guest: Guest, state: str) -> Json:
    """The view of a guest, as soon as the table is in a state."""
    return guest.until(lambda seen: seen["state"] == state)


def turn_of(guest: Guest, *seats: int) -> Json:
    """The view of a guest, as soon as one of some seats is to move, or the game is over."""
    return guest.until(lambda seen: seen["state"] == "over" or seen.get("turn") in seats)


def play_out(guests: dict[int, Guest], rng: Random) -> Json:
    """The end of a game in which each seat of people is played by its guest, and bots play by themselves."""
    watcher = next(iter(guests.values()))
    while (view := turn_of(watcher, *guests))["state"] != "over":
        guest = guests[view["turn"]]
        upto(guest, view["version"])
        upto(watcher, guest.move(rng=rng)["version"])
    return view


def export(visitor: Visitor, code: str, game: int | None = None) -> Record:
    """A game of a table as its record, held to the rules."""
    text = visitor.ask("GET", f"/api/tables/{code}/export" + (f"?game={game}" if game else ""))
    (record,) = parse_records(text)
    check(record)
    return record


def check_end(visitor: Visitor, code: str, view: Json) -> None:
    """The game on record is the one that was seen: the same board, the same result."""
    record = export(visitor, code)
    assert record.result == "/".join(map(str, view["result"]["scores"]))
    assert [hand.size for hand in record.final.hands] == [seat["discs"] for seat in view["seats"]]


def check_hidden(guest: Guest, *seats: int) -> None:
    """Check that messages to a guest before the end show only hands of some seats, one at a time."""
    views = [frame["view"] for frame in guest.frames if "view" in frame]
    assert views
    for view in views:
        if view["state"] != "playing" or view["setup"]["open_hands"]:
            continue
        hands = parse_view(view["position"]).hands
        shown = [number for number, hand in enumerate(hands, start=1) if not isinstance(hand, HiddenHand)]
        assert shown in ([], [view["seat"]])
        assert view["seat"] in (None, *seats)
        assert (view["hand"] or {"seat": view["seat"]})["seat"] == view["seat"]
