"""The command `bigpoints`: all commands, and the one place where an error becomes a line and an exit code."""

import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated

import typer
from typer.main import get_command

from bigpoints import __version__
from bigpoints.cli.arguments import os_error_text
from bigpoints.cli.commands import positions, records
from bigpoints.cli.commands.admin import admin
from bigpoints.cli.commands.arena import arena
from bigpoints.cli.commands.bench import bench
from bigpoints.cli.commands.engine import engine
from bigpoints.cli.commands.hint import hint
from bigpoints.cli.commands.play import play
from bigpoints.cli.commands.serve import serve
from bigpoints.cli.commands.solve import solve
from bigpoints.errors import BigPointsError, printable

_WIDEST_HELP = 80
_FAULT, _USAGE, _INTERRUPTED, _READER_GONE = 1, 2, 130, 141
_EXIT_CODES = """\
\b
Exit codes:
  0    all is well
  1    bad input: a text, a file or a mix of options that makes no sense;
       or packages are missing
  2    wrong usage: an unknown command, or an unknown or missing option
  130  interrupted by Ctrl-C
  141  the reader of the output has closed it, as in `bigpoints replay … | head -1`
"""

app = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]})


@app.callback(invoke_without_command=True, epilog=_EXIT_CODES)
def bigpoints(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and end.", is_eager=True)] = False,
) -> None:
    """Big Points, the board game by Brigitte and Wolfgang Ditt: play it, look at positions, keep and check games.

    Positions are text (BPN), and so are games (BPR files). On a terminal the output is coloured and in words; in a
    pipe it is plain and for programs.
    """
    if version:
        print(f"bigpoints {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command()(play)
app.command()(positions.new)
app.command()(positions.show)
app.command()(positions.legal)
app.command(context_settings={"ignore_unknown_options": True})(positions.perft)  # A number below 0 is no option.
app.command()(records.replay)
app.command()(records.score)
app.command()(records.check)
app.command()(hint)
app.command()(solve)
app.command()(arena)
app.command()(bench)
app.command()(serve)
app.add_typer(admin, name="admin")
app.command()(engine)


def main(args: Sequence[str] | None = None) -> int:
    """Run a command line and give its exit code."""
    _prepare_streams()
    code = _exit_code_of(lambda: _run(sys.argv[1:] if args is None else args))
    return max(code, _exit_code_of(_flush))


def _run(args: Sequence[str]) -> None:
    command = get_command(app)
    width = min(get_terminal_size().columns, _WIDEST_HELP)
    with command.make_context("bigpoints", list(args), terminal_width=width) as context:
        command.invoke(context)


def _exit_code_of(work: Callable[[], None]) -> int:
    """Run some work; an error is printed as one line on standard error and gives the exit code."""
    try:
        work()
    except typer.Exit as end:
        return end.exit_code
    except typer.TyperException as error:
        return _print_error(_usage_error_text(error), _USAGE)
    except (KeyboardInterrupt, typer.Abort):
        return _print_error("interrupted", _INTERRUPTED)
    except BrokenPipeError:
        return _READER_GONE
    except OSError as error:
        return _print_error(os_error_text(error), _FAULT)
    except (BigPointsError, EOFError) as error:
        return _print_error(str(error) or "the input has ended", _FAULT)
    return 0


def _print_error(message: str, code: int) -> int:
    print(f"bigpoints: {printable(message)}", file=sys.stderr)
    return code


def _usage_error_text(error: typer.TyperException) -> str:
    message = " ".join(error.format_message().replace("Value error, ", "").split()).rstrip(".")
    if "-/" in message:  # The hands at the start, from a position whose fields the shell has cut apart.
        message += "; a position needs quotes round it"
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "bigpoints"
    return f"{message[:1].lower()}{message[1:]} (try '{path} --help')"


def _prepare_streams() -> None:
    """Replace closed streams by the null device, and let the others write a substitute for any character they lack."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
        if isinstance(stream := getattr(sys, name), TextIOWrapper):
            stream.reconfigure(errors="replace")


def _flush() -> None:
    try:
        sys.stdout.flush()
    except OSError:
        # The interpreter flushes once more when it exits; that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise
