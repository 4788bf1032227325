"""The terminal speaks seven languages, and understands what is typed in them."""

import json
import re
from pathlib import Path

import pytest

from bigpoints.bots import registry
from bigpoints.cli.play.parse_input import parse_command, parse_typed_move
from bigpoints.locales import LANGUAGES, catalogue
from bigpoints.notation import parse_move, parse_position
from support.command_line import bigpoints, refused
from support.fake_bots import Acting, Judge, failing
from support.terminal_games import TINY, begun, played, plies

pytestmark = pytest.mark.usefixtures("own_games_folder")

CLIMBING = "RYGRYG.... s4,0,0,0,0 RYGP B3/P2 1 m"

# Blue on place 5 can go on to 12 or back to 2; in the other position it climbs.
EXTRA = ".B..B....KPBG.......................................... 5,0,0,0,11 BRYGP B3R4Y5G4P4W2K2/B3R5Y4G4P4W3K2 1 x"
LAST = "BW. 1 B B/- 2 m"


def text(language: str, key: str, **values: object) -> str:
    return catalogue(language).text(f"terminal.{key}", **values)


# --- Speaking ---------------------------------------------------------------------------------------------------------


def test_a_game_in_german_is_german_from_the_greeting_to_the_goodbye(file: Path) -> None:
    run = begun(file, "Anna", "Ben", typed="R+\nB+\nquatsch\nblau\nlog\nende\n", more=["--lang", "de", "--wires"])
    for words in (
        "Regeln: Drähte nach den Feldern 14, 28, 42.",
        "Mit ? gibt es jederzeit Hilfe.",
        "Zieh eine Figur und nimm eine Scheibe",
        "Anna ist am Zug",
        "0 Scheiben  verdeckt",
        "Bonusstapel  B R Y G P",
        "R+  Gelb davor (2), muss sein",
        "1. Anna: R+  Rot zieht auf Feld 1, nimmt Gelb davor (Feld 2)",
        "Deine Scheiben sind 0 bis 4 Punkte wert, je nachdem, wie die Figuren steigen.",
        "'quatsch': jetzt geht B+",
        "'blau': welcher Zug, B+ oder B-?",
    ):
        assert words in run.out
    assert run.err.startswith("Auf Wiedersehen. Das Spiel bleibt erhalten: ")
    assert plies(file) == ["R+", "B+"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_ends_with_the_sheet_and_the_winner_in_every_language(file: Path, language: str) -> None:
    run = begun(file, "bot:random", "bot:greedy", more=["--lang", language, *TINY])
    assert run.code == 0, run.err
    assert text(language, "offer_leaving") in run.out
    assert f"  {text(language, 'total')} " in run.out
    winner = re.escape(text(language, "winner", name="NAME", points="POINTS"))
    assert re.search(winner.replace("NAME", r"bot:\w+").replace("POINTS", r"\d+"), run.out)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_series_is_counted_in_every_language(file: Path, language: str) -> None:
    run = begun(file, "bot:random", "bot:greedy", more=["--lang", language, "--series", *TINY])
    title = text(language, "title_series", names="bot:random, bot:greedy", game=1, games=2)
    assert title in run.out
    name = "bot:random, bot:greedy, 2"
    assert text(language, "series", name=name, over=2, games=2).split(name)[0] + name in run.out


def test_the_language_of_the_terminal_is_spoken_unless_another_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "nl_BE.UTF-8")
    assert "blauw" in played("--players", "2", typed="stop\n").out
    assert "Speler 1, Speler 2" in played("--players", "2", typed="stop\n").out
    assert "Player 1, Player 2" in played("--players", "2", "--lang", "en", typed="quit\n").out


def test_a_language_that_is_not_spoken_is_refused_with_those_that_are() -> None:
    answer = "bigpoints: language: there is no 'xx'; accepted: en, de, fr, it, es, nl, pt"
    assert refused("play", "--players", "2", "--lang", "xx") == answer
    assert refused("hint", CLIMBING, "--lang", "xx") == answer


