"""Facts that server, clients and page share: who plays, what can be chosen, lengths, codes."""

from typing import Final, Literal, get_args

# --- Who plays --------------------------------------------------------------------------------------------------------

Level = Literal["level1", "level2", "level3", "level4", "level5", "level6"]
"""The levels for people, the weakest first."""
BotName = Literal["random", "greedy", Level]
"""Every bot that a table offers."""
By = Literal["person", "bot", "clock"]
"""Who made a ply: the person in the seat, its bot, or a bot because time had run out."""

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
BOT_NAMES: Final[tuple[BotName, ...]] = get_args(BotName)
BOT_PREFIX: Final = "bot:"
"""What stands before the name of a bot where names of people stand, too."""
LEAST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 5
PLAYER_COUNTS: Final = tuple(range(LEAST_PLAYERS, MOST_PLAYERS + 1))

# --- What can be chosen -----------------------------------------------------------------------------------------------

State = Literal["open", "playing", "over"]
"""The life of a table."""
Shape = Literal["snake", "spiral", "line"]
"""The shapes of the path on the screen."""
Watch = Literal["anyone", "nobody"]
"""Who may watch besides those who play."""
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
"""What codes of tables and seats are made of: nothing that is mistaken for something else."""
CODE_LENGTH: Final = 8
LONGEST_CODE: Final = 20
"""The longest code that is looked up."""
LONGEST_REPLAY: Final = 60_000
"""The longest text of games to be looked at."""

# --- Codes ------------------------------------------------------------------------------------------------------------

GOING_AWAY: Final = 1001
"""A socket is closed: the server or the client goes."""
SENT_TOO_FAST: Final = 1008
"""A socket is closed: its client did not heed that it sends too fast."""
NOT_ALLOWED: Final = 4003
"""A socket is closed: its client may not watch, or no longer."""
TABLE_GONE: Final = 4004
"""A socket is closed: its table was deleted."""

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
    "seat_taken",
    "stale",
    "too_big",
    "too_fast",
    "too_many",
    "unavailable",
    "watching_not_allowed",
    "wrong_state",
]
"""Why something is refused."""
REFUSAL_CODES: Final[tuple[RefusalCode, ...]] = get_args(RefusalCode)
