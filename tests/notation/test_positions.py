"""Positions as text: what is read, what is written, what is refused and how."""

import pytest

from bigpoints.notation import parse_position, parse_view, position_text, view_text
from bigpoints.position import STAIRCASE, Hand, Options, Phase, Position
from support.drawn_positions import refused

START = "GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY 0,0,0,0,0 BRYGP -/- 1 m"


def test_the_fields_of_a_position_are_read_as_the_notation_has_them() -> None:
    position = parse_position("..BR... s0,4 BR BW!12/RK2 2 x optional_bonus,inverted,wires=1:5")
    assert position == Position(
        path="..BR...",
        pawns=(STAIRCASE + 0, 4),
        pile="BR",
        hands=(Hand(blue=1, white=1, penalties=12), Hand(red=1, black=2)),
        seat=2,
        phase=Phase.EXTRA,
        options=Options(optional_bonus=True, inverted=True, wires=(1, 5)),
    )


@pytest.mark.parametrize(
    "bpn",
    [
        START,
        "B 0 B -/- 1 m",
        "..BR 3,0 BR R/B 1 m",
        "..BR 3,4 BR R/B/-/-/- 5 m",
        "..BR s1,4 R B2/R 2 m",
        "..BR s1,s0 - B2R/R 1 e",
        "..BR s1,s0 BR BR/- 1 e optional_bonus",
        "..BR s1,4 BR B/R 1 m optional_bonus",
        "..BR s0,4 R B2/R 1 m inverted",
        "..BR 3,0 BR R!/B!2 1 m",
        "..BR 3,0 BR R/B 1 m wires=1:2:3",
        ".B.BR 2,0 BR RK/- 1 x",
        "." * 55 + " s4,s3,s2,s1,s0 - B10R10Y10G10P10W5K5/- 1 e",
    ],
)
def test_a_position_is_written_as_it_is_read(bpn: str) -> None:
    assert position_text(parse_position(bpn)) == bpn
    assert view_text(parse_view(bpn)) == bpn


@pytest.mark.parametrize(
    ("bpn", "found"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param("..BR", "..BR", id="one field"),
        pytest.param("..BR 3,0 BR R/B 1", "..BR 3,0 BR R/B 1", id="five fields"),
        pytest.param("..BR 3,0 BR R/B 1 m inverted x", "..BR 3,0 BR R/B 1 m inverted x", id="eight fields"),
        pytest.param("..BR  3,0 BR R/B 1 m", "..BR  3,0 BR R/B 1 m", id="two spaces"),
        pytest.param(" ..BR 3,0 BR R/B 1 m", " ..BR 3,0 BR R/B 1 m", id="a space before"),
        pytest.param("..BR 3,0 BR R/B 1 m ", "..BR 3,0 BR R/B 1 m ", id="a space behind"),
        pytest.param("..BR\t3,0 BR R/B 1 m", "..BR\t3,0 BR R/B 1 m", id="a tab"),
        pytest.param("..BR 3,0 BR R/B 1\u00a0m", "..BR 3,0 BR R/B 1\u00a0m", id="a space that does not break"),
    ],
)
def test_a_position_has_six_or_seven_fields(bpn: str, found: str) -> None:
    refusal = refused(bpn)
    assert (refusal.field, refusal.found) == ("fields", found)
    assert "6 or 7 fields" in refusal.accepted


