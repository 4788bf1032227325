"""Errors of the client.

BigPointsError
├── Refused         the server refuses: a stable code with parameters
├── NotThere        nothing answers at the address
└── NotBigPoints    something answers, but not a Big Points server
"""

from collections.abc import Mapping

from bigpoints.errors import BigPointsError

REFUSAL_TEXTS = {
    "asked_already": "somebody has asked for an undo already",
    "bad_host": "the server does not go by this name",
    "bad_message": "the server cannot read this",
    "bad_origin": "pages of other sites may not ask",
    "bad_record": "this is no game or position that can be shown",
    "bot_plays": "a bot plays in this seat",
    "full": "all seats are taken",
    "game_over": "the game is over",
    "handover_unknown": "no seat is handed over by this code, or not any more",
    "hidden_hands": "hands are hidden until the end of this game",
    "illegal_move": "this cannot be played",
    "no_identity": "the server must know who asks",
    "no_hints": "the table gives no hints",
    "no_request": "nobody asks for an undo",
    "no_such_game": "the table has no such game that is over",
    "no_such_page": "the server has no such page",
    "no_such_seat": "the table has no such seat",
    "no_such_table": "there is no such table",
    "not_begun": "the game has not begun",
    "not_owner": "only the owner of the table may do this",
    "not_your_seat": "this seat is not yours",
    "not_your_turn": "it is another seat's turn",
    "nothing_to_undo": "there is no turn to take back",
    "other_contract": "the server understands programs of another version; accepted is the contract that it names",
    "seat_taken": "the seat is taken",
    "stale": "the game has moved on",
    "table_unreadable": "what is stored of this table cannot be read",
    "too_big": "this is too big for the server",
    "too_fast": "this comes too fast for the server",
    "too_many": "there are too many from this address, or at this table",
    "unavailable": "the server cannot do this now",
    "watching_not_allowed": "the table lets nobody watch",
    "wrong_state": "the table is not in the state for this",
}
"""English text of each refusal code."""


class Refused(BigPointsError):
    """The server refuses a request: `code` is stable, `about` holds the parameters."""

    def __init__(self, code: str, about: Mapping[str, object]) -> None:
        super().__init__(code, about)
        self.code = code
        self.about = about

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in self.about.items())
        return f"{REFUSAL_TEXTS.get(self.code, 'refused')} ({self.code}{': ' if details else ''}{details})"


class NotThere(BigPointsError):
    """Nothing answers at the address."""


class NotBigPoints(BigPointsError):
    """Something answers at the address, but not a Big Points server."""


def refusal_in(answer: object) -> Refused | None:
    """The refusal that an answer of the server holds, or None."""
    refused = answer.get("refused") if isinstance(answer, dict) else None
    if not isinstance(refused, dict) or "code" not in refused:
        return None
    return Refused(str(refused["code"]), {name: value for name, value in refused.items() if name != "code"})
