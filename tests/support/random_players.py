"""Players who do whatever may be done at a table, and remember exactly what was acknowledged, refused or left open."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from random import Random
from threading import Event
from typing import NamedTuple

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from support.server_process import Answer, Guest, Json, Shown, Visitor

GONE = (ConnectionClosed, InvalidHandshake, OSError, EOFError)
"""Errors of a client whose server ends."""
_PAUSE = 0.05
"""Seconds before a client connects again."""

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
    first: int = 0
    """The server to begin with."""
    done: list[Done] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """The ids of refused commands."""
    doubtful: Json | None = None
    """The command sent and not answered, or answered by a server that could not tell."""
    seen: set[Shown] = field(default_factory=set)
    newest: int = 0
    """The newest version heard of."""
    present: int = 0
    """The version of the last view."""
    bot_plies: int = 0
    unavailable: int = 0
    """Answers that the server could not tell."""
    sockets: int = 0
    ends: list[str] = field(default_factory=list)
    """Why sockets ended."""
    behind: int = 0
    """Sockets that first showed an older version than was known."""
    longest_gone: float = 0.0
    """Seconds from the end of a socket to the first view of the next."""
    went_back: list[tuple[int, int]] = field(default_factory=list)
    """Versions that a socket showed, and older ones that it showed afterwards."""
    is_there: Event = field(default_factory=Event)
    rest: Event = field(default_factory=Event)
    """Set to make it stay and do nothing more."""
    stop: Event = field(default_factory=Event)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _gone_since: float | None = None

    def play(self, urls: Sequence[str]) -> None:
        """Play until told to stop, at whichever server is there: when one is gone, at the next."""
        for url in islice(cycle(urls), self.first, None):
            if self.stop.is_set():
                return
            try:
                self._play_at(url)
            except TimeoutError:
                raise
            except GONE as end:
                self.ends += [repr(end)] if self.is_there.is_set() else []
                self.is_there.clear()
                self._gone_since = self._gone_since or time.monotonic()
                self.stop.wait(_PAUSE)

    def _play_at(self, url: str) -> None:
        with Visitor(url, self.token).at(self.code) as guest:
            self.present = 0
            guest.until(lambda view: view)
            self.behind += guest.shown.version < self.newest
            self._see(guest)
            self._arrive()
            while not self.stop.is_set():
                if self.doubtful:
                    self._send(guest, self.doubtful)  # It acts once, whether it had been done or not.
                elif self.rest.is_set():
                    self._look(guest)
                else:
                    self._go_on(guest)

    def _arrive(self) -> None:
        if self._gone_since is not None:
            self.longest_gone = max(self.longest_gone, time.monotonic() - self._gone_since)
        self._gone_since = None
        self.sockets += 1
        self.is_there.set()

    def _go_on(self, guest: Guest) -> None:
        wishes = list(_wishes(guest, self.name))
        [wish] = self.rng.choices([wish for _, wish in wishes], [weight for weight, _ in wishes])
        if not wish:
            self._look(guest)
            return
        if wish["do"] in ("move", "undo", "agree", "decline"):
            wish["version"] = guest.view["version"]
        wish["id"] = f"{self.name}-{next(self._numbers)}"
        answer = self._send(guest, wish)
        if "version" in answer and self.rng.random() < 0.1:
            again = self._send(guest, wish)
            assert again == answer or again["refused"]["code"] == "unavailable", (answer, again)

    def _send(self, guest: Guest, message: Json) -> Json:
        self.doubtful = message
        guest.say(message)
        answer = self._answer(guest, message["id"])
        if "version" in answer:
            self.done.append(Done(message, answer["version"]))
        elif answer["refused"]["code"] == "unavailable":  # It may be stored nevertheless.
            self.unavailable += 1
            self.stop.wait(_PAUSE)
            return answer
        else:
            self.refused.append(message["id"])
        self.doubtful = None
        # What was made for the old view would be stale.
        while "version" in answer and guest.view["version"] < answer["version"]:
            self._hear(guest)
        return answer

    def _answer(self, guest: Guest, name: str) -> Json:
        while True:
            answer: Json = self._hear(guest).get("answer") or {}
            if answer.get("id") == name:
                return answer

    def _look(self, guest: Guest) -> None:
        try:
            self._hear(guest, 0.1)
        except TimeoutError:
            return

    def _hear(self, guest: Guest, timeout: float | None = None) -> Json:
        frame = guest.hear() if timeout is None else guest.hear(timeout)
        self.newest = max(self.newest, frame.get("beat", 0), frame.get("answer", {}).get("version", 0))
        if "view" in frame:
            self._see(guest)
        return frame

    def _see(self, guest: Guest) -> None:
        shown = guest.shown
        if shown.version < self.present:
            self.went_back.append((self.present, shown.version))
        self.bot_plies += shown.version > self.newest and shown.by == "bot"
        self.present = shown.version
        self.newest = max(self.newest, shown.version)
        self.seen.add(shown)


def _wishes(guest: Guest, name: str) -> Iterator[tuple[float, Json]]:
    """Possible commands with their weights, doing nothing among them."""
    view = guest.view
    yield 2, {}
    playing = [seat for seat in view["yours"] if view["seats"][seat - 1]["bot"] is None]
    resting = set(view["yours"]) - set(playing)
    if view.get("turn") in playing:
        moves = guest.legal_moves
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

    def make(self, urls: Sequence[str]) -> None:
        """Make tables until told to stop, at whichever server is there."""
        wish = {"name": "Maker", "bot": "random", "setup": SMALL}
        for url in cycle(urls):
            if self.stop.wait(_PAUSE):
                return
            try:
                self.made.append(Visitor(url, self.token).ask("POST", "/api/quick", wish)["table"])
            except Answer as refusal:
                if refusal.code != "unavailable":
                    raise
            except Exception:  # noqa: S112 – whatever it is that http.client makes of a server that is gone
                continue
