/** Constants that the page shares with the server. Written by web/contract.py from bigpoints/contract; do not edit. */

export const LEVELS = ["level1", "level2", "level3", "level4", "level5", "level6"] as const;
export const BOT_PREFIX = "bot:";
export const MOST_PLAYERS = 5;
export const PLAYER_COUNTS = [2, 3, 4, 5] as const;
export const SHAPES = ["snake", "spiral", "line"] as const;
export const HABITS = ["series", "open_hands", "hints"] as const;
export const VARIANTS = ["optional_bonus", "inverted", "wires"] as const;
export const TURN_TIMES = [null, 30, 60, 120, 300] as const;
export const LONGEST_NAME = 24;
export const LONGEST_REPLAY = 60000;
export const CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
export const CODE_LENGTH = 8;
export const CONTRACT = 2;
export const NOT_ALLOWED = 4003;
export const TABLE_GONE = 4004;
export const STANDARD = {"players": 2, "first": null, "series": false, "optional_bonus": false, "inverted": false, "wires": false, "open_hands": false, "colours": 5, "discs": 9, "white": 5, "black": 5, "shape": "snake", "turn_seconds": null, "patience_seconds": 120, "stand_in": "level3", "bot_delay_ms": 800, "watch": "anyone", "hints": false} as const;
