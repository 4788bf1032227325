"""R21: whatever chain of seats taken, left, freed and handed over, no player is ever shown a hand of somebody else."""

from collections import defaultdict
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.notation import parse_view
from bigpoints.position import Hand
from bigpoints.server.table.commands import (
    Agree,
    Change,
    Command,
    Free,
    HandOver,
    Leave,
    Next,
    Return,
    SeatBot,
    Sit,
    StandIn,
    Start,
    Undo,
)
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup
from support.story import SMALL, THREE, Story
from support.views import view_of

BROWSERS = ("anna", "ben", "cleo", "tablet")
SEATINGS = (
    ("anna", "ben", "bot:random"),
    ("ben", "cleo", "bot:random"),
    ("anna", "anna", "ben"),
    ("tablet", "ben", "tablet", "bot:random"),
    ("bot:random", "bot:random"),
    ("anna", None, None),
)
"""With the owner at the table or not, bots, and two seats at one browser."""


class Step(NamedTuple):
    """Something that somebody tries: to sit down, to get a seat handed over, or what its person can do in a seat."""

    what: str
    who: str
    seat: int


class Watched:
    """A story, with the hands that every browser could have looked at, game by game."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.shown: dict[tuple[int, str], set[int]] = defaultdict(set)
        self.at_start: dict[int, list[set[int]]] = {}
        self.made: dict[tuple[int, int], list[tuple[int, str | None]]] = defaultdict(list)
        """The versions of the plies of each seat, and whose the seat was."""
        self.seen_at: dict[tuple[int, str, int], int] = defaultdict(int)
        """The version at which a browser was last shown a hand."""
        self.look()

    def attempt(self, step: Step) -> None:
        """Try something, and let everybody look."""
        before = self.story.table
        attempt(self.story, step)
        table = self.story.table
        for ply in table.plies:
            if ply.version > before.version and ply.by == "person":
                self.made[table.game, ply.seat].append((ply.version, before.seats[ply.seat - 1].browser))
        if table.state == "playing" and not table.setup.open_hands and step.what != "hand over":
            self.check_news()
        self.look()

    def check_news(self) -> None:
        """Who has had a hand of this game is shown none that somebody else has played with since."""
        table = self.story.table
        for who in BROWSERS:
            for seat in hands_shown(self.story, who) if self.shown[table.game, who] else ():
                seen = self.seen_at[table.game, who, seat]
                since = {browser for version, browser in self.made[table.game, seat] if version > seen}
                assert since <= {who}, (table.game, who, seat)

    def look(self) -> None:
        """Let everybody look at all that they are shown now, through the views that they get."""
        table = self.story.table
        if table.state == "playing" and table.game not in self.at_start:
            self.at_start[table.game] = [set(table.seats_of(who)) for who in BROWSERS]
        for who in BROWSERS:
            if table.state == "playing" and not table.setup.open_hands:
                shown = hands_shown(self.story, who)
                self.shown[table.game, who] |= shown
                self.seen_at |= {(table.game, who, seat): table.version for seat in shown}

    def check(self, people: tuple[str, ...]) -> None:
        """None of these was shown two hands of a game, but those that one browser had from its start."""
        for (game, who), seats in self.shown.items():
            is_theirs = len(seats) < 2 or any(seats <= own for own in self.at_start[game])
            assert is_theirs or who not in people, (game, who, seats)


def hands_shown(story: Story, who: str) -> set[int]:
    """The seats whose hands are open in a view that a browser can have."""
    shown = set()
    for seat in (None, *story.table.seats_of(who)):
        position = view_of(story.table, who, seat)["position"]
        assert position
        hands = parse_view(position).hands
        shown |= {number for number, hand in enumerate(hands, start=1) if isinstance(hand, Hand)}
    return shown


def attempt(story: Story, step: Step) -> None:
    """Do something, unless it is refused."""
    try:
        if step.what == "play":
            story.play(Random(step.seat), 1 if step.who == "anna" else 12)
        else:
            who, wish, about = wish_of(story, step)
            story.do(who, wish, **about)
    except Refused:
        return
    story.settled()


def wish_of(story: Story, step: Step) -> tuple[str, type[Command], dict[str, Any]]:
    """Who asks for what, and about what."""
    seats = story.table.seats
    seat = min(step.seat, len(seats))
    owner, person = "anna", seats[seat - 1].browser or step.who
    setup = Setup(players=len(seats), open_hands=step.seat > 2, **SMALL)
    wishes: dict[str, tuple[str, type[Command], dict[str, Any]]] = {
        "sit": (step.who, Sit, {"seat": seat, "name": "Somebody"}),
        "sit anywhere": (step.who, Sit, {"name": "Somebody"}),
        "leave": (person, Leave, {"seat": seat}),
        "return": (person, Return, {"seat": seat}),
        "undo": (person, Undo, {"seat": seat}),
        "agree": (person, Agree, {"seat": seat}),
        "next": (step.who, Next, {}),
        "hand over": ("server", HandOver, {"seat": seat, "giver": person, "browser": step.who}),
        "stand in": ("server", StandIn, {"seat": seat}),
        "free": (owner, Free, {"seat": seat}),
        "bot": (owner, SeatBot, {"seat": seat, "bot": "random"}),
        "start": (owner, Start, {}),
        "change": (owner, Change, {"setup": setup}),
    }
    return wishes[step.what]


OFTEN = ("sit", "free", "hand over")
SELDOM = ("sit anywhere", "leave", "return", "bot", "stand in", "play", "undo", "agree", "start", "next", "change")
steps = st.builds(
    Step,
    what=st.sampled_from(OFTEN) | st.sampled_from(SELDOM),
    who=st.sampled_from(BROWSERS),
    seat=st.integers(1, 4),
)


@pytest.mark.parametrize("people", [BROWSERS[:1], BROWSERS[1:]], ids=["owner", "others"])
@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SEATINGS), st.booleans(), st.lists(steps, min_size=10, max_size=40))
def test_by_no_chain_of_commands_is_anybody_shown_the_hands_of_two_players(
    people: tuple[str, ...], seats: tuple[str | None, ...], open_hands: bool, chain: list[Step]
) -> None:
    watched = Watched(Story(*seats, open_hands=open_hands, **SMALL).settled())
    for step in chain:
        watched.attempt(step)
    watched.check(people)


few_steps = st.builds(
    Step,
    what=st.sampled_from(("sit", "free", "hand over", "play")),
    who=st.sampled_from(BROWSERS[:2]),
    seat=st.integers(1, 2),
)


@settings(max_examples=500, deadline=None)
@given(
    st.sampled_from([("anna", "anna"), ("anna", "ben"), ("ben", "ben")]), st.lists(few_steps, min_size=4, max_size=14)
)
def test_by_no_chain_of_the_few_commands_that_matter_either(seats: tuple[str, ...], chain: list[Step]) -> None:
    watched = Watched(Story(*seats).settled())
    for step in chain:
        watched.attempt(step)
    watched.check(BROWSERS)


# --- The chains that were found ---------------------------------------------------------------------------------------


def begun(**setup: Any) -> Story:
    """Anna, who owns the table, Ben and a bot; the bot has moved."""
    story = Story.of(THREE, "anna", "ben", "bot:random", **setup)
    return story.play(Random(1), 3)


@pytest.mark.parametrize("who", ["anna", "ben"])
@pytest.mark.parametrize("named", [True, False])
def test_who_plays_does_not_look_into_the_hand_of_a_bot_that_is_sent_away(who: str, named: bool) -> None:
    story = begun()
    story.do("anna", Free, seat=3)
    assert story.code(who, Sit, name="Peek", **{"seat": 3} if named else {}) == "hidden_hands"
    assert hands_shown(story, who) == {1 if who == "anna" else 2}
    assert [view_of(story.table, each, None).get("barred") for each in (who, "cleo", None)] == [[3], None, None]
    assert story.sit("cleo", 3).table.people == (1, 2, 3)


@pytest.mark.parametrize("who", ["anna", "ben"])
def test_who_has_played_does_not_either(who: str) -> None:
    story = begun()
    own = 1 if who == "anna" else 2
    for seat in (own, 3):
        story.do("anna", Free, seat=seat)
    assert story.table.seats_of(who) == ()
    assert story.code(who, Sit, seat=3, name="Peek") == "hidden_hands"
    assert story.sit(who).table.seats_of(who) == (own,)


def test_the_owner_takes_over_no_hand_of_somebody_whom_they_removed() -> None:
    story = Story.of(THREE, "ben", "cleo", "bot:random")
    story.do("anna", Free, seat=2)
    assert story.code("anna", Sit, name="Anna") == "hidden_hands"
    story.do("anna", Free, seat=3)
    assert story.sit("anna").table.seats_of("anna") == (3,)


@pytest.mark.parametrize("way", ["handed over", "freed"])
def test_who_had_a_seat_does_not_get_it_back_after_somebody_else_has_played_in_it(way: str) -> None:
    story = Story.of(THREE, "anna", "anna", "cleo").play(Random(1), 3)
    if way == "handed over":
        story.do("server", HandOver, seat=2, giver="anna", browser="ben")
    else:
        story.do("anna", Free, seat=2)
        story.sit("ben", 2)
    story.play(Random(1), 3)
    story.do("anna", Free, seat=2)
    assert story.code("anna", Sit, seat=2, name="Anna") == "hidden_hands"
    assert view_of(story.table, "anna", None).get("barred") == [2]
    assert story.sit("ben", 2).table.seats_of("ben") == (2,)


def test_who_was_freed_from_a_seat_takes_it_again_after_a_bot_has_played_in_it() -> None:
    story = begun()
    story.do("anna", Free, seat=2)
    story.play(Random(1), 3)
    assert story.sit("ben", 2).table.seats_of("ben") == (2,)


def test_a_player_gives_their_hand_to_no_other_player() -> None:
    story = begun()
    assert story.code("server", HandOver, seat=2, giver="ben", browser="anna") == "hidden_hands"
    story.do("server", HandOver, seat=2, giver="ben", browser="phone")
    assert story.code("server", HandOver, seat=1, giver="anna", browser="phone") == "hidden_hands"
    story.do("server", HandOver, seat=2, giver="phone", browser="ben")
    assert story.table.seats_of("ben") == (2,)


def test_a_device_with_two_seats_moves_both_to_another_one_after_the_other() -> None:
    story = Story.of(THREE, "tablet", "ben", "tablet")
    story.do("server", HandOver, seat=1, giver="tablet", browser="phone")
    story.do("server", HandOver, seat=3, giver="tablet", browser="phone")
    assert story.table.seats_of("phone") == (1, 3)


def test_nothing_is_secret_before_the_game_after_it_and_with_open_hands() -> None:
    before, over, still_open = Story("anna", "ben", None), begun().play(Random(1)), begun(open_hands=True)
    assert before.sit("anna").table.seats_of("anna") == (1, 3)
    for story in (over, still_open):
        story.do("anna", Free, seat=3)
        assert story.sit("ben", 3).table.seats_of("ben") == (2, 3)
        story.do("server", HandOver, seat=1, giver="anna", browser="ben")


def test_every_game_has_secrets_of_its_own() -> None:
    story = begun().play(Random(1))
    story.do("anna", Free, seat=1)
    story.do("anna", Free, seat=3)
    story.sit("anna", 3).sit("cleo", 1)
    story.do("ben", Next)
    story.do("anna", Free, seat=1)
    assert story.code("anna", Sit, name="Anna") == "hidden_hands"
    story.do("anna", Free, seat=3)
    assert story.sit("anna").table.seats_of("anna") == (3,)
