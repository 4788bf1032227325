"""People at a browser: what they see, and how they make a move with a mouse, a finger or a keyboard."""

import json
import os
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, cast

from playwright.sync_api import Locator, Page, WebSocket

from bigpoints.contract.unpack import whole_view

Json = dict[str, Any]
Way = Callable[["Person", Json], None]
"""A way to make a move."""

PATIENCE = 2 * float(os.environ.get("BIGPOINTS_TEST_PATIENCE", "30"))
DOUBLE_TAP_MS = 600
"""Two taps on one spot with less between them may be one double tap."""
SMALL: Json = {"colours": 3, "discs": 2, "white": 1, "black": 0, "bot_delay_ms": 0}
"""A short path, no extra moves, and bots that do not tarry."""


class Person:
    """Somebody with a page, who remembers every frame and every complaint of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        self.complaints: list[str] = []
        self.view: Json = {}
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        self.frames.append(str(frame))
        if view := json.loads(frame).get("view"):
            self.view = cast("Json", whole_view(view))

    # --- Going places -------------------------------------------------------------------------------------------------

    def visit(self, address: str = "/") -> None:
        """Open an address, anew if it is only another page of the same."""
        self.page.goto("about:blank")
        self.view = {}
        self.page.goto(address)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """A request of this browser, with its cookie."""
        answer = self.page.context.request.fetch(path, method=method, data=body)
        assert answer.ok, answer.text()
        return answer.json() if answer.body() else None

    def make_table(self, *seats: Json, start: str | None = None, **setup: Any) -> str:
        """A table of this browser; gives its code."""
        body = {"setup": {"players": len(seats), **setup}, "seats": list(seats)} | ({"start": start} if start else {})
        return str(self.ask("POST", "/api/tables", body)["table"])

    def sit_at(self, table: str) -> None:
        """Open a table and wait until it is there."""
        self.visit(f"/#/table/{table}")
        self.until(lambda: self.view.get("table") == table)
        self.wait_for_board()

    def wait_for_board(self) -> None:
        """Wait until all discs lie on the board: they come some at a time, and none before the game begins."""
        if self.view["state"] != "open":
            self.spot(str(len(self.view["position"].split()[0]))).wait_for()

    def until(self, holds: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait until something holds, while the page goes on."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"waited in vain; the last view is {self.view}"
            self.page.wait_for_timeout(20)

    # --- Seeing -------------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """All that the page says."""
        return self.page.locator("body").inner_text()

    def spot(self, name: str) -> Locator:
        """A place of the path, a step, or a pawn that waits at the start."""
        return self.page.locator(f'[data-spot="{name}"]')

    def button(self, name: str) -> Locator:
        """A button by what it says."""
        return self.page.get_by_role("button", name=name)

    @property
    def is_to_move(self) -> bool:
        """Whether one of this browser's seats is to move, and no bot moves for it."""
        turn = self.view.get("turn")
        return turn is not None and turn in self.view["yours"] and self.view["seats"][turn - 1]["bot"] is None

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.view.get("state") == "over"

    # --- Playing ------------------------------------------------------------------------------------------------------

    def make(self, move: str, way: Way) -> None:
        """Make a legal move in some way, and wait until the table has it."""
        version = self.view["version"]
        chosen = next(legal for legal in self.view["moves"] if legal["move"] == move)
        way(self, chosen)
        self.until(lambda: self.view["version"] > version)

    def play_on(self, way: Way, chance: Random, until: Callable[[], bool] | None = None) -> None:
        """Play random moves until the game is over, or until something else holds."""
        is_done = until or (lambda: self.is_over)
        while not is_done():
            self.until(lambda: self.is_to_move or is_done())
            if not is_done():
                self.make(chance.choice(self.view["moves"])["move"], way)

    def pawn_spot(self, pawn: str) -> str:
        """The name of the spot where a pawn is."""
        spot = self.view["position"].split()[1].split(",")["BRYGP".index(pawn)]
        return f"0{pawn}" if spot == "0" else str(spot)


def by_mouse(person: Person, move: Json) -> None:
    """Tap the pawn, then the disc; what cannot be meant without doubt, in the bar."""
    _by_taps(person, move, lambda target: target.click())


def by_touch(person: Person, move: Json) -> None:
    """The same with a finger."""
    _by_taps(person, move, lambda target: target.tap())


def _by_taps(person: Person, move: Json, tap: Callable[[Locator], None]) -> None:
    if move["move"] == ".":
        tap(person.button("End turn"))
        return
    start = person.pawn_spot(move["move"][0])
    tap(person.spot(start))
    ways = _ways_of_the_pawn(person.view["moves"], move)
    spot = str(move["takes"]) if move["takes"] else move["to"]
    if spot == start:
        person.page.wait_for_timeout(DOUBLE_TAP_MS)
    if sum(spot in (str(way["takes"]), way["to"]) for way in ways) == 1:
        tap(person.spot(spot))
    else:
        tap(person.page.locator(f'[aria-keyshortcuts="{1 + ways.index(move)}"]'))


def by_keyboard(person: Person, move: Json) -> None:
    """The letter of the pawn, then the number of the choice; a point ends the turn."""
    if move["move"] == ".":
        person.page.keyboard.press(".")
        return
    ways = _ways_of_the_pawn(person.view["moves"], move)
    person.page.keyboard.press(move["move"][0].lower())
    person.page.keyboard.press(str(1 + ways.index(move)))


def by_arrows(person: Person, move: Json) -> None:
    """With Tab to the board, the arrows along it, and Enter."""
    while person.page.evaluate("document.activeElement?.dataset.spot ?? null") is None:
        person.page.keyboard.press("Tab")
    _walk_to(person, person.pawn_spot(move["move"][0]))
    person.page.keyboard.press("Enter")
    _walk_to(person, str(move["takes"]))
    person.page.keyboard.press("Space")


def _walk_to(person: Person, spot: str) -> None:
    """Go along the path with the arrows until the focus is there."""
    person.page.keyboard.press("Home")
    for _ in range(100):
        if person.page.evaluate("document.activeElement.dataset.spot") == spot:
            return
        person.page.keyboard.press("ArrowRight")
    raise AssertionError(f"no way to {spot}")


def _ways_of_the_pawn(moves: Sequence[Json], move: Json) -> list[Json]:
    return [legal for legal in moves if legal["move"][0] == move["move"][0]]
