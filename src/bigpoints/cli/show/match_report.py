"""A match of bots as text: standings, meetings, failures and the verdict of the sequential test."""

from collections import Counter

from rich.text import Text

from bigpoints.arena.bootstrap import Estimate
from bigpoints.arena.report import Failures, Meeting, Report, Standing
from bigpoints.arena.sprt import ACCEPTED, REJECTED, UNDECIDED, Verdict
from bigpoints.cli.console import Console, print_paragraph, print_rows
from bigpoints.errors import printable
from bigpoints.words import count_words

_NAMED_GAMES = 5
_HEAD = ("bot", "rating", "95 %", "win share", "95 %", "first seat", "score", "s/move", "nodes/move", "failures")


def print_report(console: Console, report: Report) -> None:
    """Print the standings; then meetings, failures and the verdict, where there are any."""
    print_paragraph(console, _headline(report), style="bold")
    console.print()
    print_rows(console, [[Text(_HEAD[0]), *map(_cell, _HEAD[1:])], *map(_standing_row, report.standings)])
    if len(report.meetings) > 1:
        console.print()
        print_rows(console, list(map(_meeting_row, report.meetings)))
    if report.failures:
        console.print()
        print_rows(console, list(map(_failure_row, report.failures)))
    if report.verdict:
        console.print()
        print_paragraph(console, _verdict_words(report.verdict, *report.match.bots))


def _headline(report: Report) -> str:
    match = report.match
    played = count_words(report.games, "game")
    of = "" if report.games == match.games else f" of {match.games}"
    first = "" if report.first_seat_share is None else f"; the first seat wins {report.first_seat_share:.1%}"
    return f"{match.players} players, {played}{of}, seed {match.seed}; fair share {1 / match.players:.1%}{first}"


def _standing_row(standing: Standing) -> list[Text]:
    rating, share = standing.rating, standing.win_share
    first, score = standing.first_seat_share, standing.score
    return [
        Text(printable(standing.bot)),
        _cell(f"{rating.value:+.0f}"),
        _cell("-" if rating.low is None else f"{rating.low:+.0f} to {rating.high:+.0f}"),
        _cell("-" if share is None else f"{share.value:.1%}"),
        _cell(_between(share)),
        _cell("-" if first is None else f"{first:.1%}"),
        _cell("-" if score is None else f"{score:.1f}"),
        _cell(f"{standing.seconds_per_move:.4f}"),
        _cell(f"{standing.nodes_per_move:,.0f}"),
        _cell(str(standing.failures)),
    ]


def _meeting_row(meeting: Meeting) -> list[Text]:
    """The bots that met, the number of games, and each bot's win share per seat."""
    seats = " + ".join(f"{n} {bot}" if n > 1 else bot for bot, n in Counter(meeting.bots).items())
    shares = (f"{bot} {share.value:.1%} ({_between(share)})" for bot, share in meeting.win_share.items() if share)
    return [Text(printable(seats)), _cell(count_words(meeting.games, "game")), Text(printable(", ".join(shares)))]


def _failure_row(failures: Failures) -> list[Text]:
    named = ", ".join(map(str, failures.games[:_NAMED_GAMES]))
    more = ", …" if len(failures.games) > _NAMED_GAMES else ""
    lost = f"lost {count_words(len(failures.games), 'game')} ({named}{more})"
    return [Text(printable(failures.bot)), Text(lost), Text(printable(failures.reason))]


def _verdict_words(verdict: Verdict, first: str, second: str) -> str:
    elo0, elo1 = verdict.hypotheses.elo0, verdict.hypotheses.elo1
    low, high = verdict.hypotheses.bounds
    meaning = {
        ACCEPTED: f"{first} is rather {elo1:+g} Elo than {elo0:+g} against {second}",
        REJECTED: f"{first} is rather {elo0:+g} Elo than {elo1:+g} against {second}",
        UNDECIDED: "it takes more games",
    }
    where = f"log-likelihood ratio {verdict.ratio:+.2f} between {low:+.2f} and {high:+.2f}"
    after = f"{verdict.word} after {count_words(verdict.boards, 'board')}"
    return printable(f"SPRT {elo0:g},{elo1:g}: {after}: {meaning[verdict.word]} ({where})")


def _between(share: Estimate | None) -> str:
    return "-" if share is None or share.low is None else f"{share.low:.1%} to {share.high:.1%}"


def _cell(words: str) -> Text:
    return Text(words, justify="right")
