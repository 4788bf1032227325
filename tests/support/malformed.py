"""Messages that no client should send: broken, of the wrong shape, or almost right."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from support.server_process import Guest, Json

HUGE = "9" * 300
ODD: list[Any] = [None, True, -1, 0, 1.5, 10**40, "", "1", "é\u202e\U0001f3b2", "\x00", [], [1], {}, {"seat": 1}]
WHOLE: list[Json] = [
    {"do": "move", "id": "a", "version": 1, "seat": 1, "move": "R+"},
    {"do": "undo", "id": "a", "version": 1, "seat": 1},
    {"do": "agree", "id": "a", "version": 1, "seat": 1},
    {"do": "decline", "id": "a", "version": 1, "seat": 1},
    {"do": "sit", "id": "a", "seat": 1, "name": "Eve"},
    {"do": "leave", "id": "a", "seat": 1},
    {"do": "return", "id": "a", "seat": 1},
    {"do": "free", "id": "a", "seat": 1},
    {"do": "bot", "id": "a", "seat": 1, "bot": "random"},
    {"do": "change", "id": "a", "setup": {"players": 2}},
    {"do": "start", "id": "a"},
    {"do": "next", "id": "a"},
]
"""A command of each kind."""


def malformed(rng: Random) -> str | bytes:
    """A message that can only be refused as a bad one."""
    return rng.choice(_WAYS)(rng)


def mutated(rng: Random, guest: Guest) -> str:
    """A command of the right shape, or nearly, with whatever seat, version, move and id."""
    command = dict(rng.choice(WHOLE))
    likely = {
        "id": f"m-{rng.getrandbits(64)}" if rng.random() < 0.95 else "again",
        "seat": rng.randint(1, 5),
        "version": guest.view["version"] + rng.choice((-1, 0, 0, 0, 1, 10**30)),
        "move": rng.choice([*guest.legal_moves, "R+", ".", "P^=", "Q"]),
        "setup": {"players": rng.randint(2, 5), "stand_in": "random", "bot_delay_ms": 0, "colours": rng.randint(1, 5)},
        "bot": rng.choice(("random", "greedy")),
    }
    command |= {name: likely[name] for name in command if name in likely}
    if rng.random() < 0.1:
        command[rng.choice(list(command))] = rng.choice(ODD)
    return json.dumps(command)


# --- Ways to be wrong -------------------------------------------------------------------------------------------------


def _cut(rng: Random) -> str:
    text = json.dumps(rng.choice(WHOLE))
    return text[: rng.randrange(len(text))]


def _noise(rng: Random) -> str:
    return "".join(rng.choice('{}[]",:\\u0e+-trué\x00\ud7ff\U0010ffff ') for _ in range(rng.randint(0, 200)))


def _binary(rng: Random) -> bytes:
    return rng.randbytes(rng.randint(0, 200))


def _nested(rng: Random) -> str:
    depth = rng.randint(2, 3_000)
    return rng.choice(("[" * depth, '{"do":' * (depth // 6), "[" * (depth // 2) + "]" * (depth // 2)))


def _number(rng: Random) -> str:
    odd = rng.choice((HUGE, f"-{HUGE}", "1e999", "NaN", "Infinity", "-0.0", "1.0000001", "0x1", "01"))
    return f'{{"do":"leave","id":"a","seat":{odd}}}'


def _value(rng: Random) -> str:
    """A command with a field of a wrong type."""
    command = dict(rng.choice(WHOLE))
    command[rng.choice(list(command))] = rng.choice((True, 1.5, -1, [], [[]], {"a": 1}))
    return json.dumps(command)


def _missing(rng: Random) -> str:
    command = dict(rng.choice(WHOLE))
    del command[rng.choice([name for name in command if (command["do"], name) != ("sit", "seat")])]
    return json.dumps(command)


def _extra(rng: Random) -> str:
    name = rng.choice(("x", "", "browser", "by", "é" * 50, "\x00", "__proto__", "do "))
    return json.dumps({**rng.choice(WHOLE), name: rng.choice(ODD)})


def _unknown(rng: Random) -> str:
    does = ("fly", "", "MOVE", "move ", "created", "settle", "stand_in", "m\u200bove", "x" * 3_000)
    return json.dumps({**rng.choice(WHOLE), "do": rng.choice(does)})


def _repeated(rng: Random) -> str:
    """A key that is there twice, the wrong one last."""
    return json.dumps(rng.choice(WHOLE))[:-1] + f',"{rng.choice(("id", "do"))}":{rng.choice(("1", "null", "[]"))}}}'


def _id(rng: Random) -> str:
    ids = ("", "a b", "a\n", "x" * 65, "../a", "<b>", "\x00", "\udc00", "a/b", "'; --")
    return json.dumps({**rng.choice(WHOLE), "id": rng.choice(ids)})


def _name(rng: Random) -> str:
    names = ("", "  ", "\u202e\x07", "x" * 25, "\U0001d160" * 20, "\ud800", "\x00", "\ue000")
    return json.dumps({"do": "sit", "id": "a", "name": rng.choice(names)})


def _setup(rng: Random) -> str:
    setups: list[Any] = [{"players": 6}, {"wires": [0]}, {"wires": [10**30]}, {"first": 3}, {"colours": 0}, {"a": 1}, 7]
    setups += [{"wires": [2, 1]}, {"turn_seconds": 1e400}, {"stand_in": "level7"}, {"bot_delay_ms": -1}, {"discs": "9"}]
    return json.dumps({"do": "change", "id": "a", "setup": rng.choice(setups)})


_WAYS: list[Callable[[Random], str | bytes]] = [
    *(_cut, _noise, _binary, _nested, _number, _value, _missing, _extra, _unknown, _repeated, _id, _name, _setup)
]
