"""Whatever anybody asks for, in any order: an event that can be read again, or a refusal; and always a whole view."""

from contextlib import suppress
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.bpr import parse_records
from bigpoints.record import check
from bigpoints.rules import legal_moves
from bigpoints.server.protocol.history import log_view
from bigpoints.server.table.commands import (
    Agree,
    Change,
    Command,
    Decline,
    Free,
    HandOver,
    Leave,
    MakeMove,
    Next,
    Return,
    SeatBot,
    Settle,
    Sit,
    StandIn,
    Start,
    Undo,
)
from bigpoints.server.table.decide import decide, needs_settling
from bigpoints.server.table.events import event_text, parse_event
from bigpoints.server.table.refusals import STATUS, Refused
from bigpoints.server.table.setup import Setup, opening_from_position
from bigpoints.server.table.snapshot import parse_snapshot, snapshot_text
from bigpoints.server.table.state import after, step
from support.kept_story import exported
from support.story import SMALL, Story, actor, fold
from support.strategies import seeds
from support.views import view_of

WHO = ("anna", "ben", "cleo", "server", "clock")
ABOUT_SEATS = (Leave, Return, Free, StandIn)
ABOUT_UNDO = (Undo, Agree, Decline)


def any_command(story: Story, rng: Random) -> Command:
    """Anything that can be asked for, moves most of all."""
    name, seat = f"c{rng.random()}", rng.randint(1, len(story.table.seats) + (rng.random() < 0.02))
    version = max(1, story.table.version - (rng.random() < 0.1))
    if story.table.state == "playing" and rng.random() < 0.6:
        moves = legal_moves(story.table.board)
        return MakeMove(id=name, version=version, seat=story.table.board.seat, move=str(rng.choice(moves)))
    setup = Setup(players=rng.randint(2, 4), series=rng.random() < 0.5, open_hands=rng.random() < 0.3, **SMALL)
    return rng.choice(
        [
            Start(id=name),
            Next(id=name),
            Settle(id=name),
            Change(id=name, setup=setup),
            Sit(id=name, seat=rng.choice([None, seat]), name="Somebody"),
            SeatBot(id=name, seat=seat, bot="random"),
            HandOver(id=name, seat=seat, giver="ben", browser="phone"),
            *(wish(id=name, seat=seat) for wish in ABOUT_SEATS),
            *(wish(id=name, version=version, seat=seat) for wish in ABOUT_UNDO for _ in range(2)),
        ]
    )


def try_anything(story: Story, rng: Random) -> None:
    """Somebody asks for something; it happens, or is refused with a code that there is."""
    who = rng.choice((*WHO, *(seat.browser for seat in story.table.seats if seat.browser)))
    codes = []
    try:
        event = decide(story.table, actor(who), any_command(story, rng), rng)
        assert parse_event(event_text(event)) == event
        story.happen(event)
    except Refused as refused:
        codes.append(refused.code)
    assert set(codes) <= set(STATUS)


def check_views(story: Story) -> None:
    """Every browser has a whole view, whichever of its hands it looks at."""
    table = story.table
    for who in (*WHO[:3], "phone", None):
        for seat in (None, *table.seats_of(who)):
            view_of(table, who, seat)
    assert len(table.seats) == table.setup.players
    assert table.position is None or table.position.players == table.setup.players
    assert table.request is None or table.seats[table.request.seat - 1].is_person


def check_snapshots(story: Story) -> None:
    """The table is the same whether it is folded from its log, or restored at any version and folded from there."""
    table = None
    for version, at, event in story.log:
        table = step(story.table.code, table, version, at, event)
        restored = parse_snapshot(snapshot_text(table))
        assert restored == table
        for later in story.log[version : version + 5]:
            restored = after(restored, *later)
        assert restored == fold(story.table.code, story.log[: version + 5])
    assert table == story.table


def check_records(story: Story) -> None:
    """Every game that is over can be had as a record; the one under way as far as it may."""
    table = story.table
    is_playing = table.state == "playing"
    for game in range(1, table.game + (not is_playing)):
        (record,) = parse_records(exported(story, game))
        assert check(record).is_over
    if is_playing:
        with suppress(Refused):  # Its start may have discs in hidden hands.
            (record,) = parse_records(exported(story))
            assert not check(record).is_over


@settings(max_examples=30, deadline=None)
@given(seeds, st.integers(2, 4), st.booleans())
def test_any_story_of_a_table_can_be_told(seed: int, players: int, from_a_position: bool) -> None:
    rng = Random(seed)
    opening = opening_from_position("BRWB.. 0,0 BR K/R 1 m") if from_a_position else None
    seats = ["anna", *[None] * ((2 if opening else players) - 1)]
    story = Story(*seats, opening=opening, **SMALL)
    for _ in range(10):
        for _ in range(8):
            try_anything(story, rng)
        check_views(story)
    check_snapshots(story)
    assert len(log_view(story.table, story.log)) == story.table.version
    check_records(story)
    if needs_settling(story.table):
        story.settled()
        assert not needs_settling(story.table)
