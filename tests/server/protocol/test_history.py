"""The past of a table: its log and its records, hidden as long as hands are."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.bpr import parse_records, record_text
from bigpoints.contract.answers import LogLine
from bigpoints.record import Record, check
from bigpoints.rules import scores
from bigpoints.series import series_of
from bigpoints.server.protocol.history import last_round, log_view
from bigpoints.server.table.commands import Change, Next, SeatBot
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup
from support.kept_story import exported
from support.messages import as_sent
from support.story import BOARD, SMALL, THREE, WITH_BLACK, Story
from support.strategies import seeds
from support.views import view_of

RECORD = '[Event "Picnic"]\n[Date "2020.02.02"]\n[Seat1 "A"]\n[Seat2 "B"]\n[Path "BRWBRK"]\n[First "1"]\n\nB+ R-\n\n'


def lines(story: Story) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = as_sent(list[LogLine], log_view(story.table, story.log))
    return told


def moves_shown(story: Story) -> str:
    return " ".join(line["move"] for line in lines(story) if "move" in line)


def export(story: Story, game: int | None = None) -> Record:
    """The export, read again from its text."""
    text = exported(story, game)
    records = parse_records(text)
    assert len(records) == 1
    check(records[0])
    assert record_text(records[0]) == text
    return records[0]


def code(story: Story, game: int | None = None) -> str:
    with pytest.raises(Refused) as refused:
        exported(story, game)
    return refused.value.code


# --- The log ----------------------------------------------------------------------------------------------------------


def test_the_log_has_every_event_and_no_browser() -> None:
    story = Story("anna", None).sit("ben-browser")
    assert [line["kind"] for line in lines(story)] == ["created", "seated", "begun"]
    assert [line["version"] for line in lines(story)] == [1, 2, 3]
    assert lines(story)[1] == {"version": 2, "at": story.log[1][1], "kind": "seated", "seat": 2, "name": "Ben-Browser"}
    assert "owner" not in lines(story)[0]
    assert lines(story)[0]["seats"][0] == {"name": "Anna", "bot": None}


def test_until_the_end_it_shows_the_last_round_and_no_more() -> None:
    story = Story.of(THREE, "anna", "ben", "cleo").move("B+", "R+")
    assert moves_shown(story) == "B+ R+"
    assert moves_shown(story.move("Y+")) == "B+ R+ Y+"
    assert moves_shown(story.move("B+")) == "R+ Y+ B+"
    hidden = lines(story)[2]
    assert hidden == {"version": 3, "at": story.log[2][1], "kind": "ply", "seat": 1, "by": "person"}


def test_the_plies_that_it_shows_of_the_last_game_say_what_they_did() -> None:
    story = Story.of(WITH_BLACK, "anna", "ben").move("R+", ".", "B+")
    told = [{key: value for key, value in line.items() if key not in ("version", "at")} for line in lines(story)[2:]]
    assert told == [
        {"kind": "ply", "seat": 1, "move": "R+", "by": "person", "from": "0", "to": "2", "takes": 3, "disc": "W"},
        {"kind": "ply", "seat": 1, "move": ".", "by": "person"},
        {"kind": "ply", "seat": 2, "move": "B+", "by": "person", "from": "0", "to": "1", "takes": 4, "disc": "B"},
    ]
    assert [view["move"] for view in view_of(story.table)["last"]] == ["B+"]
    assert view_of(story.table)["last"] == [{key: told[2][key] for key in told[2] if key != "kind"}]
    wired = Story.of("BRWBRK 0,0 BR -/- 1 m wires=1:3", "anna", "ben").move("R+")
    assert lines(wired)[-1]["wires"] == [1]


def test_what_is_hidden_does_not_say_what_it_did_nor_does_what_was_undone() -> None:
    story = Story.of(THREE, "anna", "bot:random", "bot:random").move("B+", "R+", "Y+", "B+", "R+").undo("anna", 1)
    effects = [line["version"] for line in lines(story) if "disc" in line]
    assert effects == [3, 4, 5]
    story.move("Y+")
    assert [line["version"] for line in lines(story) if "disc" in line] == [4, 5, 9]
    assert all(line.keys() == {"version", "at", "kind", "seat", "by"} for line in lines(story)[5:7])


def test_after_a_continued_record_the_plies_made_here_say_what_they_did() -> None:
    story = Story.continuing(RECORD, "anna", "ben").play(Random(1), 1)
    (ply,) = [line for line in lines(story) if line["kind"] == "ply"]
    assert (ply["seat"], ply["takes"]) == (1, story.table.plies[-1].taken)


def test_a_round_is_a_turn_of_each_however_many_plies() -> None:
    story = Story.of("BRWBRYY.WBRYRBYK 0,0,0 BRY K/- 1 m", "anna", "ben")
    story.move("B+", ".", "R+", "B+", ".")
    assert moves_shown(story) == "R+ B+ ."
    assert [ply.move for ply in last_round(story.table)] == ["R+", "B+", "."]


def test_what_was_undone_is_hidden() -> None:
    story = Story.of(THREE, "anna", "bot:random", "bot:random").move("B+", "R+", "Y+", "B+", "R+").undo("anna", 1)
    assert moves_shown(story) == "B+ R+ Y+"
    story.move("Y+")
    assert moves_shown(story) == "R+ Y+ Y+"
    undone = [line for line in lines(story) if line["kind"] == "undone"]
    assert [(line["seat"], line["plies"]) for line in undone] == [(1, 3)]


def test_a_start_with_discs_in_hands_is_shown_as_a_spectator_sees_it() -> None:
    story = Story.of(WITH_BLACK, "anna", "ben")
    assert lines(story)[1]["start"] == "BRWBR. 0,0 BR ?1/?0 1 m"
    story.play(Random(1))
    assert lines(story)[1]["start"] == WITH_BLACK


def test_the_plies_of_a_continued_record_are_hidden() -> None:
    story = Story.continuing(RECORD, "anna", "ben")
    assert lines(story)[1]["plies"] == []
    assert "opening" not in lines(story)[0]
    assert lines(story.play(Random(1)))[1]["plies"] == ["B+", "R-"]


def test_after_the_end_and_with_open_hands_everything_is_shown() -> None:
    story = Story.of(THREE, "anna", "ben", "cleo").play(Random(1))
    assert moves_shown(story) == story.moves
    story = Story.of(WITH_BLACK, "anna", "ben", open_hands=True).move("B+", ".", "R-")
    assert moves_shown(story) == "B+ . R-"
    assert lines(story)[1]["start"] == WITH_BLACK


def test_the_games_before_are_shown_while_the_next_one_is_hidden() -> None:
    story = Story("anna", "ben", **SMALL).settled().play(Random(1))
    first = story.moves
    story.do("anna", Next)
    assert moves_shown(story) == first
    story.play(Random(2), 1)
    assert moves_shown(story) == f"{first} {story.moves}"


def test_what_came_after_the_table_that_is_known_is_not_shown() -> None:
    story = Story("anna", "ben", **SMALL).settled().play(Random(1))
    known = story.table
    story.do("anna", Next)
    story.play(Random(2), 3)
    assert [line["version"] for line in log_view(known, story.log)][-1] == known.version


@settings(max_examples=30, deadline=None)
@given(seeds, st.integers(2, 4), st.integers(0, 40), st.integers(1, 30))
def test_the_pages_of_a_log_are_the_log(seed: int, players: int, plies: int, limit: int) -> None:
    rng = Random(seed)
    story = Story("anna", *["bot:random"] * (players - 1), **SMALL).settled().play(rng)
    story.do("anna", Next)
    for _ in range(plies):
        if story.table.board.is_over:
            break
        story.play(rng, 1)
        if rng.random() < 0.2 and any(ply.seat == 1 for ply in story.table.plies) and not story.table.board.is_over:
            story.undo("anna", 1)
    pages = [log_view(story.table, story.log[begin : begin + limit]) for begin in range(0, len(story.log), limit)]
    assert [line for page in pages for line in page] == log_view(story.table, story.log)


@settings(max_examples=30, deadline=None)
@given(seeds, st.integers(2, 5), st.integers(1, 60))
def test_in_any_game_with_any_undos_the_last_round_is_all(seed: int, players: int, plies: int) -> None:
    rng = Random(seed)
    story = Story("anna", *["bot:random"] * (players - 1)).settled()
    for _ in range(plies):
        story.play(rng, 1)
        if rng.random() < 0.1 and not story.table.board.is_over and any(p.seat == 1 for p in story.table.plies):
            story.undo("anna", 1)
    if story.table.board.is_over:
        return
    standing = story.table.plies
    shown = moves_shown(story).split()
    assert shown == [ply.move for ply in standing[len(standing) - len(shown) :]]
    turns = {ply.turn for ply in standing[len(standing) - len(shown) :]}
    assert len(turns) == min(players, standing[-1].turn if standing else 0)
    assert export(story).comments == ({0: (f"last round: {' '.join(shown)}",)} if shown else {})


# --- Records ----------------------------------------------------------------------------------------------------------


def test_a_finished_game_is_exported_whole_and_replays_to_its_scores() -> None:
    story = Story("anna", "bot:random", **SMALL, wires=True, inverted=True, optional_bonus=True).settled()
    record = export(story.play(Random(4)))
    assert record.start == story.table.start
    assert " ".join(map(str, record.plies)) == story.moves
    assert scores(record.final) == story.table.results[-1]
    assert record.seats == ("Anna", "bot:random")
    assert dict(record.tags) == {"Date": "1970.02.11"}


def test_of_a_game_under_way_only_start_and_last_round_are_exported() -> None:
    story = Story.of(THREE, "anna", "ben", "cleo").move("B+", "R+", "Y+", "B+")
    record = export(story)
    assert record.plies == ()
    assert record.comments == {0: ("last round: R+ Y+ B+",)}
    assert record.tags["Hidden"] == "1"
    assert record.result == "*"


def test_with_open_hands_a_game_under_way_is_exported_as_it_is() -> None:
    record = export(Story.of(WITH_BLACK, "anna", "ben", open_hands=True).move("B+", "B+"))
    assert list(map(str, record.plies)) == ["B+", "B+"]
    assert "Hidden" not in record.tags


def test_a_game_that_began_with_hidden_hands_is_not_exported_until_its_end() -> None:
    story = Story.of(WITH_BLACK, "anna", "ben").move("B+")
    assert code(story) == "hidden_hands"
    assert export(story.play(Random(1))).start == story.table.start


def test_a_continued_record_keeps_its_tags_and_its_plies() -> None:
    story = Story.continuing(RECORD, "anna", "ben").play(Random(1))
    record = export(story)
    assert dict(record.tags) == {"Event": "Picnic", "Date": "2020.02.02"}
    assert list(map(str, record.plies))[:2] == ["B+", "R-"]
    story.do("anna", Next)
    assert "Event" not in export(story).tags


def test_an_export_under_way_can_be_continued_from_its_start() -> None:
    begun = Story.of(BOARD, "anna", "ben").move("B+")
    story = Story.continuing(record_text(export(begun)), "anna", "ben").play(Random(1))
    assert "Hidden" not in export(story).tags


def test_the_games_of_a_series_make_a_series() -> None:
    story = Story("anna", "ben", "cleo", series=True, **SMALL).settled()
    for seed in range(4):
        story.play(Random(seed)).do("anna", Next)
    records = [export(story, game) for game in (1, 2, 3)]
    series = series_of(records)
    assert series.is_over
    assert series.totals == tuple(map(sum, zip(*story.table.results[:3], strict=True)))
    assert [record.tags["Game"] for record in records] == ["1/3", "2/3", "3/3"]
    assert export(story, 4).tags["Game"] == "1/3"
    assert export(story).tags["Game"] == "2/3"


def test_any_finished_game_can_be_named() -> None:
    story = Story("anna", "ben", **SMALL).settled()
    assert code(Story("anna", None)) == "not_begun"
    assert code(story, 2) == "no_such_game"
    first = story.play(Random(1)).moves
    assert " ".join(map(str, export(story, 1).plies)) == first
    story.do("anna", Next)
    assert " ".join(map(str, export(story, 1).plies)) == first
    assert export(story, 2).plies == ()
    assert code(story, 3) == "no_such_game"


def test_who_leaves_after_the_end_stays_on_record() -> None:
    story = Story("anna", "ben", **SMALL).settled().play(Random(1)).leave("ben", 2)
    assert export(story).seats == ("Anna", "Ben")
    story.do("anna", SeatBot, seat=2, bot="random")
    story.do("anna", Next)
    assert export(story, 1).seats == ("Anna", "Ben")
    assert export(story).seats == ("Anna", "bot:random")


def test_a_setup_that_changes_after_the_end_does_not_change_the_record() -> None:
    story = Story("anna", "ben", **SMALL).settled().play(Random(1))
    record = export(story)
    story.do("anna", Change, setup=Setup(series=True, **SMALL))
    assert export(story) == record
    story.do("anna", Next)
    assert export(story, 1) == record
    assert export(story).tags["Game"] == "1/2"


def test_a_table_that_changes_its_size_keeps_its_games() -> None:
    story = Story("anna", "ben", **SMALL).settled().play(Random(1))
    record = export(story)
    story.do("anna", Change, setup=Setup(players=3, **SMALL))
    assert export(story) == record
    story.sit("cleo")
    assert export(story, 1) == record
    assert export(story).start.players == 3
