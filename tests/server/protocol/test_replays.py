"""Replays: a game move by move with all hands open, from a table or from a text that somebody brings."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

from bigpoints.bpr import record_text, records_text
from bigpoints.contract.answers import ReplayAnswer
from bigpoints.notation import parse_move, parse_position, position_text
from bigpoints.record import Record
from bigpoints.rules import legal_moves, play, scores, start
from bigpoints.server.protocol.replays import MAX_GAMES, replay_of_text
from bigpoints.server.table.commands import Next
from bigpoints.server.table.refusals import Refused
from support.kept_story import exported, replayed
from support.messages import as_sent
from support.story import BOARD, SMALL, WITH_BLACK, Story
from support.strategies import seeds

TAGS = '[Seat1 "Anna"]\n[Seat2 "Ben"]\n[Path "BRWBRK"]\n[First "1"]\n'
WIRED = "BRWBRK 0,0 BR -/- 1 m optional_bonus,inverted,wires=1:3"


def games(answer: ReplayAnswer) -> list[dict[str, Any]]:
    """The games of an answer, as clients get them."""
    told: list[dict[str, Any]] = as_sent(ReplayAnswer, answer)["games"]
    return told


def game(text: str) -> dict[str, Any]:
    (only,) = games(replay_of_text(text))
    return only


def refusal(text: str) -> dict[str, Any]:
    with pytest.raises(Refused) as refused:
        replay_of_text(text)
    return {"code": refused.value.code, **refused.value.about}


def drawn(seed: int, players: int = 2) -> Record:
    """A whole game, drawn."""
    rng = Random(seed)
    position = first = start(players, rng)
    plies = []
    while not position.is_over:
        plies.append(rng.choice(legal_moves(position)))
        position = play(position, plies[-1])
    return Record(first, tuple(f"Player {seat}" for seat in range(players)), tuple(plies))


# --- Texts ------------------------------------------------------------------------------------------------------------


@given(seeds)
def test_every_frame_is_the_position_after_its_ply(seed: int) -> None:
    record = drawn(seed, players=2 + seed % 4)
    shown = game(record_text(record))
    assert [frame["position"] for frame in shown["frames"]] == [position_text(each) for each in record.positions()]
    assert [frame["ply"]["move"] for frame in shown["frames"][1:]] == list(map(str, record.plies))
    assert [frame["turn"] for frame in shown["frames"][:-1]] == [frame["ply"]["seat"] for frame in shown["frames"][1:]]
    assert shown["frames"][-1]["turn"] is None
    assert shown["result"]["scores"] == list(scores(record.final))
    assert (shown["names"], shown["players"]) == (list(record.seats), record.start.players)


def test_a_ply_says_from_where_to_where_it_went_and_what_it_took() -> None:
    frames = game(f"{TAGS}\nB+ R- {{oh}}\n")["frames"]
    assert frames[0]["ply"] is None
    assert {name: frames[2]["ply"][name] for name in ("seat", "by", "from", "to", "takes", "disc")} == {
        "seat": 2,
        "by": None,
        "from": "0",
        "to": "5",
        "takes": 4,
        "disc": "B",
    }
    assert [frame["comments"] for frame in frames] == [[], [], ["oh"]]


def test_a_game_that_did_not_end_has_no_result() -> None:
    assert game(f"{TAGS}\nB+\n")["result"] is None
    assert game(TAGS)["frames"][0]["turn"] == 1


def test_options_and_wires_are_told_and_which_wires_were_tripped() -> None:
    record = Record(parse_position(WIRED), ("A", "B"), (parse_move("R+"),))
    shown = game(record_text(record))
    assert (shown["optional_bonus"], shown["inverted"], shown["wires"]) == (True, True, [1, 3])
    assert shown["frames"][1]["ply"]["wires"] == [1]


def test_several_games_of_a_series_know_their_places() -> None:
    first = f'[Event "Picnic"]\n[Series "Sunday"]\n[Game "1/2"]\n{TAGS}\nB+\n\n'
    both = games(replay_of_text(first + first.replace("1/2", "2/2")))
    assert [each["series"] for each in both] == [{"name": "Sunday", "game": n, "of": 2} for n in (1, 2)]
    assert both[0]["tags"] == {"Event": "Picnic", "Series": "Sunday", "Game": "1/2"}
    assert game(TAGS)["series"] is None
    assert game(f'[Series "Sunday"]\n[Game "first"]\n{TAGS}')["series"] is None


@pytest.mark.parametrize("text", [BOARD, f"\ufeff{BOARD}\r\n", f"  {BOARD} "])
def test_a_position_is_a_game_of_one_frame_by_nobody_known(text: str) -> None:
    shown = game(text)
    assert shown["frames"] == [{"position": BOARD, "turn": 1, "ply": None, "comments": []}]
    assert shown["names"] == ["", ""]


def test_a_file_with_a_mark_and_foreign_line_ends_is_read() -> None:
    assert len(game("\ufeff" + f"{TAGS}\nB+ R-\n".replace("\n", "\r\n"))["frames"]) == 3


# --- Bad texts --------------------------------------------------------------------------------------------------------


def test_a_move_that_cannot_be_played_is_named_with_its_place_and_the_legal_ones() -> None:
    assert refusal(f"{TAGS}\nB+ B^\n") == {
        "code": "bad_record",
        "problem": "illegal_move",
        "move": "B^",
        "legal": ["B+", "B-", "R+", "R-"],
        "ply": 2,
        "line": 6,
        "column": 4,
    }


@pytest.mark.parametrize(
    ("text", "field", "place"),
    [
        ("hello", "fields", (None, None)),
        ("BRWBRK 0,0 BR ?0/- 1 m", "hands", (None, None)),
        ("[x", "tag", (1, 1)),
        (f"{TAGS}\nB+ R? \n", "move", (6, 4)),
        (f'{TAGS}[Result "9/9"]\n\nB+\n', "Result", (5, 1)),
        ("{only a comment}", "seats", (1, 1)),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(
    text: str, field: str, place: tuple[int | None, int | None]
) -> None:
    told = refusal(text)
    assert (told["code"], told["problem"], told["field"]) == ("bad_record", "bad_notation", field)
    assert (told.get("line"), told.get("column")) == place
    assert told["accepted"]


def test_what_is_quoted_from_a_bad_text_is_short() -> None:
    assert len(refusal("x" * 50_000)["found"]) == 80


@pytest.mark.parametrize("text", ["", "  \n\n", "\ufeff"])
def test_nothing_is_no_game(text: str) -> None:
    assert refusal(text) == {"code": "bad_record", "problem": "empty"}


def test_only_so_many_games_are_shown_at_once() -> None:
    one = Record(parse_position(BOARD), ("A", "B"))
    assert len(games(replay_of_text(records_text([one] * MAX_GAMES)))) == MAX_GAMES
    told = refusal(records_text([one] * (MAX_GAMES + 1)))
    assert told == {"code": "too_big", "most": MAX_GAMES, "what": "games"}


def test_after_one_game_too_many_nothing_more_is_read() -> None:
    one = records_text([Record(parse_position(BOARD), ("A", "B"))])
    assert refusal(one * MAX_GAMES + "nonsense")["code"] == "bad_record"
    assert refusal(one * (MAX_GAMES + 1) + TAGS + "\nnonsense")["code"] == "too_big"


# --- Tables -----------------------------------------------------------------------------------------------------------


def code(story: Story, number: int | None = None) -> str:
    with pytest.raises(Refused) as refused:
        replayed(story, number)
    return refused.value.code


def test_a_finished_game_is_replayed_whole() -> None:
    story = Story.of(BOARD, "anna", "bot:level3").play(Random(1))
    (shown,) = replayed(story)["games"]
    assert shown["names"] == ["Anna", "bot:level3"]
    assert shown["frames"][-1]["position"] == story.position
    assert shown["result"]["scores"] == list(story.table.results[0])
    assert shown == game(exported(story))


def test_until_its_end_a_game_with_hidden_hands_is_not_replayed() -> None:
    story = Story.of(WITH_BLACK, "anna", "ben").move("R+")
    assert code(story) == code(story, 1) == "hidden_hands"
    assert code(Story("anna", None)) == "not_begun"
    story.play(Random(1))
    story.do("anna", Next)
    assert code(story) == code(story, 2) == "hidden_hands"
    assert code(story, 3) == "no_such_game"
    assert replayed(story, 1)["games"][0]["result"]


def test_with_open_hands_a_game_under_way_is_replayed_as_far_as_it_is() -> None:
    story = Story("anna", "ben", open_hands=True, **SMALL).settled().play(Random(1), 3)
    (shown,) = replayed(story)["games"]
    assert len(shown["frames"]) == 4
    assert shown["frames"][-1]["position"] == story.position
    assert shown["result"] is None
