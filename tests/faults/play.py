"""A round: people and bots play while parts are killed; afterwards everything is as it was acknowledged."""

import json
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Thread

from faults.installation import Installation, Logs
from faults.ledger import Numbers
from faults.stored_truth import verdict
from support.observation import eventually, is_running
from support.random_players import SMALL, Maker, Player
from support.server_process import PATIENCE, Json, Visitor

Trouble = Callable[["Party", Random], Numbers]
"""Makes trouble while a party plays; gives what it did, in numbers."""
_USUAL = ("info", "debug")


class RoundFailed(AssertionError):
    """Something is not as it must be after a round; the text says what."""


@dataclass
class Party:
    """Everybody who plays in a round, each in a thread."""

    players: list[Player]
    maker: Maker
    with_bots: frozenset[str]
    """The tables at which bots play."""
    errors: list[Exception] = field(default_factory=list)
    _threads: list[Thread] = field(default_factory=list)

    def begin(self, urls: list[str]) -> None:
        """Play from now on; everybody is there."""
        work: list[Callable[[list[str]], None]] = [*(player.play for player in self.players), self.maker.make]
        self._threads = [Thread(target=self._run, args=(each, urls), daemon=True) for each in work]
        for thread in self._threads:
            thread.start()
        self.gather()

    def gather(self) -> None:
        """Wait until everybody is at a worker."""
        if not all(player.is_there.wait(PATIENCE) for player in self.players) and not self.errors:
            raise RoundFailed(f"somebody finds no worker for {PATIENCE:g} seconds")

    def _run(self, work: Callable[[list[str]], None], urls: list[str]) -> None:
        try:
            work(urls)
        except Exception as error:
            self.errors.append(error)

    def rest(self) -> None:
        """Let everybody stay, and do nothing more."""
        self.maker.stop.set()
        for player in self.players:
            player.rest.set()

    def end(self) -> None:
        """Let everybody go."""
        self.maker.stop.set()
        for player in self.players:
            player.stop.set()
        for thread in self._threads:
            thread.join(2 * PATIENCE)
            assert not thread.is_alive()

    @property
    def progress(self) -> dict[str, int]:
        """A number for each table that grows when a command is acknowledged there, and one when a bot plays."""
        tables: dict[str, int] = {}
        for player in self.players:
            tables[player.code] = tables.get(player.code, 0) + len(player.done)
            if player.code in self.with_bots:
                tables[f"bots of {player.code}"] = tables.get(f"bots of {player.code}", 0) + player.bot_plies
        return tables


def new_party(urls: list[str], rng: Random) -> Party:
    """Tables of all sorts, and the people at them, who begin at different workers."""
    anna, ben, carla = (Visitor(urls[0]) for _ in range(3))
    two = anna.create({"name": "Anna"}, setup=SMALL)
    bots = anna.create({"name": "Anna"}, {"bot": "random"}, {"bot": "greedy"}, setup={**SMALL, "players": 3})
    hot = anna.create({"name": "Anna"}, {"name": "Anton"}, setup={**SMALL, "players": 3})
    filling = ben.create({"name": "Ben"}, {"bot": "random"}, setup={**SMALL, "players": 4, "series": True})
    hidden = carla.create({"name": "Carla"}, setup={**SMALL, "open_hands": False})
    there = [(anna, two), (ben, two), (anna, bots), (anna, hot), (carla, hot), (ben, filling), (carla, filling)]
    there += [(carla, hidden), (anna, hidden)]
    players = [
        Player(f"P{number}", visitor.token, code, Random(rng.random()), first=number % len(urls))
        for number, (visitor, code) in enumerate(there)
    ]
    return Party(players, Maker(Visitor(urls[0]).token), frozenset({bots}))


def play_round(installation: Installation, seed: int, kills: int, stuck_seconds: float) -> Numbers:
    """Play, kill at random moments, and look at everything afterwards. Raises RoundFailed."""
    return play_through(installation, seed, partial(_kill, installation, kills), stuck_seconds)


def play_through(installation: Installation, seed: int, trouble: Trouble, stuck_seconds: float) -> Numbers:
    """Play through some trouble, and look at everything afterwards. Raises RoundFailed."""
    rng = Random(seed)
    party = new_party(installation.urls, rng)
    party.begin(installation.urls)
    try:
        caused = trouble(party, rng)
        longest = _seconds_to_go_on(installation, party, stuck_seconds)
        party.rest()
        _await_agreement(installation, party)
    finally:
        party.end()
    if party.errors:
        raise RoundFailed(f"a client failed: {party.errors[0]!r}") from party.errors[0]
    return {**caused, **_checked(installation, party), "longest_stuck_seconds": round(longest, 2)}


