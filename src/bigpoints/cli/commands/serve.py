"""The command serve: tables for people on this machine, in this network, or anywhere."""

import os
import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bigpoints.cli.console import say, stdout
from bigpoints.optional_deps import require_extra

if TYPE_CHECKING:
    from bigpoints.server.settings import Settings


Host = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Listen here; 0.0.0.0 lets phones in the same network join. [127.0.0.1]"),
]
Port = Annotated[str | None, typer.Option(metavar="N", help="Listen on this port; 0 for any. [5055]")]
PublicUrl = Annotated[
    str | None, typer.Option(metavar="URL", help="The address that links begin with, such as one of a proxy.")
]
Data = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Keep the tables here.")]
KeepDays = Annotated[
    str | None, typer.Option(metavar="N", help="Delete tables that nobody used for so many days. [30]")
]
Workers = Annotated[str | None, typer.Option(metavar="N", help="Processes that bots think in. [processors - 1]")]
Proxies = Annotated[
    str | None, typer.Option(metavar="ADDRESSES", help="Proxies that are believed whom they forward for.")
]
LogFormat = Annotated[str | None, typer.Option(metavar="FORMAT", help="json, text or auto. [auto]")]
LogLevel = Annotated[str | None, typer.Option(metavar="LEVEL", help="debug, info, warning or error. [info]")]
Open = Annotated[bool | None, typer.Option("--open/--no-open", help="Open the page in a browser, or do not.")]


def serve(
    host: Host = None,
    port: Port = None,
    public_url: PublicUrl = None,
    data: Data = None,
    keep_days: KeepDays = None,
    workers_for_bots: Workers = None,
    trusted_proxies: Proxies = None,
    log_format: LogFormat = None,
    log_level: LogLevel = None,
    open_browser: Open = None,
) -> None:
    """Serve tables that people and bots play at, until you press Ctrl-C.

    Everything is kept in the data folder. A second start finds the first one. The page opens if this is a terminal on a
    machine with a display. Every setting can also be given in the environment, as BIGPOINTS_PORT and so on.
    """
    # Only those who serve pay for loading all this, and only they need it installed.
    with require_extra("server", "the server"):
        from bigpoints.server.settings import Settings

    settings = Settings.given(
        host=host,
        port=port,
        public_url=public_url,
        data=data,
        keep_days=keep_days,
        workers_for_bots=workers_for_bots,
        trusted_proxies=trusted_proxies,
        log_format=log_format,
        log_level=log_level,
        open_browser=open_browser,
    )
    _serve(settings, asks_for_an_address=bool(host or port or public_url))


def _serve(settings: "Settings", *, asks_for_an_address: bool) -> None:
    """Serve, or find the server that has these tables already."""
    with require_extra("server", "the server"):
        from bigpoints.server.ops.data_folder import AlreadyRunning
        from bigpoints.server.run import serve as run

    def started(address: str) -> None:
        _tell(address, settings)
        _open(address, settings)

    try:
        run(settings, started)
        _take_leave()
    except AlreadyRunning as error:
        url = error.running.url
        if url is None:
            raise
        say(stdout(), f"Big Points is running already: {url}")
        if asks_for_an_address:
            say(stdout(), "It keeps the settings that it was started with; to change them, end it first.")
        _open(url, settings)


def _open(address: str, settings: "Settings") -> None:
    if settings.open_browser and has_display(os.environ, sys.platform):
        webbrowser.open(address)


def has_display(environ: Mapping[str, str], platform: str) -> bool:
    """Whether a browser can be shown here: without a display it would be one in letters, in this very terminal."""
    if platform in ("win32", "cygwin", "darwin"):
        return True
    return any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _take_leave() -> None:
    console = stdout()
    if console.is_terminal:
        console.print()  # The terminal has written ^C.
    say(console, "The server has ended; its tables are kept.")


def _tell(address: str, settings: "Settings") -> None:
    from bigpoints.server.ops.listen import EVERYWHERE
    from bigpoints.server.ops.qr import qr_text

    console = stdout()
    say(console, f"Big Points is served at {address}")
    if settings.public_url:
        say(console, f"It listens on {settings.host}, port {settings.port}, for the proxy.")
    elif settings.host in EVERYWHERE:
        if console.is_terminal:
            say(console, qr_text(address))
    else:
        say(console, "Only this machine can reach it; --host 0.0.0.0 lets others in the same network join.")
    say(console, f"Tables are kept in {settings.data}")
    say(console, "The first time bots take up to a minute until they are compiled. Ctrl-C ends the server.")