@pytest.mark.parametrize(
    ("bpn", "field", "found", "accepted"),
    [
        pytest.param("..br 3,0 BR R/B 1 m", "path", "..br", "B R Y G P W K", id="small letters in the path"),
        pytest.param("..BR\n 3,0 BR R/B 1 m", "path", "..BR\n", "B R Y G P W K", id="a line break in the path"),
        pytest.param("..BX 3,0 BR R/B 1 m", "path", "..BX", "B R Y G P W K", id="no such disc"),
        pytest.param("..BR 3 B R/B 1 m", "pawns", "3", "R too", id="a pawn too few for the path"),
        pytest.param("..BR 3,0,0,0,0,0 BR R/B 1 m", "pawns", "3,0,0,0,0,0", "1 to 5", id="six pawns"),
        pytest.param("..BR 3,,0 BR R/B 1 m", "pawns", "3,,0", "1 to 5", id="a pawn without a place"),
        pytest.param("..BR 03,0 BR R/B 1 m", "pawns", "03,0", "1 to 5", id="a leading zero"),
        pytest.param("..BR +3,0 BR R/B 1 m", "pawns", "+3,0", "1 to 5", id="a sign"),
        pytest.param("..BR -3,0 BR R/B 1 m", "pawns", "-3,0", "1 to 5", id="below zero"),
        pytest.param("..BR ٣,0 BR R/B 1 m", "pawns", "٣,0", "1 to 5", id="an Arabic digit"),
        pytest.param("..BR 3\n,0 BR R/B 1 m", "pawns", "3\n,0", "1 to 5", id="a line break in the pawns"),
        pytest.param("..BR s5,0 BR R/B 1 m", "pawns", "s5,0", "1 to 5", id="no such step"),
        pytest.param("..BR S1,0 R BR/B 1 m", "pawns", "S1,0", "1 to 5", id="a large s"),
        pytest.param("..BR s,0 R BR/B 1 m", "pawns", "s,0", "1 to 5", id="a step without its worth"),
        pytest.param("..BR 4,0 BR R/B 1 m", "pawns", "4,0", "whose disc is B", id="on a disc of another colour"),
        pytest.param("..BR 1,0 BR R/B 1 m", "pawns", "1,0", "whose disc is B", id="on a disc that is gone"),
        pytest.param("..BR 5,0 BR R/B 1 m", "pawns", "5,0", "whose disc is B", id="beyond the path"),
        pytest.param("..BR 99,0 BR R/B 1 m", "pawns", "99,0", "whose disc is B", id="far beyond the path"),
        pytest.param("..BR s0,4 R B2/R 1 m", "pawns", "s0,4", "s1", id="the lower step first"),
        pytest.param("..BR s1,s1 - B2R/R 1 e", "pawns", "s1,s1", "s0 s1", id="two on a step"),
        pytest.param("..BR s1,4 R B2/R 1 m inverted", "pawns", "s1,4", "s0", id="inverted, the higher step first"),
        pytest.param("..BR s4,s3 - B2R/R 1 e", "pawns", "s4,s3", "s0 s1", id="steps of a larger board"),
        pytest.param("..BR 3,0 RB R/B 1 m", "pile", "RB", "BR,", id="the pile out of order"),
        pytest.param("..BR 3,0 BBR R/B 1 m", "pile", "BBR", "BR,", id="twice the same in the pile"),
        pytest.param("..BR 3,0 B R/B 1 m", "pile", "B", "BR,", id="too little in the pile"),
        pytest.param("..BR 3,0 BRY R/B 1 m", "pile", "BRY", "BR,", id="a colour that is not in the game"),
        pytest.param("..BR 3,0 BRW R/B 1 m", "pile", "BRW", "BR,", id="white in the pile"),
        pytest.param("..BR 3,0 BR- R/B 1 m", "pile", "BR-", "BR,", id="a stroke behind the pile"),
        pytest.param("..BR s1,s0 BR BR/- 1 e", "pile", "BR", "-,", id="left bonus discs without the option"),
        pytest.param("..BR s1,4 B BR/R 1 m optional_bonus", "pile", "B", "R,", id="a waiting pawn without its bonus"),
        pytest.param("..BR 3,0 BR RB 1 m", "hands", "RB", "2 to 5 hands", id="one hand"),
        pytest.param("..BR 3,0 BR R/B/-/-/-/- 1 m", "hands", "R/B/-/-/-/-", "2 to 5 hands", id="six hands"),
        pytest.param("..BR 3,0 BR R/B/ 1 m", "hands", "", "or -", id="a hand without a text"),
        pytest.param("..BR 3,0 BR RB/- 1 m", "hands", "RB", "in this order", id="a hand out of order"),
        pytest.param("..BR 3,0 BR BRR/- 1 m", "hands", "BRR", "in this order", id="a letter twice"),
        pytest.param("..BR 3,0 BR B1/R 1 m", "hands", "B1", "count if over 1", id="a count of 1"),
        pytest.param("..BR 3,0 BR B0R/B 1 m", "hands", "B0R", "count if over 1", id="a count of 0"),
        pytest.param("..BR 3,0 BR B02/R 1 m", "hands", "B02", "count if over 1", id="a count with a leading zero"),
        pytest.param("..BR 3,0 BR B٢/R 1 m", "hands", "B٢", "count if over 1", id="an Arabic count"),
        pytest.param("..BR 3,0 BR R2B/- 1 m", "hands", "R2B", "in this order", id="out of order with counts"),
        pytest.param("..BR 3,0 BR BY/R 1 m", "hands", "BY", "BRWK", id="a colour that is not in the game, in a hand"),
        pytest.param("..BR 3,0 BR -R/B 1 m", "hands", "-R", "or -", id="a stroke and a disc"),
        pytest.param("..BR 3,0 BR !R/B 1 m", "hands", "!R", "then !", id="penalties first"),
        pytest.param("..BR 3,0 BR R!1/B 1 m", "hands", "R!1", "then !", id="one penalty with its count"),
        pytest.param("..BR 3,0 BR R!!/B 1 m", "hands", "R!!", "then !", id="penalties one by one"),
        pytest.param("..BR 3,0 BR R-/B 1 m", "hands", "R-", "or -", id="a disc and a stroke"),
        pytest.param("..BR 3,0 BR r/B 1 m", "hands", "r", "in this order", id="small letters in a hand"),
        pytest.param("..BR 3,0 BR R\0/B 1 m", "hands", "R\0", "in this order", id="a control character"),
        pytest.param("..BR 3,0 BR ?/B 1 m", "hands", "?", "?n", id="hidden, but how many"),
        pytest.param("..BR 3,0 BR ?01/B 1 m", "hands", "?01", "?n", id="hidden with a leading zero"),
        pytest.param("..BR 3,0 BR ?1R/B 1 m", "hands", "?1R", "?n", id="half hidden"),
        pytest.param("..BR 3,0 BR R?1/B 1 m", "hands", "R?1", "?n", id="half hidden, the other half"),
        pytest.param("..BR 3,0 BR ?1!1/B 1 m", "hands", "?1!1", "?n", id="hidden with one penalty counted"),
        pytest.param("..BR 3,0 BR ?-1/B 1 m", "hands", "?-1", "?n", id="fewer than none hidden"),
        pytest.param("..BR s1,s0 - ?3/R 1 e", "hands", "?3/R", "the game is over", id="hidden though the game is over"),
        pytest.param("..BR 3,0 BR R/B 0 m", "seat", "0", "1 to 2", id="seat 0"),
        pytest.param("..BR 3,0 BR R/B 3 m", "seat", "3", "1 to 2", id="a seat too many"),
        pytest.param("..BR 3,0 BR R/B 01 m", "seat", "01", "1 to 2", id="a seat with a leading zero"),
        pytest.param("..BR 3,0 BR R/B ١ m", "seat", "١", "1 to 2", id="an Arabic seat"),
        pytest.param("..BR 3,0 BR R/B 1\n m", "seat", "1\n", "1 to 2", id="a line break behind the seat"),
        pytest.param("..BR 3,0 BR R/B 1 M", "phase", "M", "m", id="a large phase"),
        pytest.param("..BR 3,0 BR R/B 1 mx", "phase", "mx", "m", id="two phases"),
        pytest.param("..BR 3,0 BR R/B 1 m\n", "phase", "m\n", "m", id="a line break at the end"),
        pytest.param("..BR 3,0 BR R/B 1 e", "phase", "e", "m", id="over too early"),
        pytest.param("..BR s1,s0 - B2R/R 1 m", "phase", "m", "e", id="not over though all have climbed"),
        pytest.param("..BR 3,0 BR R/B 1 x", "phase", "x", "needs a black", id="an extra ply without a black"),
        pytest.param(".B.BR 2,0 BR RK/- 2 x", "phase", "x", "needs a black", id="an extra ply with another's black"),
        pytest.param("B 0 B -/- 1 m wires=1", "options", "wires=1", "no wires", id="a wire on one place"),
    ],
)
def test_a_refusal_names_the_field_what_stood_there_and_what_is_accepted(
    bpn: str, field: str, found: str, accepted: str
) -> None:
    refusal = refused(bpn)
    assert (refusal.field, refusal.found) == (field, found)
    assert accepted in refusal.accepted
    assert str(refusal).startswith(f"{field}: ")
    assert "\n" not in str(refusal)


