"""The command arena: bots play matches, and are rated."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bigpoints.arena.match import MOVE_LIMIT
from bigpoints.cli import game_options
from bigpoints.cli.arguments import parse_int
from bigpoints.cli.console import progress, stdout
from bigpoints.cli.record_file import save_games
from bigpoints.errors import BadNotation, BadSetup
from bigpoints.optional_deps import require_extra
from bigpoints.position import STANDARD

if TYPE_CHECKING:
    from bigpoints.arena.contest import Contest

Bots = Annotated[
    list[str], typer.Argument(metavar="BOT", help="Two bots or more by name, such as level3 or uct@1000n.")
]
Games = Annotated[
    int,
    typer.Option(parser=parse_int, metavar="N", help="Play N games, rounded up to whole boards; see above."),
]
Jobs = Annotated[int, typer.Option(parser=parse_int, metavar="N", help="Play N games at a time.")]
Seed = Annotated[int, typer.Option(parser=parse_int, metavar="S", help="Random seed of boards and bots.")]
Sprt = Annotated[
    str | None,
    typer.Option(
        metavar="ELO0,ELO1",
        help="Stop as soon as a sequential test decides: is the first bot better by ELO1 Elo, or by ELO0?",
        show_default=False,
    ),
]
Anchor = Annotated[
    str | None,
    typer.Option(metavar="BOT", help="Bot whose rating is 0; by default the mean rating is.", show_default=False),
]
Alone = Annotated[
    bool, typer.Option("--alone", help="With fewer bots than players: only the first bot plays alone against copies.")
]
MoveLimit = Annotated[
    float, typer.Option(metavar="S", help="Seconds a move; a bot that takes longer is stopped, or loses.")
]
Bpr = Annotated[Path | None, typer.Option(metavar="FILE", help="Save all games in FILE.", show_default=False)]
Resume = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Save finished games in FILE, and continue from it.", show_default=False),
]


def arena(
    bots: Bots,
    games: Games = 100,
    players: game_options.Players = 2,
    jobs: Jobs = 1,
    seed: Seed = 1,
    sprt: Sprt = None,
    anchor: Anchor = None,
    alone: Alone = False,
    move_limit: MoveLimit = MOVE_LIMIT,
    bpr: Bpr = None,
    resume: Resume = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object, for programs.")] = False,
    optional_bonus: game_options.OptionalBonus = False,
    inverted: game_options.Inverted = False,
    wires: game_options.Wires = False,
    wires_at: game_options.WiresAt = None,
    colours: game_options.Colours = STANDARD.colours,
    discs: game_options.Discs = STANDARD.discs,
    white: game_options.White = STANDARD.white,
    black: game_options.Black = STANDARD.black,
) -> None:
    """Let bots play against each other, and rate them.

    Every bot plays every seat of every board, so a board takes several games: with as many bots as players or more,
    every choice of that many bots plays it once from each seat; with fewer, each bot plays it from each seat against
    copies of each other one. A bot that crashes, hangs or makes an illegal move loses that game. Ctrl-C ends the
    match; finished games count.

    Example: bigpoints arena greedy random --games 200 --jobs 2
    """
    # Only this command pays for loading the arena.
    with require_extra("play", "the arena"):
        from bigpoints.arena.contest import Contest
        from bigpoints.arena.match import Match, boards_for
        from bigpoints.arena.sprt import parse_hypotheses

    material, options = game_options.build(
        optional_bonus=optional_bonus,
        inverted=inverted,
        wires=wires,
        wires_at=wires_at,
        colours=colours,
        discs=discs,
        white=white,
        black=black,
    )
    _check_numbers(bots, games, jobs)
    match = Match(tuple(bots), players, 1, seed, move_limit, material, options, alone)
    match = replace(match, boards=boards_for(match, games))
    contest = Contest(match, None if sprt is None else parse_hypotheses(sprt), anchor, resume)
    if bpr:
        bpr.open("a", encoding="utf-8").close()  # A file that cannot be written is refused before the first game.
    try:
        _play(contest, jobs)
    finally:
        _print_results(contest, bpr, as_json)


def _check_numbers(bots: list[str], games: int, jobs: int) -> None:
    if len(bots) < 2:
        raise BadSetup(f"bots: {bots[0]} has nobody to play against; accepted: two bots or more")
    for name, number in (("--games", games), ("--jobs", jobs)):
        if number < 1:
            raise BadNotation(name, str(number), "1 or more")


def _play(contest: "Contest", jobs: int) -> None:
    """Play the match with a progress bar."""
    with progress() as bar:
        task = bar.add_task(_words(contest), total=contest.match.games, completed=contest.finished)
        contest.play(jobs, lambda: bar.update(task, completed=contest.finished, description=_words(contest)))


def _words(contest: "Contest") -> str:
    return f"Playing, log-likelihood ratio {contest.test.verdict.ratio:+.2f}" if contest.test else "Playing"


def _print_results(contest: "Contest", bpr: Path | None, as_json: bool) -> None:
    """Save the games and print the report, if any game is finished."""
    from bigpoints.cli.show.match_report import print_report

    if not contest.finished:
        return
    if bpr:
        save_games(bpr, [game.record for game in contest.games])
    report = contest.report()
    if as_json:
        print(json.dumps(report.figures()))
    else:
        print_report(stdout(), report)
