"""The command hint: the best moves of a position, and why."""

import json
from contextlib import closing
from dataclasses import asdict
from typing import Annotated

import typer

from bigpoints.analysis.hints import Hint
from bigpoints.analysis.sentences import sentence
from bigpoints.bots.bot import Budget, check_choosable
from bigpoints.cli.arguments import BPN, Language, choose_catalogue, parse_int, read_position
from bigpoints.cli.console import stdout
from bigpoints.cli.show.hints import DEFAULT_BOT, DEFAULT_COUNT, DEFAULT_SECONDS, Adviser, print_hints
from bigpoints.contract.constants import LEVELS
from bigpoints.errors import BadNotation, BadSetup
from bigpoints.locales import Catalogue


def hint(
    bpn: BPN,
    count: Annotated[int, typer.Option(parser=parse_int, metavar="N", help="Show the N best moves.")] = DEFAULT_COUNT,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help=f"Seconds to think; {DEFAULT_SECONDS:g} by default.", show_default=False),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(parser=parse_int, metavar="N", help="Nodes to search.", show_default=False)
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(parser=parse_int, metavar="L", help=f"Level of the bot, 1 to {len(LEVELS)}.", show_default=False),
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=f"Bot that gives the hints; {DEFAULT_BOT} by default.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object, for programs.")] = False,
    lang: Language = None,
) -> None:
    """Show the best moves of a position, and why.

    Each move has the share of the win that the seat to move can expect (proven: wins, ties or loses), for two players
    the difference in points, and a reason. Ctrl-C stops the search.
    """
    catalogue, position = choose_catalogue(lang), read_position(bpn)
    if count < 1:
        raise BadNotation("--count", str(count), "1 or more")
    check_choosable(position)
    if seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    with closing(Adviser(catalogue, _bot_name(level, bot), Budget(nodes, seconds))) as adviser:
        found = adviser.hints(position, count)
    if as_json:
        print(json.dumps({"hints": [_figures(one, catalogue) for one in found]}))
    else:
        print_hints(stdout(catalogue), found)


def _bot_name(level: int | None, bot: str | None) -> str:
    """The name of the bot that gives the hints."""
    if level is None:
        return bot or DEFAULT_BOT
    if bot is not None:
        raise BadSetup("--level and --bot cannot go together: a level is a bot")
    if not 1 <= level <= len(LEVELS):
        raise BadNotation("--level", str(level), f"1 to {len(LEVELS)}")
    return LEVELS[level - 1]


def _figures(hint: Hint, catalogue: Catalogue) -> dict[str, object]:
    reasons = [{"kind": type(reason).__name__, **asdict(reason)} for reason in hint.reasons]
    return {
        "move": str(hint.move),
        "value": hint.value,
        "margin": hint.margin,
        "exact": hint.exact,
        "why": sentence(hint.reasons, catalogue=catalogue),
        "reasons": reasons,
    }
