"""Views of sockets as whole ones: what was left out is filled in, and the hand is put into the position."""

import re
from collections.abc import Sequence
from typing import cast

from bigpoints.contract.constants import State
from bigpoints.contract.requests import STANDARD_SETUP
from bigpoints.contract.views import (
    HandView,
    MoveView,
    PackedSeat,
    PackedView,
    PlyView,
    SeatView,
    TableView,
    UndoView,
    WorthView,
)

_COUNTED = re.compile(r"([A-Z?!])(\d*)")
"""A letter of a hand, with its number if that is not one."""
_HANDS, _SEAT, _PHASE = 3, 4, 5
"""Fields of a position."""


def whole_view(view: PackedView | TableView) -> TableView:
    """A view of a socket as a whole one; servers of the contract before send whole ones."""
    return cast("TableView", view) if "state" in view else unpack(view)


def unpack(packed: PackedView) -> TableView:
    """The whole view that was packed."""
    fields = packed["position"].split(" ") if "position" in packed else []
    answer: TableView = {
        "table": packed["table"],
        "version": packed["version"],
        "state": _state(fields),
        "setup": {**STANDARD_SETUP, **packed["setup"]},
        "seats": [_seat(number, seat, fields) for number, seat in enumerate(packed["seats"], start=1)],
        "game": packed["game"],
        "standings": packed.get("standings"),
        "owner": packed.get("owner", False),
        "yours": packed.get("yours", []),
        "seat": packed.get("seat"),
    }
    return _with_game(answer, packed, fields) if fields else answer


def _with_game(answer: TableView, packed: PackedView, fields: list[str]) -> TableView:
    """A view with what it says of the game."""
    answer["turn"] = None if fields[_PHASE] == "e" else int(fields[_SEAT])
    answer["moves"] = [_move(text.split(" ")) for text in packed["moves"]]
    answer["last"] = [_ply(text.split(" ")) for text in packed["last"]]
    answer["request"] = packed.get("request")
    answer["result"] = packed.get("result")
    answer["position"] = _position(packed, fields)
    answer["hand"] = _hand(packed)
    answer["clock_ms"] = packed.get("clock_ms")
    answer["undo"] = _undo(answer, packed)
    if "barred" in packed:
        answer["barred"] = packed["barred"]
    return answer


def _state(fields: list[str]) -> State:
    if not fields:
        return "open"
    return "over" if fields[_PHASE] == "e" else "playing"


def _seat(number: int, seat: PackedSeat, fields: list[str]) -> SeatView:
    answer: SeatView = {
        "seat": number,
        "name": seat.get("name", ""),
        "bot": seat.get("bot"),
        "person": seat.get("person", False),
        "free": seat.get("free", False),
        "away": seat.get("away", False),
    }
    if fields:
        counts = _counts(fields[_HANDS].split("/")[number - 1])
        answer["penalties"] = counts.pop("!", 0)
        answer["discs"] = sum(counts.values())
    return answer


def _counts(hand: str) -> dict[str, int]:
    return {letter: int(count or 1) for letter, count in _COUNTED.findall(hand)}


def _move(words: Sequence[str]) -> MoveView:
    if len(words) == 1:
        return {"move": words[0]}
    move, to, disc, *wires = words
    place = disc.rstrip("BRYGPWK-")
    answer: MoveView = {"move": move, "to": to, "takes": int(place or 0), "disc": disc[len(place) :].strip("-")}
    if wires:
        answer["wires"] = [int(wire) for wire in wires[0].split(":")]
    return answer


def _ply(words: Sequence[str]) -> PlyView:
    seat, by, origin, *move = words
    maker = {"seat": int(seat), "by": None if by == "-" else by}
    came = {"from": origin} if len(move) > 1 else {}
    return cast("PlyView", {**_move(move), **maker, **came})


def _position(packed: PackedView, fields: list[str]) -> str:
    """The position, with the hand of your seat."""
    if "hand" not in packed:
        return packed["position"]
    hands = fields[_HANDS].split("/")
    hands[packed["seat"] - 1] = packed["hand"]
    return " ".join((*fields[:_HANDS], "/".join(hands), *fields[_SEAT:]))


def _hand(packed: PackedView) -> HandView | None:
    if "hand" not in packed:
        return None
    counts = _counts(packed["hand"])
    penalties = counts.pop("!", 0)
    least, most = packed["bounds"]
    discs = [
        _worth(colour, count, *worth) for (colour, count), worth in zip(counts.items(), packed["worth"], strict=True)
    ]
    return {"seat": packed["seat"], "discs": discs, "penalties": penalties, "least": least, "most": most}


def _worth(colour: str, count: int, least: int, most: int, now: int | None = None) -> WorthView:
    known = least if least == most else now
    return {"colour": colour, "count": count, "now": known, "least": least, "most": most}


def _undo(view: TableView, packed: PackedView) -> list[UndoView]:
    """An entry for each seat in which you play."""
    free = packed.get("undo", {})
    return [
        {"seat": seat, "possible": str(seat) in free, "free": free.get(str(seat), False)}
        for seat in view["yours"]
        if view["seats"][seat - 1]["bot"] is None
    ]