@pytest.mark.parametrize(
    ("options", "accepted"),
    [
        pytest.param("-", "optional_bonus", id="a stroke for no options"),
        pytest.param("inverted,optional_bonus", "in this order", id="options out of order"),
        pytest.param("inverted,inverted", "in this order", id="an option twice"),
        pytest.param("inverted,", "with commas between", id="a comma at the end"),
        pytest.param(",inverted", "with commas between", id="a comma first"),
        pytest.param("Inverted", "inverted", id="a large option"),
        pytest.param("open_hands", "optional_bonus", id="not an option of a game"),
        pytest.param("wires=", "wires=14:28:42", id="wires without one"),
        pytest.param("wires=1:", "wires=14:28:42", id="a colon at the end"),
        pytest.param("wires=1,2", "wires=14:28:42", id="wires with commas"),
        pytest.param("wires=01", "wires=14:28:42", id="a wire with a leading zero"),
        pytest.param("wires=١", "wires=14:28:42", id="an Arabic wire"),
        pytest.param("wires=0", "from 1 to 3", id="a wire before the first disc"),
        pytest.param("wires=4", "from 1 to 3", id="a wire behind the last disc"),
        pytest.param("wires=2:1", "ascending", id="wires descending"),
        pytest.param("wires=2:2", "ascending", id="a wire twice"),
        pytest.param("wires=1\n", "wires=14:28:42", id="a line break behind the options"),
    ],
)
def test_options_that_are_none_or_in_another_form_are_refused(options: str, accepted: str) -> None:
    refusal = refused(f"BRBR 0,0 BR -/- 1 m {options}")
    assert (refusal.field, refusal.found) == ("options", options)
    assert accepted in refusal.accepted


