"""Constants that server, clients and page share: players, choices, lengths, codes."""

from typing import Final, Literal, get_args

# --- Players ----------------------------------------------------------------------------------------------------------

Level = Literal["level1", "level2", "level3", "level4", "level5", "level6"]
"""The levels for people, the weakest first."""
BotName = Literal["random", "greedy", Level]
"""Every bot that a table offers."""
By = Literal["person", "bot", "clock"]
"""The maker of a ply: the person in the seat, its bot, or a bot after the turn time ran out."""

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
BOT_NAMES: Final[tuple[BotName, ...]] = get_args(BotName)
BOT_PREFIX: Final = "bot:"
"""Prefix of bot names where names of people stand, too."""
LEAST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 5
PLAYER_COUNTS: Final = tuple(range(LEAST_PLAYERS, MOST_PLAYERS + 1))

# --- Choices ----------------------------------------------------------------------------------------------------------

State = Literal["open", "playing", "over"]
"""States of a table."""
Shape = Literal["snake", "spiral", "line"]
"""Shapes of the path on the screen."""
Watch = Literal["anyone", "nobody"]
"""People who may watch besides the players."""
Habit = Literal["series", "open_hands", "hints"]
"""Habits of a table that are on or off, in the order in which they are shown."""
Variant = Literal["optional_bonus", "inverted", "wires"]
"""Rule options (V1, V2, V3), in the order in which they are shown."""

SHAPES: Final[tuple[Shape, ...]] = get_args(Shape)
HABITS: Final[tuple[Habit, ...]] = get_args(Habit)
VARIANTS: Final[tuple[Variant, ...]] = get_args(Variant)
TURN_TIMES: Final[tuple[int | None, ...]] = (None, 30, 60, 120, 300)
"""Turn times to choose from, in seconds; none: no limit."""

# --- Lengths ----------------------------------------------------------------------------------------------------------

LONGEST_NAME: Final = 24
CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits of codes of tables and seats, without those that look alike."""
CODE_LENGTH: Final = 8
LONGEST_CODE: Final = 20
"""Characters of the longest code that the server looks up."""
LONGEST_REPLAY: Final = 60_000
"""Characters of the longest text of games to replay."""
LONGEST_TAGS: Final = 1_000
"""Characters in the tags of a record that a table continues, names and values together."""
LOG_PAGE: Final = 500
"""Events in a page of a table's log, at most."""

# --- Versions ---------------------------------------------------------------------------------------------------------

CONTRACT: Final = 2
"""The version of this contract; since 2, sockets send packed views. Clients of the first one name none."""

# --- Codes ------------------------------------------------------------------------------------------------------------

GOING_AWAY: Final = 1001
"""Close code: the server stops or the client leaves."""
SENT_TOO_FAST: Final = 1008
"""Close code: the client kept on sending too fast."""
TRY_AGAIN_LATER: Final = 1013
"""Close code: the server cannot show the table just now."""
NOT_ALLOWED: Final = 4003
"""Close code: the client may not watch, or no longer."""
TABLE_GONE: Final = 4004
"""Close code: the table was deleted."""

RefusalCode = Literal[
    "asked_already",
    "bad_host",
    "bad_message",
    "bad_origin",
    "bad_record",
    "bot_plays",
    "full",
    "game_over",
    "handover_unknown",
    "hidden_hands",
    "illegal_move",
    "no_hints",
    "no_identity",
    "no_request",
    "no_such_game",
    "no_such_page",
    "no_such_seat",
    "no_such_table",
    "not_begun",
    "not_owner",
    "not_your_seat",
    "not_your_turn",
    "nothing_to_undo",
    "other_contract",
    "seat_taken",
    "stale",
    "table_unreadable",
    "too_big",
    "too_fast",
    "too_many",
    "unavailable",
    "watching_not_allowed",
    "wrong_state",
]
"""Codes of refusals."""
REFUSAL_CODES: Final[tuple[RefusalCode, ...]] = get_args(RefusalCode)
