"""A session: begun, saved, resumed and continued with the next game of its series."""

from pathlib import Path
from random import Random

import pytest

from bigpoints.bpr import read_records
from bigpoints.cli.play.session import BadSeat, Session, begin_session, check_seats, resume_last_session, resume_session
from bigpoints.cli.record_file import save_games
from bigpoints.errors import BadSetup
from bigpoints.locales import LANGUAGES, catalogue
from bigpoints.position import STANDARD_OPTIONS, Material, Options
from bigpoints.rules import legal_moves
from bigpoints.series import series_of
from support.terminal_games import TINY, played, random_plies, two_people

SMALL = Material(2, 2, 1, 1)

pytestmark = pytest.mark.usefixtures("own_games_folder")


def test_a_series_runs_over_all_its_games_and_can_be_resumed_in_the_middle(file: Path) -> None:
    small: list[str | Path] = [
        "--seat",
        "Anna",
        "--seat",
        "Ben",
        "--file",
        file,
        "--series",
        "--seed",
        "1",
        "--first",
        "2",
        *TINY,
    ]
    everything = "\n".join(["B", "B+", "B-", "B^", "R", "R+", "R-", "R^", "."] * 40)
    first = played(*small, typed="B+\nquit\n")
    assert "game 1 of 2" in first.out
    over = played("--resume", file, "--seed", "1", typed=everything)
    assert over.code == 0, over.err
    series = series_of(read_records(file))
    assert series.is_over
    assert [game.start.seat for game in series.games] == [2, 1]
    assert "Series" in over.out


def test_open_hands_stay_open_when_resumed(file: Path) -> None:
    played(*two_people(file), "--open-hands", typed="R+\nquit\n")
    run = played("--resume", file, typed="quit\n")
    assert "Ben to move" in run.out
    assert "hidden" not in run.out
    assert next(line for line in run.out.splitlines() if line.split()[:1] == ["Anna"]).count("×") == 1


def test_a_file_that_exists_is_not_overwritten(file: Path) -> None:
    file.write_text("my diary")
    run = played(*two_people(file), typed="R+\n")
    assert run.code == 1
    assert "exists already" in run.err
    assert file.read_text() == "my diary"


def test_a_broken_or_finished_file_is_not_resumed(file: Path) -> None:
    played(*two_people(file), typed=random_plies(2, 4))
    assert "is over" in played("--resume", file).err
    file.write_text(file.read_text().replace("R", "Q", 1))
    run = played("--resume", file)
    assert run.code == 1
    assert run.err.count("\n") == 1


def test_a_seat_of_an_unknown_bot_cannot_be_taken_over_by_resuming(file: Path) -> None:
    played(*two_people(file), typed="R+\nquit\n")
    file.write_text(file.read_text().replace('"Ben"', '"bot:level9"'))
    assert "bot: there is no 'level9'" in played("--resume", file).err


def test_the_next_game_of_a_series_has_the_same_board_and_options(file: Path) -> None:
    small = ["--seat", "Anna", "--seat", "Ben", "--file", str(file), "--series", "--open-hands", "--inverted", *TINY]
    played(*small, "--seed", "1", typed="\n".join(["B+", "B-", "B^", "R+", "R-", "R^", "."] * 9))
    first, second = read_records(file)[:2]
    assert second.start.options == first.start.options == Options(inverted=True)
    assert sorted(second.start.path) == sorted(first.start.path)
    assert second.tags["Hands"] == "open"
    assert second.tags["Event"] == first.tags["Event"]


def begun_session(file: Path, *, in_series: bool = False, open_hands: bool = False) -> Session:
    return begin_session(
        file,
        ["Anna", "Ben"],
        Random(1),
        first=2,
        material=SMALL,
        options=STANDARD_OPTIONS,
        in_series=in_series,
        open_hands=open_hands,
    )


def finished(session: Session) -> Session:
    """The session with its current game played to the end."""
    while not session.game.final.is_over:
        session = session.with_game(session.game.plus(legal_moves(session.game.final)[0]))
    return session


def test_a_new_session_has_one_game_with_its_seats_its_first_seat_and_its_tags(file: Path) -> None:
    session = begun_session(file, open_hands=True)
    (game,) = session.games
    assert (game.seats, game.start.seat, game.plies) == (("Anna", "Ben"), 2, ())
    assert session.open_hands
    assert not begun_session(file).open_hands
    assert not session.is_over
    assert not file.exists()


def test_a_single_game_is_the_whole_session(file: Path) -> None:
    session = finished(begun_session(file))
    assert session.is_over
    with pytest.raises(BadSetup, match="a single game has no next one"):
        session.begin_next_game(Random(1))


def test_a_series_is_over_only_after_its_last_game(file: Path) -> None:
    first = finished(begun_session(file, in_series=True))
    assert not first.is_over
    second = first.begin_next_game(Random(2))
    assert [game.start.seat for game in second.games] == [2, 1]
    assert second.games[0] == first.game
    assert finished(second).is_over


def test_the_newest_unfinished_session_is_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "bigpoints" / "games"
    folder.mkdir(parents=True)
    with pytest.raises(BadSetup, match="no unfinished game is kept here"):
        resume_last_session()
    older, over = begun_session(folder / "older.bpr"), finished(begun_session(folder / "over.bpr"))
    save_games(older.file, older.games)
    save_games(over.file, over.games)
    assert resume_last_session() == older
    with pytest.raises(BadSetup, match="is over"):
        resume_session(over.file)


def test_a_series_among_other_games_is_not_resumed(file: Path) -> None:
    series = begun_session(file, in_series=True)
    save_games(file, [begun_session(file).game, *series.games])
    with pytest.raises(BadSetup, match="one series in a file to be resumed"):
        resume_session(file)


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (["Anna", ""], "is no name"),
        (["Anna", "Ben\x07"], "is no name"),
        (["Anna", "Anna"], "two seats have the same name"),
        (["Anna", "level3"], "bot:level3"),
    ],
)
def test_names_that_cannot_be_seated_are_refused_in_every_language(seats: list[str], message: str) -> None:
    with pytest.raises(BadSeat, match=message) as refused:
        check_seats(seats)
    assert len({refused.value.words(catalogue(language)) for language in LANGUAGES}) == len(LANGUAGES)


def test_two_bots_may_have_one_name() -> None:
    check_seats(["bot:level1", "bot:level1", "Anna"])