@pytest.mark.parametrize(
    "bpn",
    [
        pytest.param("BRB. 0,0 BR -/- 1 m", id="a red is missing"),
        pytest.param("BRBR 0,0 BR B/- 1 m", id="a blue too many"),
        pytest.param("..BR 3,0 BR R/BW 1 m", id="a white that has no place on the path"),
        pytest.param("..BR 3,0 BR R/BK 1 m", id="a black that has no place on the path"),
        pytest.param("BRBRWWWWWW 0,0 BR -/- 1 m", id="six white"),
        pytest.param("BRBRKKKKKK 0,0 BR -/- 1 m", id="six black"),
        pytest.param("BBBBBBBBBB 0 B -/- 1 m", id="ten of a colour on the path"),
        pytest.param("W 0 B -/- 1 m", id="no path disc of a colour"),
        pytest.param("BRBR...... 0,0 BR -/- 1 m", id="more places than discs and blacks handed in"),
        pytest.param("..BR 3,0 BR R100000000/B 1 m", id="very many discs"),
    ],
)
def test_discs_that_no_game_has_are_refused_as_material(bpn: str) -> None:
    """R1, V5"""
    refusal = refused(bpn)
    assert refusal.field == "material"
    assert "places" in refusal.found
    assert "equally many of each colour" in refusal.accepted


def test_black_discs_that_are_missing_were_handed_in() -> None:
    """R14"""
    assert position_text(parse_position("BRBR..... 0,0 BR -/- 1 m")) == "BRBR..... 0,0 BR -/- 1 m"


@pytest.mark.parametrize(
    ("bpn", "field"),
    [
        ("B" * 100_000 + " 0 B -/- 1 m", "material"),
        ("..BR " + "3" * 5_000 + ",0 BR R/B 1 m", "pawns"),
        ("..BR 3,0 BR R" + "9" * 5_000 + "/B 1 m", "hands"),
        ("..BR 3,0 BR ?" + "9" * 5_000 + "/B 1 m", "hands"),
        ("..BR 3,0 BR R!" + "9" * 5_000 + "/B 1 m", "hands"),
        ("..BR 3,0 BR R/B " + "1" * 5_000 + " m", "seat"),
        ("..BR 3,0 BR R/B 1 m wires=" + "1" * 5_000, "options"),
        ("..BR 3,0 BR R/B 1 m wires=" + "1" * 100, "options"),
        ("..BR 3,0 BR R/B 1 m wires=" + ":".join("1" * 2_500), "options"),
        ("x" * 100_000, "fields"),
    ],
)
def test_a_very_long_text_is_refused_in_a_short_message(bpn: str, field: str) -> None:
    refusal = refused(bpn)
    assert refusal.field == field
    assert len(str(refusal)) < 400