def _kill(installation: Installation, kills: int, party: Party, rng: Random) -> Numbers:
    """Kill parts at random moments while everybody is there; gives the number of kills of each kind."""
    counted = installation.counted
    killed = dict.fromkeys((counted, *(f"{counted}_of_{kind}" for kind in installation.weights)), 0)
    while killed[counted] < kills and not party.errors:
        party.gather()
        time.sleep(rng.uniform(0.02, 0.6))
        [kind] = rng.choices(list(installation.weights), list(installation.weights.values()))
        done = installation.fault(kind)(rng)
        killed[counted] += done
        killed[f"{counted}_of_{kind}"] += done
    return killed


def _seconds_to_go_on(installation: Installation, party: Party, most: float) -> float:
    """Seconds until every table has gone on, its bots too."""
    began, before = time.monotonic(), party.progress
    while stuck := [name for name, number in party.progress.items() if number == before[name]]:
        if party.errors:
            return 0.0
        if time.monotonic() - began > most:
            seen = "; ".join(_seen_at(url, name) for url in installation.urls for name in stuck)
            raise RoundFailed(f"stuck for {most:g} seconds after the last fault: {seen}")
        time.sleep(0.02)
    return time.monotonic() - began


def _seen_at(url: str, name: str) -> str:
    """What a worker shows of a table, or of its bots."""
    view = Visitor(url).view(name.rpartition(" ")[2])
    bots = [seat["seat"] for seat in view["seats"] if seat["bot"]]
    state = f"version {view['version']}, {view['state']}, turn {view.get('turn')}, bots at {bots}"
    return f"{name} at {url}: {state}"


def _await_agreement(installation: Installation, party: Party) -> None:
    """Once nobody plays, all clients show the newest version that is stored."""
    logs: Logs = {}

    def all_agree() -> bool:
        nonlocal logs
        shown = {player.name: player.present for player in party.players}
        logs = installation.logs()
        newest = {player.name: len(logs.get(player.code, ())) for player in party.players}
        return bool(party.errors) or (shown == newest and not any(player.doubtful for player in party.players))

    try:
        eventually(all_agree)
    except AssertionError as error:
        states = [f"{each.name} at {each.code} {each.present}/{len(logs[each.code])}" for each in party.players]
        raise RoundFailed(f"clients show different versions: {', '.join(states)}") from error


def _checked(installation: Installation, party: Party) -> Numbers:
    try:
        found = verdict(installation.logs(), party.players, party.maker.made)
    except AssertionError as error:
        raise RoundFailed(str(error)) from error
    if found.lost or found.twice:
        raise RoundFailed("; ".join(found.evidence[:5]))
    for worker in installation.workers:
        check_told(worker.logged(), installation.excused)
    eventually(lambda: not any(map(is_running, installation.orphans)))  # Bots end with their worker, however it ends.
    reconnects = sum(player.sockets - 1 for player in party.players)
    if reconnects and installation.keeps_sockets:
        raise RoundFailed(f"{reconnects} sockets ended: {[end for player in party.players for end in player.ends]}")
    acknowledged = sum(len({done.message["id"] for done in player.done}) for player in party.players)
    return {
        "acknowledged_commands": acknowledged,
        "acknowledged_tables": len(party.maker.made),
        "refused_as_unavailable": sum(player.unavailable for player in party.players),
        "reconnects": reconnects,
        "reconnects_to_an_older_version": sum(player.behind for player in party.players),
        "longest_reconnect_seconds": round(max(player.longest_gone for player in party.players), 2),
        "lost": found.lost,
        "twice": found.twice,
    }


def check_told(logged: str, excused: Collection[str]) -> None:
    """Nothing failed that need not; what a kill cut off in the middle of a line is left out."""
    lines = [json.loads(line) for line in logged.splitlines() if line.startswith("{") and line.endswith("}")]
    odd = [line for line in lines if line["level"] not in _USUAL and not is_excused(line, excused)]
    if odd:
        raise RoundFailed(f"a worker logged {odd[0]}")


def is_excused(line: Json, excused: Collection[str]) -> bool:
    """Whether a line of the log tells of a part that was killed, and nothing else."""
    return line["event"] in excused
