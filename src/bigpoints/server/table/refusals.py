"""Why something is refused: a stable code with parameters. Clients put it into words; the server sends no prose."""

from typing import cast

from bigpoints.contract.answers import RefusedAnswer
from bigpoints.contract.constants import RefusalCode
from bigpoints.contract.views import Refusal
from bigpoints.errors import BigPointsError

STATUS: dict[RefusalCode, int] = {
    "asked_already": 409,
    "bad_host": 403,
    "bad_message": 422,
    "bad_origin": 403,
    "bad_record": 422,
    "bot_plays": 409,
    "full": 409,
    "game_over": 409,
    "handover_unknown": 404,
    "hidden_hands": 403,
    "illegal_move": 409,
    "no_hints": 403,
    "no_identity": 401,
    "no_request": 409,
    "no_such_game": 404,
    "no_such_page": 404,
    "no_such_seat": 404,
    "no_such_table": 404,
    "not_begun": 409,
    "not_owner": 403,
    "not_your_seat": 403,
    "not_your_turn": 409,
    "nothing_to_undo": 409,
    "other_contract": 409,
    "seat_taken": 409,
    "stale": 409,
    "table_unreadable": 500,
    "too_big": 413,
    "too_fast": 429,
    "too_many": 429,
    "unavailable": 503,
    "watching_not_allowed": 403,
    "wrong_state": 409,
}
"""Every code there is, with the HTTP status that goes with it."""


class Refused(BigPointsError):
    """A refusal: a code of `STATUS`, and parameters."""

    def __init__(self, code: RefusalCode, **about: str | int | list[str] | list[int]) -> None:
        super().__init__(code, about)
        self.code = code
        self.about = about

    def __str__(self) -> str:
        words = ", ".join(f"{name}={value}" for name, value in self.about.items())
        return f"{self.code}: {words}" if words else self.code


def refusal(refused: Refused) -> RefusedAnswer:
    """A refusal as clients get it."""
    return {"refused": cast("Refusal", {"code": refused.code, **refused.about})}


def refusal_headers(refused: Refused) -> dict[str, str]:
    """The headers that go with a refusal by REST: how long to wait, if waiting helps."""
    seconds = refused.about.get("seconds")
    return {"retry-after": str(seconds)} if seconds else {}
