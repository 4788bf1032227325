"""Players who do whatever may be done at a table, and remember exactly what was acknowledged, refused or left open."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random
from threading import Event
from typing import NamedTuple

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from support.server_process import Answer, Guest, Json, Visitor

GONE = (ConnectionClosed, InvalidHandshake, OSError, EOFError)
"""Errors of a client whose server ends."""

KINDS = {
    "move": {"ply"},
    "undo": {"undone", "asked"},
    "agree": {"agreed", "undone"},
    "decline": {"declined"},
    "sit": {"seated"},
    "leave": {"stood_in", "freed"},
    "return": {"returned"},
    "free": {"freed"},
    "bot": {"bot"},
    "change": {"changed"},
    "start": {"begun"},
    "next": {"begun"},
}
"""The events that each command can lead to."""

SMALL = {"colours": 3, "discs": 3, "white": 1, "black": 2, "open_hands": True, "bot_delay_ms": 0, "stand_in": "random"}


class Done(NamedTuple):
    """A command that was acknowledged, and the version that it led to."""

    message: Json
    version: int


@dataclass
class Player:
    """Somebody at a table, through however many sockets and servers."""

    name: str
    token: str
    code: str
    rng: Random
    done: list[Done] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """The ids of refused commands."""
    doubtful: Json | None = None
    """The command sent and not answered."""
    kept: int | None = None
    """The version that it led to nevertheless, by the log."""
    positions: dict[int, str] = field(default_factory=dict)
    """The positions that were shown, by their versions."""
    newest: int = 0
    is_there: Event = field(default_factory=Event)
    stop: Event = field(default_factory=Event)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def play(self, url: str) -> None:
        """Play until told to stop, or until the server is gone."""
        try:
            with Visitor(url, self.token).at(self.code) as guest:
                guest.until(lambda view: view)
                self.is_there.set()
                self._settle(guest)
                while not self.stop.is_set():
                    self._go_on(guest)
        except GONE:
            pass

    def _settle(self, guest: Guest) -> None:
        """Send again what was not answered: it acts once, whether it had been done or not."""
        if self.doubtful is None:
            return
        answer = self._send(guest, self.doubtful)
        assert self.kept is None or answer.get("version") == self.kept, (self.doubtful, self.kept, answer)

    def _go_on(self, guest: Guest) -> None:
        wishes = list(_wishes(guest.view, self.name))
        [wish] = self.rng.choices([wish for _, wish in wishes], [weight for weight, _ in wishes])
        if not wish:
            self._look(guest)
            return
        if wish["do"] in ("move", "undo", "agree", "decline"):
            wish["version"] = guest.view["version"]
        wish["id"] = f"{self.name}-{next(self._numbers)}"
        answer = self._send(guest, wish)
        if "version" in answer and self.rng.random() < 0.1:
            assert self._send(guest, wish) == answer

    def _send(self, guest: Guest, message: Json) -> Json:
        self.doubtful, self.kept = message, None
        guest.say(message)
        answer = None
        while answer is None:
            frame = guest.hear()
            self._remember(frame)
            if frame.get("answer", {}).get("id") == message["id"]:
                answer = frame["answer"]
        self.doubtful = None
        if "version" in answer:
            self.done.append(Done(message, answer["version"]))
        else:
            self.refused.append(message["id"])
        # What was made for the old view would be stale.
        while "version" in answer and guest.view["version"] < answer["version"]:
            self._remember(guest.hear())
        return dict(answer)

    def _look(self, guest: Guest) -> None:
        try:
            self._remember(guest.hear(0.1))
        except TimeoutError:
            return

    def _remember(self, frame: Json) -> None:
        view = frame.get("view", {})
        versions = [view.get("version", 0), frame.get("beat", 0), frame.get("answer", {}).get("version", 0)]
        self.newest = max(self.newest, *versions)
        if view.get("position"):
            self.positions[view["version"]] = view["position"]


def _wishes(view: Json, name: str) -> Iterator[tuple[float, Json]]:
    """Possible commands with their weights, doing nothing among them."""
    yield 2, {}
    playing = [seat for seat in view["yours"] if view["seats"][seat - 1]["bot"] is None]
    resting = set(view["yours"]) - set(playing)
    if view.get("turn") in playing:
        moves = [move["move"] for move in view["moves"]]
        yield from ((20 / len(moves), {"do": "move", "seat": view["turn"], "move": move}) for move in moves)
    yield from ((1, {"do": "undo", "seat": undo["seat"]}) for undo in view.get("undo", ()) if undo["possible"])
    if request := view.get("request"):
        for seat in set(playing) - {request["seat"], *request["agreed"]}:
            yield from ((weight, {"do": do, "seat": seat}) for weight, do in ((8, "agree"), (2, "decline")))
    if view["state"] == "over":
        yield 5, {"do": "next"}
    else:
        yield from ((0.3, {"do": "leave", "seat": seat}) for seat in playing)
    yield from ((3, {"do": "return", "seat": seat}) for seat in resting)
    if not view["yours"] and any(seat["free"] for seat in view["seats"]):
        yield 10, {"do": "sit", "name": name}
    if view["owner"]:
        yield from _wishes_of_owner(view)


def _wishes_of_owner(view: Json) -> Iterator[tuple[float, Json]]:
    for seat in view["seats"]:
        if seat["bot"] and not seat["person"]:
            yield 0.2, {"do": "free", "seat": seat["seat"]}
            yield 0.2, {"do": "bot", "seat": seat["seat"], "bot": "greedy"}
    if view["state"] == "open":
        yield 3, {"do": "start"}
    if view["state"] != "playing":
        yield 1, {"do": "change", "setup": {**view["setup"], "shape": "spiral"}}


@dataclass
class Maker:
    """Somebody who makes tables, one after the other."""

    token: str
    made: list[str] = field(default_factory=list)
    stop: Event = field(default_factory=Event)

    def make(self, url: str) -> None:
        """Make tables until told to stop, or until the server is gone."""
        visitor = Visitor(url, self.token)
        wish = {"name": "Maker", "bot": "random", "setup": SMALL}
        while not self.stop.wait(0.03):
            try:
                self.made.append(visitor.ask("POST", "/api/quick", wish)["table"])
            except Answer:
                raise
            except Exception:  # Whatever it is that http.client makes of a server that is gone.
                return
