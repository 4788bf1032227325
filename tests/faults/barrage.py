"""`make malformed`: sends a server a million messages that are wrong, or almost right; it can be interrupted.

The results are kept in docs/data/malformed.json. All that one run sends goes to one server, whose memory must not grow.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random

from faults.ledger import Ledger, Numbers, Progress, be_interruptible, complete
from faults.page import MESSAGES, write_page
from support.malformed import malformed, mutated
from support.observation import memory
from support.random_players import SMALL
from support.server_process import Guest, Json, Server, Visitor, serving

GOAL = 500_000
"""Messages of each kind."""
OF_A_PART = 10_000
GROWTH_KB = 20_000
_BATCH = 50


def send_malformed(server: Server, rng: Random, messages: int) -> int:
    """Send messages that can only be refused, which change nothing; gives the number of refusals."""
    anna = Visitor(server.url)
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL)
    refused = 0
    with anna.at(code) as one, anna.at(code) as two, Visitor(server.url).at(code) as three:
        before = one.until(lambda view: view["state"] == "playing")
        for number in range(messages // _BATCH):
            guest = (one, two, three)[number % 3]
            for refusal in _refusals(guest, [malformed(rng) for _ in range(_BATCH)]):
                assert refusal["code"] == "bad_message", refusal
                assert refusal["field"], refusal
                refused += 1
        assert anna.view(code)["version"] == before["version"]
        assert "version" in one.move()
    anna.ask("DELETE", f"/api/tables/{code}")  # Tables stay in memory for a while; nothing else may.
    return refused


def send_almost_right(server: Server, rng: Random, messages: int) -> int:
    """Send commands of the right shape, or nearly; the table can be played afterwards. Gives the number of refusals."""
    anna = Visitor(server.url)
    code = anna.create({"name": "Anna"}, {"bot": "random"}, setup=SMALL)
    refused = 0
    with anna.at(code) as one, Visitor(server.url).at(code) as two:
        for guest in (one, two):
            guest.until(lambda view: view["state"] == "playing")
        for number in range(messages // _BATCH):
            guest = (one, two)[number % 2]
            refused += len(_refusals(guest, [mutated(rng, guest) for _ in range(_BATCH)]))
        _finish(one, Visitor(server.url))
    anna.ask("DELETE", f"/api/tables/{code}")
    return refused


KINDS = {"malformed": send_malformed, "almost_right": send_almost_right}


def _refusals(guest: Guest, messages: list[str | bytes]) -> list[Json]:
    """Send messages all at once; gives the refusals, none of which is a failure, up to that of a last one."""
    guest.frames.clear()
    for message in messages:
        guest.socket.send(message)
    guest.say({"do": "move", "id": "last", "version": 1, "seat": 5, "move": ""})
    refusals: list[Json] = []
    while True:
        answer = guest.hear().get("answer", {})
        if answer.get("id") == "last":
            return refusals
        if "refused" in answer:
            assert answer["refused"]["code"] not in ("unavailable", "too_fast")
            refusals.append(answer["refused"])


def _finish(owner: Guest, newcomer: Visitor) -> None:
    """Free seat 1 for a newcomer, whoever has it, seat bots in the others, and play a game to its end."""
    owner.command("free", seat=1)
    newcomer.join(owner.code, "Zoe", 1)
    for seat in range(2, len(owner.view["seats"]) + 1):
        owner.command("bot", seat=seat, bot="random")
    while owner.view["state"] != "playing":
        owner.command("start")
        owner.command("next")
    with newcomer.at(owner.code) as guest:
        while guest.until(lambda view: view["state"] == "over" or view["turn"] == 1)["state"] == "playing":
            version = guest.move()["version"]
            guest.until(lambda view, made=version: view["version"] >= made)  # type: ignore[misc]
        assert guest.view["result"]["scores"]


# --- A million of them ------------------------------------------------------------------------------------------------


class Barrage:
    """Messages of one kind for one server; its memory after the first part is compared with that after each."""

    def __init__(self, server: Server, kind: str) -> None:
        self._server = server
        self._send = KINDS[kind]
        self._sent = self._first_kb = 0

    def part(self, number: int) -> Numbers:
        """Send a part of the messages. Raises AssertionError if an answer is wrong, or memory grows."""
        refused = self._send(self._server, Random(number), OF_A_PART)
        now = memory(self._server.process.pid)
        self._first_kb = self._first_kb or now
        self._sent += OF_A_PART
        assert now - self._first_kb < GROWTH_KB, f"memory grew from {self._first_kb} to {now} kB"
        counts = {"messages": OF_A_PART, "refused": refused, "most_messages_to_one_server": self._sent}
        return {**counts, "most_growth_kb": now - self._first_kb, "most_memory_kb": now}


def main(arguments: list[str]) -> int:
    """Send what is missing; gives an exit code."""
    parser = argparse.ArgumentParser(prog="make malformed", description=__doc__)
    parser.add_argument("--again", action="store_true", help="forget the results so far")
    is_new = parser.parse_args(arguments).again
    be_interruptible()
    ledger = Ledger(MESSAGES)
    for kind in KINDS:
        if is_new:
            ledger.forget(kind)
        try:
            _run(ledger, kind)
        except KeyboardInterrupt:
            print("\nInterrupted; `make malformed` goes on from here.")
            return 130
        except AssertionError as error:
            print(
                f"\n{kind}: part {ledger.total(kind, 'parts'):.0f}, which is its seed, failed: {error}", file=sys.stderr
            )
            return 1
        finally:
            write_page()
    return 0


def _run(ledger: Ledger, kind: str) -> None:
    with tempfile.TemporaryDirectory(prefix="bigpoints-malformed-") as folder, serving(Path(folder) / "data") as server:
        complete(ledger, kind, "messages", GOAL, Barrage(server, kind).part, Progress())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
