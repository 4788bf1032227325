"""What must be true of the stored logs, given all that players were told."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bigpoints.notation import view_text
from bigpoints.server.protocol.views import redact
from bigpoints.server.storage.store import Entry
from bigpoints.server.table.codes import digest
from bigpoints.server.table.events import Superseded, parse_event
from bigpoints.server.table.state import Table, step
from faults.installation import Logs
from support.random_players import KINDS, Done, Player
from support.server_process import Json, Shown


@dataclass
class Verdict:
    """How often something was not as it must be, and evidence of each."""

    lost: int = 0
    twice: int = 0
    evidence: tuple[str, ...] = ()


def verdict(logs: Logs, players: Iterable[Player], made: Iterable[str]) -> Verdict:
    """Hold the logs to what was acknowledged; every other fault of theirs is an AssertionError."""
    result = Verdict()
    _note_lost(result, [f"table {code}" for code in made if code not in logs])
    tables = {code: _states(code, entries, result) for code, entries in logs.items()}
    for player in players:
        _note_lost(result, _missing(player, logs.get(player.code, []), tables.get(player.code, [])))
        _check_refused(player, logs[player.code])
        _check_seen(player, tables[player.code])
    return result


def _note_lost(result: Verdict, lost: Sequence[str]) -> None:
    result.lost += len(lost)
    result.evidence += tuple(f"lost: {text}" for text in lost)


def _states(code: str, entries: list[Entry], result: Verdict) -> list[Table]:
    """A table after each of its versions, which are complete."""
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1)), f"{code} has gaps"
    commands = [entry.command for entry in entries if entry.command]
    twice = sorted({command for command in commands if commands.count(command) > 1}) if _repeats(commands) else []
    result.twice += len(twice)
    result.evidence += tuple(f"twice in {code}: {command}" for command in twice)
    tables: list[Table] = []
    table: Table | None = None
    for entry in entries:
        table = step(code, table, entry.version, entry.at, parse_event(entry.event))
        tables.append(table)
    return tables


def _repeats(commands: list[str]) -> bool:
    return len(commands) != len(set(commands))


def _missing(player: Player, entries: list[Entry], tables: list[Table]) -> list[str]:
    """What was acknowledged and is not there as it was meant."""
    mine = digest(player.token)[:16]
    versions = {entry.command: entry.version for entry in entries}
    missing = []
    for done in player.done:
        stored = versions.get(f"{mine}/{done.message['id']}")
        if done.message["do"] == "change" and stored is None and done.version <= len(tables):
            _assert_had(tables[done.version - 1], entries[done.version - 1], done.message)
        elif stored != done.version:
            missing.append(f"{player.code} {done.message} as version {done.version}; stored is {stored}")
        else:
            _assert_means(entries[done.version - 1], done)
    return missing


def _check_refused(player: Player, entries: list[Entry]) -> None:
    mine = digest(player.token)[:16]
    stored = {entry.command for entry in entries}
    refused = [name for name in player.refused if f"{mine}/{name}" in stored]
    assert not refused, f"refused and stored nevertheless: {refused}"


def _assert_had(table: Table, entry: Entry, message: Json) -> None:
    """A change that is not stored was to the setup that the table had, as far as that is still kept."""
    if isinstance(parse_event(entry.event), Superseded):
        assert table.setup.players == message["setup"]["players"]
    else:
        assert table.setup.shown == message["setup"]


def _assert_means(entry: Entry, done: Done) -> None:
    """An entry is what its command asked for."""
    message, event = done.message, parse_event(entry.event)
    assert event.kind in KINDS[message["do"]]
    about = json.loads(entry.event)
    told = {name: value for name, value in message.items() if name in ("move", "name", "bot", "shape")}
    if message["do"] not in ("agree", "leave"):
        assert {name: about[name] for name in told} == told
    if event.kind not in ("undone", "begun", "changed") and "seat" in message:
        assert about["seat"] == message["seat"]


def _check_seen(player: Player, tables: list[Table]) -> None:
    """Nobody saw what was not stored, nor a hand that is not theirs, and no socket showed versions out of order."""
    assert player.newest <= len(tables), f"{player.name} heard of version {player.newest} of {len(tables)}"
    assert not player.went_back, f"{player.name} saw versions out of order: {player.went_back[:5]}"
    browser = digest(player.token)
    for shown in player.seen:
        _check_shown(shown, tables[shown.version - 1], browser)


def _check_shown(shown: Shown, table: Table, browser: str) -> None:
    assert shown.seat is None or shown.seat in table.seats_of(browser), f"a hand of another seat was shown: {shown}"
    if table.position is None:
        assert shown.position is None
    else:
        assert shown.position == view_text(redact(table, table.position, shown.seat)), shown