def test_other_commands_stay_english(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(file, "Anna", "Ben", typed="R+\nquit\n")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "red goes to place 1, takes yellow ahead (place 2)" in bigpoints("replay", file).out


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_asked_for_and_objected_to_in_every_language(language: str) -> None:
    run = played(
        "--lang", language, "--seed", "1", typed="Anna\nAnna, Anna\nAnna, bot:nobody\nAnna, level3\nAnna, Ben\nquit\n"
    )
    assert text(language, "who_plays") in run.out
    assert run.out.count(text(language, "ask_players")) == 5
    assert text(language, "not_names", names="'Anna'") in run.out
    assert text(language, "same_name", names="Anna, Anna") in run.out
    assert text(language, "no_bot", bot="'nobody'", accepted="random, greedy") in run.out
    assert text(language, "name_of_bot", name="level3", bot="bot:level3") in run.out
    assert text(language, "title", names="Anna, Ben") in run.out


# --- Hints ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "P^  Lila steigt auf 3: +3 für dich, +6 für Platz 2"),
        ("fr", "P^  le violet monte à 3\u00a0: +3 pour toi, +6 pour place 2"),
        ("es", "P^  el lila sube al 3: +3 para ti, +6 para asiento 2"),
    ],
)
def test_a_hint_is_given_in_the_language_asked_for(language: str, words: str) -> None:
    assert bigpoints("hint", CLIMBING, "--bot", "greedy", "--lang", language).out == f"{words}\n"
    said = json.loads(bigpoints("hint", CLIMBING, "--bot", "greedy", "--lang", language, "--json").out)
    assert words.endswith(said["hints"][0]["why"])


def test_a_hint_writes_numbers_as_its_language_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._OURS, "level6", lambda _: Judge())
    assert "80 %  +3,2 Punkte  nimmt Gelb" in bigpoints("hint", CLIMBING, "--lang", "de").out


def test_a_proven_hint_says_so_in_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._OURS, "level6", lambda _: Judge(exact=True))
    assert [line.split()[1] for line in bigpoints("hint", CLIMBING, "--lang", "it").out.splitlines()[:2]] == [
        "vince",
        "perde",
    ]


def test_a_hint_that_fails_says_so_in_the_language_of_the_game(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._OURS, "level6", lambda _: Acting(failing))
    run = begun(file, "Anna", "Ben", typed="conseil\nquitter\n", more=["--lang", "fr"])
    assert "Il n’y a pas de conseil" in run.out


# --- Understanding ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("bpn", "kind", "move"),
    [
        (EXTRA, "ahead", "B+"),
        (EXTRA, "behind", "B-"),
        (EXTRA, "back", "B<+"),
        (EXTRA, "pass", "."),
        (LAST, "climb", "B^"),
        (f"{LAST} optional_bonus", "leave", "B^="),
    ],
)
def test_what_the_help_says_is_understood(language: str, bpn: str, kind: str, move: str) -> None:
    assert parse_typed_move(parse_position(bpn), text(language, f"say_{kind}"), catalogue(language)) == parse_move(move)


@pytest.mark.parametrize("language", LANGUAGES)
def test_saying_what_to_take_is_understood_as_the_help_says_it(language: str) -> None:
    said = re.split(r"[:\u00a0] ", text(language, "help_takes"))[-1].rstrip(".")
    assert parse_typed_move(parse_position(EXTRA), said, catalogue(language)) == parse_move("B+")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_that_the_help_names_is_understood(language: str) -> None:
    listed = re.sub(r"\([^)]*\)", "", text(language, "help_words")).rstrip(".").split(": ")[-1].replace("\u00a0", "")
    words = [word.strip() for word in listed.split(",")]
    assert [parse_command(word, catalogue(language)) for word in words] == ["hint", "undo", "log", "board", "quit"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_english_and_the_notation_are_understood_in_every_language(language: str) -> None:
    position = parse_position(EXTRA)
    for said, move in {"blue ahead": "B+", "b <": "B<+", "b-": "B-", "pass": "."}.items():
        assert parse_typed_move(position, said, catalogue(language)) == parse_move(move)
    assert parse_command("undo", catalogue(language)) == "undo"
    assert parse_command("?", catalogue(language)) == "help"


def test_no_word_of_a_language_is_taken_for_two_things() -> None:
    """Colours and the two sides; a word that is both would be understood by chance."""
    for language in LANGUAGES:
        names = [*"BRYGPWK", "ahead", "behind", "leave", "pass"]
        words = [word for name in names for word in text(language, f"hear_{name}").split()]
        assert len(set(words)) == len(words), language
